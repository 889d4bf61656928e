import { describe, expect, it } from 'vitest';
import { cellValue, usualSteps, withGaps } from './gaps.ts';

const minute = 60_000;
const row = (at: number, cells: Record<string, number>) => ({
  key: at * minute,
  ...Object.fromEntries(Object.entries(cells).map(([k, v]) => [k, { avg: v }])),
});

describe('usualSteps', () => {
  it('ignores a single gap, and uses the fallback when there is nothing to measure', () => {
    expect(usualSteps([0, 60, 120, 180, 9000, 9060], 1)).toEqual([60, 60, 60, 60, 60]);
    expect(usualSteps([0, 60], 300)).toEqual([300]);
  });
  it('follows a change of the interval', () => {
    const five = Array.from({ length: 12 }, (_, i) => i * 300);
    const one = Array.from({ length: 12 }, (_, i) => 3300 + (i + 1) * 60);
    const usual = usualSteps([...five, ...one], 60);
    expect(usual.slice(0, 11).every((step) => step === 300)).toBe(true);
    expect(usual[22]).toBe(60);
  });
});

describe('withGaps', () => {
  it('joins neighbours and breaks the line where more than three intervals are missing', () => {
    const rows = [0, 1, 2, 3, 7, 8].map((m) => row(m, { P: m }));
    const { times_ms, columns } = withGaps(rows, ['P'], minute);
    expect(columns[0]).toEqual([0, 1, 2, 3, null, 7, 8]);
    expect(times_ms[4]).toBe(4 * minute);
  });
  it('joins five-minute back-fill with the live minutes that follow, and still detects a gap in either', () => {
    const backfill = [0, 5, 10, 15, 20, 25, 30, 35, 55, 60, 65, 70, 75, 80];
    const live = [81, 82, 83, 84, 85, 86, 87, 88, 93, 94, 95, 96, 97];
    const rows = [...backfill, ...live].map((m) => row(m, { P: m }));
    const { times_ms, columns } = withGaps(rows, ['P'], minute);
    const holes = times_ms.filter((_, i) => columns[0]![i] === null).map((t) => t / minute);
    expect(holes).toEqual([40, 89]);
  });
  it('does not break at exactly three intervals', () => {
    const rows = [0, 1, 2, 5, 6, 7].map((m) => row(m, { P: m }));
    expect(withGaps(rows, ['P'], minute).columns[0]).toEqual([0, 1, 2, 5, 6, 7]);
  });
  it('draws a rarely reported point as a line, not as a row of gaps', () => {
    const rows = [0, 1, 2, 3, 4, 5, 6].map((m) => row(m, m % 2 ? { P: m } : { P: m, SOC: m * 10 }));
    const { columns } = withGaps(rows, ['P', 'SOC'], minute);
    expect(columns[1]).toEqual([0, 10, 20, 30, 40, 50, 60]);
  });
  it('leaves a point without values empty, and begins late ones late', () => {
    const rows = [row(0, { P: 1 }), row(1, { P: 1, Q: 5 }), row(2, { P: 1, Q: 6 })];
    const { columns } = withGaps(rows, ['P', 'Q', 'R'], minute);
    expect(columns[1]).toEqual([null, 5, 6]);
    expect(columns[2]).toEqual([null, null, null]);
  });
  it('handles no rows', () => {
    expect(withGaps([], ['P'], minute)).toEqual({ times_ms: [], columns: [[]] });
  });
});

it('cellValue reads both shapes and skips nulls', () => {
  expect(cellValue({ key: 0, P: { avg: 0 } }, 'P')).toBe(0);
  expect(cellValue({ key: 0, P: 4 }, 'P')).toBe(4);
  expect(cellValue({ key: 0, P: { last: 3 } }, 'P')).toBe(3);
  expect(cellValue({ key: 0, P: { avg: null } }, 'P')).toBeNull();
  expect(cellValue({ key: 0 }, 'P')).toBeNull();
});
