/** The symbology prefix of three characters (ISO/IEC 15424): `]C1`, `]Q3`, `]d2`. */
const LEADING_SYMBOLOGY = /^(?:\][A-Z][0-9A-Z])+/;

/**
 * A code as it is stored: full-width characters become plain ones (NFKC), letters become capital, and what is certainly
 * not part of a code is removed: separators between the lines of a plate (spaces, line ends, invisible characters), and
 * the symbology prefix of a scanner. Other scanner artefacts are left to {@link repairs}.
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toUpperCase()
    .replace(LEADING_SYMBOLOGY, '');
}
