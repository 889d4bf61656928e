import { slotOf } from './calendar.ts';
import {
  addConfirmed,
  addReading,
  addSpan,
  allowedRise,
  CEILING_MS,
  type CounterState,
  continues,
  type Doubt,
  type FrameOrder,
  isClean,
  type Judged,
  MEMORY_MS,
  QUARTER_MS,
  type Reading,
  type Span,
  unknownState,
} from './counter-rules.ts';

/**
 * The energy of one counter by slots, from its quarter-hours. Clean stretches count as a whole; the readings of the
 * others are requested, and judged one by one. Pure: what is missing is returned as a request.
 */

/** A quarter-hour, or a stretch of clean ones in a row. */
export interface Bucket extends Span {
  start_ms: number;
  /** Number of quarter-hours with readings. */
  quarters: number;
}

export interface CounterSlot {
  start_ms: number;
  first: number;
  last: number;
  rise: number;
  /** Energy of a longer gap before it is included. */
  gap: boolean;
  /** The counter restarted, or continued on another level. */
  reset: boolean;
  /** It has a reading that was not accepted at once. */
  doubtful: boolean;
}

/** A reading up to this long before a cut counts as the reading at the cut. */
export const STALE_MS = 30 * 60_000;
/** How far back readings are read, to know the state at the first cut. */
export const LOOK_BACK_MS = 36 * 3_600_000;
/** So long before the first cut, the accepted level must be known. */
export const SETTLED_MS = MEMORY_MS + CEILING_MS;

/** A person's verdict about the readings of a time. */
export interface Verdict {
  from_ms: number;
  to_ms: number;
  verdict: 'exclude' | 'confirm';
}

/** One counter of one thing, with what has been read of it. */
export class Counter {
  readonly thing: number;
  readonly point: number;
  /** Highest possible rise per ms. */
  readonly rate: number;
  /** Earlier readings are ignored: they are hidden, or were taken elsewhere. */
  readonly oldest_ms: number;
  readonly verdicts: readonly Verdict[];
  /** Every reading is judged, for slots shorter than a quarter-hour. */
  readonly entire: boolean;
  /** Ascending. */
  buckets: Bucket[];
  /** There are no earlier readings. */
  complete = false;
  /** Readings by the start of their quarter-hour, ascending; empty when they have been deleted. */
  readonly readings = new Map<number, readonly Reading[]>();
  /** Highest rise per ms according to the device's own power, by quarter-hour. */
  readonly powers = new Map<number, number>();
  /** Frames of readings by time; null when they are not known. */
  readonly frames = new Map<number, FrameOrder | null>();

  constructor(
    of: Pick<Counter, 'thing' | 'point' | 'rate' | 'oldest_ms' | 'verdicts' | 'buckets' | 'entire'>,
  ) {
    this.thing = of.thing;
    this.point = of.point;
    this.rate = of.rate;
    this.oldest_ms = of.oldest_ms;
    this.verdicts = of.verdicts;
    this.entire = of.entire;
    this.buckets = of.buckets.filter((bucket) => bucket.last_ms >= of.oldest_ms);
  }

  /** The verdict about a time; the latest one counts. */
  verdictAt(time_ms: number): Verdict['verdict'] | undefined {
    return this.verdicts.findLast(({ from_ms, to_ms }) => from_ms <= time_ms && time_ms < to_ms)?.verdict;
  }

  /** Whether a bucket can't count as a whole, whatever precedes it. */
  private divided(bucket: Bucket, start_ms: number): boolean {
    if (bucket.quarters === 1 && !isClean(bucket, this.rate)) return true;
    if (bucket.first_ms < this.oldest_ms) return true;
    if (this.entire && bucket.last_ms >= start_ms) return true;
    if (bucket.first_ms < start_ms && bucket.last_ms >= start_ms) return true;
    return this.verdicts.some((v) => v.from_ms <= bucket.last_ms && v.to_ms > bucket.first_ms);
  }

