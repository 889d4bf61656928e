/** Pure: what the totals of a document count. */

/** Whether the lines of a kind total their input alone. */
export const countsInput = (kind: string): boolean => kind === 'production' || kind === 'recyclingRun';

/** Whether the totals of the header are those of posting, and not of the current lines. */
export const isSettled = (status: string): boolean => status === 'posted' || status === 'voided';

/** Names of the header's totals: those of a production are its input until it is posted, and then its products. */
export function namesOfTotals(kind: string, status: string) {
  if (kind === 'production' && isSettled(status)) return { pieces: 'madePieces', kg: 'madeKg' } as const;
  if (countsInput(kind)) return { pieces: 'inputPieces', kg: 'inputKg' } as const;
  return { pieces: 'pieces', kg: 'kg' } as const;
}
