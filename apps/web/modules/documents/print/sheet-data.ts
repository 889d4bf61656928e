import { optionLabel } from '@voltloop/domain/options/index.ts';
import {
  counts,
  type DocumentKind,
  decimalOf,
  exact,
  type Field,
  type LineField,
  lineFieldsOf,
  type Words,
} from '@voltloop/resource-kit';
import { isByMass, isUnweighed } from '../../../ui/text/by-mass.ts';
import { formatDecimal, NO_VALUE } from '../../../ui/text/format.ts';
import type { Row } from '../../resources/index.ts';
import type { Line } from '../queries.ts';
import { countsInput, namesOfTotals } from '../totals.ts';
import { printed } from './words.ts';

/** Pure: the contents of a printed document. */

export type Language = 'en' | 'zh';

/** A formatted value; a number with its unit. */
export function textOf(field: Field | LineField, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'option') return optionLabel(field.list, value, language);
  if (field.kind === 'decimal' || field.kind === 'integer') {
    const unit = field.unit ? (field.unit === '¥' ? '' : ` ${field.unit}`) : '';
    return formatDecimal(String(value), 0, language) + unit;
  }
  return String(value);
}

/** Fields that the header, the totals and the foot of the sheet show already. */
const elsewhere: ReadonlySet<string> = new Set(['no', 'preset', 'status', 'pieces', 'kg', 'postedAt']);

/** The filled fields of the header, in the order of its form; gross and tare add the net mass. */
export function factsOf({ resource }: DocumentKind, row: Row, language: Language): [string, string][] {
  const facts = resource.form
    .flatMap(({ fields }) => fields)
    .flatMap((name): [string, string][] => {
      const field = resource.fields[name];
      if (!field || elsewhere.has(name) || !counts(field, row)) return [];
      if (field.kind === 'files' || field.kind === 'lines' || field.kind === 'time') return [];
      const text = field.kind === 'reference' ? (row.titles[name] ?? '') : textOf(field, row[name], language);
      return text ? [[field.label[language], text]] : [];
    });
  const [gross, tare] = [exact(row.grossKg), exact(row.tareKg)];
  if (gross && tare)
    facts.push([printed.net[language], `${formatDecimal(gross.minus(tare).toFixed(), 0, language)} kg`]);
  return facts;
}

export interface SheetTable {
  /** `keep`: on one line. */
  columns: readonly { label: string; number: boolean; code: boolean; keep?: boolean }[];
  rows: readonly (readonly string[])[];
  /** Sum of the amounts of the lines, with two decimals; null where no line has a price. */
  amount: string | null;
}

/** The lines with all non-empty columns; the mass is the one that a line counts with, the amount is price × quantity. */
export function tableOf(kind: DocumentKind, lines: readonly Line[], language: Language): SheetTable {
  const filled = (name: string) =>
    lines.some((line) => line[name] !== null && line[name] !== undefined && line[name] !== '');
  const fields = Object.entries(lineFieldsOf(kind)).filter(([name]) => filled(name) && name !== 'kg');
  const withMass = lines.some((line) => line.mass);
  const priced = filled('unitPrice');
  const column = (label: Words | string, number: boolean, code = false) => ({
    label: typeof label === 'string' ? label : label[language],
    number,
    code,
  });
  const before = fields.filter(([name]) => name !== 'remark' && name !== 'unitPrice');
  const after = fields.filter(([name]) => name === 'unitPrice');
  const last = fields.filter(([name]) => name === 'remark');
  const isNumber = ({ kind: of }: LineField) => of === 'decimal' || of === 'integer';
  const head = (of: readonly [string, LineField][]) =>
    of.map(([name, field]) => column(field.label, isNumber(field), name === 'code' || name === 'lotNo'));
  const cells = (of: readonly [string, LineField][], line: Line) =>
    of.map(([name, field]) => textOf(field, line[name], language));
  const amounts = lines.map(amountOf);
  return {
    columns: [
      ...head(before),
      ...(withMass ? [column(printed.mass, true)] : []),
      ...head(after),
      ...(priced ? [column(printed.amount, true)] : []),
      ...head(last),
    ],
    rows: lines.map((line, n) => [
      ...cells(before, line),
      ...(withMass ? [line.mass ? formatDecimal(String(line.mass), 0, language) : ''] : []),
      ...cells(after, line),
      ...(priced ? [amounts[n] ? formatDecimal(amounts[n], 2, language) : ''] : []),
      ...cells(last, line),
    ]),
    amount: priced ? amounts.reduce((sum, amount) => sum.plus(amount ?? 0), decimalOf(0)).toFixed(2) : null,
  };
}

/** The totals of the sheet, as the page names them: those of a production are its input and, once posted, its products. */
export function totalsOf(
  kind: string,
  row: Row,
  input: { pieces: number; kg: string },
  language: Language,
): [string, string][] {
  const of = (pieces: number, kg: string, count: Words, mass: Words): [string, string][] => [
    ...(isByMass(pieces, kg)
      ? []
      : [[count[language], formatDecimal(String(pieces), 0, language)] as [string, string]]),
    [mass[language], isUnweighed(pieces, kg) ? NO_VALUE : formatDecimal(kg, 0, language)],
  ];
  if (!countsInput(kind)) return of(input.pieces, input.kg, printed.pieces, printed.mass);
  const used = of(input.pieces, input.kg, printed.inputPieces, printed.inputMass);
  return namesOfTotals(kind, String(row.status)).kg === 'madeKg'
    ? [...used, ...of(Number(row.pieces), String(row.kg), printed.madePieces, printed.madeMass)]
    : used;
}

/** The amount of a line: batteries are priced per piece, goods by mass per kilogram; rounded per line. */
function amountOf({ code, kg, unitPrice }: Line): string | null {
  const price = exact(unitPrice);
  if (!price) return null;
  return (code ? price : price.times(decimalOf(kg))).round(2).toFixed(2);
}
