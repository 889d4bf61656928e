import { audit } from '../../../platform/audit.ts';
import { countedAddress } from '../../../platform/counted-address.ts';
import type { Ctx, PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { accountById } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { reserve, settle } from './guess-limit.ts';
import { limits } from './login-limit.ts';
import { codeHash, newLoginCode } from './one-time-codes.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { consumeLoginCode, insertLoginCode } from './store-factors.ts';

/** Life of a one-time sign-in code (interpretation B05). */
export const LOGIN_CODE_LIFE_S = 60;

/** Creates a code that signs another device in to the caller's account, once. */
export async function createLoginCode(core: Core, ctx: Ctx): Promise<{ code: string; expires_in: number }> {
  const { accountId, sessionId } = ctx.caller;
  const code = newLoginCode();
  await core.services.db.transaction().execute(async (trx) => {
    const expiresAt = new Date(ctx.now.getTime() + LOGIN_CODE_LIFE_S * 1000);
    await insertLoginCode(trx, { hash: codeHash(code), accountId, sessionId, now: ctx.now, expiresAt });
    await audit(trx, ctx, { action: 'session.code', objectType: 'account', objectId: accountId });
  });
  return { code, expires_in: LOGIN_CODE_LIFE_S };
}

/**
 * Opens a session for a one-time code. A code that is unknown, used, expired, of an ended session, or older than the
 * account's second factor gets the same answer; addresses that try many are locked.
 * @throws unauthorized, tooMany
 */
export async function redeemLoginCode(
  core: Core,
  ctx: PublicCtx,
  code: string,
  userAgent: string | null,
): Promise<OpenSession> {
  const { db } = core.services;
  const counter = { key: `code:address:${countedAddress(ctx.ip)}`, limit: limits.portal.address };
  // The account is unknown until the code is checked; a flood of codes leaves connections for other work.
  const reserved = await core.lookUps.run('unknown', () => reserve(core, [counter]));
  if (reserved.wait_ms > 0) await core.wait(reserved.wait_ms);
  const ending = <T>(work: (trx: Trx) => Promise<T>) =>
    core.lookUps.finish('unknown', () => db.transaction().execute(work));
  const session = await ending(async (trx) => {
    const accountId = await consumeLoginCode(trx, codeHash(code), ctx.now);
    const account = accountId ? await accountById(trx, accountId) : null;
    if (!account) return null;
    await settle(trx, reserved);
    const opened = await openSession(core, trx, ctx, account, userAgent, 'code');
    await audit(trx, ctx, {
      action: 'session.create',
      objectType: 'account',
      objectId: account.id,
      details: { door: 'code' },
      actor: { ...account, accountId: account.id },
    });
    return opened;
  });
  if (session) return session;
  await ending((trx) =>
    audit(trx, ctx, {
      action: 'session.refuse',
      objectType: 'account',
      result: 'refused',
      details: { door: 'code', ...(reserved.locked.length > 0 ? { locked: ['address'] } : {}) },
    }),
  );
  throw new AppError('loginCode');
}
