import { exact } from '@voltloop/resource-kit';

/** Sums of exact decimals, as text, without floats. */

const of = (text: string | number) => {
  const read = exact(text);
  if (!read) throw new Error(`Not a number: ${text}`);
  return read;
};

/** `times('3.2', '96')` is `'307.2'`. */
export const times = (a: string, b: string): string => of(a).times(of(b)).toFixed();

/** `plus('0.1', '0.2')` is `'0.3'`. */
export const plus = (a: string, b: string): string => of(a).plus(of(b)).toFixed();

/** An integer of the last decimal place as a decimal: `ofPlaces(12345, 2)` is `'123.45'`. */
export const ofPlaces = (count: number, scale: number): string =>
  of(count)
    .times(of(`1e-${scale}`))
    .toFixed();
