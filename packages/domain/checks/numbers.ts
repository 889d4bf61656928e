import { type Check, firstOf, form, keyWith, type Raw, textOf } from './check.ts';

/** A number without an exponent: `-1.25`, `7`. */
export const decimal = form(/^-?\d+(\.\d+)?$/, 'check.decimal');

/** An integer, signed or not. */
export const integer = form(/^-?\d+$/, 'check.integer');

/** An amount of money: at most two decimals. */
export const currency = form(/^-?\d+(\.\d{1,2})?$/, 'check.currency');

/** A number from `min` to `max`, both included. */
export function numberBetween(min: number, max: number): Check<Raw> {
  const within: Check<Raw> = (value) => {
    if (textOf(value) === '') return null;
    const number = Number(value);
    return number >= min && number <= max ? null : keyWith('check.range', { min, max });
  };
  return firstOf(decimal, within);
}

/** A share of a whole in percent: 0 to 100, decimals allowed. */
export const percentage = numberBetween(0, 100);

/** A required integer of at least `min`. */
export function minInteger(min: number): Check<Raw> {
  return (value) => {
    const text = textOf(value);
    if (text.trim() === '') return 'check.required';
    return integer(text) ?? (Number(text) >= min ? null : keyWith('check.min', { min }));
  };
}

/** A person's age in years: an integer from 1 to 120. */
export const age: Check<Raw> = (value) => {
  const text = textOf(value);
  if (text === '') return null;
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 120 ? null : 'check.age';
};
