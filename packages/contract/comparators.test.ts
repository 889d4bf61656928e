import { expect, test } from 'vitest';
import { comparators, comparisons } from './comparators.ts';

test.each(comparisons)('%s: a value is beyond, between or back, never two of them', (comparison) => {
  const { isBeyond, isBack, end, farther } = comparators[comparison];
  for (let value = -5; value <= 25; value += 0.5) {
    expect(isBeyond(value, 10) && isBack(value, end(10, 3))).toBe(false);
    // Without hysteresis nothing is between.
    expect(isBeyond(value, 10)).toBe(!isBack(value, end(10, 0)));
    // What is beyond the farther threshold is beyond the nearer one.
    for (const other of [5, 15])
      if (farther(10, other) > 0 && isBeyond(value, 10)) expect(isBeyond(value, other)).toBe(true);
  }
});
