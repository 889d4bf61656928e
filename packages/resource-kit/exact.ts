import Big from 'big.js';
import type { DecimalField } from './fields.ts';
import type { Values } from './schemas.ts';

/** Pure: exact decimals, as text. No float holds an amount of money or a mass. */

/** An exact decimal of a text or number; null where it is none. */
export function exact(value: unknown): Big | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '') return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}

/** An exact decimal of a text that holds one, as the database gives it; nothing counts as zero. */
export const decimalOf = (value: unknown): Big => exact(value) ?? new Big(0);

/**
 * What a field with a `product` holds, given the other fields of its row: the product, rounded half up to its scale, as
 * PostgreSQL rounds; null while one of them is empty or no number.
 */
export function productOf({ product, scale }: DecimalField, values: Values): string | null {
  const factors = (product ?? []).map((name) => exact(values[name]));
  const [first, ...others] = factors;
  if (!first || others.some((each) => each === null)) return null;
  return others
    .reduce<Big>((all, each) => all.times(each as Big), first)
    .round(scale, Big.roundHalfUp)
    .toFixed();
}
