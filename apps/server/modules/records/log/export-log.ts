import type { exportLog, LogRow, QueryOf } from '@voltloop/contract';
import { logList } from '@voltloop/contract/lists/log.list.ts';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import type { Core } from '../resources/index.ts';
import { checkedFilter } from './find-log.ts';
import { logBatches, logPage } from './store.ts';
import { withTitles } from './titles.ts';

/** The filtered trail as a file; the export leaves an audit row. @throws validation */
export async function openLogExport(
  core: Core,
  ctx: Ctx,
  { format, language, time_zone, order, ...given }: QueryOf<typeof exportLog>,
): Promise<TableFile> {
  const { db } = core.services;
  const filter = checkedFilter(given);
  const { total } = await logPage(db, ctx.caller.tenantId, filter, { order, offset: 0, limit: 1 });
  async function* batches(): AsyncGenerator<LogRow[]> {
    for await (const batch of logBatches(db, ctx.caller.tenantId, filter, order))
      yield withTitles(core, ctx, batch);
  }
  return exportList(db, ctx, logList, {
    file: { format, language, time_zone },
    audit: { action: 'log.export', objectType: 'log', details: filter },
    total,
    batches: batches(),
    cells: {
      action: (row) => actionLabel(row.action, language),
      object: (row) => (row.objectType === null ? null : objectTypeLabel(row.objectType, language)),
    },
  });
}
