import { type Selectable, sql } from 'kysely';
import { networkOf } from '../../../platform/counted-address.ts';
import { type Caller, everyRight } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Accounts } from '../../../platform/schema.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { type AccountRow, accountById } from '../accounts/index.ts';
import type { SessionFacts } from './session-cache.ts';

/** How a session was opened. */
export type SessionWay = 'password' | 'code' | 'oidc';

export async function insertSession(
  trx: Trx,
  v: {
    accountId: string;
    refreshHash: Buffer;
    ip: string;
    userAgent: string | null;
    way: SessionWay;
    now: Date;
    endsAt: Date;
  },
): Promise<string> {
  const row = await trx
    .insertInto('sessions')
    .values({
      account_id: v.accountId,
      refresh_hash: v.refreshHash,
      ip: v.ip || null,
      user_agent: v.userAgent,
      way: v.way,
      created_at: v.now,
      refreshed_at: v.now,
      ends_at: v.endsAt,
      previous_hash: null,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('accounts')
    .set({ last_login_at: v.now, last_login_ip: v.ip || null })
    .where('id', '=', v.accountId)
    .execute();
  const network = networkOf(v.ip);
  if (network) {
    await trx
      .insertInto('known_addresses')
      .values({ account_id: v.accountId, network, last_sign_in_at: v.now })
      .onConflict((c) => c.columns(['account_id', 'network']).doUpdateSet({ last_sign_in_at: v.now }))
      .execute();
  }
  return row.id;
}

/** Ends the sessions of an account except the `most` used last; returns their ids. */
export async function displaceSessions(
  trx: Trx,
  v: { accountId: string; most: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sessions set revoked_at = ${v.now}::timestamptz, end_reason = 'displaced'
    where id in (
      select id from sessions
      where account_id = ${v.accountId}::uuid and revoked_at is null and ends_at > ${v.now}::timestamptz
      order by refreshed_at desc, created_at desc offset ${v.most})
    returning id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Replaces the presented refresh hash; false when it is not the current one. */
export async function rotateRefresh(
  db: Db,
  v: { sessionId: string; presented: Buffer; next: Buffer; now: Date },
): Promise<{ accountId: string; endsAt: Date } | null> {
  const row = await db
    .updateTable('sessions')
    .set((e) => ({ previous_hash: e.ref('refresh_hash'), refresh_hash: v.next, refreshed_at: v.now }))
    .where('id', '=', v.sessionId)
    .where('refresh_hash', '=', v.presented)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', v.now)
    .returning(['account_id', 'ends_at'])
    .executeTakeFirst();
  return row ? { accountId: row.account_id, endsAt: row.ends_at } : null;
}

export async function livingSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<{
  accountId: string;
  refreshHash: Buffer;
  previousHash: Buffer | null;
  refreshedAt: Date;
  endsAt: Date;
} | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['account_id', 'refresh_hash', 'previous_hash', 'refreshed_at', 'ends_at'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  return {
    accountId: row.account_id,
    refreshHash: row.refresh_hash,
    previousHash: row.previous_hash,
    refreshedAt: row.refreshed_at,
    endsAt: row.ends_at,
  };
}

/** The secrets of an ended session, and why it ended. */
export async function endedSession(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .select(['refresh_hash', 'previous_hash', 'end_reason'])
    .where('id', '=', sessionId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
}

/** Ends a session; returns its account, or null when it had ended already. */
export async function revokeSession(
  trx: Trx,
  sessionId: string,
  now: Date,
  reason: 'copied' | null = null,
): Promise<AccountRow | null> {
  const revoked = await trx
    .updateTable('sessions')
    .set({ revoked_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  return revoked ? accountById(trx, revoked.account_id, { deletedToo: true }) : null;
}

/** Ends one active session of an account; false when it has none with this id. */
export async function revokeOwn(
  trx: Trx,
  v: { accountId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('sessions')
    .set({ revoked_at: v.now, end_reason: 'revoked' })
    .where('id', '=', v.sessionId)
    .where('account_id', '=', v.accountId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', v.now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const SESSIONS_MAX = 100;

export async function livingSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'way', 'created_at', 'refreshed_at', 'ends_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(SESSIONS_MAX)
    .execute();
}

/** The columns of an account, as `a`, that {@link callerOf} needs. */
export const callerColumns = [
  'a.id',
  'a.tenant_id',
  'a.path',
  'a.level',
  'a.role_id',
  'a.kind',
  'a.user_name',
  'a.must_change_password',
] as const;

/** The caller for the current state of an account, with the rights of its role. */
export async function callerOf(
  db: Db,
  row: Pick<Selectable<Accounts>, 'id' | 'tenant_id' | 'path' | 'level' | 'role_id' | 'kind' | 'user_name'>,
  sessionId: string,
): Promise<Caller> {
  const menus = await db
    .selectFrom('role_menus as m')
    .innerJoin('roles as r', 'r.id', 'm.role_id')
    .select('m.menu_id')
    .where('m.role_id', '=', row.role_id)
    .where('r.tenant_id', '=', row.tenant_id)
    .execute();
  return {
    accountId: row.id,
    tenantId: row.tenant_id,
    path: row.path,
    level: row.level,
    roleId: row.role_id,
    kind: row.kind,
    userName: row.user_name,
    sessionId,
    rights: row.kind === 'main' ? everyRight : new Set(menus.map((menu) => menu.menu_id)),
  };
}

/** The caller behind a session, when the session is active and its account is neither disabled nor deleted. */
export async function callerOfSession(db: Db, sessionId: string): Promise<SessionFacts | null> {
  if (!isUuid(sessionId)) return null;
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select([...callerColumns, 's.ends_at'])
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('a.disabled_at', 'is', null)
    .where(sql<boolean>`not tenant_disabled(a.tenant_id)`)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const caller = await callerOf(db, row, sessionId);
  return { caller, endsAt: row.ends_at, mustChangePassword: row.must_change_password };
}

/** The language that an account has chosen; null without a choice. */
export async function languageOf(db: Db | Trx, accountId: string): Promise<'en' | 'zh' | null> {
  const row = await db
    .selectFrom('accounts')
    .select('language')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.language ?? null;
}

/** Deletes limits that no longer apply, and sessions that ended long ago. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600_000);
  const quarterAgo = new Date(now.getTime() - 90 * 24 * 3600_000);
  await db.deleteFrom('login_limits').where('last_failure_at', '<', dayAgo).execute();
  await db.deleteFrom('sessions').where('ends_at', '<', quarterAgo).execute();
  await db.deleteFrom('known_addresses').where('last_sign_in_at', '<', quarterAgo).execute();
}
