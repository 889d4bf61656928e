/** The symbology prefix of three characters (ISO/IEC 15424): `]C1`, `]Q3`, `]d2`. */
export const SYMBOLOGY = /\][A-Za-z][0-9A-Za-z]/g;

/**
 * A code as it is stored: full-width characters become plain ones (NFKC), letters become capital, and what is certainly
 * not part of a code is removed: separators between the lines of a plate (spaces, line ends, invisible characters) and
 * the symbology prefix of a scanner. Other scanner artefacts are left to {@link repairs}.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(SYMBOLOGY, '')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toUpperCase();
}
