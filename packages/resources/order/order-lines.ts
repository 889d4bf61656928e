import { isDeepStrictEqual } from 'node:util';
import { decimalOf, exact, rounded, type Values } from '@voltloop/resource-kit';

/** Pure: the lines of an order, and the flat fields in the calls of the specification (decision 32). */

/** Fields of the order itself that repeat those of its first line. */
export const flatFields = ['productType', 'categoryId', 'cascadeType', 'quantity', 'unitPrice'] as const;

type Lines = readonly Values[];
const linesOf = (values: Values): Lines => (values.lines ?? []) as Lines;

/**
 * The flat fields of an order with these lines: of the first line, except the quantity, which sums all lines in its
 * unit.
 */
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

/** The changed flat fields of an order with several lines, which cannot be applied. */
export const flatOfSeveral = (values: Values, before: Values | null): string[] =>
  before && linesOf(values).length > 1 && sameLines(values, before) ? changed(values, before) : [];

/**
 * Reconciles the lines and flat fields of a draft: given lines determine the flat fields; without lines, the flat
 * fields become the only line. Flat fields of an order with several lines cannot be changed, see `flatOfSeveral`.
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
  // A price by metal content is not a unit price.
  const byMetal = line.unit === 'metal' ? { unitPrice: undefined } : {};
  const whole = Object.entries({ ...line, ...byMetal }).filter(([, value]) => value != null);
  return { lines: [Object.fromEntries(whole)], ...byMetal };
}
