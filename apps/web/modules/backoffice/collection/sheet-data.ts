import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { LineField, LinesField, Resource, Values, Words } from '@voltloop/resource-kit';
import { counts } from '@voltloop/resource-kit';
import { formatDecimal } from '../../../ui/text/format.ts';
import { type Language, printed, textOf } from '../../documents/index.ts';
import type { Row } from '../../resources/index.ts';

/** Pure: the contents of a collection's printed papers. */

const words = (en: string, zh: string): Words => ({ en, zh });

/** The papers: their title, fields, lines, amount, and signatures. */
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

/** Prominent marks of its state; none while it is in force. */
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

const unitsOf: Readonly<Record<string, Words>> = {
  piece: words('piece', '件'),
  kg: words('kg', 'kg'),
  kwh: words('kWh', 'kWh'),
};
const printedMetals = [
  ['li', words('Li', '锂')],
  ['ni', words('Ni', '镍')],
  ['co', words('Co', '钴')],
] as const;
const perPoint = words('¥ a point', '元/点');
const coefficient = words('coefficient', '系数');
const why = words('rejected', '拒收');
const headings = { goods: words('Goods', '货物'), price: words('Price (¥)', '单价（元）') };

/** A formatted price: per unit, or per point of its metals. */
export function priceText(line: Values, language: Language): string {
  const number = (value: unknown) => formatDecimal(String(value), 0, language);
  const unit = unitsOf[String(line.basis)];
  if (unit) return line.unitPrice ? `${number(line.unitPrice)} / ${unit[language]}` : '';
  const points = printedMetals.flatMap(([metal, name]) => {
    const [pct, price] = [line[`${metal}Pct`], line[`${metal}Price`]];
    return pct && price
      ? [`${name[language]} ${number(pct)} % × ${number(price)} ${perPoint[language]}`]
      : [];
  });
  const share = line.coefficientPct ? [`${coefficient[language]} ${number(line.coefficientPct)} %`] : [];
  return [...points, ...share].join(language === 'zh' ? '；' : '; ');
}

/** The goods of a line, and why some of them were rejected. */
function goodsText({ material, chemistry, spec, rejectReason }: Values, language: Language): string {
  const goods = [
    optionLabel('lotMaterial', material, language),
    chemistry ? optionLabel('chemistry', chemistry, language) : '',
    spec,
    rejectReason ? `(${why[language]}: ${rejectReason})` : '',
  ];
  return goods.filter(Boolean).join(' ');
}

/** Quantities in the order of their columns; empty columns are omitted. */
const quantities = [
  'pieces',
  'kwh',
  'kg',
  'grossKg',
  'tareKg',
  'rejectedKg',
  'impurityPct',
  'waterPct',
  'settledKg',
];

/** The lines of a paper: goods, quantities, price and amount; lines of one stage joined with those of another. */
export function tableOf({ fields }: Resource, row: Row, stages: readonly string[], language: Language) {
  const of: Readonly<Record<string, LineField>> = Object.assign(
    {},
    ...stages.map((name) => (fields[name] as LinesField).of),
  );
  const lines = ((row[stages[0] ?? ''] ?? []) as readonly Values[]).map(
    (_, place): Values => Object.assign({}, ...stages.map((name) => (row[name] as Values[])[place])),
  );
  const filled = quantities.filter((name) => of[name] && lines.some((line) => line[name] != null));
  const column = (label: string, number: boolean) => ({ label, number, code: false });
  const unitOf = (name: string) => {
    const { unit } = of[name] as { unit?: string };
    return unit ? ` (${unit})` : '';
  };
  return {
    columns: [
      column(headings.goods[language], false),
      ...filled.map((name) => column(`${of[name]?.label[language]}${unitOf(name)}`, true)),
      column(headings.price[language], false),
      column(printed.amount[language], true),
    ],
    rows: lines.map((line) => [
      goodsText(line, language),
      ...filled.map((name) => (line[name] == null ? '' : formatDecimal(String(line[name]), 0, language))),
      priceText(line, language),
      line.amount == null ? '' : formatDecimal(String(line.amount), 2, language),
    ]),
  };
}
