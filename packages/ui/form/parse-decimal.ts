/**
 * A number as a person writes it: with a point or a comma before its decimals. More than one of them is refused, as
 * `1.234,5` and `1,234.5` mean thousands to one reader and something else to another; so is an exponent.
 * @returns the number; null when the text is empty; `letters` or `separators` for what is wrong
 */
export function parseDecimal(text: string): number | null | 'letters' | 'separators' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(trimmed)) return 'letters';
  if (trimmed.replace(/[^.,]/g, '').length > 1) return 'separators';
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? value : 'letters';
}

/** What a field of a number holds: the number, '' when it is empty, or the text that is none. */
export function typedNumber(text: string): number | string {
  const read = parseDecimal(text);
  if (read === null) return '';
  return typeof read === 'number' ? read : text;
}
