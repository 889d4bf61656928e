import { expect, it } from 'vitest';
import { isStale } from './staleness.ts';

it('isStale: offline, never reported, or silent for longer than the time of the device', () => {
  const thing = (status: number, offline_after_s = 300) => ({ status, offline_after_s });
  expect(isStale(thing(1), 1000, 301_000)).toBe(false);
  expect(isStale(thing(1), 1000, 301_001)).toBe(true);
  expect(isStale(thing(1, 3600), 1000, 301_001)).toBe(false);
  expect(isStale(thing(2), 1000, 1000)).toBe(false);
  expect(isStale(thing(0), 1000, 1000)).toBe(true);
  expect(isStale(thing(4), 1000, 1000)).toBe(true);
  expect(isStale(thing(1), null, 1000)).toBe(true);
});
