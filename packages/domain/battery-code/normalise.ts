/**
 * A code as it is kept: full-width characters become plain ones (NFKC), letters capital, and separators between the
 * lines of a plate goes: spaces, line ends, invisible characters. What else a scanner adds is for {@link repairs}.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toUpperCase();
}
