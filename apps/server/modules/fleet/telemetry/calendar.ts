/// <reference lib="esnext.temporal" />

/** Slots of the calendar in a thing's own time zone. Pure. */

export type Interval = '5m' | '15m' | '1h' | '1d' | '1M' | '1y';

const MINUTE_MS = 60_000;
const fixed: Partial<Record<Interval, number>> = { '5m': 5 * MINUTE_MS, '15m': 15 * MINUTE_MS };

/**
 * The boundaries of every slot that the range touches, ascending: the first is at or before `from_ms`, the last at or
 * after `to_ms`. A day has 23, 24 or 25 hours depending on the zone; hours are cut at the zone's full hours, also where
 * its offset includes 30 or 45 minutes. Quarter-hours are the same in every current zone.
 */
export function calendarCuts(interval: Interval, zone: string, from_ms: number, to_ms: number): number[] {
  const step_ms = fixed[interval];
  if (step_ms) return regularCuts(step_ms, from_ms, to_ms);
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  let start = slotStart(interval, at(from_ms));
  const cuts = [start.epochMilliseconds];
  while (start.epochMilliseconds < to_ms) {
    let next = slotStart(interval, addSlot(interval, start));
    // When the clock goes back within the hour, the second part of the hour is a separate slot.
    if (next.epochMilliseconds <= start.epochMilliseconds) next = addSlot(interval, start);
    cuts.push(next.epochMilliseconds);
    start = next;
  }
  return cuts;
}

function regularCuts(step_ms: number, from_ms: number, to_ms: number): number[] {
  const cuts: number[] = [];
  for (let t = Math.floor(from_ms / step_ms) * step_ms; ; t += step_ms) {
    cuts.push(t);
    if (t >= to_ms) return cuts;
  }
}

function slotStart(interval: Interval, t: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (interval === '1h') return t.round({ smallestUnit: 'hour', roundingMode: 'floor' });
  if (interval === '1d') return t.startOfDay();
  if (interval === '1M') return t.with({ day: 1 }).startOfDay();
  return t.with({ month: 1, day: 1 }).startOfDay();
}

function addSlot(interval: Interval, t: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (interval === '1h') return t.add({ hours: 1 });
  if (interval === '1d') return t.add({ days: 1 });
  return interval === '1M' ? t.add({ months: 1 }) : t.add({ years: 1 });
}

/** Boundaries of slots when nothing before `from_ms` may be read: the first slot may be shorter. */
export function cutsFrom(cuts: readonly number[], from_ms: number): number[] {
  const first = slotOf(cuts, from_ms);
  return first < 0 ? [...cuts] : [from_ms, ...cuts.slice(first + 1)];
}

/** The slot a time falls into: the index of the last cut at or before it; -1 before the first. */
export function slotOf(cuts: readonly number[], time_ms: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cuts[middle] as number) <= time_ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Start of the month and of the next one, around a time in a zone. */
export function monthAround(zone: string, time_ms: number): { from_ms: number; to_ms: number } {
  const [from_ms = time_ms, to_ms = time_ms] = calendarCuts('1M', zone, time_ms, time_ms + 1);
  return { from_ms, to_ms };
}
