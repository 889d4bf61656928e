import type { LineField, LinesField, Resource, Values, Words } from '@voltloop/resource-kit';
import { counts } from '@voltloop/resource-kit';
import { type Language, textOf } from '../../documents/index.ts';
import type { Row } from '../../resources/index.ts';

/** Pure: what stands on the papers of a collection. */

const words = (en: string, zh: string): Words => ({ en, zh });

/** The papers: their title, fields, lines, amount, and who signs them. */
export const papers = {
  quotation: {
    title: words('Quotation', '报价单'),
    button: words('Print the quotation', '打印报价单'),
    facts: ['contact', 'phone', 'siteId', 'pickupAddress', 'pickupDate', 'validUntil', 'remark'],
    lines: ['lines'],
    amount: 'amount',
    signatures: [words('Quoted by', '报价人'), words('Approved by', '审批人'), words('Seller', '交售方签字')],
  },
  settlement: {
    title: words('Settlement', '结算单'),
    button: words('Print the settlement', '打印结算单'),
    facts: [
      'siteId',
      'receivedOn',
      'plate',
      'weighTicketNo',
      'inspectedOn',
      'assayNo',
      'settledOn',
      'remark',
    ],
    lines: ['inspection', 'settlement'],
    amount: 'settledAmount',
    signatures: [
      words('Inspected by', '检验员'),
      words('Settled by', '结算人'),
      words('Finance', '财务复核'),
      words('Seller', '交售方签字'),
    ],
  },
} as const;
export type PaperName = keyof typeof papers;

/** Marks of its state that must be seen on paper; none where it is in force. */
const marks: Readonly<Record<string, Words>> = {
  draft: words('Draft: not sent', '草稿：未报价'),
  declined: words('Declined', '已拒绝'),
  cancelled: words('Cancelled', '已取消'),
};
export const markOf = (row: Row, language: Language): string | null =>
  marks[String(row.status)]?.[language] ?? null;

/** The seller and the filled fields of a paper. */
export function factsOf({ fields }: Resource, row: Row, names: readonly string[], language: Language) {
  return ['enterpriseId', 'clientId', ...names].flatMap((name): [string, string][] => {
    const field = fields[name];
    if (!field || !counts(field, row)) return [];
    const text = field.kind === 'reference' ? (row.titles[name] ?? '') : textOf(field, row[name], language);
    return text ? [[field.label[language], text]] : [];
  });
}

/**
 * The lines of a paper, with the columns that any of them fills: those of one stage behind those of another. A price by
 * metal content stands in few columns: its points with their percentages, and its coefficient.
 */
export function tableOf({ fields }: Resource, row: Row, stages: readonly string[], language: Language) {
  const declared = stages.map((name) => fields[name] as LinesField);
  const of: Readonly<Record<string, LineField>> = Object.assign({}, ...declared.map((each) => each.of));
  const lines = ((row[stages[0] ?? ''] ?? []) as readonly Values[]).map(
    (_, place): Values => Object.assign({}, ...stages.map((name) => (row[name] as Values[])[place])),
  );
  const filled = Object.entries(of).filter(([name]) =>
    lines.some((line) => line[name] !== null && line[name] !== undefined && line[name] !== ''),
  );
  const isNumber = ({ kind }: LineField) => kind === 'decimal' || kind === 'integer';
  const unit = (field: LineField) =>
    isNumber(field) && 'unit' in field && field.unit ? ` (${field.unit})` : '';
  return {
    columns: filled.map(([, field]) => ({
      label: field.label[language] + unit(field),
      number: isNumber(field),
      code: false,
    })),
    rows: lines.map((line) =>
      filled.map(([name, field]) => {
        const { unit: _, ...bare } = field as LineField & { unit?: string };
        return textOf(bare as LineField, line[name], language);
      }),
    ),
  };
}
