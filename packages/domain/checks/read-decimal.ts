import { keyWith } from './check.ts';

/** Reading typed, pasted and imported decimals. A number that can be read in two ways is refused, never guessed. */

/** The exact text, or the problem as a key of the catalogue `checks`, with both readings of an ambiguous number. */
export type ReadDecimal = { text: string } | { problem: string; readings?: readonly [string, string] };

/**
 * Reads a decimal with a decimal point, or a decimal comma where it cannot separate thousands. Full-width digits count
 * as digits.
 * @returns null when there is no text
 */
export function readDecimal(typed: string): ReadDecimal | null {
  const text = narrow(typed);
  if (text === '') return null;
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(text) || text.length > MAX_LENGTH) return { problem: 'check.decimal' };
  if (text.replace(/[^.,]/g, '').length > 1) return { problem: 'check.separators' };
  const point = text.replace(/^\+/, '').replace(',', '.');
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) {
    // Thousands in English, decimals in German.
    const [whole, decimal] = [point.replace('.', ''), point.replace(/(\.\d+?)0+$/, '$1')];
    return { problem: keyWith('check.ambiguous', { whole, decimal }), readings: [whole, decimal] };
  }
  return { text: point.replace(/^(-?)\./, '$10.').replace(/\.$/, '') };
}

/** Beyond any quantity of the product. */
const MAX_LENGTH = 40;

/** Without the full width and the typographic minus of input methods. */
const narrow = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\u2212/g, '-')
    .trim();

/** The exact text of a decimal; a text that cannot be read stays as typed, for validation to refuse. */
export function normalizeDecimal(typed: string): string {
  const read = readDecimal(typed);
  return read && 'text' in read ? read.text : narrow(typed);
}

/** Why a text that looks like a number cannot be read: a separator too many, or a doubtful one. */
export function unreadable(typed: unknown): string | undefined {
  const read = typeof typed === 'string' ? readDecimal(typed) : null;
  return read && 'problem' in read && read.problem !== 'check.decimal' ? read.problem : undefined;
}

/** The value of a number field: the number, '' when it is empty, or the text that cannot be read. */
export function typedNumber(typed: string): number | string {
  const read = readDecimal(typed);
  if (read === null) return '';
  return 'text' in read ? Number(read.text) : typed;
}
