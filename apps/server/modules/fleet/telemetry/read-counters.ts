import type { ClickHouse } from '../../../platform/clickhouse.ts';
import {
  type Bucket,
  Counter,
  type CounterSlot,
  LOOK_BACK_MS,
  SETTLED_MS,
  type Verdict,
} from './counter-course.ts';
import { powerPoints, rateOf, rateOfPower } from './counter-limits.ts';
import { type FrameOrder, QUARTER_MS, type Reading } from './counter-rules.ts';
import { framesAt, quartersBefore, rangesOfQuarters, rawSeries, readingsOfQuarters } from './queries.ts';
import { bucketOf, byThing, mergeBuckets, type RollUpUnit, readRollUp, readStretches } from './roll-up.ts';

/** Reads what the rules of counters need, and no more. */

export interface CounterStore {
  clickhouse: ClickHouse;
  /** What people have decided about readings of a counter. */
  verdicts(thing: number, point: number): readonly Verdict[];
  /** Changes with any verdict. */
  version(): number;
}

export interface CounterQuery {
  things: number[];
  points: number[];
  cuts: readonly number[];
  /** By thing: earlier readings are ignored. They are hidden from the caller, or were taken elsewhere. */
  oldest?: ReadonlyMap<number, number>;
  /**
   * What is read: every reading; the quarter-hours of each thing, in a query of its own; or stretches within units of a
   * zone, of all things in one query. The energy is the same.
   */
  by: 'reading' | 'quarter' | { unit: RollUpUnit; zone: string };
}

const HOUR_MS = 3_600_000;
/** After any reading, and within the range of ClickHouse's times. */
const END_MS = Date.UTC(2100, 0, 1);
/** Quarter-hours that show the state at the first cut when there are none in the day before it. */
const BEFORE = 12;
const MANY_BEFORE = 1000;
/** Quarter-hours that are likely to be needed after one; twice as many in each further round. */
const AHEAD = 4;
/** Frames that are likely to be needed after one. */
const FRAMES_AHEAD = 2000;
/** Limit of quarter-hours in one query. */
const PER_QUERY = 20_000;

/** The slots of some counters of some things, by thing and point. */
export async function readCounterSlots(
  store: CounterStore,
  query: CounterQuery,
): Promise<Map<number, Map<number, CounterSlot[]>>> {
  const slots = new Map<number, Map<number, CounterSlot[]>>();
  const counters = await openCounters(store, query);
  await complete(store.clickhouse, counters, query.cuts, (counter, { slots: done }) => {
    const series = slots.get(counter.thing) ?? new Map<number, CounterSlot[]>();
    slots.set(counter.thing, series);
    series.set(counter.point, done);
  });
  return slots;
}

/** The accepted levels of counters with readings since `from_ms`, by thing and point. */
export async function readCounterLevels(
  store: CounterStore,
  {
    from_ms,
    to_ms = END_MS,
    ...of
  }: Pick<CounterQuery, 'things' | 'points' | 'oldest'> & { from_ms: number; to_ms?: number },
): Promise<Map<number, Map<number, Reading>>> {
  const levels = new Map<number, Map<number, Reading>>();
  const cuts = [Math.floor(from_ms / HOUR_MS) * HOUR_MS, to_ms];
  const counters = await openCounters(store, { ...of, cuts, by: { unit: 'hour', zone: 'UTC' } });
  await complete(store.clickhouse, counters, cuts, (counter, { level }) => {
    if (!level) return;
    const series = levels.get(counter.thing) ?? new Map<number, Reading>();
    levels.set(counter.thing, series.set(counter.point, level));
  });
  return levels;
}

/** The counters with readings, and the state before the first cut. */
export async function openCounters(
  { clickhouse, verdicts }: CounterStore,
  { things, points, cuts, oldest, by }: CounterQuery,
): Promise<Counter[]> {
  const start = cuts[0] as number;
  const end = cuts.at(-1) as number;
  const from = Math.floor((start - LOOK_BACK_MS) / QUARTER_MS) * QUARTER_MS;
  const all =
    typeof by === 'object'
      ? await readStretches(
          clickhouse,
          {
            things,
            points,
            rates: points.map(rateOf),
            zone: by.zone,
            from,
            until: start - SETTLED_MS,
            to: end,
          },
          by.unit,
        )
      : new Map(
          await Promise.all(
            things.map(
              async (thing) =>
                [
                  thing,
                  await readRollUp(clickhouse, { thing, points, from: fromOf(thing), to: end }),
                ] as const,
            ),
          ),
        );
  function fromOf(thing: number): number {
    return Math.floor(Math.max(from, oldest?.get(thing) ?? 0) / QUARTER_MS) * QUARTER_MS;
  }
  const counters = [...all].flatMap(([thing, series]) =>
    [...series].map(
      ([point, buckets]) =>
        new Counter({
          thing,
          point,
          rate: rateOf(point),
          oldest_ms: oldest?.get(thing) ?? 0,
          verdicts: verdicts(thing, point),
          buckets,
          entire: by === 'reading',
        }),
    ),
  );
  const open = counters.filter((counter) => counter.buckets.some((bucket) => bucket.last_ms >= start));
  for (const counter of open) counter.complete = counter.oldest_ms >= from;
  if (by === 'reading') await readAll(clickhouse, open, start, end);
  await extend(clickhouse, open, start, BEFORE);
  await extend(clickhouse, open, start, MANY_BEFORE);
  return open;
}

