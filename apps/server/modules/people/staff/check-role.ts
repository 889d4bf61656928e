import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { coversRole } from './rules.ts';
import { lockRoleRights } from './store.ts';

/**
 * Checks that the caller may assign a role, and locks it until the transaction ends.
 * @throws validation at `role_id`: no such role in the tenant, or one with rights that the caller lacks
 */
export async function checkRole(trx: Trx, ctx: Ctx, roleId: number): Promise<void> {
  const menuIds = await lockRoleRights(trx, ctx.caller.tenantId, roleId);
  if (menuIds === null) throw fieldError('role_id', 'staff.noRole', 'There is no such role');
  if (!coversRole(ctx.caller.rights, menuIds)) {
    throw fieldError('role_id', 'staff.roleBeyond', 'You can only grant rights that you have yourself');
  }
}
