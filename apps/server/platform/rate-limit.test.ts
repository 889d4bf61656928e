import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageCost } from './message-cost.ts';
import { RateLimit } from './rate-limit.ts';

test('a burst passes at once, then one unit per interval', () => {
  const limit = new RateLimit(10, 4);
  expect([1, 2, 3, 4].map(() => limit.take(1, 0))).toEqual([0, 0, 0, 0]);
  expect(limit.take(1, 0)).toBe(100);
  expect(limit.take(1, 0)).toBe(200);
  expect(limit.take(1, 200)).toBe(100);
});

test('after a rest the full burst is available again, and no more', () => {
  const limit = new RateLimit(10, 4);
  for (let i = 0; i < 10; i++) limit.take(1, 0);
  expect([1, 2, 3, 4, 5].map(() => limit.take(1, 60_000))).toEqual([0, 0, 0, 0, 100]);
});

test('a caller that waits as instructed never exceeds the rate and one burst', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 50 }), (list, rate) => {
      const limit = new RateLimit(rate, 4);
      let now = 0;
      list.forEach((wait, i) => {
        now += wait + limit.take(1, now + wait);
        expect(i + 1).toBeLessThanOrEqual((now * rate) / 1000 + 4 + 1e-6);
      });
    }),
  );
});

test('a unit that would wait too long takes nothing, and returns when to retry', () => {
  const limit = new RateLimit(10, 2);
  expect([1, 2, 3, 4].map(() => limit.takeWithin(1, 0, 150))).toEqual([0, 0, 100, null]);
  expect(limit.takeWithin(1, 0, 0)).toBeNull();
  expect(limit.wait_ms(0)).toBe(200);
  expect(limit.takeWithin(1, 200, 0)).toBe(0);
});

test('a large message costs as many units as it has blocks of 4 kB', () => {
  expect([0, 1, 4096, 4097, 262144].map(messageCost)).toEqual([1, 1, 1, 2, 64]);
});
