import { createHash, randomBytes } from 'node:crypto';
import type { LoginData } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { notify } from '../../../platform/notices.ts';
import type { AccountRow } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { loginData } from './login-data.ts';
import { displaceSessions, insertSession, type SessionWay } from './store.ts';

/** A session ends this long after sign-in in any case (interpretation B33). */
export const SESSION_LIFE_MS = 12 * 3600_000;

/** Sessions of one account; the least recently used one ends for another. */
export const MAX_SESSIONS = 50;

/** A session as sent to its owner. `refresh` is sent in the HttpOnly cookie only. */
export interface OpenSession {
  data: LoginData;
  /** `<session id>.<secret>`; null when the browser has a newer one already. */
  refresh: string | null;
  endsAt: Date;
}

/** A new refresh secret: 256 random bits, enough to store it as a plain SHA-256. */
export function newRefreshSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: refreshHash(secret) };
}

export function refreshHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Opens a session for an account that has passed all checks. */
export async function openSession(
  core: Core,
  trx: Trx,
  ctx: PublicCtx,
  account: AccountRow,
  userAgent: string | null,
  way: SessionWay = 'password',
): Promise<OpenSession> {
  await lockName(trx, `sessions ${account.id}`);
  const { secret, hash } = newRefreshSecret();
  const endsAt = new Date(ctx.now.getTime() + SESSION_LIFE_MS);
  const sessionId = await insertSession(trx, {
    accountId: account.id,
    refreshHash: hash,
    ip: ctx.ip,
    userAgent: userAgent?.slice(0, 300) ?? null,
    way,
    now: ctx.now,
    endsAt,
  });
  const displaced = await displaceSessions(trx, { accountId: account.id, most: MAX_SESSIONS, now: ctx.now });
  for (const id of displaced) {
    core.cache.forgetSession(id);
    await notify(trx, 'voltloop_accounts', `session:${id}`);
  }
  if (displaced.length > 0) {
    await audit(trx, ctx, {
      action: 'session.revoke',
      objectType: 'account',
      objectId: account.id,
      details: { sessions_ended: displaced.length, reason: 'too many sessions' },
      actor: { ...account, accountId: account.id },
    });
  }
  const token = core.tokens.sign({ sessionId, accountId: account.id }, ctx.now);
  const data = await loginData(trx, { accountId: account.id, sessionId, token });
  return { data, refresh: `${sessionId}.${secret}`, endsAt };
}
