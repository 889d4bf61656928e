import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { ThingRow } from '../things/index.ts';
import { calendarCuts, cutsFrom, type Interval } from './calendar.ts';
import { type Aggregate, aggregateOf } from './chart-rules.ts';
import { frameCount, presentPoints, rowsAscending } from './queries.ts';
import type { Selection } from './select-points.ts';
import { readSlots } from './slots.ts';

type ChartInterval = Exclude<Interval, '1y'>;

/** A row of an exported file: values by `point * 65536 + part`. */
export interface ExportRow {
  time_ms: number;
  values: Map<number, number>;
}

/** The requested part of one thing in an export. */
export interface ExportRequest {
  from: number;
  to: number;
  selection: Selection;
  interval: 'raw' | ChartInterval;
  aggregate: Aggregate;
}

/** The plan of one thing in an export: its columns, and the approximate number of rows. */
export interface ExportPlan extends ExportRequest {
  thing: ThingRow;
  /** `point * 65536 + part`, in order. */
  ids: number[];
  rows: number;
}

/** Values per query; bounds memory for files of any length. */
const VALUES_PER_QUERY = 150_000;
const SHORTEST_WINDOW_MS = 10 * 60_000;
/** Slots per query: a week of quarter-hours, a month for each other interval. */
const SLOTS_PER_QUERY: Record<ChartInterval, number> = {
  '5m': 2016,
  '15m': 2976,
  '1h': 744,
  '1d': 31,
  '1M': 1,
};

/** Determines the points with readings in the range, within the caller's history cutoff, and the number of rows. */
export async function planExport(
  clickhouse: ClickHouse,
  thing: ThingRow,
  request: ExportRequest,
): Promise<ExportPlan> {
  const start = Math.max(request.from, thing.visibleFrom_ms);
  const end = Math.max(request.to, start);
  const cuts =
    request.interval === 'raw'
      ? null
      : cutsFrom(calendarCuts(request.interval, thing.timeZone, start, end), thing.visibleFrom_ms);
  const from = cuts?.[0] ?? start;
  const to = cuts?.at(-1) ?? end;
  const range = { thing: thing.key, from, to };
  const [present, [count]] = await Promise.all([
    clickhouse.query(presentPoints, { ...range, ...request.selection }),
    clickhouse.query(frameCount, range),
  ]);
  const frames = count?.frames ?? 0;
  return {
    ...request,
    from,
    to,
    thing,
    ids: present.map(({ point, part }) => point * 65536 + part),
    rows: cuts ? Math.min(cuts.length - 1, frames) : frames,
  };
}

/** The rows of a plan, ascending by time, read window by window. */
export function exportRows(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  plan: ExportPlan,
): AsyncGenerator<ExportRow> {
  return plan.interval === 'raw'
    ? rawRows(clickhouse, plan)
    : slotRows(clickhouse, dictionary, plan, plan.interval);
}

async function* rawRows(clickhouse: ClickHouse, plan: ExportPlan): AsyncGenerator<ExportRow> {
  if (plan.ids.length === 0) return;
  const perDay = (plan.rows * plan.ids.length * DAY_MS) / (plan.to - plan.from);
  const width = Math.max(SHORTEST_WINDOW_MS, Math.min(DAY_MS, (VALUES_PER_QUERY / (perDay || 1)) * DAY_MS));
  for (let from = plan.from; from < plan.to; from += width) {
    const to = Math.min(from + width, plan.to);
    const window = { thing: plan.thing.key, from: Math.floor(from), to: Math.floor(to) };
    const all = { must: 0, limit: 4_000_000_000 };
    for (const row of await clickhouse.query(rowsAscending, { ...window, ...all, ...plan.selection })) {
      yield { time_ms: row.time_ms, values: new Map(row.ids.map((id, i) => [id, row.values[i] as number])) };
    }
  }
}

async function* slotRows(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  plan: ExportPlan,
  interval: ChartInterval,
): AsyncGenerator<ExportRow> {
  if (plan.ids.length === 0) return;
  const cuts = cutsFrom(
    calendarCuts(interval, plan.thing.timeZone, plan.from, plan.to),
    plan.thing.visibleFrom_ms,
  );
  const aggregates: Aggregate[] = [plan.aggregate];
  const fitting = Math.max(1, Math.floor(VALUES_PER_QUERY / plan.ids.length));
  const slotsPerQuery = Math.min(SLOTS_PER_QUERY[interval], fitting);
  for (let at = 0; at < cuts.length - 1; at += slotsPerQuery) {
    const window = cuts.slice(at, at + slotsPerQuery + 1);
    const slotQuery = { selection: plan.selection, interval, aggregates, cuts: window };
    const rows = new Map<number, ExportRow>();
    for (const { point, part, slots } of await readSlots(clickhouse, dictionary, plan.thing, slotQuery)) {
      const aggregate = figureOf(dictionary, point, plan.aggregate);
      for (const slot of slots) {
        const row = rows.get(slot.start_ms) ?? { time_ms: slot.start_ms, values: new Map() };
        rows.set(slot.start_ms, row);
        row.values.set(point * 65536 + part, aggregateOf(slot, aggregate));
      }
    }
    yield* [...rows.values()].sort((a, b) => a.time_ms - b.time_ms);
  }
}

/** Choices and bit fields have no average, minimum or maximum: the last value counts. */
export function figureOf(dictionary: Dictionary, point: number, aggregate: Aggregate): Aggregate {
  const kind = dictionary.byId.get(point)?.kind;
  return kind === 'enum' || kind === 'bits' ? (aggregate === 'first' ? 'first' : 'last') : aggregate;
}

/** Merges the rows of several ascending sources: one row for each time of any of them, with the values of each. */
export async function* mergeRows(
  sources: readonly AsyncGenerator<ExportRow>[],
): AsyncGenerator<{ time_ms: number; parts: (ExportRow | undefined)[] }> {
  try {
    const heads = await Promise.all(sources.map((source) => source.next()));
    for (;;) {
      let time_ms = Number.POSITIVE_INFINITY;
      for (const head of heads) if (!head.done && head.value.time_ms < time_ms) time_ms = head.value.time_ms;
      if (time_ms === Number.POSITIVE_INFINITY) return;
      const parts: (ExportRow | undefined)[] = [];
      for (let i = 0; i < sources.length; i++) {
        const head = heads[i] as IteratorResult<ExportRow>;
        if (head.done || head.value.time_ms !== time_ms) {
          parts.push(undefined);
          continue;
        }
        parts.push(head.value);
        heads[i] = await (sources[i] as AsyncGenerator<ExportRow>).next();
      }
      yield { time_ms, parts };
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}
