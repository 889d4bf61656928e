import { expect, it } from 'vitest';
import { gridLines } from './grid-lines.ts';

it('lines are at round degrees and far enough apart', () => {
  const { longitudes, latitudes } = gridLines([117.9, 24.3, 118.3, 24.6], 600);
  expect(longitudes.map(({ text }) => text)).toEqual(['117.9°', '118.0°', '118.1°', '118.2°']);
  expect(latitudes.map(({ text }) => text)).toEqual(['24.3°', '24.4°', '24.5°']);
});

it('longitudes wrap at the date line', () => {
  expect(gridLines([170, -10, 190, 10], 400).longitudes.map(({ text }) => text)).toEqual(['170°', '-180°']);
});

it('at high zoom they have enough decimals to differ', () => {
  const { longitudes } = gridLines([118.0891, 24.4797, 118.0899, 24.4801], 500);
  expect(longitudes[0]?.text).toBe('118.0892°');
});
