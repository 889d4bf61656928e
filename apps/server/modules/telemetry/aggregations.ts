import type { aggregations, ParamsOf, QueryOf, ReplyOf } from '@voltloop/contract';
import { canonicalKey } from '@voltloop/protocol/he-bat/index.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { checkTenant } from '../accounts/index.ts';
import type { Things } from '../things/index.ts';
import { calendarCuts } from './calendar.ts';
import { checkRange } from './check-range.ts';
import { type CounterBucket, type CounterSlot, counterSlots, type Reading } from './counter-rules.ts';
import { DAY_MS } from './parse-frame.ts';
import { lastBefore } from './questions.ts';
import { readRollUp } from './roll-up.ts';
import { modelOf, systemPoints } from './select-points.ts';

type Row = ReplyOf<typeof aggregations>[number];

/** Quarter-hours times points that one answer may be made from: five years of eight counters. */
const MAX_BUCKETS = 1_500_000;
/** How far back the reading before the first slot is looked for in the same question. */
const LOOK_BACK_MS = DAY_MS;

/** Counter series by calendar slots of the thing's zone; a slot without a reading is absent. */
export async function readAggregations(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof aggregations>; query: QueryOf<typeof aggregations> },
): Promise<Row[]> {
  const { params, query } = input;
  checkTenant(ctx.caller, params.tenantId);
  const dictionary = modelOf(params.infoModelId);
  const thing = await deps.things.find(ctx.caller, params.thingsId);
  const points = systemPoints(dictionary, query.data_points, 'query.data_points').filter(
    (p) => query.category_id === undefined || p.prefix === query.category_id,
  );
  checkRange('query', query.begin_time, query.end_time, {
    step_ms: 900_000,
    series: points.length,
    most: MAX_BUCKETS,
  });
  const cuts = calendarCuts(query.agg_interval, thing.timeZone, query.begin_time, query.end_time);
  const ids = points.map((p) => p.id);
  const series = await readCounters(deps.clickhouse, thing.key, ids, cuts);

  const rows = new Map<number, Row>();
  for (const point of points) {
    for (const slot of series.get(point.id) ?? []) {
      const row = rows.get(slot.start_ms) ?? ({ key: slot.start_ms } as Row);
      row[point.key] = slotAnswer(slot, point.kind === 'counter');
      rows.set(slot.start_ms, row);
    }
  }
  const required = (query.exist_points ?? '')
    .split(',')
    .filter(Boolean)
    .map((key) => canonicalKey(key.trim()));
  return [...rows.values()]
    .filter((row) => required.every((key) => key in row))
    .sort((a, b) => a.key - b.key);
}

/**
 * The slots of some counters of a thing, by point. The reading before the first slot comes with the same
 * question when it is not older than a day, else from the whole history.
 */
export async function readCounters(
  clickhouse: ClickHouse,
  thing: number,
  points: number[],
  cuts: readonly number[],
): Promise<Map<number, CounterSlot[]>> {
  const start = cuts[0] as number;
  const range = { thing, points, from: start - LOOK_BACK_MS, to: cuts[cuts.length - 1] as number };
  const buckets = await readRollUp(clickhouse, range);
  const before = new Map<number, Reading>();
  for (const [point, all] of buckets) {
    const last = all.findLast((b) => b.start_ms < start);
    if (last) before.set(point, { time_ms: last.last_ms, value: last.last });
  }
  const missing = points.filter((p) => buckets.has(p) && !before.has(p));
  if (missing.length > 0) {
    const readings = await clickhouse.ask(lastBefore, { thing, points: missing, before: range.from });
    for (const { point, ...reading } of readings) before.set(point, reading);
  }
  const within = (all: CounterBucket[]) => all.filter((b) => b.first_ms >= start);
  return new Map(
    points.map((p) => [p, counterSlots(within(buckets.get(p) ?? []), cuts, before.get(p) ?? null)]),
  );
}

function slotAnswer(slot: CounterSlot, counter: boolean): Exclude<Row[string], number> {
  const answer = { first: slot.first / 1000, last: slot.last / 1000 };
  // Only counters start again from zero; any other point may fall.
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
