import { slotOf } from './calendar.ts';

/** How counter readings become the energy of calendar slots. Pure; values in thousandths of the unit. */

/** An interval (a quarter-hour, or longer) of one counter. */
export interface CounterBucket {
  first_ms: number;
  first: number;
  last_ms: number;
  last: number;
  low: number;
  high: number;
  /** By the quarter-hours of a longer interval; without it, the four readings are all that is known. */
  exact?: CounterCourse;
}

/**
 * The course of a counter over an interval, without its zero readings: a meter or gateway that starts or loses its
 * source reports zero for a while. Whether it restarted shows when it resumes: below its earlier level.
 */
export interface CounterCourse {
  /** Whether the interval begins with a reading of zero. */
  fromZero: boolean;
  /** The first and last known reading above zero; both 0 when all are zero. */
  first: number;
  last: number;
  /** The rise from `first` to `last`. */
  rise: number;
  reset: boolean;
}

export interface Reading {
  time_ms: number;
  value: number;
}

/** The last reading before an interval, and the last one above zero (0 when it is not known). */
export interface ReadingBefore extends Reading {
  level: number;
}

export interface CounterSlot {
  start_ms: number;
  first: number;
  last: number;
  rise: number;
  gap: boolean;
  reset: boolean;
}

/** A reading up to this long before a cut counts as the reading at the cut. */
export const STALE_MS = 30 * 60_000;

/** Whether the four readings of an interval of several quarter-hours are not enough for its course. */
export function needsExact({ first, last, low, high }: CounterBucket): boolean {
  return high > last || low < first || (first === 0 && high > 0);
}

/**
 * The course within a bucket. A bucket that ends below its highest reading has a restart: its reading was accumulated
 * since, up to the highest reading before, and from there to the last one. One that ends with its highest reading has
 * none, however low it was in between.
 */
export function courseOf({ first, last, high, exact }: CounterBucket): CounterCourse {
  if (exact) return exact;
  const end = last > 0 ? last : high;
  const begin = first > 0 ? first : high;
  const rise = high - begin + riseBetween(high, end);
  return { fromZero: first === 0, first: begin, last: end, rise, reset: end < high };
}

/**
 * The rise from one level to the next. A lower one means a restart from zero, or, if it is lower by up to a tenth, from
 * the level that a device had stored before it lost power: energy since then was counted already.
 */
function riseBetween(before: number, after: number): number {
  if (after >= before) return after - before;
  return after * 10 < before * 9 ? after : 0;
}

/**
 * The slots between `cuts` that have readings. `before` is the last reading before the first cut, if any. A slot's
 * `first` is the last reading before its start when that is at most 30 minutes old, otherwise the first reading within
 * the slot. Energy of a longer gap counts in the slot in which readings resume, which then has `gap`: so the slots of a
 * month always add up to the meter.
 */
export function counterSlots(
  buckets: readonly CounterBucket[],
  cuts: readonly number[],
  before: ReadingBefore | null,
): CounterSlot[] {
  const slots: CounterSlot[] = [];
  let index = -1;
  let slot: CounterSlot | undefined;
  let previous: Reading | null = before;
  // The last reading above zero: what a counter that reads zero had before.
  let level = before?.level ?? null;
  for (const bucket of buckets) {
    const at = slotOf(cuts, bucket.first_ms);
    if (at < 0 || at >= cuts.length - 1) continue;
    const course = courseOf(bucket);
    const from: number = level ?? (course.fromZero ? 0 : course.first);
    const silent = course.last === 0;
    const between = silent ? 0 : riseBetween(from, course.first);
    if (!slot || at !== index) {
      index = at;
      const start_ms = cuts[at] as number;
      const fresh = previous !== null && start_ms - previous.time_ms <= STALE_MS;
      slot = {
        start_ms,
        first: fresh && previous ? previous.value : bucket.first,
        last: bucket.last,
        rise: 0,
        gap: previous !== null && !fresh && !course.fromZero && between > 0,
        reset: false,
      };
      slots.push(slot);
    }
    slot.rise += between + course.rise;
    slot.reset ||= course.reset || (!silent && course.first < from);
    slot.last = bucket.last;
    previous = { time_ms: bucket.last_ms, value: bucket.last };
    level = silent ? from : course.last;
  }
  return slots;
}
