import type { batchData, HistoryRow, ParamsOf, QueryOf } from '@voltloop/contract';
import { type Dictionary, WireNames } from '@voltloop/protocol/dictionary.ts';
import { CLOCK_AHEAD_MS } from '@voltloop/protocol/read-frames.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { frameSpan, rowsAscending, rowsDescending } from './queries.ts';
import { modelOf, readKey, type Selection, selectPoints, selectShared } from './select-points.ts';

/** More values than this in one answer are refused; callers must export a file instead (exportHistory). */
const MAX_VALUES = 2_000_000;
const END_OF_TIME_MS = 9_999_999_999_999;

/** The latest time shown as current: a device whose clock runs ahead has readings of the future. */
export const presentEnd = (ctx: Pick<Ctx, 'now'>) => ctx.now.getTime() + CLOCK_AHEAD_MS + 1;

interface RowQuery {
  from: number;
  to: number;
  selection: Selection;
  /** Id of a point that a row must have; 0 for none. */
  must: number;
  limit: number;
  order: 'asc' | 'desc';
}

/** Rows as the devices sent them: things in the requested order, rows of a thing by time. */
export async function readBatchData(
  deps: { clickhouse: ClickHouse; things: Pick<Things, 'dictionary' | 'findMany'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof batchData>; query: QueryOf<typeof batchData> },
): Promise<HistoryRow[]> {
  const { query } = input;
  const dictionary = await modelOf(deps.things, ctx.caller, input.params.infoModelId);
  const things = await deps.things.findMany(ctx.caller, query.thirdThingsIds);
  const requested = { keys: query.data_points, category: query.category_id };
  selectPoints(dictionary, requested, 'query.data_points');
  const rowQuery: Omit<RowQuery, 'selection'> = {
    from: query.begin_time ?? 0,
    to: Math.min(query.end_time ?? END_OF_TIME_MS, presentEnd(ctx)),
    must: query.exists ? readKey(dictionary, query.exists, 'query.exists').point.id : 0,
    limit: query.topN,
    order: query.order,
  };
  const rows: HistoryRow[] = [];
  let values = 0;
  for (const thing of things) {
    const from = Math.max(rowQuery.from, thing.visibleFrom_ms);
    const own = await modelOf(deps.things, thing, thing.infoModelId);
    const selection = selectShared(own, requested);
    for await (const row of rowsOf(deps.clickhouse, own, thing, { ...rowQuery, selection, from })) {
      values += Object.keys(row.fields).length;
      if (values > MAX_VALUES) {
        const text = `The answer would have more than ${MAX_VALUES} values: ask for fewer rows, things or data_points.`;
        throw fieldError('query.topN', 'validation.tooManyValues', text);
      }
      rows.push(row);
    }
  }
  return rows;
}

/**
 * The rows of one thing, read in windows that begin at its first (or last) frame and grow while there are too few rows,
 * so that "the newest row" never reads a year.
 */
export async function* rowsOf(
  clickhouse: ClickHouse,
  dictionary: Dictionary,
  thing: Pick<ThingRow, 'key' | 'devid'>,
  rowQuery: RowQuery,
): AsyncGenerator<HistoryRow> {
  const { selection, must, order } = rowQuery;
  const [span] = await clickhouse.query(frameSpan, {
    thing: thing.key,
    from: rowQuery.from,
    to: rowQuery.to,
  });
  if (!span || selection.points.length === 0) return;
  const names = new WireNames(dictionary);
  const asc = order === 'asc';
  const end = span.last_ms + 1;
  let left = rowQuery.limit;
  let width_ms = Math.max(left * 60_000, 600_000);
  let at = asc ? span.first_ms : end;
  while (left > 0 && (asc ? at < end : at > span.first_ms)) {
    const from = asc ? at : Math.max(at - width_ms, span.first_ms);
    const to = asc ? Math.min(at + width_ms, end) : at;
    const rows = await clickhouse.query(asc ? rowsAscending : rowsDescending, {
      thing: thing.key,
      from,
      to,
      must,
      limit: left,
      ...selection,
    });
    for (const row of rows) {
      const fields: Record<string, number> = {};
      row.ids.forEach((id, i) => {
        fields[names.of(Math.floor(id / 65536), id % 65536)] = row.values[i] as number;
      });
      yield { thirdThingsId: thing.devid, time: row.time_ms, fields };
    }
    left -= rows.length;
    at = asc ? to : from;
    width_ms *= 4;
  }
}
