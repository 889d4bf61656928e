import type { Ctx } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { type AccountRow, accountById, covers, mayManageAccounts, seesTenant } from '../accounts/index.ts';

/**
 * An account whose data the caller answers for: one below its own, or any of the tenant for the main account; also one that
 * was deleted, whose row still says who it was.
 * @throws forbidden, notFound
 */
export async function findPerson(db: Db | Trx, { caller }: Ctx, id: string): Promise<AccountRow> {
  if (!mayManageAccounts(caller.roleId)) throw forbidden();
  const account = await accountById(db, id, { deletedToo: true });
  if (!account || account.tenantId !== caller.tenantId) throw notFound();
  if (!seesTenant(caller) && !covers(caller.path, account.path)) throw notFound();
  return account;
}
