/**
 * A typed or pasted decimal as text with a decimal point. A comma that may be a thousands separator stays, and fails
 * validation: `1,250` kg are not 1.25 kg.
 */
export const normalizeDecimal = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^(?!\D?[1-9]\d{0,2},\d{3}$)(\D?\d*),(\d+)$/, '$1.$2');
