import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import {
  type AccountRow,
  accountById,
  covers,
  mayManageAccounts,
  seesTenant,
} from '../../people/accounts/index.ts';

/**
 * An account for whose data the caller is responsible: one below its own, or any of the tenant for the main account;
 * including deleted ones, whose row still has their personal data.
 * @throws forbidden, notFound
 */
export async function findPerson(db: Db | Trx, { caller }: Ctx, id: string): Promise<AccountRow> {
  if (!mayManageAccounts(caller.roleId)) throw forbidden();
  const account = await accountById(db, id, { deletedToo: true });
  if (!account || account.tenantId !== caller.tenantId) throw notFound();
  if (!seesTenant(caller) && !covers(caller.path, account.path)) throw notFound();
  return account;
}
