import { expect, test } from 'vitest';
import { pauseAfter_ms } from './back-off.ts';

test('pauses grow with each failure, up to the longest', () => {
  const backOff = { first_ms: 15_000, factor: 2, most_ms: 900_000 };
  expect([0, 1, 2, 3, 7, 10_000].map((failures) => pauseAfter_ms(backOff, failures))).toEqual([
    15_000, 15_000, 30_000, 60_000, 900_000, 900_000,
  ]);
});
