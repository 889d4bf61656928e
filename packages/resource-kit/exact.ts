import Big from 'big.js';
import type { Calculation, Field } from './fields.ts';
import type { Values } from './schemas.ts';

/** Pure: exact decimals, as text. Money and mass are never floats. */

/** A text or number as an exact decimal; null if it is not one. */
export function exact(value: unknown): Big | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '') return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}

/** A decimal text from the database as an exact decimal; null counts as zero. */
export const decimalOf = (value: unknown): Big => exact(value) ?? new Big(0);

/** Rounded half away from zero, as PostgreSQL does. */
export const rounded = (value: Big, scale: number): Big => value.round(scale, Big.roundHalfUp);

/**
 * Amounts rounded so that they add up to their rounded sum: each is rounded down, and the largest remainders get the
 * units that are missing.
 */
export function apportioned(amounts: readonly Big[], scale: number): Big[] {
  const unit = new Big(10).pow(-scale);
  const floor = (amount: Big) => {
    const down = amount.round(scale, Big.roundDown);
    return down.gt(amount) ? down.minus(unit) : down;
  };
  const total = rounded(
    amounts.reduce((sum, each) => sum.plus(each), new Big(0)),
    scale,
  );
  const shares = amounts.map(floor);
  const missing = total.minus(shares.reduce((sum, each) => sum.plus(each), new Big(0))).div(unit);
  const byRemainder = amounts
    .map((amount, i) => ({ i, left: amount.minus(shares[i] as Big) }))
    .sort((a, b) => b.left.cmp(a.left) || a.i - b.i);
  for (const { i } of byRemainder.slice(0, Number(missing))) shares[i] = (shares[i] as Big).plus(unit);
  return shares;
}

/** The product of fields, rounded to `scale`; null while one of them is empty or not a number. */
export const productOf = (scale: number, ...from: readonly string[]): Calculation => ({
  from,
  of(values) {
    const [first, ...others] = from.map((name) => exact(values[name]));
    if (!first || others.some((each) => each === null)) return null;
    return rounded(
      others.reduce<Big>((all, each) => all.times(each as Big), first),
      scale,
    ).toFixed();
  },
});

/** The sum of a calculation over lines; null if none of them has a value. */
export const sumOver = (lines: string, calculation: Calculation): Calculation => ({
  from: [lines],
  of(values) {
    const all = ((values[lines] ?? []) as readonly Values[]).flatMap(
      (line) => exact(calculation.of(line)) ?? [],
    );
    return all.length === 0 ? null : all.reduce((sum, each) => sum.plus(each)).toFixed();
  },
});

/** Values with all calculated fields, including those of lines. */
export function withCalculated(fields: Readonly<Record<string, Field>>, values: Values): Values {
  const whole: Values = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'lines' && Array.isArray(values[name]))
      whole[name] = (values[name] as readonly Values[]).map((line) => given(withCalculated(field.of, line)));
    if (field.kind === 'decimal' && field.calculated) whole[name] = field.calculated.of(values);
  }
  return whole;
}

const given = (line: Values): Values =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined));
