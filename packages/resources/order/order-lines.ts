import { isDeepStrictEqual } from 'node:util';
import { decimalOf, exact, rounded, type Values } from '@voltloop/resource-kit';

/** Pure: the lines of an order, and the flat fields that the calls of the specification know (decision 32). */

/** Fields that are in the order itself and in its first line. */
export const flatFields = ['productType', 'categoryId', 'cascadeType', 'quantity', 'unitPrice'] as const;

type Lines = readonly Values[];
const linesOf = (values: Values): Lines => (values.lines ?? []) as Lines;

/** The flat fields that an order with these lines answers: of the first line, the quantity of all lines in its unit. */
export function flatOf(lines: Lines): Values {
  const [first, ...others] = lines;
  if (!first) return {};
  const quantity = lines
    .filter(({ unit }) => unit === first.unit)
    .reduce((sum, line) => sum.plus(decimalOf(line.quantity)), decimalOf(0));
  return {
    productType: first.productType,
    categoryId: first.categoryId,
    cascadeType: first.cascadeType,
    quantity: Math.max(1, rounded(quantity, 0).toNumber()),
    unitPrice: others.length === 0 ? first.unitPrice : undefined,
  };
}

const same = (name: string, a: unknown, b: unknown) =>
  name === 'unitPrice' ? exact(a)?.toFixed() === exact(b)?.toFixed() : (a ?? null) === (b ?? null);
const changed = (values: Values, before: Values): string[] =>
  flatFields.filter((name) => !same(name, values[name], before[name]));
const sameLines = (values: Values, before: Values | null) =>
  before !== null && isDeepStrictEqual(linesOf(values), linesOf(before));

/** Flat fields that were changed of an order with several lines, which do not follow from them. */
export const flatOfSeveral = (values: Values, before: Values | null): string[] =>
  before && linesOf(values).length > 1 && sameLines(values, before) ? changed(values, before) : [];

/**
 * Lines and flat fields of one draft, so that both say the same: lines that were given say what the flat fields are; without
 * any, the flat fields are the one line. Of several lines the flat fields are not changed, see `flatOfSeveral`.
 */
export function reconciled(values: Values, before: Values | null): Values {
  const lines = linesOf(values);
  if (lines.length > 0 && !sameLines(values, before)) return { lines, ...flatOf(lines) };
  const untouched = before !== null && changed(values, before).length === 0;
  if (lines.length > 1 || (lines.length === 1 && untouched)) return { lines };
  const { productType, quantity } = values;
  if ((productType == null && lines[0]?.material === undefined) || quantity == null)
    return { lines: undefined };
  const line: Values = {
    unit: 'piece',
    ...lines[0],
    ...Object.fromEntries(flatFields.map((name) => [name, values[name]])),
    quantity: String(quantity),
  };
  // A price by metal content is none of a unit.
  const byMetal = line.unit === 'metal' ? { unitPrice: undefined } : {};
  const whole = Object.entries({ ...line, ...byMetal }).filter(([, value]) => value != null);
  return { lines: [Object.fromEntries(whole)], ...byMetal };
}
