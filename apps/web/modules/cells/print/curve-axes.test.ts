import { expect, test } from 'vitest';
import { axisOf, pathOf } from './curve-axes.ts';

const texts = (...given: Parameters<typeof axisOf>) => axisOf(...given).ticks.map(({ text }) => text);

test('an axis has few round ticks around its values', () => {
  expect(texts([3.02, 3.61], 0, 100, false)).toEqual([
    '3.0',
    '3.1',
    '3.2',
    '3.3',
    '3.4',
    '3.5',
    '3.6',
    '3.7',
  ]);
  expect(texts([-93, 140], 0, 100, true)).toEqual(['-100', '-50', '0', '50', '100', '150']);
  expect(texts([5, 8], 0, 100, true)).toEqual(['0', '2', '4', '6', '8']);
});

test('equal values have an axis, too', () => {
  expect(texts([0, 0], 0, 100, true)).toEqual(['0', '1']);
});

test('a path goes through its points, upwards for greater values', () => {
  const x = axisOf([0, 2], 0, 20, false);
  const y = axisOf([0, 4], 100, 0, false);
  expect(pathOf([0, 1, 2], [0, 2, 4], x, y)).toBe('M0.0 100.0L10.0 50.0L20.0 0.0');
});
