import { type Check, form, type Raw, textOf } from './check.ts';

/**
 * A battery code as the specification has it: it must be there, 19 or 24 characters, capital letters and digits, and
 * both of them. What the characters mean is another matter.
 */
export const batteryCode: Check<Raw> = (value) => {
  const code = textOf(value);
  if (code.trim() === '') return 'check.batteryCode.required';
  if (!/^[0-9A-Z]*$/.test(code)) return 'check.batteryCode.characters';
  if (code.length !== 19 && code.length !== 24) return 'check.batteryCode.length';
  if (/^\d+$/.test(code)) return 'check.batteryCode.allDigits';
  return /^[A-Z]+$/.test(code) ? 'check.batteryCode.allLetters' : null;
};

export const categoryCode = form(/^[0-9A-Z]{2}$/, 'check.categoryCode');
