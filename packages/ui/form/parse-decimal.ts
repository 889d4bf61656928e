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

/**
 * A typed or pasted decimal as text with a decimal point, also from a Chinese keyboard. A comma that may be a thousands
 * separator stays, and fails validation: `1,250` kg are not 1.25 kg.
 */
export function normalizeDecimal(text: string): string {
  const trimmed = text.normalize('NFKC').replace('。', '.').trim();
  const isThousands = /^[+-]?[1-9]\d{0,2},\d{3}$/.test(trimmed);
  return /^[+-]?\d*,\d+$/.test(trimmed) && !isThousands ? trimmed.replace(',', '.') : trimmed;
}

/** The value of a number field: the number, '' when it is empty, or the invalid text. */
export function typedNumber(text: string): number | string {
  const read = parseDecimal(text);
  if (read === null) return '';
  return typeof read === 'number' ? read : text;
}
