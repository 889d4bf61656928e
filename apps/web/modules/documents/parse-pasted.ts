import { codesWithin, normalise } from '@voltloop/domain/battery-code/index.ts';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';

/** The input for a new line: pasted with a mass and a location, or from the intake with more. */
export interface Pasted {
  code: string;
  kg?: string;
  location?: string;
  condition?: string;
  remark?: string;
}

/** Also with thousands separators, which its cell refuses. */
const mass = /^(\d{1,8}|\d{1,3}(,\d{3})+)(\.\d{1,3})?$/;

/**
 * Pure: parses a pasted text, one battery per line. The first cell is the code; of the others the first number is its
 * mass in kg, and the first text its location. Empty lines are omitted.
 */
export function parsePasted(text: string): Pasted[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.split(/[\t;]/).map((cell) => cell.trim()))
    .flatMap(([first = '', ...rest]): Pasted[] => {
      const code = codesWithin(first)[0] ?? normalise(first);
      if (!code) return [];
      const isMass = (cell: string) => mass.test(normalizeDecimal(cell));
      const kg = rest.find(isMass);
      const location = rest.find((cell) => cell !== '' && !isMass(cell))?.toUpperCase();
      return [{ code, ...(kg ? { kg: normalizeDecimal(kg) } : {}), ...(location ? { location } : {}) }];
    });
}

/** Pure: the scans of a text. A scanner that sends its memory sends several codes in one burst. */
export function scansIn(text: string): string[] {
  const codes = new Set(text.split('\n').flatMap((line) => codesWithin(line)[0] ?? []));
  return codes.size > 1 ? [...codes] : [text];
}
