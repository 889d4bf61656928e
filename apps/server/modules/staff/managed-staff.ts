import type { Ctx } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { type AccountRow, accountById } from '../accounts/index.ts';
import { untouchable } from './rules.ts';
import { staffById } from './store.ts';

const reasons = {
  own: 'Your own account is changed on its own page',
  beyond: 'This account has rights that you do not have',
};

/**
 * One of the staff whom the caller may change: not the caller, and nobody with rights that the caller has not. Which
 * buttons the caller may press is the contract's matter.
 * @throws notFound, forbidden with the reason beside `id`
 */
export async function managedStaff(db: Db | Trx, ctx: Ctx, id: string): Promise<AccountRow> {
  const [member, account] = [await staffById(db, ctx.caller.tenantId, id), await accountById(db, id)];
  if (!member || !account) throw notFound();
  const reason = untouchable(ctx.caller, member);
  if (reason) {
    const message = reasons[reason];
    throw new AppError('forbidden', { message, fields: [{ path: 'id', key: `staff.${reason}`, message }] });
  }
  return account;
}
