import type { BodyOf, exportComparison, ParamsOf } from '@voltloop/contract';
import { MAX_EXPORT_DAYS } from '@voltloop/contract';
import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import { DAY_MS } from '@voltloop/protocol/read-frames.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import type { TableCell, TableFile } from '../../../platform/table-export.ts';
import type { ThingRow, Things } from '../things/index.ts';
import { checkRange } from './check-range.ts';
import { columnLabel, fixedLabels } from './export-cells.ts';
import { checkSheet, withinLimit } from './export-limit.ts';
import { exportRows, mergeRows, planExport } from './export-rows.ts';
import { modelOf, selectPoints, selectShared } from './select-points.ts';

/**
 * Points of several things side by side as a file: one row for each time of any of them, with empty cells for things
 * without a value. Times are written in the zone of the first thing; slots are cut in each thing's own zone.
 * @throws notFound when any thing is not visible to the caller
 */
export async function openComparison(
  deps: Pick<Services, 'clickhouse' | 'db'> & { things: Pick<Things, 'dictionary' | 'findMany'> },
  ctx: Ctx,
  input: { params: ParamsOf<typeof exportComparison>; body: BodyOf<typeof exportComparison> },
): Promise<TableFile> {
  const { params, body } = input;
  const most = MAX_EXPORT_DAYS * DAY_MS;
  checkRange('body', body.begin_time, body.end_time, { step_ms: 1, series: 1, most });
  const dictionary = await modelOf(deps.things, ctx.caller, params.infoModelId);
  const requested = { keys: body.data_points, category: undefined };
  selectPoints(dictionary, requested, 'data_points');
  const things = await deps.things.findMany(ctx.caller, [...new Set(body.things)]);
  const dictionaries = await Promise.all(
    things.map((thing) => modelOf(deps.things, thing, thing.infoModelId)),
  );
  const zone = (things[0] as ThingRow).timeZone;
  return withinLimit(ctx.caller.accountId, async (onClose) => {
    const plans = await Promise.all(
      things.map((thing, i) =>
        planExport(deps.clickhouse, thing, {
          from: body.begin_time,
          to: body.end_time,
          selection: selectShared(dictionaries[i] as Dictionary, requested),
          interval: body.agg_interval,
          aggregate: body.agg_type,
        }),
      ),
    );
    const cells = plans.reduce((sum, plan) => sum + plan.rows * plan.ids.length, 0);
    if (body.format === 'xlsx') checkSheet('format', cells);
    await deps.db.transaction().execute((trx) =>
      audit(trx, ctx, {
        action: 'history.compare',
        objectType: 'thing',
        details: {
          devids: things.map((thing) => thing.devid),
          points: body.data_points,
          format: body.format,
          begin_time: body.begin_time,
          end_time: body.end_time,
          interval: body.agg_interval,
        },
      }),
    );
    async function* rows(): AsyncGenerator<TableCell[]> {
      const sources = plans.map((plan, i) =>
        exportRows(deps.clickhouse, dictionaries[i] as Dictionary, plan),
      );
      for await (const { time_ms, parts } of mergeRows(sources)) {
        const row: TableCell[] = [{ time_ms, zone }];
        plans.forEach((plan, i) => {
          for (const id of plan.ids) row.push(parts[i]?.values.get(id) ?? null);
        });
        yield row;
      }
    }
    const { time, comparison } = fixedLabels[body.language];
    return {
      format: body.format,
      name: `${comparison}_${isoDay(body.begin_time, zone)}_${isoDay(body.end_time - 1, zone)}`,
      sheet: comparison,
      header: [
        body.format === 'xlsx' ? `${time} (${zone})` : time,
        ...plans.flatMap(({ thing, ids }, i) =>
          ids.map(
            (id) => `${thing.devid} · ${columnLabel(dictionaries[i] as Dictionary, id, body.language)}`,
          ),
        ),
      ],
      rows: rows(),
      onClose,
    };
  });
}
