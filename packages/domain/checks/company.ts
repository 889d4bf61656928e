import { type Check, form, type Raw, textOf } from './check.ts';

/** The 31 characters of a credit code (GB 32100-2015); a character's value is its index. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Authority and kind of the holder: the valid pairs of GB 32100-2015. */
const CATEGORIES = new Set(['11', '12', '13', '19', '51', '52', '53', '59', '91', '92', '93', 'Y1']);
const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/** The last character of an organisation code (GB 11714, mod 11) from its first eight; it is at place 17. */
export function organisationCheckCharacter(first8: string): string {
  // Here letters continue from 10 through the whole alphabet, unlike the values of the credit code itself.
  const sum = ORGANISATION_WEIGHTS.reduce(
    (total, weight, i) => total + weight * Number.parseInt(first8[i] as string, 36),
    0,
  );
  const check = 11 - (sum % 11);
  return check === 10 ? 'X' : check === 11 ? '0' : String(check);
}

/** The last character of a credit code (GB 32100, mod 31) from its first 17. */
export function creditCheckCharacter(first17: string): string {
  let [sum, weight] = [0, 1];
  for (const character of first17.slice(0, 17)) {
    sum += ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] as string;
}

/**
 * A company's unified social credit code: 18 characters, the first among 1, 5, 9 and Y, a known kind, and two check
 * characters, mod 11 at place 17 and mod 31 at place 18.
 */
export const creditCode: Check<Raw> = (value) => {
  const code = textOf(value);
  if (code === '') return null;
  if (code.length !== 18) return 'check.creditCode.length';
  if (!/^[159Y]/.test(code)) return 'check.creditCode.first';
  if (!CATEGORIES.has(code.slice(0, 2))) return 'check.creditCode.category';
  if (!/^..\d{6}/.test(code) || [...code].some((character) => !ALPHABET.includes(character)))
    return 'check.creditCode.characters';
  if (code[16] !== organisationCheckCharacter(code.slice(8))) return 'check.creditCode.organisation';
  return code[17] === creditCheckCharacter(code) ? null : 'check.creditCode.last';
};

/** A D-U-N-S number: nine digits, used by companies abroad instead of a credit code. It has no check digit. */
export const duns = form(/^\d{9}$/, 'check.duns');

/** The identifier of a company at home or abroad: a credit code or a D-U-N-S number, by its length. */
export const creditCodeOrDuns: Check<Raw> = (value) => {
  const code = textOf(value);
  if (code === '' || code.length === 18) return creditCode(code);
  return duns(code) === null ? null : 'check.creditCodeOrDuns';
};

/** The number of a tax invoice: 20 digits for fully digital invoices, 8 for older ones. */
export const invoiceNo = form(/^(\d{20}|\d{8})$/, 'check.invoiceNo');

/** A country by the two letters of ISO 3166-1. */
export const country = form(/^[A-Z]{2}$/, 'check.country');
