import { expect, test } from 'vitest';
import { changePercent, formatChange } from './change.ts';

test('a change is in whole percent of the earlier figure', () => {
  expect(changePercent('150', '100')).toBe(50);
  expect(changePercent(90, 100)).toBe(-10);
  expect(Object.is(changePercent('99.9', '100'), 0)).toBe(true);
});

test('there is no change from nothing, from a negative or from a too small figure', () => {
  expect(changePercent(5, 0)).toBeNull();
  expect(changePercent('5', '-3')).toBeNull();
  expect(changePercent(5, 0.04, 0.05)).toBeNull();
  expect(changePercent(null, 3)).toBeNull();
  expect(changePercent(3, undefined)).toBeNull();
});

test('a change is formatted with its sign, and a large one as its limit', () => {
  const texts = [12, -5, 0, 999, 1000, -4321, null].map((percent) => formatChange(percent));
  expect(texts).toEqual(['+12 %', '−5 %', '±0 %', '+999 %', '>999 %', '<−999 %', '–']);
  expect(formatChange(12, 'zh')).toBe('+12%');
});
