import { expect, it } from 'vitest';
import { isStale, STALE_AFTER_MS } from './staleness.ts';

it('isStale: offline, never reported, or silent for too long', () => {
  expect(isStale(1, 1000, 1000 + STALE_AFTER_MS)).toBe(false);
  expect(isStale(1, 1000, 1001 + STALE_AFTER_MS)).toBe(true);
  expect(isStale(2, 1000, 1000)).toBe(false);
  expect(isStale(0, 1000, 1000)).toBe(true);
  expect(isStale(4, 1000, 1000)).toBe(true);
  expect(isStale(1, null, 1000)).toBe(true);
});
