import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutBars } from './bar-layout.ts';
import { axisLabels, niceTicks, tickDecimals, withGaps } from './chart-scale.ts';

describe('ticks', () => {
  it.each([
    [0, 47, 5, [0, 10, 20, 30, 40, 50]],
    [-13, 47, 5, [-20, 0, 20, 40, 60]],
    [0, 0, 4, [0, 0.25, 0.5, 0.75, 1]],
    [0, 0.3, 3, [0, 0.1, 0.2, 0.3]],
  ])('divide %f … %f', (min, max, count, expected) => {
    expect(niceTicks(min, max, count)).toEqual(expected);
  });
  it('include both ends, at even steps, and are not too many', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 1, max: 12 }), (a, b, count) => {
        fc.pre(Math.abs(a - b) > 1e-3);
        const ticks = niceTicks(a, b, count);
        const slack = Math.abs(a - b) * 1e-6;
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(a, b) + slack);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(a, b) - slack);
        expect(ticks.length).toBeLessThanOrEqual(count * 1 + 3);
      }),
    );
  });
  it('label the axis with the exact steps', () => {
    expect(axisLabels([-2.5, 0, 2.5, 5, 7.5], 2.5, 'kW', 'en')).toEqual([
      '-2.5',
      '0.0',
      '2.5',
      '5.0',
      '7.5 kW',
    ]);
    expect(axisLabels([0, 20, 40], 20, '%', 'en')).toEqual(['0', '20', '40 %']);
  });

  it('get enough decimals to differ', () => {
    expect(tickDecimals([0, 10])).toBe(0);
    expect(tickDecimals([0, 0.5])).toBe(1);
    expect(tickDecimals([0, 0.25])).toBe(2);
  });
});

describe('gaps', () => {
  it('are only where points are too far apart', () => {
    expect(withGaps([0, 10, 50, 60], [[1, 2, 3, 4]], 20)).toEqual({
      times: [0, 10, 11, 50, 60],
      columns: [[1, 2, null, 3, 4]],
    });
    expect(withGaps([0, 10, 20], [[1, null, 3]], 20)).toEqual({
      times: [0, 10, 20],
      columns: [[1, null, 3]],
    });
  });
  it('keep every point and its value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }), (steps) => {
        let at = 0;
        const times = steps.map((step) => (at += step));
        const out = withGaps(times, [times], 30);
        expect(out.times.filter((_, i) => out.columns[0]?.[i] !== null)).toEqual(times);
        expect([...out.times].sort((a, b) => a - b)).toEqual(out.times);
      }),
    );
  });
});

describe('bars', () => {
  it('stack upwards and downwards from zero, beside other stacks', () => {
    const layout = layoutBars(
      [
        { key: 'pv', stack: 'a', values: [3, null] },
        { key: 'import', stack: 'a', values: [2, 1] },
        { key: 'export', stack: 'a', values: [-4, 0] },
        { key: 'load', values: [5, 6] },
      ],
      2,
    );
    expect(layout).toMatchObject({ groups: 2, min: -4, max: 6 });
    expect(layout.bars).toEqual([
      { series: 0, category: 0, group: 0, from: 0, to: 3 },
      { series: 1, category: 0, group: 0, from: 3, to: 5 },
      { series: 2, category: 0, group: 0, from: 0, to: -4 },
      { series: 3, category: 0, group: 1, from: 0, to: 5 },
      { series: 1, category: 1, group: 0, from: 0, to: 1 },
      { series: 3, category: 1, group: 1, from: 0, to: 6 },
    ]);
  });
});
