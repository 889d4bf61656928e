/** Delay after the nth request without a reply, ms. */
export function pauseAfter_ms(sends: number): number {
  const FIRST_MS = 5_000;
  const MAX_MS = 600_000;
  return Math.min(FIRST_MS * 3 ** Math.max(0, sends - 1), MAX_MS);
}

/** Consecutive failures after which a platform gets single attempts only. */
export const BREAKER_FAILURES = 5;

/** How long nothing is sent after this many consecutive failures, ms; 0: the circuit stays closed. */
export function breakerPause_ms(failures: number): number {
  return failures < BREAKER_FAILURES ? 0 : pauseAfter_ms(failures - BREAKER_FAILURES + 2);
}

/** After this long without a reply an attempt expires and the report has failed; a person can retry. */
export const ATTEMPT_LIFE_MS = 24 * 3_600_000;
