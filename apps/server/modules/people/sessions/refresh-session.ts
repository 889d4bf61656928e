import { timingSafeEqual } from 'node:crypto';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Core } from './core.ts';
import { loginData } from './login-data.ts';
import { newRefreshSecret, type OpenSession, refreshHash } from './open-session.ts';
import { endedSession, livingSession, revokeSession, rotateRefresh } from './store.ts';

/** How long the previous secret is accepted: two tabs may refresh at once. */
export const PREVIOUS_HONOURED_MS = 20_000;

/** Splits `<session id>.<secret>`; null for anything else. */
export function parseRefresh(cookie: string | undefined): { sessionId: string; secret: string } | null {
  const [sessionId = '', secret = '', more] = cookie?.split('.') ?? [];
  return isUuid(sessionId) && secret !== '' && more === undefined ? { sessionId, secret } : null;
}

/**
 * A new access token for the session of the cookie, and a new secret for the cookie. A secret older than the previous
 * one was copied: the session ends for both holders.
 * @throws unauthorized, or why it was ended: sessionEnded, passwordChanged, displaced
 */
export async function refreshSession(
  core: Core,
  ctx: PublicCtx,
  cookie: string | undefined,
): Promise<OpenSession> {
  const { db } = core.services;
  const given = parseRefresh(cookie);
  if (!given) throw new AppError('unauthorized');
  const { sessionId } = given;
  const presented = refreshHash(given.secret);
  const next = newRefreshSecret();

  const answer = async (accountId: string, endsAt: Date, refresh: string | null): Promise<OpenSession> => {
    const token = core.tokens.sign({ sessionId, accountId }, ctx.now);
    return { data: await loginData(db, { accountId, sessionId, token }), refresh, endsAt };
  };

  const rotated = await rotateRefresh(db, { sessionId, presented, next: next.hash, now: ctx.now });
  if (rotated) return answer(rotated.accountId, rotated.endsAt, `${sessionId}.${next.secret}`);

  const session = await livingSession(db, sessionId, ctx.now);
  if (!session) throw new AppError(await whyEnded(core, sessionId, presented));
  const justReplaced =
    session.previousHash !== null &&
    timingSafeEqual(session.previousHash, presented) &&
    ctx.now.getTime() - session.refreshedAt.getTime() <= PREVIOUS_HONOURED_MS;
  // The other tab's reply has put the newest secret into the shared cookie.
  if (justReplaced) return answer(session.accountId, session.endsAt, null);

  await db.transaction().execute(async (trx) => {
    const account = await revokeSession(trx, sessionId, ctx.now, 'copied');
    if (!account) return;
    await notify(trx, 'voltloop_accounts', `session:${sessionId}`);
    await audit(trx, ctx, {
      action: 'session.revoke',
      objectType: 'account',
      objectId: account.id,
      result: 'refused',
      details: { reason: 'an old refresh secret was used again' },
      actor: { ...account, accountId: account.id },
    });
  });
  core.cache.forgetSession(sessionId);
  throw new AppError('unauthorized');
}

/** Returns the reason to the holder of an ended session; knowing only a session's id is not enough. */
async function whyEnded(
  core: Core,
  sessionId: string,
  presented: Buffer,
): Promise<'unauthorized' | 'sessionEnded' | 'passwordChanged' | 'displaced'> {
  const ended = await endedSession(core.services.db, sessionId);
  const held = [ended?.refresh_hash, ended?.previous_hash].some(
    (hash) => hash != null && timingSafeEqual(hash, presented),
  );
  if (!held) return 'unauthorized';
  if (ended?.end_reason === 'password') return 'passwordChanged';
  if (ended?.end_reason === 'displaced') return 'displaced';
  return ended?.end_reason === 'revoked' ? 'sessionEnded' : 'unauthorized';
}
