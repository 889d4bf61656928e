import type { PublicCtx } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';
import { addAccount, checkFields, type NewAccount } from './create-account.ts';
import { hashPassword } from './password.ts';
import { type AccountRow, anyAccount, holdSetup, insertTenant } from './store.ts';

export interface FirstAccount {
  user_name: string;
  password: string;
  name: string;
  email?: string | null;
  /** Name of the tenant; the account's name where absent. */
  tenantName?: string;
  timeZone?: string;
  firstSteps?: NewAccount['firstSteps'];
}

/**
 * Makes the first tenant and its main account. Of two set-ups at once one wins: the lock lets them in one by one, and
 * the second finds the first one's account.
 * @throws conflict when any account exists, also a deleted one; validation
 */
export async function createFirstAccount(
  core: Core,
  ctx: PublicCtx,
  input: FirstAccount,
): Promise<AccountRow> {
  const { db } = core.services;
  const account: NewAccount = {
    kind: 'main',
    parentId: null,
    userName: input.user_name,
    name: input.name,
    email: input.email ?? null,
    password: input.password,
    timeZone: input.timeZone ?? null,
    ...(input.firstSteps ? { firstSteps: input.firstSteps } : {}),
  };
  if (await anyAccount(db)) throw exists();
  checkFields(account);
  const passwordHash = await hashPassword(input.password, 'unknown');
  return db.transaction().execute(async (trx) => {
    await holdSetup(trx);
    if (await anyAccount(trx)) throw exists();
    const tenantId = await insertTenant(trx, input.tenantName ?? input.name, input.timeZone ?? 'UTC');
    return addAccount(trx, { ...ctx, caller: null }, { ...account, tenantId }, passwordHash);
  });
}

const exists = () => new AppError('conflict', { message: 'This instance has its first account already' });
