import { expect, test } from 'vitest';
import { KeyedLimits } from './keyed-limits.ts';

test('each key has its own limit', () => {
  const limits = new KeyedLimits(1, 2);
  expect([limits.takeNow('a', 1, 0), limits.takeNow('a', 1, 0)]).toEqual([0, 0]);
  expect(limits.takeNow('a', 1, 0)).toBe(1000);
  expect(limits.takeNow('b', 2, 0)).toBe(0);
  expect(limits.takeNow('a', 1, 1000)).toBe(0);
});

test('unused keys are dropped, but not before their burst is whole again', () => {
  const limits = new KeyedLimits(1, 100);
  limits.takeNow('idle', 100, 1_000_000);
  limits.takeNow('other', 1, 1_090_000);
  expect(limits.takeNow('idle', 100, 1_090_000)).toBe(10_000);
  limits.takeNow('third', 1, 1_300_000);
  expect(limits.size).toBe(1);
});
