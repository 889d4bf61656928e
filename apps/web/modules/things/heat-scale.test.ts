import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extremes, heatColor, heatOf, heatScale } from './heat-scale.ts';

const cells = (...values: number[]) => values.map((value, i) => ({ no: i + 1, value }));

describe('heatScale', () => {
  it('is symmetric about the median and reaches the farthest cell', () => {
    const scale = heatScale(cells(3300, 3302, 3301, 3240), 20);
    expect(scale).toMatchObject({ min: 3240, max: 3302, spread: 62, median: 3300.5 });
    expect(scale?.low).toBe(3240);
    expect(scale?.high).toBe(3361);
  });
  it('ignores small fluctuations', () => {
    const scale = heatScale(cells(3300, 3301, 3302), 20)!;
    expect(scale.high - scale.low).toBe(20);
    expect(Math.abs(heatOf(3302, scale))).toBeLessThan(0.15);
  });
  it('is null without cells and flat with one', () => {
    expect(heatScale([], 20)).toBeNull();
    expect(heatOf(25, heatScale(cells(25), 4)!)).toBe(0);
  });
  it('keeps every cell within the scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2000, max: 4000 }), { minLength: 1, maxLength: 24 }),
        (values) => {
          const scale = heatScale(cells(...values), 20)!;
          for (const value of values) {
            expect(value).toBeGreaterThanOrEqual(scale.low);
            expect(value).toBeLessThanOrEqual(scale.high);
            expect(Math.abs(heatOf(value, scale))).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });
});

it('colours both directions differently and leaves the median uncoloured', () => {
  expect(heatColor(0)).toContain(' 0%');
  expect(heatColor(1)).toContain('--vl-heat-high');
  expect(heatColor(-1)).toContain('--vl-heat-low');
});

it('marks one highest and one lowest cell, and none if all are equal', () => {
  expect(extremes(cells(5, 9, 9, 1))).toEqual({ highest: 2, lowest: 4 });
  expect(extremes(cells(5, 5))).toEqual({ highest: null, lowest: null });
  expect(extremes([])).toEqual({ highest: null, lowest: null });
});