/** Every reading of the requested time. */
async function readAll(
  clickhouse: ClickHouse,
  counters: readonly Counter[],
  start: number,
  to: number,
): Promise<void> {
  const from = Math.floor(start / QUARTER_MS) * QUARTER_MS;
  for (const [thing, group] of Map.groupBy(counters, (counter) => counter.thing)) {
    const points = group.map(({ point }) => point);
    const range = { thing, points, whole: points, parts: [], from, to };
    const [ids, , times, values] = await clickhouse.queryColumns(rawSeries, range);
    const readings = new Map(points.map((point) => [point, [] as Reading[]]));
    times.forEach((time_ms, row) => {
      const value = Math.round((values[row] as number) * 1000);
      readings.get(ids[row] as number)?.push({ time_ms, value });
    });
    for (const counter of group) {
      const list = (readings.get(counter.point) ?? []).sort((a, b) => a.time_ms - b.time_ms);
      const byQuarter = Map.groupBy(list, ({ time_ms }) => Math.floor(time_ms / QUARTER_MS) * QUARTER_MS);
      for (const { start_ms } of counter.buckets)
        if (start_ms >= from) counter.readings.set(start_ms, byQuarter.get(start_ms) ?? []);
    }
  }
}

/** Adds earlier quarter-hours to counters whose state at the first cut is not known from the others. */
async function extend(
  clickhouse: ClickHouse,
  counters: readonly Counter[],
  start: number,
  most: number,
): Promise<void> {
  const open = counters.filter((counter) => !counter.settledBefore(start));
  for (const group of Map.groupBy(open, (c) => c.earliest(start)).values()) {
    const before = group[0]?.earliest(start) as number;
    const [things, points, ...columns] = await clickhouse.queryColumns(quartersBefore, {
      things: group.map((c) => c.thing),
      series: group.map((c) => c.point),
      before,
      most,
    });
    const found = byThing(things, points, (row) => bucketOf(columns, row, 1));
    for (const counter of group) {
      const earlier = mergeBuckets(found.get(counter.thing)?.get(counter.point) ?? []);
      counter.prepend(earlier, earlier.length < most);
    }
  }
}

/** Walks counters, and reads what is missing, until all are done: each round adds to what is known. */
export async function complete(
  clickhouse: ClickHouse,
  counters: readonly Counter[],
  cuts: readonly number[],
  done: (counter: Counter, walked: ReturnType<Counter['walk']>) => void,
): Promise<void> {
  const finish = (counter: Counter): boolean => {
    const walked = counter.walk(cuts);
    if (isMissing(walked.missing)) return false;
    done(counter, walked);
    return true;
  };
  let open = counters.filter(
    (counter) => counter.suspicious(cuts[0] as number).length > 0 || !finish(counter),
  );
  for (let round = 0; open.length > 0; round++) {
    const requests = open.map((counter) => ({
      counter,
      missing: counter.walk(cuts).missing,
      wanted: round === 0 ? counter.suspicious(cuts[0] as number) : [],
    }));
    await Promise.all([
      divide(clickhouse, requests),
      readReadings(clickhouse, requests, AHEAD * 2 ** round),
      readFrames(clickhouse, requests),
    ]);
    open = open.filter((counter) => !finish(counter));
  }
}

type CounterMissing = ReturnType<Counter['walk']>['missing'];

const isMissing = ({ stretches, readings, powers, frames }: CounterMissing) =>
  stretches.length + readings.length + powers.length + frames.length > 0;

interface Request {
  counter: Counter;
  missing: CounterMissing;
  /** Buckets that can be seen to need their readings. */
  wanted: Bucket[];
}

interface Quarter {
  counter: Counter;
  quarter: number;
}

