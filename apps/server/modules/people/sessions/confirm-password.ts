import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { NO_PASSWORD, type OwnAccount, ownAccount, verifyPassword } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { type Counter, reserveAndWait, settle } from './guess-limit.ts';
import { limits } from './login-limit.ts';

/**
 * Guesses at the caller's password. Counted separately, so that a stolen session cannot lock its owner out of
 * sign-in.
 */
export const ownCounter = (accountId: string, what: 'password' | 'code'): Counter => ({
  key: `self:${what}:${accountId}`,
  limit: limits.portal.account,
});

/**
 * The caller's account, after the password in the call has proved that its owner is present. Guesses are limited like
 * sign-ins.
 * @param path Field of the body that contains the password.
 * @throws validation at that field, tooMany
 */
export async function confirmPassword(
  core: Core,
  ctx: Ctx,
  password: string,
  path: string,
): Promise<OwnAccount> {
  const { db } = core.services;
  const counter = ownCounter(ctx.caller.accountId, 'password');
  const account = await ownAccount(db, ctx.caller.accountId);
  if (!account) throw new AppError('unauthorized');
  if (account.passwordHash === NO_PASSWORD)
    throw fieldError(path, 'account.password.none', 'This account has no password: it uses single sign-on');
  const reserved = await reserveAndWait(core, [counter]);
  if (await verifyPassword(password, account.passwordHash)) {
    await db.transaction().execute((trx) => settle(trx, reserved, counter));
    return account;
  }
  await db.transaction().execute((trx) =>
    audit(trx, ctx, {
      action: 'account.confirm',
      objectType: 'account',
      objectId: account.id,
      result: 'refused',
      details: { what: 'password', ...(reserved.locked.length > 0 ? { locked: true } : {}) },
    }),
  );
  const which = path === 'origin_password' ? 'The old password' : 'The password';
  throw fieldError(path, 'account.password.wrong', `${which} is wrong`);
}
