import { expect, test } from 'vitest';
import { pauseAfter_ms } from '../../../platform/back-off.ts';
import { BREAKER_FAILURES, backOff, breakerPause_ms } from './retry.ts';

test('pauses grow up to ten minutes', () => {
  const pauses = Array.from({ length: 12 }, (_, n) => pauseAfter_ms(backOff, n + 1));
  expect(pauses.slice(0, 4)).toEqual([5_000, 15_000, 45_000, 135_000]);
  expect(Math.max(...pauses)).toBe(600_000);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
});

test('the circuit opens after consecutive failures', () => {
  expect(breakerPause_ms(BREAKER_FAILURES - 1)).toBe(0);
  expect(breakerPause_ms(BREAKER_FAILURES)).toBe(15_000);
  expect(breakerPause_ms(1000)).toBe(600_000);
});
