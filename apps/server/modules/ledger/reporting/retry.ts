import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';

/** After requests without a reply. */
export const backOff: BackOff = { first_ms: 5_000, factor: 3, most_ms: 600_000 };

/** Consecutive failures after which a platform gets single attempts only. */
export const BREAKER_FAILURES = 5;

/** How long nothing is sent after this many consecutive failures, ms; 0: the circuit stays closed. */
export function breakerPause_ms(failures: number): number {
  return failures < BREAKER_FAILURES ? 0 : pauseAfter_ms(backOff, failures - BREAKER_FAILURES + 2);
}

/** After this long without a reply an attempt expires and the report has failed; a person can retry. */
export const ATTEMPT_LIFE_MS = 24 * 3_600_000;
