import { z } from 'zod';
import { type Check, form, type Raw, textOf } from './check.ts';
import { isCalendarDay } from './dates.ts';
import { readPhone } from './phone.ts';

/** A mobile number by the letter of the specification: 13, 15 or 18, then nine digits. */
export const mobileLiteral = form(/^1[358]\d{9}$/, 'check.mobile');

/** A mobile number by current rules: 13 to 19, then nine digits (interpretation A52). Used by forms. */
export const mobile: Check<Raw> = (value) => {
  const text = textOf(value);
  return text === '' || /^1[3-9]\d{9}$/.test(readPhone(text, 'china') ?? '') ? null : 'check.mobile';
};

/** A landline: an optional area code of 0 and two or three digits, seven or eight digits, an optional extension. */
export const landline = form(/^(0\d{2,3}-?)?\d{7,8}(-\d{1,4})?$/, 'check.landline');

/** A required number by the letter of the specification: landline or mobile, in digits and hyphens. */
export const phoneLiteral: Check<Raw> = (value) => {
  if (textOf(value).trim() === '') return 'check.required';
  return landline(value) === null || mobileLiteral(value) === null ? null : 'check.phone';
};

/** A required number: one that {@link readPhone} accepts. Used by forms. */
export const phone: Check<Raw> = (value) => {
  const text = textOf(value);
  if (text.trim() === '') return 'check.required';
  return readPhone(text, 'china') === null ? 'check.phone' : null;
};

/** An e-mail address of an account (contact.ts). */
export const email = form(z.regexes.email, 'account.email');

export const postcode = form(/^\d{6}$/, 'check.postcode');

/** An identity card by the letter of the specification: 15 digits, or these and two digits and a letter or digit. */
export const idCardLiteral = form(/^(\d{15}|\d{17}[0-9A-Za-z])$/, 'check.idCard');

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The last character of an identity card of 18 characters (GB 11643, ISO 7064 mod 11-2) from its first 17 digits. */
export function idCardCheckCharacter(first17: string): string {
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(first17[i]), 0);
  return '10X98765432'[sum % 11] as string;
}

/** An identity card with a valid date of birth and, at 18 characters, a valid check character (A53). */
export const idCard: Check<Raw> = (value) => {
  const text = textOf(value).toUpperCase();
  if (text === '') return null;
  const born = /^\d{17}[0-9X]$/.test(text) ? text.slice(6, 14) : `19${text.slice(6, 12)}`;
  if (!/^(\d{15}|\d{17}[0-9X])$/.test(text)) return 'check.idCard';
  if (!isCalendarDay(Number(born.slice(0, 4)), Number(born.slice(4, 6)), Number(born.slice(6))))
    return 'check.idCardBirth';
  return text.length === 15 || text[17] === idCardCheckCharacter(text) ? null : 'check.idCardCheck';
};
