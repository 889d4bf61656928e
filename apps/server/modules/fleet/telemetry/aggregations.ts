import type { aggregations, ParamsOf, QueryOf, ReplyOf } from '@voltloop/contract';
import type { PointDefinition } from '@voltloop/protocol';
import { canonicalKey } from '@voltloop/protocol/he-bat/index.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { calendarCuts, cutsFrom, type Interval } from './calendar.ts';
import { aggregateOf } from './chart-rules.ts';
import { checkRange } from './check-range.ts';
import { type CounterSlot, gaugeSlots, STALE_MS } from './counter-course.ts';
import { QUARTER_MS, type Span } from './counter-rules.ts';
import { rawSeries } from './queries.ts';
import { type CounterStore, readCounterSlots } from './read-counters.ts';
import { type RollUpUnit, readRollUp, readStretches } from './roll-up.ts';
import { modelOf, systemPoints } from './select-points.ts';
import { readSlots } from './slots.ts';

type Row = ReplyOf<typeof aggregations>[number];
type Answer = Exclude<Row[string], number>;

const MINUTE_MS = 60_000;

/** Limit of intervals (quarter-hours, or minutes of raw readings) times points for one answer. */
const MAX_BUCKETS = 1_500_000;

/**
 * Series by calendar slots of the thing's zone; a slot without a reading is absent. Without `agg_type` a slot has its
 * first and last reading and their difference, else the requested figures.
 */
export async function readAggregations(
  deps: { clickhouse: ClickHouse; counters: CounterStore; things: Pick<Things, 'dictionary' | 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof aggregations>; query: QueryOf<typeof aggregations> },
): Promise<Row[]> {
  const { params, query } = input;
  const dictionary = await modelOf(deps.things, ctx.caller, params.infoModelId);
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
    const series = await readPointSlots(deps.counters, thing, points, interval, cuts);
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

/** Units that slots can be built from in one query, instead of reading each quarter-hour. */
const unitOf: Partial<Record<Interval, RollUpUnit>> = { '1d': 'day', '1M': 'month', '1y': 'month' };
/** Up to this many quarter-hours (two counters of two months) reading them is faster than aggregating days. */
const FEW_QUARTERS = 12_000;

/** How counters of one thing are read fastest. */
function waysOf(
  interval: Interval,
  zone: string,
  cuts: readonly number[],
  series: number,
  oldest_ms: number,
) {
  if (interval === '5m') return 'reading' as const;
  const quarters = (((cuts.at(-1) as number) - (cuts[0] as number)) / QUARTER_MS) * series;
  const unit = unitOf[interval];
  // A takeover in the middle of a day leaves only the quarter-hours after it.
  const kept = oldest_ms > 0 && cuts[0] === oldest_ms;
  return kept || !unit || quarters <= FEW_QUARTERS ? ('quarter' as const) : { unit, zone };
}

/** The slots of some points of a thing, by point. */
async function readPointSlots(
  store: CounterStore,
  thing: ThingRow,
  points: readonly PointDefinition[],
  interval: Interval,
  cuts: readonly number[],
): Promise<Map<number, CounterSlot[]>> {
  // Earlier data belong to another owner, including the last reading before the cutoff.
  const { key, timeZone, visibleFrom_ms: oldest_ms } = thing;
  const counters = points.flatMap(({ id, kind }) => (kind === 'counter' ? [id] : []));
  const others = points.flatMap(({ id, kind }) => (kind === 'counter' ? [] : [id]));
  const [counted, read] = await Promise.all([
    counters.length > 0
      ? readCounterSlots(store, {
          things: [key],
          points: counters,
          cuts,
          oldest: new Map([[key, oldest_ms]]),
          by: waysOf(interval, timeZone, cuts, counters.length, oldest_ms),
        })
      : null,
    others.length > 0
      ? readGauges(store.clickhouse, key, others, cuts, {
          oldest_ms,
          by: waysOf(interval, timeZone, cuts, others.length, oldest_ms),
        })
      : null,
  ]);
  return new Map([...(counted?.get(key) ?? []), ...(read ?? [])]);
}

/** First and last readings of points that are no counters, by point. */
async function readGauges(
  clickhouse: ClickHouse,
  thing: number,
  points: number[],
  cuts: readonly number[],
  { oldest_ms, by }: { oldest_ms: number; by: ReturnType<typeof waysOf> },
): Promise<Map<number, CounterSlot[]>> {
  const range = { from: Math.max((cuts[0] as number) - STALE_MS, oldest_ms), to: cuts.at(-1) as number };
  const slots = (series: ReadonlyMap<number, readonly Span[]> | undefined) =>
    new Map(
      [...(series ?? [])].map(([point, list]) => [
        point,
        gaugeSlots(
          list.filter(({ last_ms }) => last_ms >= oldest_ms),
          cuts,
        ),
      ]),
    );
  if (by === 'reading') {
    const selection = { thing, points, whole: points, parts: [] };
    const [ids, , times, values] = await clickhouse.queryColumns(rawSeries, { ...selection, ...range });
    const series = new Map<number, Span[]>();
    times.forEach((time_ms, row) => {
      const value = Math.round((values[row] as number) * 1000);
      const list = series.get(ids[row] as number) ?? [];
      series.set(ids[row] as number, list);
      list.push({ first_ms: time_ms, last_ms: time_ms, first: value, last: value, low: value, high: value });
    });
    for (const list of series.values()) list.sort((a, b) => a.first_ms - b.first_ms);
    return slots(series);
  }
  const from = Math.floor(range.from / QUARTER_MS) * QUARTER_MS;
  if (by === 'quarter') return slots(await readRollUp(clickhouse, { ...range, thing, points, from }));
  const rates = points.map(() => 0);
  const query = { ...range, things: [thing], points, rates, from, until: from, zone: by.zone };
  return slots((await readStretches(clickhouse, query, by.unit)).get(thing));
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
    ...(slot.doubtful ? { doubtful: true } : {}),
  };
}

/** Thousandths as units with one decimal (specification section 7). */
function oneDecimal(thousandths: number): number {
  return Math.round(thousandths / 100) / 10;
}