  /** Buckets that neither count as a whole nor continue the one before; and two after each. */
  suspicious(start_ms: number): Bucket[] {
    const found: Bucket[] = [];
    let after = 0;
    this.buckets.forEach((bucket, i) => {
      const before = this.buckets[i - 1];
      if (this.divided(bucket, start_ms) || (before && !this.follows(before, bucket))) after = 3;
      if (after-- > 0 && (bucket.quarters === 1 || this.divided(bucket, start_ms))) found.push(bucket);
    });
    return found;
  }

  /** Quarter-hours with readings from one on. */
  ahead(start_ms: number, most: number): number[] {
    const at = this.buckets.findIndex((bucket) => bucket.start_ms === start_ms);
    const next = this.buckets.slice(at, at + most).filter(({ quarters }) => quarters === 1);
    return [start_ms, ...next.map((bucket) => bucket.start_ms)];
  }

  /** Times of readings from one on that may be accepted or doubtful. */
  timesFrom(time_ms: number, most: number): number[] {
    const times: number[] = [];
    for (const { start_ms, last_ms } of this.buckets) {
      if (last_ms < time_ms) continue;
      times.push(...(this.readings.get(start_ms) ?? []).map((reading) => reading.time_ms), last_ms);
      if (times.length > most) break;
    }
    return times;
  }

  /** The start of the earliest quarter-hour that is known, or the one of `start_ms`. */
  earliest(start_ms: number): number {
    return Math.min(this.buckets[0]?.start_ms ?? start_ms, quarterOf(start_ms));
  }

  /** @param complete There are no readings before these. */
  prepend(earlier: readonly Bucket[], complete: boolean): void {
    this.buckets = [...earlier.filter((bucket) => bucket.last_ms >= this.oldest_ms), ...this.buckets];
    this.complete = complete || (earlier[0]?.first_ms ?? 0) < this.oldest_ms;
  }

  private follows(before: Span, next: Span): boolean {
    if ((before.high === 0) !== (next.high === 0)) return false;
    const rise = next.first - before.last;
    return rise >= 0 && rise <= allowedRise(this.rate, next.first_ms - before.last_ms);
  }

  /**
   * Whether the state at `start_ms` is known from the buckets before it. After some readings in a row that fit each
   * other, the level no longer depends on earlier ones; and levels that were left are remembered for a limited time.
   */
  settledBefore(start_ms: number): boolean {
    if (this.complete || this.buckets.every((bucket) => bucket.high === 0)) return true;
    let from_ms = 0;
    let readings = 0;
    let before: Bucket | undefined;
    for (const bucket of this.buckets) {
      if (bucket.last_ms > start_ms - SETTLED_MS) return false;
      if (bucket.high === 0 || (bucket.quarters === 1 && !isClean(bucket, this.rate))) {
        readings = 0;
      } else {
        if (readings === 0 || !before || !this.follows(before, bucket)) {
          readings = 0;
          from_ms = bucket.first_ms;
        }
        readings += bucket.quarters > 1 ? bucket.quarters : bucket.last_ms > bucket.first_ms ? 2 : 1;
        if (readings >= 3 && bucket.last_ms - from_ms >= QUARTER_MS) return true;
      }
      before = bucket;
    }
    return false;
  }

  /**
   * The slots between the cuts, and what has to be read before they are complete; the accepted level at the end, and
   * its time.
   */
  walk(
    cuts: readonly number[],
    doubts?: Doubt[],
  ): { slots: CounterSlot[]; missing: Missing; level: Reading | null } {
    const walk = new Walk(this, cuts, doubts);
    for (const bucket of this.buckets) {
      if (this.divided(bucket, cuts[0] as number) || !continues(walk.state, bucket, this.rate)) {
        if (!walk.enter(bucket)) break;
      } else {
        walk.pass(bucket);
      }
      if (walk.missing.frames.length > 0) break;
    }
    const { level, time_ms } = walk.state;
    return {
      slots: walk.slots,
      missing: walk.missing,
      level: level === null ? null : { value: level, time_ms },
    };
  }

