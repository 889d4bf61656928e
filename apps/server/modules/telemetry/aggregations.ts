import type { aggregations, ParamsOf, QueryOf, ReplyOf } from '@voltloop/contract';
import type { PointDefinition } from '@voltloop/protocol';
import { canonicalKey } from '@voltloop/protocol/he-bat/index.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { calendarCuts, cutsFrom, type Interval } from './calendar.ts';
import { aggregateOf } from './chart-rules.ts';
import { checkRange } from './check-range.ts';
import { type CounterSlot, counterSlots, courseOf, needsExact, type ReadingBefore } from './counter-rules.ts';
import { lastBefore, rawSeries } from './queries.ts';
import { type RolledUpBucket, type RollUpUnit, readDays, readExactDays, readRollUp } from './roll-up.ts';
import { modelOf, systemPoints } from './select-points.ts';
import { readSlots } from './slots.ts';

type Row = ReplyOf<typeof aggregations>[number];
type Answer = Exclude<Row[string], number>;

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** Limit of intervals (quarter-hours, or minutes of raw readings) times points for one answer. */
const MAX_BUCKETS = 1_500_000;
/** How far back the same query looks for the reading before the first slot. */
const LOOK_BACK_MS = DAY_MS;
/** Limit of quarter-hours that one query keeps in ClickHouse's memory to put them in order. */
const EXACT_QUARTERS = 1_000_000;

/**
 * Series by calendar slots of the thing's zone; a slot without a reading is absent. Without `agg_type` a slot has its
 * first and last reading and their difference, else the requested figures.
 */
export async function readAggregations(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof aggregations>; query: QueryOf<typeof aggregations> },
): Promise<Row[]> {
  const { params, query } = input;
  const dictionary = modelOf(params.infoModelId);
  const thing = await deps.things.find(ctx.caller, params.thingsId);
  const points = systemPoints(dictionary, query.data_points, 'query.data_points').filter(
    (p) =>
      (query.category_id === undefined || p.prefix === query.category_id) &&
      (query.data_type === undefined || p.kind === query.data_type),
  );
  const raw = query.agg_interval === '5m' || (query.agg_type?.includes('avg') ?? false);
  checkRange('query', query.begin_time, query.end_time, {
    step_ms: raw ? MINUTE_MS : QUARTER_MS,
    series: points.length,
    most: MAX_BUCKETS,
  });
  const begin_ms = Math.max(query.begin_time, thing.visibleFrom_ms);
  if (points.length === 0 || begin_ms >= query.end_time) return [];
  const cuts = cutsFrom(
    calendarCuts(query.agg_interval, thing.timeZone, begin_ms, query.end_time),
    thing.visibleFrom_ms,
  );
  const rows = new Map<number, Row>();
  const put = (start_ms: number, key: string, value: Answer) => {
    const row = rows.get(start_ms) ?? ({ key: start_ms } as Row);
    row[key] = value;
    rows.set(start_ms, row);
  };
  const { agg_interval: interval, agg_type: aggregates } = query;
  if (aggregates) {
    const ids = points.map((p) => p.id);
    const slotQuery = { selection: { points: ids, whole: ids, parts: [] }, interval, aggregates, cuts };
    for (const { point, slots } of await readSlots(deps.clickhouse, dictionary, thing, slotQuery)) {
      const { key } = dictionary.byId.get(point) as PointDefinition;
      for (const slot of slots)
        put(
          slot.start_ms,
          key,
          Object.fromEntries(aggregates.map((each) => [each, aggregateOf(slot, each)])),
        );
    }
  } else {
    const series = await readCounterSlots(deps.clickhouse, thing, points, interval, cuts);
    for (const point of points)
      for (const slot of series.get(point.id) ?? [])
        put(slot.start_ms, point.key, slotAnswer(slot, point.kind === 'counter'));
  }
  const required = (query.exist_points ?? '')
    .split(',')
    .filter(Boolean)
    .map((key) => canonicalKey(key.trim()));
  return [...rows.values()]
    .filter((row) => required.every((key) => key in row))
    .sort((a, b) => a.key - b.key);
}

/** Slots of whole days can be built from days. */
const wholeDays: readonly Interval[] = ['1d', '1M', '1y'];
/** Up to this many quarter-hours (two counters of two months) reading them is faster than aggregating days. */
const FEW_QUARTERS = 12_000;

