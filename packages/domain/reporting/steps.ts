/**
 * The only transitions of the reported state (interpretation B17): submit, accepted, refused or timed out, retry. The
 * database enforces the same (0180).
 */
export const reportSteps: readonly (readonly [from: number, to: number])[] = [
  [1, 2],
  [2, 3],
  [2, 4],
  [4, 2],
];

/** Whether a report may be submitted or corrected: it is fixed once submitted or accepted. */
export const isOpenReport = (state: number): boolean => state === 1 || state === 4;