  /** Replaces a stretch by its quarter-hours. */
  divide(stretch: Bucket, quarters: readonly Bucket[]): void {
    this.buckets = this.buckets.flatMap((bucket) => (bucket === stretch ? [...quarters] : [bucket]));
  }
}

/** What has to be read before a walk can continue. */
export interface Missing {
  /** Stretches to be divided into quarter-hours. */
  stretches: Bucket[];
  /** Quarter-hours whose readings are needed. */
  readings: number[];
  /** Quarter-hours whose power is needed. */
  powers: number[];
  /** Times of frames. */
  frames: number[];
}

const quarterOf = (time_ms: number) => Math.floor(time_ms / QUARTER_MS) * QUARTER_MS;

/** One pass over the buckets of a counter. */
class Walk {
  readonly state: CounterState = unknownState();
  readonly slots: CounterSlot[] = [];
  readonly missing: Missing = { stretches: [], readings: [], powers: [], frames: [] };
  readonly #counter: Counter;
  readonly #cuts: readonly number[];
  readonly #doubts: Doubt[] | undefined;
  #index = -1;
  /** The slot has only doubtful readings. */
  #doubtfulOnly = false;
  /** The last reading that is not doubtful. */
  #shown: Reading | null = null;

  constructor(counter: Counter, cuts: readonly number[], doubts: Doubt[] | undefined) {
    this.#counter = counter;
    this.#cuts = cuts;
    this.#doubts = doubts;
  }

