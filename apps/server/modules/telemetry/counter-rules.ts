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
  exact?: { rise: number; reset: boolean };
}

export interface Reading {
  time_ms: number;
  value: number;
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

/** Whether the counter restarted within a bucket. */
export function hasReset(bucket: CounterBucket): boolean {
  return bucket.exact?.reset ?? (bucket.high > bucket.last || bucket.low < bucket.first);
}

/**
 * The rise within a bucket. After a drop the counter restarted from zero, so its reading was accumulated
 * since: up to the highest reading before, and from zero to the last one.
 */
export function riseWithin(bucket: CounterBucket): number {
  if (bucket.exact) return bucket.exact.rise;
  if (!hasReset(bucket)) return bucket.last - bucket.first;
  return bucket.high > bucket.last ? bucket.high - bucket.first + bucket.last : bucket.last;
}

/** The rise from one reading to the next; a lower one means a restart. */
export function riseBetween(before: number, after: number): number {
  return after >= before ? after - before : after;
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
  before: Reading | null,
): CounterSlot[] {
  const slots: CounterSlot[] = [];
  let index = -1;
  let slot: CounterSlot | undefined;
  let previous = before;
  for (const bucket of buckets) {
    const at = slotOf(cuts, bucket.first_ms);
    if (at < 0 || at >= cuts.length - 1) continue;
    const between = previous ? riseBetween(previous.value, bucket.first) : 0;
    if (!slot || at !== index) {
      index = at;
      const start_ms = cuts[at] as number;
      const fresh = previous !== null && start_ms - previous.time_ms <= STALE_MS;
      slot = {
        start_ms,
        first: fresh && previous ? previous.value : bucket.first,
        last: bucket.last,
        rise: 0,
        gap: previous !== null && !fresh && between > 0,
        reset: false,
      };
      slots.push(slot);
    }
    slot.rise += between + riseWithin(bucket);
    slot.reset ||= hasReset(bucket) || (previous !== null && bucket.first < previous.value);
    slot.last = bucket.last;
    previous = { time_ms: bucket.last_ms, value: bucket.last };
  }
  return slots;
}
