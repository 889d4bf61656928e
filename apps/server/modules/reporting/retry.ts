/** How long after the nth request without an answer the next one follows, ms. */
export function pauseAfter_ms(sends: number): number {
  const FIRST_MS = 5_000;
  const MOST_MS = 600_000;
  return Math.min(FIRST_MS * 3 ** Math.max(0, sends - 1), MOST_MS);
}

/** Failures in a row after which nothing but single tries goes to a platform. */
export const BREAKER_FAILURES = 5;

/** How long nothing is sent after so many failures in a row, ms; 0: the circuit stays closed. */
export function breakerPause_ms(failures: number): number {
  return failures < BREAKER_FAILURES ? 0 : pauseAfter_ms(failures - BREAKER_FAILURES + 2);
}

/** Without an answer for so long, an attempt ends and the report has failed; a person tries again. */
export const ATTEMPT_LIFE_MS = 24 * 3_600_000;
