/**
 * A code as it is stored: full-width characters become plain ones (NFKC), letters become capital, and separators
 * between the lines of a plate are removed: spaces, line ends, invisible characters. Other scanner artefacts are left
 * to {@link repairs}.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toUpperCase();
}
