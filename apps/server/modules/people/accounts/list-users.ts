import type * as contract from '@voltloop/contract';
import type { Page, QueryOf, User, UserDetail } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import type { Core } from './core.ts';
import { maskAddress, maskEmail, maskMobile } from './mask.ts';
import { accountsBetween, findUsers, type UserRow, userExtras, usersById } from './store-users.ts';
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
