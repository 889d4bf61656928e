import type { BodyOf, historyAggregation, ParamsOf, ReplyOf } from '@voltloop/contract';
import { WireNames } from '@voltloop/protocol/dictionary.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { presentEnd } from './batch-data.ts';
import { calendarCuts, cutsFrom } from './calendar.ts';
import { type Aggregate, aggregateOf, type Piece } from './chart-rules.ts';
import { checkRange } from './check-range.ts';
import { rawSeries } from './queries.ts';
import { modelOf, selectPoints } from './select-points.ts';
import { readSlots } from './slots.ts';

type Row = ReplyOf<typeof historyAggregation>[number];
type Body = BodyOf<typeof historyAggregation>;

/** Values in one answer: a year of minutes of one point. */
const MAX_VALUES = 600_000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * Chart data: values by slots of the thing's own zone, whole slots at both ends, empty slots absent. `1m` is the stored
 * series, at device times.
 */
export async function readHistoryAggregation(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'dictionary' | 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof historyAggregation>; body: Body },
): Promise<Row[]> {
  const { params, body } = input;
  const dictionary = await modelOf(deps.things, ctx.caller, params.infoModelId);
  const thing = await deps.things.find(ctx.caller, params.thingsId);
  const requested = { keys: body.data_points, category: body.category_id };
  const selection = selectPoints(dictionary, requested, 'data_points');
  const aggregates = [body.agg_type].flat();
  const step_ms = answerStep(body.agg_interval);
  checkRange('body', body.begin_time, body.end_time, {
    step_ms,
    series: body.data_points.length,
    most: MAX_VALUES,
  });
  const rows = new Rows(new WireNames(dictionary), aggregates);
  const begin_ms = Math.max(body.begin_time, thing.visibleFrom_ms);
  if (selection.points.length === 0 || begin_ms >= body.end_time) return [];

  if (body.agg_interval === '1m') {
    const to = Math.min(body.end_time, presentEnd(ctx));
    const range = { thing: thing.key, from: begin_ms, to };
    const [points, parts, times, values] = await deps.clickhouse.queryColumns(rawSeries, {
      ...range,
      ...selection,
    });
    times.forEach((time, i) => {
      rows.addAll(points[i] as number, parts[i] as number, time, values[i] as number);
    });
    return rows.sorted();
  }
  const cuts = cutsFrom(
    calendarCuts(body.agg_interval, thing.timeZone, begin_ms, body.end_time),
    thing.visibleFrom_ms,
  );
  const slotQuery = { selection, interval: body.agg_interval, aggregates, cuts };
  for (const { point, part, slots } of await readSlots(deps.clickhouse, dictionary, thing, slotQuery)) {
    for (const slot of slots) rows.add(point, part, slot);
  }
  return rows.sorted();
}

function answerStep(interval: Body['agg_interval']): number {
  if (interval === '1m') return MINUTE_MS;
  if (interval === '5m') return 5 * MINUTE_MS;
  // Quarter-hours are read for all slots.
  return QUARTER_MS;
}

/** The answer in progress: rows by time, series by name. */
class Rows {
  readonly #rows = new Map<number, Row>();
  readonly #names: WireNames;
  readonly #aggregates: readonly Aggregate[];

  constructor(names: WireNames, aggregates: readonly Aggregate[]) {
    this.#names = names;
    this.#aggregates = aggregates;
  }

  add(point: number, part: number, slot: Piece): void {
    const figures: Record<string, number> = {};
    for (const aggregate of this.#aggregates) figures[aggregate] = aggregateOf(slot, aggregate);
    this.#row(slot.start_ms)[this.#names.of(point, part)] = figures;
  }

  /** One reading, which is its own average, minimum and maximum. */
  addAll(point: number, part: number, time_ms: number, value: number): void {
    const figures: Record<string, number> = {};
    for (const aggregate of this.#aggregates) figures[aggregate] = value;
    this.#row(time_ms)[this.#names.of(point, part)] = figures;
  }

  #row(key: number): Row {
    let row = this.#rows.get(key);
    if (!row) {
      row = { key } as Row;
      this.#rows.set(key, row);
    }
    return row;
  }

  sorted(): Row[] {
    return [...this.#rows.values()].sort((a, b) => a.key - b.key);
  }
}
