/** Pure: a year of hours as a grid of cells and their shades. */
import type { EnergyHours } from '@voltloop/contract/calls/energy-hours.ts';

export type HourDay = EnergyHours['days'][number];

/** Kind of a cell: a value, nothing reported, an hour that does not exist, or a future hour. */
export type CellKind = 'value' | 'none' | 'skipped' | 'future';

export function kindOf(day: HourDay | undefined, hour: number, begun: boolean): CellKind {
  if (!day || !begun) return 'future';
  if (day.skipped?.includes(hour)) return 'skipped';
  return (day.kwh[hour] ?? null) === null ? 'none' : 'value';
}

/**
 * The upper end of the colour scale: the 99th percentile. Hours that contain the energy of a gap, or occur twice,
 * are excluded, because their values are not of one hour.
 */
export function scaleEnd(days: readonly HourDay[]): number {
  const figures = days
    .flatMap(({ kwh, gaps, twice }) =>
      kwh.map((each, hour) => (gaps?.includes(hour) || twice?.includes(hour) ? null : each)),
    )
    .filter((each): each is number => each !== null && each > 0)
    .sort((a, b) => a - b);
  return figures[Math.min(figures.length - 1, Math.floor(figures.length * 0.99))] ?? 0;
}

/** Number of shades besides that of zero. */
export const SHADES = 24;

/** The shade of a value: 0 for zero, {@link SHADES} at and beyond the end of the scale. */
export function shadeOf(kwh: number, end: number): number {
  if (kwh <= 0 || end <= 0) return 0;
  return Math.max(1, Math.min(SHADES, Math.round((kwh / end) * SHADES)));
}

/** The number of days of a year, and the days (from 0) on which its months begin. */
export function calendarOf(year: number): { days: number; months: number[] } {
  const start = Date.UTC(year, 0, 1);
  const dayAt = (month: number) => Math.round((Date.UTC(year, month, 1) - start) / 86_400_000);
  return { days: dayAt(12), months: Array.from({ length: 12 }, (_, month) => dayAt(month)) };
}

/** The cursor's target for a key: next hour or day, a week away, or the first or last day; null for other keys. */
export function moved(
  at: { day: number; hour: number },
  key: string,
  last: number,
): { day: number; hour: number } | null {
  const day = (to: number) => ({ ...at, day: Math.max(0, Math.min(last, to)) });
  const steps: Record<string, () => { day: number; hour: number }> = {
    ArrowLeft: () => day(at.day - 1),
    ArrowRight: () => day(at.day + 1),
    PageUp: () => day(at.day - 30),
    PageDown: () => day(at.day + 30),
    Home: () => day(0),
    End: () => day(last),
    ArrowUp: () => ({ ...at, hour: Math.max(0, at.hour - 1) }),
    ArrowDown: () => ({ ...at, hour: Math.min(23, at.hour + 1) }),
  };
  return steps[key]?.() ?? null;
}
