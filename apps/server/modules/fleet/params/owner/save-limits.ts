import type { AccountOwnerLimits, OwnerLimitsBody } from '@voltloop/contract';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import { type AccountRow, loadAccount } from '../../../people/accounts/index.ts';
import type { Core } from '../core.ts';
import { type LimitsOf, limitsAbove, limitsOf, writeLimits } from './store-limits.ts';

export interface LimitsChange {
  limits: OwnerLimitsBody | null;
  version: number;
}

/**
 * The settings that owners below an account may change. @throws notFound outside the subtree; validation for an account
 * without owners
 */
export async function readAccountLimits(core: Core, ctx: Ctx, user: string): Promise<AccountOwnerLimits> {
  const { db } = core.services;
  const account = await installerAccount(core, ctx, user);
  const [own, above] = await Promise.all([
    limitsOf(db, { account: account.id }),
    limitsAbove(db, account.id),
  ]);
  return { limits: own?.limits ?? null, version: own?.version ?? 0, inherited: above?.limits ?? null };
}

/** @throws as {@link readAccountLimits}; conflict after a concurrent change */
export async function setAccountLimits(
  core: Core,
  ctx: Ctx,
  user: string,
  change: LimitsChange,
): Promise<AccountOwnerLimits> {
  const account = await installerAccount(core, ctx, user);
  await saveLimits(core, ctx, { account: account.id }, change);
  return readAccountLimits(core, ctx, account.id);
}

/** Writes limits of an account or a device that the caller may change, with its audit row. @throws conflict */
export async function saveLimits(core: Core, ctx: Ctx, of: LimitsOf, change: LimitsChange): Promise<void> {
  await core.services.db.transaction().execute(async (trx) => {
    const before = await limitsOf(trx, of);
    const written = await writeLimits(trx, of, { ...change, by: ctx.caller.accountId, now: ctx.now });
    if (!written)
      throw new AppError('conflict', { message: 'These limits were changed meanwhile; open them again' });
    await audit(trx, ctx, {
      action: 'params.ownerLimits',
      objectType: 'account' in of ? 'account' : 'thing',
      objectId: 'account' in of ? of.account : of.thing,
      details: { from: before?.limits ?? null, to: change.limits },
    });
  });
}

async function installerAccount(core: Core, ctx: Ctx, user: string): Promise<AccountRow> {
  const account = await loadAccount(core.services.db, ctx.caller, user);
  if (account.kind === 'installer' || account.kind === 'enduser' || account.kind === 'staff')
    throw fieldError(
      'userId',
      'ownerControl.noCompany',
      'Only installation companies and accounts above them set limits',
    );
  return account;
}
