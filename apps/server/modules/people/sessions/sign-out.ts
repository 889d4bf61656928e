import { timingSafeEqual } from 'node:crypto';
import { audit } from '../../../platform/audit.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';
import { refreshHash } from './open-session.ts';
import { parseRefresh } from './refresh-session.ts';
import { livingSession, revokeSession } from './store.ts';

export interface SignOut {
  /** An access token of the session; an expired one still identifies it. */
  token?: string | undefined;
  /** The refresh cookie, if the call provably comes from the console. */
  cookie?: string | undefined;
}

/** Ends the sessions of the token and the cookie. Does nothing for ended sessions. */
export async function signOut(core: Core, ctx: PublicCtx, input: SignOut): Promise<void> {
  const ids = new Set<string>();
  const claims = input.token ? core.tokens.verify(input.token, ctx.now) : null;
  if (claims) ids.add(claims.sessionId);
  const byCookie = await sessionOfCookie(core, ctx, input.cookie);
  if (byCookie) ids.add(byCookie);
  for (const sessionId of ids) {
    await core.services.db.transaction().execute(async (trx) => {
      const account = await revokeSession(trx, sessionId, ctx.now);
      if (!account) return;
      await notify(trx, 'voltloop_accounts', `session:${sessionId}`);
      await audit(trx, ctx, {
        action: 'session.end',
        objectType: 'account',
        objectId: account.id,
        actor: { ...account, accountId: account.id },
      });
    });
    core.cache.forgetSession(sessionId);
  }
}

async function sessionOfCookie(
  core: Core,
  ctx: PublicCtx,
  cookie: string | undefined,
): Promise<string | null> {
  const given = parseRefresh(cookie);
  if (!given) return null;
  const session = await livingSession(core.services.db, given.sessionId, ctx.now);
  if (!session) return null;
  const presented = refreshHash(given.secret);
  const known = [session.refreshHash, session.previousHash].some(
    (hash) => hash !== null && timingSafeEqual(hash, presented),
  );
  return known ? given.sessionId : null;
}