/** The slots of some points of a thing, by point. */
async function readCounterSlots(
  clickhouse: ClickHouse,
  thing: ThingRow,
  points: readonly PointDefinition[],
  interval: Interval,
  cuts: readonly number[],
): Promise<Map<number, CounterSlot[]>> {
  const ids = points.map((p) => p.id);
  // Earlier data belong to another owner, including the last reading before the cutoff.
  const oldest_ms = thing.visibleFrom_ms;
  if (interval === '5m') return readFineCounters(clickhouse, thing.key, ids, cuts, oldest_ms);
  const quarters = (((cuts[cuts.length - 1] as number) - (cuts[0] as number)) / 900_000) * ids.length;
  // A takeover in the middle of a day leaves only the quarter-hours after it.
  const kept = oldest_ms > 0 && cuts[0] === oldest_ms;
  if (kept || !wholeDays.includes(interval) || quarters <= FEW_QUARTERS) {
    return readCounters(clickhouse, thing.key, ids, cuts, oldest_ms);
  }
  const counters = new Set(points.filter((p) => p.kind === 'counter').map((p) => p.id));
  const days = await readCounterDays(clickhouse, [thing.key], ids, counters, thing.timeZone, cuts, {
    oldest: new Map([[thing.key, oldest_ms]]),
  });
  return days.get(thing.key) ?? new Map();
}

/** The slots of some counters of a thing, by point, from raw readings: for slots shorter than a quarter-hour. */
async function readFineCounters(
  clickhouse: ClickHouse,
  thing: number,
  points: number[],
  cuts: readonly number[],
  oldest_ms: number,
): Promise<Map<number, CounterSlot[]>> {
  const start = cuts[0] as number;
  const range = { from: lookBack(start, oldest_ms), to: cuts[cuts.length - 1] as number };
  const [ids, , times, values] = await clickhouse.queryColumns(rawSeries, {
    thing,
    points,
    whole: points,
    parts: [],
    ...range,
  });
  const series: Series = new Map();
  times.forEach((time_ms, row) => {
    const point = ids[row] as number;
    const value = Math.round((values[row] as number) * 1000);
    const reading = { start_ms: time_ms, first_ms: time_ms, last_ms: time_ms };
    const list = series.get(point) ?? [];
    list.push({ ...reading, first: value, last: value, low: value, high: value });
    series.set(point, list);
  });
  for (const list of series.values()) list.sort((a, b) => a.start_ms - b.start_ms);
  const before = await readingsBefore(clickhouse, new Map([[thing, series]]), start, () => oldest_ms);
  return slotsOf(series, before.get(thing), cuts);
}

/** The start of the readings to read, so that the one before `start` is among them. */
const lookBack = (start: number, oldest_ms: number) => Math.max(start - LOOK_BACK_MS, oldest_ms);

/**
 * The slots of some counters of a thing, by point, from their quarter-hours.
 * @param oldest_ms Earlier readings are ignored, even as the reading before the first cut: they are hidden from the
 * caller, or were taken elsewhere.
 */
export async function readCounters(
  clickhouse: ClickHouse,
  thing: number,
  points: number[],
  cuts: readonly number[],
  oldest_ms = 0,
): Promise<Map<number, CounterSlot[]>> {
  const start = cuts[0] as number;
  // The quarter-hour of the oldest reading is read as a whole.
  const from = Math.floor(lookBack(start, oldest_ms) / QUARTER_MS) * QUARTER_MS;
  const series = await readRollUp(clickhouse, { thing, points, from, to: cuts[cuts.length - 1] as number });
  const readings = await readingsBefore(clickhouse, new Map([[thing, series]]), start, () => oldest_ms);
  return slotsOf(series, readings.get(thing), cuts);
}

/**
 * The slots of some points of many things, by thing and point, for slots of whole days: a day represents its
 * quarter-hours. When a counter restarted or read zero within a day, only the quarter-hours show when; the days of those
 * counters are read again with their exact courses, so that the sum is the same on either path.
 * @param more.oldest By thing, as in {@link readCounters}; not after the first cut
 */
export async function readCounterDays(
  clickhouse: ClickHouse,
  things: number[],
  points: number[],
  counters: ReadonlySet<number>,
  zone: string,
  cuts: readonly number[],
  { unit = 'day', oldest }: { unit?: RollUpUnit; oldest?: ReadonlyMap<number, number> } = {},
): Promise<Map<number, Map<number, CounterSlot[]>>> {
  const start = cuts[0] as number;
  const range = { zone, from: start - LOOK_BACK_MS, to: cuts[cuts.length - 1] as number };
  const days = await readDays(clickhouse, { ...range, things, points }, unit);
  for (const restarted of restartedIn(days, counters, range)) {
    const exact = await readExactDays(clickhouse, { ...range, ...restarted }, unit);
    for (const [thing, series] of exact) {
      for (const [point, list] of series) {
        if (days.get(thing)?.get(point)?.some(needsExact)) days.get(thing)?.set(point, list);
      }
    }
  }
  const before = await readingsBefore(clickhouse, days, start, (thing) => oldest?.get(thing) ?? 0);
  return new Map([...days].map(([thing, series]) => [thing, slotsOf(series, before.get(thing), cuts)]));
}

