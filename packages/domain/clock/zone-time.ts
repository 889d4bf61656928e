import { two } from './clock-time.ts';

/**
 * Calendar arithmetic in an IANA zone, from `Intl` alone. All times are epoch milliseconds. Days begin at the
 * zone's own midnight, so a day is 23 or 25 hours long when the clocks change.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

export interface CalendarDay {
  year: number;
  /** 1-12 */
  month: number;
  day: number;
}

function parts(
  time_ms: number,
  zone: string,
): CalendarDay & { hour: number; minute: number; second: number } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const out = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of format.formatToParts(time_ms))
    if (type in out) out[type as keyof typeof out] = Number(value);
  return out;
}

/** Offset of `zone` from UTC at `time_ms`, in ms; positive east of Greenwich. */
export function zoneOffset_ms(time_ms: number, zone: string): number {
  const p = parts(time_ms, zone);
  const wall = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  return wall - Math.floor(time_ms / 1000) * 1000;
}

/** The calendar day of `time_ms` in `zone`. */
export function dayOf(time_ms: number, zone: string): CalendarDay {
  const { year, month, day } = parts(time_ms, zone);
  return { year, month, day };
}

/** The hour of the day of `time_ms` in `zone`, 0-23. */
export const hourOf = (time_ms: number, zone: string): number => parts(time_ms, zone).hour;

/** Minutes since midnight of `time_ms` in `zone`. */
export function minuteOfDay(time_ms: number, zone: string): number {
  const { hour, minute } = parts(time_ms, zone);
  return hour * 60 + minute;
}

/** Begin of a calendar day in `zone`. Months and days may overflow (month 13, day 0). */
export function startOfDay(day: CalendarDay, zone: string): number {
  const wall = Date.UTC(day.year, day.month - 1, day.day);
  // Twice, because the first guess may be on the other side of a clock change.
  const guess = wall - zoneOffset_ms(wall, zone);
  return wall - zoneOffset_ms(guess, zone);
}

export type RangeKind = 'day' | 'week' | 'month' | 'year';

/** A half-open time range: includes `begin_ms`, excludes `end_ms`. */
export interface TimeRange {
  kind: RangeKind | 'custom';
  begin_ms: number;
  end_ms: number;
}

/** The day, week (from Monday), month or year of `zone` that contains `time_ms`, moved by `offset` of its kind. */
export function rangeAround(kind: RangeKind, time_ms: number, zone: string, offset = 0): TimeRange {
  const { year, month, day } = dayOf(time_ms, zone);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  const edge = (n: number): CalendarDay => {
    if (kind === 'day') return { year, month, day: day + n };
    if (kind === 'week') return { year, month, day: day - weekday + 7 * n };
    if (kind === 'month') return { year, month: month + n, day: 1 };
    return { year: year + n, month: 1, day: 1 };
  };
  return {
    kind,
    begin_ms: startOfDay(edge(offset), zone),
    end_ms: startOfDay(edge(offset + 1), zone),
  };
}

/** The neighbour of a range: the next or previous day, week, month or year; a custom range moves by its own length. */
export function shiftRange(range: TimeRange, offset: number, zone: string): TimeRange {
  if (range.kind !== 'custom') return rangeAround(range.kind, range.begin_ms, zone, offset);
  const length = range.end_ms - range.begin_ms;
  return {
    kind: 'custom',
    begin_ms: range.begin_ms + length * offset,
    end_ms: range.end_ms + length * offset,
  };
}

/** yyyy-MM-dd of `time_ms` in `zone`, as `<input type="date">` expects it. */
export function isoDay(time_ms: number, zone: string): string {
  const { year, month, day } = dayOf(time_ms, zone);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The inverse of {@link isoDay}: the begin of the day, or null when the text is not a date. */
export function startOfIsoDay(text: string, zone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const check = new Date(Date.UTC(year, month - 1, day));
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  return startOfDay({ year, month, day }, zone);
}
