import { expect, test } from 'vitest';
import { slope } from './slope.ts';

test('the slope of points on a line is that of the line', () => {
  expect(slope([1, 2, 3, 4].map((x) => ({ x, y: 3 * x - 7 })))).toBeCloseTo(3);
});

test('points that fluctuate around a constant have no slope', () => {
  expect(slope([4, 6, 6, 4].map((y, x) => ({ x, y })))).toBeCloseTo(0);
});

test('a single point, or points at a single time, have no slope', () => {
  expect(slope([{ x: 1, y: 9 }])).toBe(0);
  expect(slope([3, 9].map((y) => ({ x: 1, y })))).toBe(0);
});
