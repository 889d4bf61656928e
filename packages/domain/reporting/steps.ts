/**
 * The only changes of the reported state (interpretation B17): submit, accepted, refused or out of time, retry. The database
 * holds the same (0180).
 */
export const reportSteps: readonly (readonly [from: number, to: number])[] = [
  [1, 2],
  [2, 3],
  [2, 4],
  [4, 2],
];

/** Whether a report may be sent or corrected: once it is on its way or accepted it is fixed. */
export const isOpenReport = (state: number): boolean => state === 1 || state === 4;
