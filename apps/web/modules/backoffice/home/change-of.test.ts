import { expect, test } from 'vitest';
import { changeOf } from './change-of.ts';

test('growth is in whole percent of what was before', () => {
  expect(changeOf('150', '100')).toBe(50);
  expect(changeOf(90, 100)).toBe(-10);
  expect(changeOf('99.9', '100')).toBe(0);
  expect(Object.is(changeOf('99.9', '100'), -0)).toBe(false);
});

test('nothing grows out of nothing', () => {
  expect(changeOf('5', '0')).toBeNull();
  expect(changeOf('5', '-3')).toBeNull();
});
