import type * as contract from '@voltloop/contract';
import type { BodyOf, StaffDetail } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import { addAccount, checkFields, hashPassword, type NewAccount } from '../accounts/index.ts';
import { checkRole } from './check-role.ts';
import type { Core } from './core.ts';
import { describeStaff } from './list-staff.ts';

/**
 * Creates a back-office account, directly below the tenant's main account, with a role whose rights the caller has.
 * @throws validation, conflict (name or e-mail taken)
 */
export async function createStaff(
  core: Core,
  ctx: Ctx,
  body: BodyOf<typeof contract.createStaff>,
): Promise<StaffDetail> {
  const input: NewAccount = {
    kind: 'staff',
    parentId: null,
    userName: body.user_name,
    name: body.name,
    email: body.email || null,
    mobile: body.mobile || null,
    description: body.description || null,
    password: body.password,
    roleId: body.role_id,
    mustChangePassword: body.must_change_password,
  };
  checkFields(input);
  const passwordHash = await hashPassword(body.password);
  return core.services.db.transaction().execute(async (trx) => {
    await checkRole(trx, ctx, body.role_id);
    const { id } = await addAccount(trx, ctx, input, passwordHash);
    return describeStaff(trx, ctx, id);
  });
}
