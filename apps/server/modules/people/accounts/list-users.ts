import type * as contract from '@voltloop/contract';
import {
  type developerUsers,
  type Page,
  type QueryOf,
  type ReplyOf,
  type User,
  type UserDetail,
  userListQuery,
} from '@voltloop/contract';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { exportList } from '../../../platform/list-export.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { TableFile } from '../../../platform/table-export.ts';
import type { Core } from './core.ts';
import { maskAddress, maskEmail, maskMobile } from './mask.ts';
import {
  accountsBetween,
  childrenOf,
  findUsers,
  nodeById,
  type UserRow,
  userExtras,
  usersById,
} from './store-users.ts';
import { loadAccount } from './visibility.ts';

/** An account as a list shows it. */
export function listed({ path: _path, ...row }: UserRow): User {
  return {
    ...row,
    email: maskEmail(row.email),
    mobile: maskMobile(row.mobile),
    address: maskAddress(row.address),
  };
}

/** A page of the accounts below the caller, or below `parent_id`. @throws notFound */
export async function listUsers(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.listUsers>,
): Promise<Page<User>> {
  const { db } = core.services;
  const base = await loadAccount(db, ctx.caller, query.parent_id || 'self');
  const window = pageWindow(query);
  const { ids, total } = await findUsers(db, base, query, window);
  const list = ids.length === 0 ? [] : (await usersById(db, ids)).map(listed);
  return paged({ list, total }, window);
}

/**
 * One account with unmasked personal data; reading another person's is audited (interpretation C23). @throws notFound
 */
export async function readUser(core: Core, ctx: Ctx, id: string): Promise<UserDetail> {
  return core.services.db.transaction().execute(async (trx) => {
    const account = await loadAccount(trx, ctx.caller, id);
    if (account.id !== ctx.caller.accountId) {
      await audit(trx, ctx, {
        action: 'account.read',
        objectType: 'account',
        objectId: account.id,
        details: { user_name: account.userName },
      });
    }
    return describeUser(trx, ctx, account.id);
  });
}

/** An account whose visibility was checked. */
export async function describeUser(db: Db | Trx, ctx: Ctx, id: string): Promise<UserDetail> {
  const [[row], extras] = await Promise.all([usersById(db, [id]), userExtras(db, id)]);
  if (!row || !extras) throw notFound();
  const { path, ...rest } = row;
  return { ...rest, ...extras, ancestors: await accountsBetween(db, ctx.caller, path) };
}

/** The accounts below the caller for the development export (interpretation C21): masked as in the list, and audited. */
export async function readUsersForDeveloper(
  core: Core,
  ctx: Ctx,
  { skip, limit }: QueryOf<typeof developerUsers>,
): Promise<ReplyOf<typeof developerUsers>> {
  const page = await listUsers(core, ctx, userListQuery.parse({ skip, limit, sort: 'user_name' }));
  await core.services.db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'accounts.developer_export',
      objectType: 'account',
      details: { accounts: page.list.length, total: page.total },
    }),
  );
  return page;
}

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

/** An account of the caller's subtree, its direct children, and its ancestors. @throws notFound */
export async function readTree(
  core: Core,
  ctx: Ctx,
  query: QueryOf<typeof contract.userTree>,
): Promise<ReplyOf<typeof contract.userTree>> {
  const { db } = core.services;
  const { id, path } = await loadAccount(db, ctx.caller, query.parent_id || 'self');
  const window = pageWindow(query);
  const [parent, level, ancestors] = await Promise.all([
    nodeById(db, id),
    childrenOf(db, id, window),
    accountsBetween(db, ctx.caller, path),
  ]);
  if (!parent) throw notFound();
  return paged({ ...level, parent, ancestors }, window);
}
