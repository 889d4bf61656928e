/** Wait before attempt `n` (from 0), ms: doubles from 1 s to 30 s, with ± 25 % so that clients do not return together. */
export function backOff_ms(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + random / 2));
}