  /** Counts a clean bucket as a whole. */
  pass(bucket: Bucket): void {
    const { level } = this.state;
    const judged = addSpan(this.state, bucket);
    const waited = level !== null && bucket.high > 0 && bucket.first > level;
    this.#put(bucket.first_ms, bucket.first, judged, waited);
    const slot = this.slots.at(-1);
    if (slot && bucket.first_ms >= (this.#cuts[0] as number)) slot.last = bucket.last;
    this.#shown = { time_ms: bucket.last_ms, value: bucket.last };
  }

  /** Judges a bucket by its readings. False when something is missing. */
  enter(bucket: Bucket): boolean {
    if (bucket.quarters > 1) {
      this.missing.stretches.push(bucket);
      return false;
    }
    const quarter = quarterOf(bucket.start_ms);
    const known = this.#counter.readings.get(quarter);
    if (!known) {
      this.missing.readings.push(quarter);
      return false;
    }
    // Deleted readings are represented by the first and the last one.
    const { first_ms, first, last_ms, last } = bucket;
    const deleted = [{ time_ms: first_ms, value: first }];
    if (last_ms > first_ms) deleted.push({ time_ms: last_ms, value: last });
    for (const reading of known.length > 0 ? known : deleted) {
      if (reading.time_ms >= this.#counter.oldest_ms && !this.#read(reading)) return false;
    }
    return true;
  }

  #read(reading: Reading): boolean {
    const { time_ms, value } = reading;
    const { state } = this;
    const counter = this.#counter;
    const { level } = state;
    const verdict = counter.verdictAt(time_ms);
    if (verdict === 'exclude') {
      this.#doubts?.push({
        ...reading,
        level: level ?? value,
        reason: reasonOf(reading, level),
        state: 'excluded',
      });
      this.#doubt(reading);
      return true;
    }
    const waited = level !== null && value > level;
    if (verdict === 'confirm') {
      const doubtful =
        level !== null && this.#rise(reading) > allowedRise(counter.rate, time_ms - state.time_ms);
      if (doubtful || (level !== null && value > 0 && value < level))
        this.#doubts?.push({
          ...reading,
          level: level ?? value,
          reason: reasonOf(reading, level),
          state: 'confirmed',
        });
      this.#put(time_ms, value, addConfirmed(state, reading), waited);
      return true;
    }
    let { rate } = counter;
    if (value > 0 && level !== null) {
      const rise = this.#rise(reading);
      if (rise < 0 || rise > allowedRise(rate, time_ms - state.time_ms)) {
        const power = counter.powers.get(quarterOf(time_ms));
        if (power === undefined) {
          this.missing.powers.push(quarterOf(time_ms));
          return false;
        }
        rate = Math.max(rate, power);
      }
    }
    const judged = addReading(
      state,
      reading,
      rate,
      (at) => {
        const frame = counter.frames.get(at);
        if (frame === undefined) this.missing.frames.push(at);
        return frame ?? undefined;
      },
      this.#doubts,
    );
    if (this.missing.frames.length > 0) return false;
    if (judged.accepted) this.#put(time_ms, value, judged, waited && !judged.reset);
    else this.#doubt(reading);
    return true;
  }

  #rise = ({ value }: Reading): number => value - (this.state.level ?? 0);

  /** @param waited Whether energy passed since the reading before */
  #put(time_ms: number, value: number, judged: Judged, waited: boolean): void {
    const shown = this.#shown;
    this.#shown = { time_ms, value };
    const slot = this.#slotAt(time_ms, value, waited, shown);
    if (!slot) return;
    if (this.#doubtfulOnly) {
      this.#doubtfulOnly = false;
      if (!this.#isFresh(slot.start_ms, shown)) slot.first = value;
      slot.gap = shown !== null && !this.#isFresh(slot.start_ms, shown) && waited;
    }
    slot.last = value;
    slot.rise += judged.rise;
    slot.reset ||= judged.reset;
    if (judged.reset) slot.doubtful = true;
  }

  #doubt({ time_ms, value }: Reading): void {
    const slots = this.slots.length;
    const slot = this.#slotAt(time_ms, value, false, this.#shown);
    if (!slot) return;
    if (this.slots.length > slots) {
      this.#doubtfulOnly = true;
      slot.last = slot.first;
    }
    slot.doubtful = true;
  }

  #slotAt(time_ms: number, value: number, waited: boolean, shown: Reading | null): CounterSlot | undefined {
    const cuts = this.#cuts;
    const last = this.slots.at(-1);
    const at = last && time_ms < (cuts[this.#index + 1] as number) ? this.#index : slotOf(cuts, time_ms);
    if (at < 0 || at >= cuts.length - 1) return;
    if (last && at === this.#index) return last;
    this.#index = at;
    this.#doubtfulOnly = false;
    const start_ms = cuts[at] as number;
    const fresh = this.#isFresh(start_ms, shown);
    const slot: CounterSlot = {
      start_ms,
      first: fresh && shown ? shown.value : value,
      last: value,
      rise: 0,
      gap: shown !== null && !fresh && waited,
      reset: false,
      doubtful: false,
    };
    this.slots.push(slot);
    return slot;
  }

  #isFresh = (start_ms: number, shown: Reading | null) =>
    shown !== null && start_ms - shown.time_ms <= STALE_MS;
}

const reasonOf = ({ value }: Reading, level: number | null) =>
  level !== null && value < level ? 'drop' : 'rise';

/** First and last readings of a point that is no counter. */
export function gaugeSlots(buckets: readonly Span[], cuts: readonly number[]): CounterSlot[] {
  const slots: CounterSlot[] = [];
  let index = -1;
  let before: Reading | null = null;
  for (const { first_ms, first, last_ms, last } of buckets) {
    const at = slotOf(cuts, first_ms);
    if (at >= 0 && at < cuts.length - 1) {
      if (at !== index) {
        index = at;
        const start_ms = cuts[at] as number;
        const fresh: boolean = before !== null && start_ms - before.time_ms <= STALE_MS;
        const none = { rise: 0, gap: false, reset: false, doubtful: false };
        slots.push({ start_ms, first: fresh && before ? before.value : first, last, ...none });
      }
      (slots.at(-1) as CounterSlot).last = last;
    }
    before = { time_ms: last_ms, value: last };
  }
  return slots;
}
