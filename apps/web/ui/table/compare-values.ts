const collator = new Intl.Collator('zh', { numeric: true });

/**
 * Compares two names as the server orders them: Chinese by pinyin, other scripts by their alphabet, numbers by value ('P2'
 * before 'P10').
 */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);

/** Compares two cell values: numbers by size, texts as names, false before true. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return compareNames(String(a ?? ''), String(b ?? ''));
}
