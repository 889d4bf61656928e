/**
 * The reason why a code cannot be saved (specification section 5): empty, characters other than capital letters and
 * digits, a length other than 19 or 24, only digits, only letters. The meaning of characters only raises warnings.
 * @returns a key of the catalogue `checks`, or null
 */
export function blockOf(code: string): string | null {
  if (code.trim() === '') return 'check.batteryCode.required';
  if (!/^[0-9A-Z]*$/.test(code)) return 'check.batteryCode.characters';
  if (code.length !== 19 && code.length !== 24) return 'check.batteryCode.length';
  if (/^\d+$/.test(code)) return 'check.batteryCode.allDigits';
  return /^[A-Z]+$/.test(code) ? 'check.batteryCode.allLetters' : null;
}
