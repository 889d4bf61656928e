import type { exportHistory, ParamsOf, QueryOf } from '@voltloop/contract';
import { MAX_EXPORT_DAYS } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import type { TableCell, TableFile } from '../../../platform/table-export.ts';
import type { Things } from '../things/index.ts';
import { checkRange } from './check-range.ts';
import { columnLabel, fileName, fixedLabels } from './export-cells.ts';
import { checkSheet, withinLimit } from './export-limit.ts';
import { exportRows, planExport } from './export-rows.ts';
import { modelOf, selectPoints } from './select-points.ts';

/**
 * History of one thing as a file that is streamed window by window. Rows are device times or slots, ascending; columns
 * are the points that have readings in the range.
 */
export async function openExport(
  deps: Pick<Services, 'clickhouse' | 'db'> & { things: Pick<Things, 'dictionary' | 'find'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof exportHistory>; query: QueryOf<typeof exportHistory> },
): Promise<TableFile> {
  const { params, query } = input;
  const most = MAX_EXPORT_DAYS * DAY_MS;
  checkRange('query', query.begin_time, query.end_time, { step_ms: 1, series: 1, most });
  const thing = await deps.things.find(ctx.caller, params.thingsId);
  const dictionary = await modelOf(deps.things, ctx.caller, thing.infoModelId);
  const requested = { keys: query.data_points, category: undefined };
  const selection = selectPoints(dictionary, requested, 'query.data_points');
  return withinLimit(ctx.caller.accountId, async (onClose) => {
    const plan = await planExport(deps.clickhouse, thing, {
      from: query.begin_time,
      to: query.end_time,
      selection,
      interval: query.agg_interval,
      aggregate: query.agg_type,
    });
    // A point that is no longer in the dictionary has no name, so it gets no column.
    const ids = plan.ids.filter((id) => dictionary.byId.has(Math.floor(id / 65536)));
    if (query.format === 'xlsx') checkSheet('query.format', plan.rows * ids.length);
    await deps.db.transaction().execute((trx) =>
      audit(trx, ctx, {
        action: 'history.export',
        objectType: 'thing',
        objectId: thing.id,
        details: {
          devid: thing.devid,
          format: query.format,
          begin_time: query.begin_time,
          end_time: query.end_time,
          interval: query.agg_interval,
        },
      }),
    );
    async function* rows(): AsyncGenerator<TableCell[]> {
      for await (const { time_ms, values } of exportRows(deps.clickhouse, dictionary, plan)) {
        yield [{ time_ms, zone: thing.timeZone }, thing.devid, ...ids.map((id) => values.get(id) ?? null)];
      }
    }
    const { time, devid } = fixedLabels[query.language];
    const from = isoDay(query.begin_time, thing.timeZone);
    const to = isoDay(query.end_time - 1, thing.timeZone);
    return {
      format: query.format,
      name: fileName(thing.devid, from, to),
      sheet: thing.devid,
      header: [
        // A text time contains its offset; a spreadsheet date does not.
        query.format === 'xlsx' ? `${time} (${thing.timeZone})` : time,
        devid,
        ...ids.map((id) => columnLabel(dictionary, id, query.language)),
      ],
      rows: rows(),
      onClose,
    };
  });
}
