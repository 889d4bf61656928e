import type * as contract from '@voltloop/contract';
import type { QueryOf } from '@voltloop/contract';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { exportList } from '../../../platform/list-export.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import type { Core } from './core.ts';
import { findUsers, type UserRow, usersById } from './store-users.ts';
import { loadAccount } from './visibility.ts';

/** Maximum rows of one file (specification section 9: sub-user export 99999). */
const MAX_ROWS = 99_999;
const BATCH = 500;

/**
 * The accounts of a list as a file, with unmasked personal data; the export is audited (interpretation C23). Never
 * contains a password, token or hash (C21).
 * @throws notFound, validation
 */
export async function openUsersExport(
  core: Core,
  ctx: Ctx,
  { format, language, time_zone, columns, ...filters }: QueryOf<typeof contract.exportUsers>,
): Promise<TableFile> {
  const { db } = core.services;
  const base = await loadAccount(db, ctx.caller, filters.parent_id || 'self');
  const { ids } = await findUsers(db, base, filters, { offset: 0, limit: MAX_ROWS });
  async function* batches(): AsyncGenerator<UserRow[]> {
    for (let from = 0; from < ids.length; from += BATCH) yield usersById(db, ids.slice(from, from + BATCH));
  }
  return exportList(db, ctx, usersList, {
    file: { format, language, time_zone, columns },
    audit: { action: 'account.export', objectType: 'account', objectId: base.id },
    total: ids.length,
    batches: batches(),
  });
}
