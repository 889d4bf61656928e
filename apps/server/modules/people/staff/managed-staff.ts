import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { type AccountRow, accountById } from '../accounts/index.ts';
import { untouchable } from './rules.ts';
import { staffById } from './store.ts';

const reasons = {
  own: 'Change your own account on its own page',
  beyond: 'This account has rights that you do not have',
};

/**
 * A staff account that the caller may change: not the caller's, and none with rights that the caller lacks. The
 * contract checks the right to the button.
 * @throws notFound, forbidden with the reason at `id`
 */
export async function managedStaff(db: Db | Trx, ctx: Ctx, id: string): Promise<AccountRow> {
  const [member, account] = [await staffById(db, ctx.caller.tenantId, id), await accountById(db, id)];
  if (!member || !account) throw notFound();
  const reason = untouchable(ctx.caller, { id, menuIds: member.menu_ids });
  if (reason) {
    const message = reasons[reason];
    throw new AppError('forbidden', { message, fields: [{ path: 'id', key: `staff.${reason}`, message }] });
  }
  return account;
}
