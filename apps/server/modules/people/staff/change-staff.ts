import type * as contract from '@voltloop/contract';
import type { BodyOf, StaffDetail } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import {
  addAccount,
  changeAccount,
  checkFields,
  hashPassword,
  lockAccountTree,
  type NewAccount,
  taken,
} from '../accounts/index.ts';
import type { Core } from './core.ts';
import { describeStaff } from './list-staff.ts';
import { managedStaff } from './managed-staff.ts';
import { coversRole } from './rules.ts';
import { lockRoleRights, setRole } from './store.ts';

/**
 * Checks that the caller may assign a role, and locks it until the transaction ends.
 * @throws validation at `role_id`: no such role in the tenant, or one with rights that the caller lacks
 */
async function checkRole(trx: Trx, ctx: Ctx, roleId: number): Promise<void> {
  const menuIds = await lockRoleRights(trx, ctx.caller.tenantId, roleId);
  if (menuIds === null) throw fieldError('role_id', 'staff.noRole', 'There is no such role');
  if (!coversRole(ctx.caller.rights, menuIds)) {
    throw fieldError('role_id', 'staff.roleBeyond', 'You can only grant rights that you have yourself');
  }
}

/**
 * Changes a staff account; fields that are not given stay, those in `clearFields` are emptied (interpretation A39). A
 * new role applies at the next call. The audit names the fields, not their values, and the roles.
 * @throws forbidden, notFound, validation, conflict (e-mail address taken)
 */
export async function updateStaff(
  core: Core,
  ctx: Ctx,
  id: string,
  { clearFields = [], role_id: roleId, ...given }: BodyOf<typeof contract.updateStaff>,
): Promise<StaffDetail> {
  const found = await core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const account = await managedStaff(trx, ctx, id);
    const fields = {
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')),
      ...Object.fromEntries(clearFields.map((field) => [field, null])),
    };
    const newRole = roleId !== undefined && roleId !== account.roleId ? roleId : null;
    if (Object.keys(fields).length > 0) {
      await changeAccount(trx, account.id, fields, ctx.now).catch((e: unknown) => {
        throw taken(e) ?? e;
      });
    }
    if (newRole !== null) {
      await checkRole(trx, ctx, newRole);
      await setRole(trx, account.id, newRole, ctx.now);
      await notify(trx, 'voltloop_accounts', `account:${account.id}`);
    }
    if (newRole !== null || Object.keys(fields).length > 0) {
      await audit(trx, ctx, {
        action: 'account.update',
        objectType: 'account',
        objectId: account.id,
        details: {
          user_name: account.userName,
          fields: [...Object.keys(fields), ...(newRole === null ? [] : ['role_id'])].sort(),
          ...(newRole === null ? {} : { role: { from: account.roleId, to: newRole } }),
        },
      });
    }
    return describeStaff(trx, ctx, account.id);
  });
  core.sessions.forgetAccount(found.id);
  return found;
}

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
