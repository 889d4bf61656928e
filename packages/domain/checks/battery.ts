import { blockOf } from '../battery-code/check.ts';
import { type Check, form, type Raw, textOf } from './check.ts';

/**
 * A battery code by the specification: required, 19 or 24 characters, capital letters and digits, and both of them.
 * The meaning of the characters only raises warnings (battery-code/warnings.ts).
 */
export const batteryCode: Check<Raw> = (value) => blockOf(textOf(value));

export const categoryCode = form(/^[0-9A-Z]{2}$/, 'check.categoryCode');

/** The code of a battery maker: the first three characters of its codes (GB/T 34014). */
export const makerCode = form(/^[0-9A-Z]{3}$/, 'check.makerCode');

/** Letters of chemistries separated by commas, each once: `B,E`. */
export const chemistryLetters: Check<Raw> = (value) => {
  const letters = textOf(value);
  if (letters === '') return null;
  const each = letters.split(',');
  return each.every((letter) => /^[A-GZ]$/.test(letter)) && new Set(each).size === each.length
    ? null
    : 'check.chemistryLetters';
};
