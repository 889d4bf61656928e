import { expect, it } from 'vitest';
import { calendarOf, type HourDay, kindOf, moved, SHADES, scaleEnd, shadeOf } from './year-grid.ts';

const day = (kwh: (number | null)[], more: Partial<HourDay> = {}): HourDay => ({
  day: '2026-03-29',
  ...more,
  kwh: Array.from({ length: 24 }, (_, hour) => kwh[hour] ?? null),
});

it('distinguishes zero from missing, nonexistent and future hours', () => {
  const spring = day([0, 1], { skipped: [2] });
  const kinds = [0, 1, 2, 3].map((hour) => kindOf(spring, hour, true));
  expect(kinds).toEqual(['value', 'value', 'skipped', 'none']);
  expect(kindOf(undefined, 0, true)).toBe('future');
  expect(kindOf(spring, 3, false)).toBe('future');
});

it('caps its scale at the 99th percentile, without hours of gaps or doubled hours', () => {
  const days = Array.from({ length: 100 }, (_, i) => day([(i + 1) / 100]));
  expect(scaleEnd(days)).toBe(1);
  expect(scaleEnd([...days, day([50], { gaps: [0] }), day([9], { twice: [0] })])).toBe(1);
  expect(scaleEnd([...days, ...days, day([77])])).toBe(1);
  expect(scaleEnd([day([0, null])])).toBe(0);
});

it('separates zero from the smallest value', () => {
  expect([shadeOf(0, 2), shadeOf(0.001, 2), shadeOf(1, 2), shadeOf(5, 2)]).toEqual([
    0,
    1,
    SHADES / 2,
    SHADES,
  ]);
  expect(shadeOf(1, 0)).toBe(0);
});

it('has the days of the year, and cursor keys stay within them', () => {
  expect(calendarOf(2024)).toMatchObject({
    days: 366,
    months: [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335],
  });
  expect(calendarOf(2026).days).toBe(365);
  const at = { day: 10, hour: 23 };
  expect(moved(at, 'ArrowDown', 364)).toEqual(at);
  expect(moved(at, 'PageUp', 364)).toEqual({ day: 0, hour: 23 });
  expect(moved(at, 'End', 300)).toEqual({ day: 300, hour: 23 });
  expect(moved(at, 'a', 364)).toBeNull();
});
