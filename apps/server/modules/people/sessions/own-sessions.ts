import type { OwnSession } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { dropLoginCodes, endSessions } from '../accounts/index.ts';
import type { Core } from './core.ts';
import { livingSessions, revokeOwn } from './store.ts';

/** Sessions of the caller's account. */
export async function listOwnSessions(core: Core, ctx: Ctx): Promise<OwnSession[]> {
  const rows = await livingSessions(core.services.db, ctx.caller.accountId, ctx.now);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === ctx.caller.sessionId,
    way: row.way,
    ip: row.ip,
    user_agent: row.user_agent,
    begin_time: row.created_at.getTime(),
    last_time: row.refreshed_at.getTime(),
    end_time: row.ends_at.getTime(),
  }));
}

/** Ends one session of the caller's account, on every node at once. @throws notFound */
export async function endOwnSession(core: Core, ctx: Ctx, sessionId: string): Promise<void> {
  if (!isUuid(sessionId)) throw notFound();
  const { accountId } = ctx.caller;
  await core.services.db.transaction().execute(async (trx) => {
    if (!(await revokeOwn(trx, { accountId, sessionId, now: ctx.now }))) throw notFound();
    await notify(trx, 'voltloop_accounts', `session:${sessionId}`);
    await audit(trx, ctx, { action: 'session.revoke', objectType: 'account', objectId: accountId });
  });
  core.cache.forgetSession(sessionId);
}

/** Ends all other sessions of the caller's account, and its unused sign-in codes. */
export async function endOtherSessions(core: Core, ctx: Ctx): Promise<number> {
  const { accountId, sessionId } = ctx.caller;
  const ended = await core.services.db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, {
      accountId,
      keep: sessionId,
      reason: 'revoked',
      now: ctx.now,
    });
    await dropLoginCodes(trx, accountId);
    if (ended.length > 0) {
      await notify(trx, 'voltloop_accounts', `account:${accountId}`);
      await audit(trx, ctx, {
        action: 'session.revoke',
        objectType: 'account',
        objectId: accountId,
        details: { sessions_ended: ended.length },
      });
    }
    return ended;
  });
  for (const id of ended) core.cache.forgetSession(id);
  return ended.length;
}
