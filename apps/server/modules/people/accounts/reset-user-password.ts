import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';
import { type Manage, managedAccount } from './managed-account.ts';
import { hashPassword } from './password.ts';
import { passwordProblem } from './rules.ts';
import { lockAccountTree } from './store.ts';
import { setPassword } from './store-passwords.ts';
import { clearAccountFailures, dropLoginCodes, endSessions } from './store-sessions.ts';

/**
 * Sets a new password for an account below the caller, which must change it at the next sign-in. Ends its sessions at
 * once and lifts its lock by wrong guesses (interpretations A31, C05).
 * @throws forbidden, notFound, validation
 */
export async function resetUserPassword(
  core: Core,
  ctx: Ctx,
  id: string,
  password: string,
  manage: Manage = managedAccount,
): Promise<void> {
  const { db } = core.services;
  const before = await manage(db, ctx, id);
  const problem = passwordProblem(password, before);
  if (problem) throw new AppError('validation', { message: problem.message, fields: [problem] });
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    // Checked again: it may have been moved away during the hash.
    const account = await manage(trx, ctx, id);
    await setPassword(trx, account.id, hash, ctx.now);
    const ended = await endSessions(trx, { accountId: account.id, reason: 'password', now: ctx.now });
    await dropLoginCodes(trx, account.id);
    await clearAccountFailures(trx, account.id);
    await notify(trx, 'voltloop_accounts', `account:${account.id}`);
    await audit(trx, ctx, {
      action: 'account.reset_password',
      objectType: 'account',
      objectId: account.id,
      details: { user_name: account.userName, sessions_ended: ended.length },
    });
  });
  core.changed(before.id);
}
