import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { dropLoginCodes, endSessions, type Manage, managedAccount } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { deleteFactor } from './store-factors.ts';

/**
 * Removes the second factor of an account below the caller whose owner has lost it. Ends its sessions, so that a
 * finder of the lost device is signed out too.
 * @throws forbidden (also for the caller's own account), notFound, conflict when there is none
 */
export async function resetSecondFactor(
  core: Core,
  ctx: Ctx,
  accountId: string,
  manage: Manage = managedAccount,
): Promise<void> {
  const ended = await core.services.db.transaction().execute(async (trx) => {
    const account = await manage(trx, ctx, accountId);
    if (!(await deleteFactor(trx, account.id))) {
      throw new AppError('conflict', { message: 'This account has no second factor' });
    }
    const ended = await endSessions(trx, { accountId: account.id, reason: 'revoked', now: ctx.now });
    await dropLoginCodes(trx, account.id);
    await notify(trx, 'voltloop_accounts', `account:${account.id}`);
    await audit(trx, ctx, {
      action: 'account.factor.reset',
      objectType: 'account',
      objectId: account.id,
      details: { sessions_ended: ended.length },
    });
    return ended;
  });
  for (const id of ended) core.cache.forgetSession(id);
}
