import {
  type AccountRow,
  type Accounts,
  accountByUserName,
  hashPassword,
} from '../../../modules/people/accounts/index.ts';
import type { Roles } from '../../../modules/people/roles/index.ts';
import type { Staff } from '../../../modules/people/staff/index.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Services } from '../../../platform/services.ts';
import { demoPassword } from '../demo-accounts.ts';
import { demoCtx } from './demo-ctx.ts';
import { roles, staff } from './staff.ts';

const FACT = 'demo_staff';
/** Roles and people exist before the two years of the demo's business begin. */
const DAYS_AGO = 740;

/**
 * Creates the roles and people of the demo's back office, once: later changes to them are kept. The next run
 * completes an interrupted one.
 */
export async function seedStaff(
  services: Services,
  modules: { accounts: Accounts; staff: Staff; roles: Roles },
  main: AccountRow,
): Promise<void> {
  const { pool, db } = services;
  const done = await pool.query('select 1 from instance_facts where key = $1', [FACT]);
  if (done.rows.length > 0) return;
  const now = new Date(services.clock().getTime() - DAYS_AGO * 86_400_000);
  const ctx = demoCtx(services, main, now);
  let passwordHash = '';
  for (const { userName, name, role } of staff) {
    const roleId = await roleOf(services, modules.roles, ctx, role);
    const account = await accountByUserName(db, userName);
    if (account) {
      await modules.staff.updateStaff(ctx, account.id, { role_id: roleId });
      continue;
    }
    passwordHash ||= await hashPassword(demoPassword);
    const email = `${userName}@demo.voltloop.example`;
    const fresh = {
      kind: 'staff' as const,
      parentId: main.id,
      country: 'CN',
      firstSteps: 'skipped' as const,
    };
    await modules.accounts.createAccount(ctx, { ...fresh, userName, name, email, passwordHash, roleId });
  }
  await pool.query(`insert into instance_facts (key, value) values ($1, '{}') on conflict (key) do nothing`, [
    FACT,
  ]);
}

async function roleOf(
  { pool }: Services,
  roleModule: Roles,
  ctx: Ctx,
  name: keyof typeof roles,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from roles where tenant_id = $1 and name = $2',
    [ctx.caller.tenantId, name],
  );
  const id =
    rows[0]?.id ?? (await roleModule.insertRole(ctx, { name, description: roles[name].description })).id;
  await roleModule.assignMenus(ctx, { roleId: id, menuIds: roles[name].menuIds });
  return id;
}
