import type * as contract from '@voltloop/contract';
import type { QueryOf } from '@voltloop/contract';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import type { Core } from './core.ts';
import { countStaff, staffBatches } from './store.ts';

/**
 * The staff of a list as a file, with unmasked personal data; the export is audited (interpretation C23). Never
 * contains a password, token or hash (C21).
 * @throws validation
 */
export async function openStaffExport(
  core: Core,
  ctx: Ctx,
  { format, language, time_zone, columns, ...filters }: QueryOf<typeof contract.exportStaff>,
): Promise<TableFile> {
  const { db } = core.services;
  return exportList(db, ctx, staffList, {
    file: { format, language, time_zone, columns },
    audit: { action: 'account.export', objectType: 'account', details: { kind: 'staff' } },
    total: await countStaff(db, ctx.caller.tenantId, filters),
    batches: staffBatches(db, ctx.caller.tenantId, filters),
  });
}
