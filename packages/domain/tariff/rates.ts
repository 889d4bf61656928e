import { two } from '../clock/clock-time.ts';

/** Rates of a time-of-use tariff over time. Pure; a clock is local time at the site. */

/** A kind of days within a season: its days of the week, and the rate of each hour. */
export interface DayKind {
  /** 1 Monday to 7 Sunday. */
  days: readonly number[];
  /** Index of the rate from hour 0, 1, … 23. */
  hours: readonly number[];
}

/** A season lasts from its first day until the next one begins; the last of a year continues into the next. */
export interface Season {
  /** MM-dd */
  from: string;
  day_kinds: readonly DayKind[];
}

export interface Clock {
  month: number;
  day: number;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  hour: number;
}

/** The index of the rate at a local time. */
export function rateAt(seasons: readonly Season[], clock: Clock): number {
  const today = `${two(clock.month)}-${two(clock.day)}`;
  const ordered = [...seasons].sort((a, b) => (a.from < b.from ? -1 : 1));
  const season = ordered.findLast(({ from }) => from <= today) ?? ordered.at(-1);
  const kind = season?.day_kinds.find(({ days }) => days.includes(clock.weekday));
  return kind?.hours[clock.hour] ?? 0;
}

/** The fault of seasons: a key of the catalogue and its path; null if every hour of a year has one rate. */
export function seasonsProblem(
  seasons: readonly Season[],
  rates: number,
): { path: (string | number)[]; key: string } | null {
  for (const [i, season] of seasons.entries()) {
    if (seasons.findIndex(({ from }) => from === season.from) !== i)
      return { path: [i, 'from'], key: 'tariff.seasonTwice' };
    const days = season.day_kinds.flatMap((kind) => kind.days);
    if (days.length !== 7 || new Set(days).size !== 7) return { path: [i, 'day_kinds'], key: 'tariff.days' };
    for (const [k, { hours }] of season.day_kinds.entries())
      if (hours.some((rate) => rate >= rates))
        return { path: [i, 'day_kinds', k, 'hours'], key: 'tariff.rate' };
  }
  return null;
}
