import { capitals } from '@voltloop/domain/money/capitals.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { counts, type LineField, type Resource, type Words } from '@voltloop/resource-kit';
import { formatDecimal } from '../../../ui/index.ts';
import { formatMoney } from '../../../ui/text/money.ts';
import { type Language, Paper } from '../../documents/index.ts';
import type { Row } from '../../resources/index.ts';

interface InvoiceSheetProps {
  resource: Resource;
  row: Row;
  language: Language;
  /** Name of our own company. */
  company: string;
}

const words = (en: string, zh: string): Words => ({ en, zh });
/** Texts of printed invoices, which are printed in either language, whichever the console uses. */
const printed = {
  draft: words('Draft: not issued', '草稿：未开具'),
  credited: words('Credited', '已红冲'),
  cancelled: words('Cancelled', '已作废'),
  inCapitals: words('In capitals', '价税合计（大写）'),
  notice: words(
    'A copy for the files; it is not the tax invoice itself.',
    '本单为存档打印件，不作为税务发票使用。',
  ),
};
const signatures = [words('Made by', '制单'), words('Checked by', '复核'), words('Received by', '收票人')];
/** In the order of the paper. */
const columns = ['goods', 'spec', 'unit', 'quantity', 'unitPrice', 'net', 'taxRate', 'tax', 'total'] as const;
const facts = [
  'direction',
  'invoiceType',
  'invoiceNo',
  'issuedOn',
  'clientId',
  'enterpriseId',
  'partyName',
  'partyTaxNo',
  'orderId',
  'receiptId',
  'originalId',
  'remark',
];

/** The print of an invoice: its lines with net, tax and total, and the sum in Chinese capital numerals. */
export function InvoiceSheet({ resource, row, language, company }: InvoiceSheetProps) {
  const { fields } = resource;
  const lines = (row.lines ?? []) as Readonly<Record<string, unknown>>[];
  const of = fields.lines?.kind === 'lines' ? fields.lines.of : {};
  const shown = columns.filter((name) => of[name] && lines.some((line) => !isBare(line[name])));
  const sum = (name: 'net' | 'tax' | 'total') =>
    `${fields[name]?.label[language] ?? ''} ${formatMoney(String(row[name] ?? '0'), language)}`;
  const status = String(row.status);
  const state = status in printed ? printed[status as 'draft' | 'credited' | 'cancelled'][language] : null;
  return (
    <Paper
      language={language}
      company={company}
      title={titleOf(row, resource)[language]}
      no={typeof row.no === 'string' ? row.no : null}
      state={state}
      notes={[printed.notice[language]]}
      facts={facts.flatMap((name): [string, string][] => {
        const field = fields[name];
        if (!field || !counts(field, row)) return [];
        const text =
          field.kind === 'reference'
            ? (row.titles[name] ?? '')
            : textOf(field as LineField, row[name], language);
        return text ? [[field.label[language], text]] : [];
      })}
      table={{
        columns: shown.map((name) => ({
          label: of[name]?.label[language] ?? name,
          number: of[name]?.kind === 'decimal' || name === 'taxRate',
          code: false,
        })),
        rows: lines.map((line) => shown.map((name) => textOf(of[name] as LineField, line[name], language))),
      }}
      totals={
        <>
          {(['net', 'tax', 'total'] as const).map((name) => (
            <span key={name}>{sum(name)}</span>
          ))}
          {language === 'zh' && !isBare(row.total) && (
            <span>
              {printed.inCapitals.zh} {capitals(String(row.total))}
            </span>
          )}
        </>
      }
      signatures={signatures}
      people={[]}
    />
  );
}

const isBare = (value: unknown) => value === null || value === undefined || value === '';

/** The title of the print, by its issuer; a credit has its own. */
function titleOf(row: Row, { one }: Resource): Words {
  const credit = !isBare(row.originalId);
  return credit ? words('Credit invoice', '红字发票') : one;
}

function textOf(field: LineField, value: unknown, language: Language): string {
  if (isBare(value)) return '';
  if (field.kind === 'option') return optionLabel(field.list, value, language);
  if (field.kind === 'decimal') {
    const money = field.unit === '¥' && field.scale === 2;
    return formatDecimal(String(value), money ? 2 : 0, language);
  }
  return String(value);
}
