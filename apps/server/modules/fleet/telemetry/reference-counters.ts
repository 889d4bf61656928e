import { type Bucket, Counter, type CounterSlot, LOOK_BACK_MS, type Verdict } from './counter-course.ts';
import { allowedRise, type Doubt, type FrameOrder, QUARTER_MS, type Reading } from './counter-rules.ts';

/** Counters in memory: what ClickHouse would answer, and an independent computation of the same energy. */

/** 50 kW, thousandths of Wh per ms. */
export const RATE = 14;

export interface Readings {
  readings: readonly Reading[];
  frames?: ReadonlyMap<number, FrameOrder>;
  verdicts?: readonly Verdict[];
}

const quarterOf = (time_ms: number) => Math.floor(time_ms / QUARTER_MS) * QUARTER_MS;

/** Quarter-hours as ClickHouse builds them from readings in any order, some of them twice. */
export function bucketsOf(readings: readonly Reading[]): Bucket[] {
  const groups = Map.groupBy(readings, (r) => quarterOf(r.time_ms));
  return [...groups.keys()]
    .sort((a, b) => a - b)
    .map((start_ms) => {
      const group = (groups.get(start_ms) ?? []).toSorted(
        (a, b) => a.time_ms - b.time_ms || a.value - b.value,
      );
      const first = group[0] as Reading;
      const last = group.at(-1) as Reading;
      const values = group.map((r) => r.value);
      return {
        start_ms,
        first: first.value,
        first_ms: first.time_ms,
        last: last.value,
        last_ms: last.time_ms,
        low: Math.min(...values),
        high: Math.max(...values),
        quarters: 1,
      };
    });
}

/** The slots between cuts as the server reads them, with a limited look-back and readings on request. */
export function slotsOf(
  { readings, frames = new Map(), verdicts = [] }: Readings,
  cuts: readonly number[],
  { oldest_ms = 0, entire = false, doubts }: { oldest_ms?: number; entire?: boolean; doubts?: Doubt[] } = {},
): CounterSlot[] {
  const start = cuts[0] as number;
  const end = cuts.at(-1) as number;
  const all = bucketsOf(readings);
  const from = Math.max(quarterOf(start - LOOK_BACK_MS), quarterOf(oldest_ms));
  const buckets = all.filter((b) => b.start_ms >= from && b.start_ms < end);
  const counter = new Counter({ thing: 1, point: 1, rate: RATE, oldest_ms, verdicts, buckets, entire });
  if (!counter.buckets.some((b) => b.last_ms >= start)) return [];
  counter.complete = oldest_ms >= from;
  for (const most of [12, 1000]) {
    if (counter.settledBefore(start)) continue;
    const earliest = counter.earliest(start);
    const earlier = all.filter((b) => b.start_ms < earliest && b.high > 0).slice(-most);
    counter.prepend(earlier, earlier.length < most);
  }
  for (;;) {
    const { slots, missing } = counter.walk(cuts);
    for (const stretch of missing.stretches) counter.divide(stretch, []);
    for (const quarter of missing.readings) {
      const latest = new Map<number, number>();
      for (const { time_ms, value } of readings)
        if (quarterOf(time_ms) === quarter)
          latest.set(time_ms, Math.max(value, latest.get(time_ms) ?? value));
      counter.readings.set(
        quarter,
        [...latest].map(([time_ms, value]) => ({ time_ms, value })).sort((a, b) => a.time_ms - b.time_ms),
      );
    }
    for (const quarter of missing.powers) counter.powers.set(quarter, 0);
    for (const time_ms of missing.frames) counter.frames.set(time_ms, frames.get(time_ms) ?? null);
    if (missing.readings.length + missing.powers.length + missing.frames.length > 0) continue;
    if (doubts) counter.walk(cuts, doubts);
    return slots;
  }
}

/**
 * The same energy by every reading since the first, written without regard to speed: for each doubtful reading, all
 * those before it are searched for a course that it completes.
 */
