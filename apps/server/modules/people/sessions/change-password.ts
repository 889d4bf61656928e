import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import {
  dropLoginCodes,
  endSessions,
  hashPassword,
  passwordProblem,
  replacePassword,
} from '../accounts/index.ts';
import { confirmPassword } from './confirm-password.ts';
import type { Core } from './core.ts';

/**
 * Changes the caller's password. All its other sessions end at once on every node, and so do its one-time sign-in
 * codes; the current session stays (interpretation C27).
 * @throws validation at `origin_password` (wrong) or `password` (policy), tooMany, conflict
 */
export async function changePassword(
  core: Core,
  ctx: Ctx,
  input: { password: string; originPassword: string },
): Promise<void> {
  const { accountId, sessionId } = ctx.caller;
  const ended = await core.queue.run(`self:${accountId}`, async () => {
    const account = await confirmPassword(core, ctx, input.originPassword, 'origin_password');
    const problem = passwordProblem(input.password, account);
    if (problem) throw new AppError('validation', { message: problem.message, fields: [problem] });
    // Argon2 hashes the NFKC form of both.
    if (input.password.normalize('NFKC') === input.originPassword.normalize('NFKC')) {
      throw fieldError('password', 'account.password.same', 'New password must differ from the current one');
    }
    const next = await hashPassword(input.password);
    return core.services.db.transaction().execute(async (trx) => {
      const former = account.passwordHash;
      if (!(await replacePassword(trx, { accountId, former, next, now: ctx.now }))) {
        throw new AppError('conflict');
      }
      const ended = await endSessions(trx, {
        accountId,
        keep: sessionId,
        reason: 'password',
        now: ctx.now,
      });
      await dropLoginCodes(trx, accountId);
      await notify(trx, 'voltloop_accounts', `account:${accountId}`);
      await audit(trx, ctx, {
        action: 'account.password',
        objectType: 'account',
        objectId: accountId,
        details: { sessions_ended: ended.length },
      });
      return ended;
    });
  });
  core.forgetAccount(accountId);
  for (const id of ended) core.cache.forgetSession(id);
}