/** Things whose counters restarted or read zero, and those counters, in parts of at most {@link EXACT_QUARTERS}. */
function restartedIn(
  days: ReadonlyMap<number, Series>,
  counters: ReadonlySet<number>,
  { from, to }: { from: number; to: number },
): { things: number[]; points: number[] }[] {
  const things: number[] = [];
  const points = new Set<number>();
  for (const [thing, series] of days) {
    const restarted = [...series].filter(([p, list]) => counters.has(p) && list.some(needsExact));
    if (restarted.length > 0) things.push(thing);
    for (const [point] of restarted) points.add(point);
  }
  const quarters = ((to - from) / QUARTER_MS) * points.size;
  const atOnce = Math.max(1, Math.floor(EXACT_QUARTERS / quarters));
  return Array.from({ length: Math.ceil(things.length / atOnce) }, (_, i) => ({
    things: things.slice(i * atOnce, (i + 1) * atOnce),
    points: [...points],
  }));
}

type Series = Map<number, RolledUpBucket[]>;

function slotsOf(
  series: Series,
  before: ReadonlyMap<number, ReadingBefore> | undefined,
  cuts: readonly number[],
): Map<number, CounterSlot[]> {
  const start = cuts[0] as number;
  return new Map(
    [...series].map(([point, list]) => [
      point,
      counterSlots(
        list.filter((b) => b.first_ms >= start),
        cuts,
        before?.get(point) ?? null,
      ),
    ]),
  );
}

/**
 * The last reading before `start` of each point of each thing. The same query already returned it when it is at most a
 * day old; otherwise all stored data are searched, up to the quarter-hour of `start`: when raw readings were requested,
 * those of the day before may have been deleted while their quarter-hours are kept. Readings before the thing's
 * `oldestOf` are ignored.
 */
async function readingsBefore(
  clickhouse: ClickHouse,
  all: ReadonlyMap<number, Series>,
  start: number,
  oldestOf: (thing: number) => number,
): Promise<Map<number, Map<number, ReadingBefore>>> {
  const before = new Map<number, Map<number, ReadingBefore>>();
  const missing = { things: new Set<number>(), points: new Set<number>() };
  for (const [thing, series] of all) {
    const readings = new Map<number, ReadingBefore>();
    before.set(thing, readings);
    for (const [point, list] of series) {
      const last = list.findLast((b) => b.first_ms < start);
      if (last) {
        if (last.last_ms < oldestOf(thing)) continue;
        const { last_ms: time_ms, last: value } = last;
        readings.set(point, { time_ms, value, level: levelBefore(list, start, oldestOf(thing)) });
      } else if (oldestOf(thing) < start - LOOK_BACK_MS) {
        missing.things.add(thing);
        missing.points.add(point);
      }
    }
  }
  if (missing.things.size === 0) return before;
  const rows = await clickhouse.query(lastBefore, {
    things: [...missing.things],
    points: [...missing.points],
    before: Math.floor(start / QUARTER_MS) * QUARTER_MS,
  });
  for (const { thing, point, time_ms, value, level, level_ms } of rows) {
    const readings = before.get(thing);
    const oldest_ms = oldestOf(thing);
    if (readings && !readings.has(point) && time_ms >= oldest_ms)
      readings.set(point, { time_ms, value, level: level_ms >= oldest_ms || value > 0 ? level : 0 });
  }
  return before;
}

/** The last reading above zero before `start` that is not older than `oldest_ms`; 0 without one. */
function levelBefore(list: readonly RolledUpBucket[], start: number, oldest_ms: number): number {
  const last = list.findLast((b) => b.first_ms < start && b.last_ms >= oldest_ms && b.high > 0);
  return last ? courseOf(last).last : 0;
}

function slotAnswer(slot: CounterSlot, counter: boolean): Answer {
  const answer = { first: slot.first / 1000, last: slot.last / 1000 };
  // Only counters restart from zero; any other point may fall.
  if (!counter) return { ...answer, value: oneDecimal(slot.last - slot.first) };
  return {
    ...answer,
    value: oneDecimal(slot.rise),
    ...(slot.gap ? { gap: true } : {}),
    ...(slot.reset ? { reset: true } : {}),
  };
}

/** Thousandths as units with one decimal (specification section 7). */
function oneDecimal(thousandths: number): number {
  return Math.round(thousandths / 100) / 10;
}
