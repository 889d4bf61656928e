import type { PublicCtx } from '../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { Core } from './core.ts';
import { addAccount, checkFields, type NewAccount } from './create-account.ts';
import { hashPassword } from './password.ts';
import { sameCode, setupCode } from './setup-code.ts';
import { type AccountRow, anyAccount, insertTenant, lockSetup } from './store.ts';

export interface FirstAccount {
  userName: string;
  password: string;
  name: string;
  email?: string | null;
  /** Name of the tenant; the account's name where absent. */
  tenantName?: string;
  timeZone?: string;
  firstSteps?: NewAccount['firstSteps'];
}

/**
 * Creates the first tenant and its main account. Of concurrent set-ups only one succeeds: the lock serialises them,
 * and the second finds the first one's account.
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
    userName: input.userName,
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
    await lockSetup(trx);
    if (await anyAccount(trx)) throw exists();
    const tenantId = await insertTenant(trx, input.tenantName ?? input.name, input.timeZone ?? 'UTC');
    return addAccount(trx, { ...ctx, caller: null }, { ...account, tenantId }, passwordHash);
  });
}

/**
 * Checks the setup code, which only the person who started the instance has read.
 * @throws conflict when any account exists; validation for another code
 */
export async function checkSetupCode(core: Core, ctx: PublicCtx, code: string): Promise<void> {
  const { db, config } = core.services;
  if (await anyAccount(db)) throw exists();
  if (sameCode(code, await setupCode(db, config.setupCode))) return;
  ctx.log.warn({ ip: ctx.ip }, 'a wrong setup code was tried');
  throw fieldError(
    'code',
    'setup.code',
    'This is not the setup code that the server printed when it started',
  );
}

const exists = () => new AppError('conflict', { message: 'This instance has its first account already' });
