/// <reference lib="esnext.temporal" />
import type { ExportScheduleFields } from '@voltloop/contract';

/** Periods of scheduled exports, by the calendar of a time zone. Pure. */

type Every = ExportScheduleFields['every'];

/** Days as yyyy-MM-dd; `to_day` is the day after the last one. */
export interface Period {
  from_day: string;
  to_day: string;
}

/** Limit of days that a daily export catches up on after an outage. */
const MAX_DAYS_BACK = 31;

/** The period that contains a day; weeks begin on Monday. */
export function periodOf(every: Every, day: string): Period {
  const date = Temporal.PlainDate.from(day);
  const from =
    every === 'day'
      ? date
      : every === 'week'
        ? date.subtract({ days: date.dayOfWeek - 1 })
        : date.with({ day: 1 });
  const step = every === 'day' ? { days: 1 } : every === 'week' ? { weeks: 1 } : { months: 1 };
  return { from_day: from.toString(), to_day: from.add(step).toString() };
}

const today = (zone: string, now_ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(now_ms).toZonedDateTimeISO(zone).toPlainDate();

export const runningPeriod = (every: Every, zone: string, now_ms: number): Period =>
  periodOf(every, today(zone, now_ms).toString());

/** The newest complete period. */
export function lastPeriod(every: Every, zone: string, now_ms: number): Period {
  const running = Temporal.PlainDate.from(runningPeriod(every, zone, now_ms).from_day);
  return periodOf(every, running.subtract({ days: 1 }).toString());
}

/** The next period to plan, without days that are too long ago. */
export function nextPeriod(every: Every, next_day: string, zone: string, now_ms: number): Period {
  if (every !== 'day') return periodOf(every, next_day);
  const oldest = today(zone, now_ms).subtract({ days: MAX_DAYS_BACK });
  const next = Temporal.PlainDate.from(next_day);
  return periodOf(every, (Temporal.PlainDate.compare(next, oldest) < 0 ? oldest : next).toString());
}

/** Epoch ms, half-open. */
export function boundsOf({ from_day, to_day }: Period, zone: string): { from_ms: number; to_ms: number } {
  return { from_ms: startOf(from_day, zone), to_ms: startOf(to_day, zone) };
}

const startOf = (day: string, zone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;

/** When the file of a period is created, epoch ms. A skipped hour is replaced by the one after it. */
export function dueAt({ to_day }: Period, zone: string, hour: number): number {
  return Temporal.PlainDate.from(to_day).toZonedDateTime({ timeZone: zone, plainTime: { hour } })
    .epochMilliseconds;
}

export const lastDay = ({ to_day }: Period): string =>
  Temporal.PlainDate.from(to_day).subtract({ days: 1 }).toString();