async function divide(clickhouse: ClickHouse, requests: readonly Request[]): Promise<void> {
  await Promise.all(
    requests.flatMap(({ counter, missing, wanted }) =>
      [...new Set([...missing.stretches, ...wanted.filter(({ quarters }) => quarters > 1)])].map(
        async (stretch) => {
          const { thing, point } = counter;
          const from = stretch.start_ms;
          const to = Math.floor(stretch.last_ms / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
          const series = await readRollUp(clickhouse, { thing, points: [point], from, to });
          counter.divide(stretch, series.get(point) ?? []);
        },
      ),
    ),
  );
}

async function readReadings(
  clickhouse: ClickHouse,
  requests: readonly Request[],
  most: number,
): Promise<void> {
  const quarters: Quarter[] = [];
  const powers: Quarter[] = [];
  for (const { counter, missing, wanted } of requests) {
    const starts = new Set(wanted.flatMap(({ start_ms, quarters: n }) => (n === 1 ? [start_ms] : [])));
    for (const start_ms of missing.readings)
      for (const each of counter.ahead(start_ms, most)) starts.add(each);
    const unread = [...starts].filter((quarter) => !counter.readings.has(quarter));
    for (const quarter of unread) quarters.push({ counter, quarter });
    const unpowered = missing.powers.flatMap((quarter) => counter.ahead(quarter, most));
    for (const quarter of new Set([...unread, ...unpowered]))
      if (!counter.powers.has(quarter)) powers.push({ counter, quarter });
  }
  await Promise.all([
    ...chunksOf(quarters).map(async (chunk) => {
      const params = { ...paramsOf(chunk), series: chunk.map(({ counter }) => counter.point) };
      const [things, points, times, values] = await clickhouse.queryColumns(readingsOfQuarters, params);
      const found = new Map<string, Reading[]>();
      times.forEach((time_ms, row) => {
        const key = `${things[row]} ${points[row]} ${Math.floor(time_ms / QUARTER_MS) * QUARTER_MS}`;
        const list = found.get(key) ?? [];
        found.set(key, list);
        list.push({ time_ms, value: values[row] as number });
      });
      for (const { counter, quarter } of chunk) {
        const list = found.get(`${counter.thing} ${counter.point} ${quarter}`) ?? [];
        counter.readings.set(
          quarter,
          list.sort((a, b) => a.time_ms - b.time_ms),
        );
      }
    }),
    ...chunksOf(powers).map(async (chunk) => {
      const read = chunk.flatMap((each) => powersOf(each.counter).map((point) => ({ ...each, point })));
      const params = { ...paramsOf(read), series: read.map(({ point }) => point) };
      const [things, points, starts, lows, highs] = await clickhouse.queryColumns(rangesOfQuarters, params);
      const found = new Map<string, number>();
      starts.forEach((start_ms, row) => {
        const rate = rateOfPower(lows[row] as number, highs[row] as number);
        found.set(`${things[row]} ${points[row]} ${start_ms}`, rate);
      });
      for (const { counter, quarter } of chunk) {
        const reported = powersOf(counter).map((point) => found.get(`${counter.thing} ${point} ${quarter}`));
        counter.powers.set(quarter, reported.find((rate) => rate !== undefined) ?? 0);
      }
    }),
  ]);
}

const powersOf = ({ point }: Counter) => powerPoints.get(point) ?? [];

function paramsOf(quarters: readonly Quarter[]) {
  const starts = quarters.map(({ quarter }) => quarter);
  return {
    things: quarters.map(({ counter }) => counter.thing),
    quarters: starts.map((start_ms) => start_ms / QUARTER_MS),
    from: least(starts),
    to: greatest(starts) + QUARTER_MS,
  };
}

async function readFrames(clickhouse: ClickHouse, requests: readonly Request[]): Promise<void> {
  const open = requests.filter(({ missing }) => missing.frames.length > 0);
  // The counters of a thing share its frames.
  const wanted = [...Map.groupBy(open, ({ counter }) => counter.thing)].flatMap(([thing, group]) => {
    const times = group.flatMap(({ counter, missing }) => [
      ...missing.frames,
      ...counter.timesFrom(Math.min(...missing.frames), FRAMES_AHEAD),
    ]);
    return [...new Set(times)].map((time_ms) => ({ thing, time_ms }));
  });
  const found = new Map<string, FrameOrder>();
  await Promise.all(
    chunksOf(wanted).map(async (chunk) => {
      const times = chunk.map(({ time_ms }) => time_ms);
      const [things, at, boots, seqs] = await clickhouse.queryColumns(framesAt, {
        things: chunk.map(({ thing }) => thing),
        times,
        from: least(times),
        to: greatest(times) + 1,
      });
      at.forEach((time_ms, row) => {
        found.set(`${things[row]} ${time_ms}`, { boot: boots[row] as number, seq: seqs[row] as number });
      });
    }),
  );
  for (const { counter, missing } of open) {
    const times = [...missing.frames, ...counter.timesFrom(Math.min(...missing.frames), FRAMES_AHEAD)];
    for (const time_ms of times)
      counter.frames.set(time_ms, found.get(`${counter.thing} ${time_ms}`) ?? null);
  }
}

const least = (numbers: readonly number[]) =>
  numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const greatest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0);

function chunksOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / PER_QUERY) }, (_, i) =>
    list.slice(i * PER_QUERY, (i + 1) * PER_QUERY),
  );
}
