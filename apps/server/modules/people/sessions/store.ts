import type { AccountKind } from '@voltloop/contract';
import { sql } from 'kysely';
import { networkOf } from '../../../platform/counted-address.ts';
import { type Caller, everyRight } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
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
  const row = oneRow(
    await sql<{ id: string }>`
      insert into sessions (account_id, refresh_hash, ip, user_agent, way, created_at, refreshed_at, ends_at)
      values (${v.accountId}, ${v.refreshHash}, ${v.ip || null}, ${v.userAgent}, ${v.way}, ${v.now}, ${v.now},
        ${v.endsAt})
      returning id`.execute(trx),
  );
  await sql`
    update accounts set last_login_at = ${v.now}, last_login_ip = ${v.ip || null}
    where id = ${v.accountId}`.execute(trx);
  const network = networkOf(v.ip);
  if (network) {
    await sql`
      insert into known_addresses (account_id, network, last_sign_in_at)
      values (${v.accountId}, ${network}, ${v.now})
      on conflict (account_id, network) do update set last_sign_in_at = excluded.last_sign_in_at`.execute(
      trx,
    );
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
  const { rows } = await sql<{ account_id: string; ends_at: Date }>`
    update sessions set previous_hash = refresh_hash, refresh_hash = ${v.next}, refreshed_at = ${v.now}
    where id = ${v.sessionId} and refresh_hash = ${v.presented} and revoked_at is null and ends_at > ${v.now}
    returning account_id, ends_at`.execute(db);
  const [row] = rows;
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
  const { rows } = await sql<{
    account_id: string;
    refresh_hash: Buffer;
    previous_hash: Buffer | null;
    refreshed_at: Date;
    ends_at: Date;
  }>`
    select account_id, refresh_hash, previous_hash, refreshed_at, ends_at from sessions
    where id = ${sessionId} and revoked_at is null and ends_at > ${now}`.execute(db);
  const [row] = rows;
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
  const { rows } = await sql<{
    refresh_hash: Buffer;
    previous_hash: Buffer | null;
    end_reason: 'password' | 'revoked' | 'copied' | 'displaced' | null;
  }>`
    select refresh_hash, previous_hash, end_reason from sessions
    where id = ${sessionId} and revoked_at is not null`.execute(db);
  return rows[0];
}

/** Ends a session; returns its account, or null when it had ended already. */
export async function revokeSession(
  trx: Trx,
  sessionId: string,
  now: Date,
  reason: 'copied' | null = null,
): Promise<AccountRow | null> {
  const { rows } = await sql<{ account_id: string }>`
    update sessions set revoked_at = ${now}, end_reason = ${reason}
    where id = ${sessionId} and revoked_at is null returning account_id`.execute(trx);
  const [revoked] = rows;
  return revoked ? accountById(trx, revoked.account_id, { deletedToo: true }) : null;
}

/** Ends one active session of an account; false when it has none with this id. */
export async function revokeOwn(
  trx: Trx,
  v: { accountId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update sessions set revoked_at = ${v.now}, end_reason = 'revoked'
    where id = ${v.sessionId} and account_id = ${v.accountId} and revoked_at is null and ends_at > ${v.now}
    returning id`.execute(trx);
  return rows.length > 0;
}

const SESSIONS_MAX = 100;

export async function livingSessions(db: Db, accountId: string, now: Date) {
  const { rows } = await sql<{
    id: string;
    ip: string | null;
    user_agent: string | null;
    way: 'password' | 'code' | 'oidc';
    created_at: Date;
    refreshed_at: Date;
    ends_at: Date;
  }>`
    select id, ip, user_agent, way, created_at, refreshed_at, ends_at from sessions
    where account_id = ${accountId} and revoked_at is null and ends_at > ${now}
    order by created_at desc limit ${SESSIONS_MAX}`.execute(db);
  return rows;
}

/** The columns of an account that {@link callerOf} needs. */
export interface StoredCaller {
  id: string;
  tenant_id: string;
  path: string;
  level: number;
  role_id: number;
  kind: AccountKind;
  user_name: string;
}

/** {@link StoredCaller} and whether its password must be changed, of an account `a`. */
export const callerColumns = sql`a.id, a.tenant_id, a.path, a.level, a.role_id, a.kind, a.user_name, a.must_change_password`;

/** The caller for the current state of an account, with the rights of its role. */
export async function callerOf(db: Db, row: StoredCaller, sessionId: string): Promise<Caller> {
  const { rows: menus } = await sql<{ menu_id: number }>`
    select m.menu_id from role_menus m join roles r on r.id = m.role_id
    where m.role_id = ${row.role_id} and r.tenant_id = ${row.tenant_id}`.execute(db);
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
  const { rows } = await sql<StoredCaller & { must_change_password: boolean; ends_at: Date }>`
    select ${callerColumns}, s.ends_at from sessions s join accounts a on a.id = s.account_id
    where s.id = ${sessionId} and s.revoked_at is null and a.disabled_at is null
      and not tenant_disabled(a.tenant_id) and a.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const caller = await callerOf(db, row, sessionId);
  return { caller, endsAt: row.ends_at, mustChangePassword: row.must_change_password };
}

/** The language that an account has chosen; null without a choice. */
export async function languageOf(db: Db | Trx, accountId: string): Promise<'en' | 'zh' | null> {
  const { rows } = await sql<{ language: 'en' | 'zh' | null }>`
    select language from accounts where id = ${accountId}`.execute(db);
  return rows[0]?.language ?? null;
}

/** Deletes limits that no longer apply, and sessions that ended long ago. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600_000);
  const quarterAgo = new Date(now.getTime() - 90 * 24 * 3600_000);
  await sql`delete from login_limits where last_failure_at < ${dayAgo}`.execute(db);
  await sql`delete from sessions where ends_at < ${quarterAgo}`.execute(db);
  await sql`delete from known_addresses where last_sign_in_at < ${quarterAgo}`.execute(db);
}
