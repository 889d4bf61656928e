import { type DocumentKind, type LineField, lineFieldsOf, type Preset } from '@voltloop/resource-kit';
import type { Row } from '../resources/index.ts';
import type { Pasted } from './parse-pasted.ts';
import type { Line } from './queries.ts';

type LineFields = Readonly<Record<string, LineField>>;

/** The preset of a document; the first one where its kind has only one. */
export const presetOf = ({ presets }: DocumentKind, row: Row): Preset | undefined =>
  row.preset ? presets[String(row.preset)] : Object.values(presets)[0];

/** The fields of the lines of a document, by its preset. */
export const fieldsOfLines = (kind: DocumentKind, row: Row): LineFields =>
  lineFieldsOf({ columns: presetOf(kind, row)?.columns ?? kind.columns });

/** The fields of the lines of batteries, with the condition that the preset gives to them. */
export function fieldsOfCodes(kind: DocumentKind, row: Row): LineFields {
  const fields = fieldsOfLines(kind, row);
  const [arrives, condition] = [presetOf(kind, row)?.arrives, fields.condition];
  if (!arrives || condition?.kind !== 'option') return fields;
  return { ...fields, condition: { ...condition, initial: arrives } };
}

/** A line without goods, with the initial values of its fields. */
export const emptyLine = (fields: LineFields): Line => ({
  clientKey: crypto.randomUUID(),
  ...initialOf(fields),
});

/**
 * Lines of scanned or pasted codes. A component goes into the product that was scanned last, also in a saved line.
 * @param here The location that is being counted.
 */
export function linesOfCodes(
  pasted: readonly Pasted[],
  {
    fields,
    saved,
    row,
    here,
  }: {
    fields: LineFields;
    saved: readonly Line[];
    row: Row;
    here: string | null;
  },
): Line[] {
  const hasProducts = 'product' in fields;
  let product = hasProducts ? lastProduct(saved, row) : null;
  return pasted.map(({ code, location = here ?? undefined, ...more }): Line => {
    const values = Object.entries({ ...more, location }).filter(([name, value]) => value && name in fields);
    const isOne = hasProducts && isProduct(code, row);
    if (isOne) product = code;
    return {
      clientKey: crypto.randomUUID(),
      code,
      ...initialOf(fields),
      ...(product && !isOne ? { product } : {}),
      ...Object.fromEntries(values),
    };
  });
}

const initialOf = (fields: LineFields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'option' && field.initial !== undefined ? [[name, field.initial]] : [],
    ),
  );

/** Whether a code is that of a product: an echelon code of the produced level. */
const isProduct = (code: string, { productType }: Row) =>
  code.length === 19 && code[3] === 'PMC'[Number(productType) - 1];

const lastProduct = (lines: readonly Line[], row: Row): string | null => {
  const line = lines.findLast(({ code, product }) => code && !product && isProduct(String(code), row));
  return line ? String(line.code) : null;
};
