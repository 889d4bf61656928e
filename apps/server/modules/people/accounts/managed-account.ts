import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { forbidden } from '../../../platform/errors.ts';
import { mayManageAccounts } from './rules.ts';
import type { AccountRow } from './store.ts';
import { loadAccount } from './visibility.ts';

/** Finds an account that the caller may change. @throws forbidden, notFound */
export type Manage = (db: Db | Trx, ctx: Ctx, id: string) => Promise<AccountRow>;

/**
 * An account below the caller's. The caller's own account is changed on its own page, which requires the old
 * password.
 * @throws forbidden, notFound
 */
export async function managedAccount(db: Db | Trx, ctx: Ctx, id: string): Promise<AccountRow> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  const account = await loadAccount(db, ctx.caller, id);
  if (account.id === ctx.caller.accountId || account.parentId === null) throw forbidden();
  return account;
}