export function slowEnergy(
  { readings, frames = new Map(), verdicts = [] }: Readings,
  oldest_ms = 0,
): { time_ms: number; energy: number }[] {
  const latest = new Map<number, number>();
  for (const { time_ms, value } of readings)
    latest.set(time_ms, Math.max(value, latest.get(time_ms) ?? value));
  const course = [...latest]
    .map(([time_ms, value]) => ({ time_ms, value }))
    .filter((r) => r.time_ms >= oldest_ms)
    .sort((a, b) => a.time_ms - b.time_ms);
  const possible = (from: Reading, to: Reading, times = 1) =>
    to.value >= from.value && to.value - from.value <= times * allowedRise(RATE, to.time_ms - from.time_ms);
  const energies: { time_ms: number; energy: number }[] = [];
  /** Rises of accepted readings, whether they counted or not. */
  const rises: number[] = [];
  const total = () => rises.reduce((sum, rise) => sum + rise, 0);
  let accepted: Reading[] = [];
  let former: { reading: Reading; total: number }[] = [];
  let held: Reading[] = [];
  let proven = false;
  let stale = false;
  let ceiling: { value: number; until: number } | null = null;
  const count = (at: Reading, energy: number) => {
    energies.push({ time_ms: at.time_ms, energy });
  };
  for (const reading of course) {
    const last = accepted.at(-1);
    const verdict = verdicts.findLast(
      (v) => v.from_ms <= reading.time_ms && reading.time_ms < v.to_ms,
    )?.verdict;
    if (verdict === 'exclude') continue;
    if (reading.value === 0) {
      if (!last) accepted = [reading];
      count(reading, 0);
      continue;
    }
    if (!last) {
      accepted = [reading];
      count(reading, 0);
      continue;
    }
    if (possible(last, reading) || (verdict === 'confirm' && reading.value >= last.value)) {
      const floor =
        ceiling && reading.time_ms < ceiling.until ? Math.max(last.value, ceiling.value) : last.value;
      count(reading, Math.max(0, reading.value - floor));
      if (!stale) rises.push(reading.value - last.value);
      if (ceiling && (reading.value >= ceiling.value || reading.time_ms >= ceiling.until)) ceiling = null;
      accepted.push(reading);
      held = [];
      proven = true;
      continue;
    }
    if (verdict === 'confirm') {
      if (proven) former.unshift({ reading: last, total: total() });
      count(reading, reading.value * 10 < last.value * 9 ? reading.value : 0);
      accepted = [reading];
      held = [];
      proven = true;
      ceiling = null;
      stale = false;
      continue;
    }
    held.push(reading);
    const found = held.map((_, i) => chainFrom(held, i, possible)).find((chain) => completes(chain, reading));
    if (!found) continue;
    const [first] = found as [Reading];
    let energy = 0;
    for (let i = 1; i < found.length; i++) {
      const [a, b] = [found[i - 1] as Reading, found[i] as Reading];
      if (possible(a, b)) energy += b.value - a.value;
    }
    const within = energy;
    former = former.filter((f) => f.reading.time_ms > reading.time_ms - 24 * 3_600_000);
    const back = former.find((f) => possible(f.reading, first));
    let limit: { value: number; until: number } | null = null;
    const [a, b] = [frames.get(last.time_ms), frames.get(first.time_ms)];
    const dropped = first.value < last.value && proven;
    stale = dropped && a !== undefined && a.boot === b?.boot && b.seq < a.seq;
    if (back) {
      former = former.filter((f) => f !== back);
      energy += Math.max(0, first.value - back.reading.value - (total() - back.total));
    } else if (dropped) {
      const restarted = first.value < 0.9 * last.value;
      if (stale || (a && a.boot === b?.boot && !restarted)) {
        limit = { value: last.value, until: reading.time_ms + 6 * 3_600_000 };
        energy = Math.max(0, reading.value - Math.max(last.value, first.value));
      } else if (restarted && possible({ time_ms: last.time_ms, value: 0 }, first)) {
        energy += first.value;
      }
    }
    if (proven) former.unshift({ reading: last, total: total() });
    if (!stale) rises.push(within);
    count(reading, energy);
    accepted = [reading];
    held = [];
    proven = true;
    ceiling = limit;
  }
  return energies;
}

function chainFrom(
  held: readonly Reading[],
  start: number,
  possible: (a: Reading, b: Reading, times: number) => boolean,
): Reading[] {
  const chain = [held[start] as Reading];
  for (const reading of held.slice(start + 1))
    if (possible(chain.at(-1) as Reading, reading, 20)) chain.push(reading);
  return chain;
}

const completes = (chain: readonly Reading[], last: Reading) =>
  chain.length >= 3 && chain.at(-1) === last && last.time_ms - (chain[0] as Reading).time_ms >= QUARTER_MS;
