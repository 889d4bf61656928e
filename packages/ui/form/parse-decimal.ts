/**
 * Parses a number with a decimal point or comma. More than one separator is refused, as `1.234,5` and `1,234.5` are
 * ambiguous; so is an exponent.
 * @returns the number; null when the text is empty; `letters` or `separators` for the problem
 */
export function parseDecimal(text: string): number | null | 'letters' | 'separators' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(trimmed)) return 'letters';
  if (trimmed.replace(/[^.,]/g, '').length > 1) return 'separators';
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? value : 'letters';
}

/** The value of a number field: the number, '' when it is empty, or the invalid text. */
export function typedNumber(text: string): number | string {
  const read = parseDecimal(text);
  if (read === null) return '';
  return typeof read === 'number' ? read : text;
}
