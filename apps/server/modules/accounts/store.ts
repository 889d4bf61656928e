import type { AccountKind, LoginData } from '@voltloop/contract';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import { type Caller, everyRight } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import type { Accounts } from '../../platform/schema.ts';
import { isUuid } from '../../platform/uuid.ts';
import { type Failures, networkOf } from './login-limit.ts';
import type { SessionFacts } from './session-cache.ts';

/** An account as verbs see it; never with its password hash. */
export interface AccountRow {
  id: string;
  tenantId: string;
  parentId: string | null;
  /** ltree text: labels of the accounts from the root to this one, joined by dots. */
  path: string;
  kind: AccountKind;
  level: number;
  roleId: number;
  userName: string;
  name: string;
  email: string | null;
}

const accountColumns = [
  'id',
  'tenant_id',
  'parent_id',
  'path',
  'kind',
  'level',
  'role_id',
  'user_name',
  'name',
  'email',
] as const;

function toAccountRow(row: Pick<Selectable<Accounts>, (typeof accountColumns)[number]>): AccountRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    parentId: row.parent_id,
    path: row.path,
    kind: row.kind as AccountKind,
    level: row.level,
    roleId: row.role_id,
    userName: row.user_name,
    name: row.name,
    email: row.email,
  };
}

/** A living account by id; null for anything else, also for a text that is no id. */
export async function accountById(db: Db | Trx, id: string): Promise<AccountRow | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

/** A living account by its user name; null for anything else. */
export async function accountByUserName(db: Db | Trx, userName: string): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('user_name', '=', userName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

/**
 * Holds a tenant's tree still until the transaction ends: `shared` for what adds to it or binds to it, exclusive for
 * what moves or deletes. Without it an account made below one that is being moved would keep the old path.
 */
export async function holdTree(trx: Trx, tenantId: string, mode: 'shared' | 'exclusive'): Promise<void> {
  if (mode === 'shared') {
    await sql`select pg_advisory_xact_lock_shared(7203313, hashtext(${tenantId}))`.execute(trx);
  } else {
    await sql`select pg_advisory_xact_lock(7203313, hashtext(${tenantId}))`.execute(trx);
  }
}

/** One set-up at a time, over all nodes. */
export async function holdSetup(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7203314)`.execute(trx);
}

export async function anyAccount(db: Db | Trx): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function insertTenant(trx: Trx, name: string, timeZone: string): Promise<string> {
  const row = await trx
    .insertInto('tenants')
    .values({ name, time_zone: timeZone })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function tenantExists(db: Db | Trx, tenantId: string): Promise<boolean> {
  if (!isUuid(tenantId)) return false;
  const row = await db.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst();
  return row !== undefined;
}

export async function hasMainAccount(db: Db | Trx, tenantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The main account of a tenant; null where there is none yet. */
export async function mainAccount(db: Db | Trx, tenantId: string): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'main')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

export interface AccountValues {
  tenantId: string;
  parent: AccountRow | null;
  kind: AccountKind;
  level: number;
  roleId: number;
  userName: string;
  email: string | null;
  name: string;
  passwordHash: string;
  mobile: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  description: string | null;
  timeZone: string | null;
  mustChangePassword: boolean;
  now: Date;
}

/** Inserts an account below its parent; `path` is the parent's plus the new account's own label. */
export async function insertAccount(trx: Trx, v: AccountValues): Promise<AccountRow> {
  const { rows } = await sql<Pick<Selectable<Accounts>, (typeof accountColumns)[number]>>`
    with next as (select nextval(pg_get_serial_sequence('accounts', 'node')) as node)
    insert into accounts (node, tenant_id, parent_id, path, kind, level, role_id, user_name, email, name, password_hash,
      mobile, company, country, city, address, description, time_zone, must_change_password,
      created_at, updated_at)
    overriding system value
    select node, ${v.tenantId}::uuid, ${v.parent?.id ?? null}::uuid,
      ${v.parent?.path ?? ''}::ltree || node::text::ltree, ${v.kind}, ${v.level}::int, ${v.roleId}::int, ${v.userName}::citext,
      ${v.email}::citext, ${v.name}, ${v.passwordHash}, ${v.mobile}, ${v.company}, ${v.country}, ${v.city},
      ${v.address}, ${v.description}, ${v.timeZone}, ${v.mustChangePassword}, ${v.now}::timestamptz, ${v.now}::timestamptz
    from next
    returning ${sql.join(accountColumns.map((c) => sql.ref(c)))}`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('insert into accounts gave no row');
  return toAccountRow(row);
}

/** Rewrites the paths of an account and all below it; answers with the ids that moved. */
export async function moveSubtree(
  trx: Trx,
  account: AccountRow,
  newParent: AccountRow,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update accounts set
      path = ${newParent.path}::ltree || subpath(path, nlevel(${account.path}::ltree) - 1),
      parent_id = case when id = ${account.id}::uuid then ${newParent.id}::uuid else parent_id end,
      updated_at = ${now}::timestamptz
    where tenant_id = ${account.tenantId}::uuid and path <@ ${account.path}::ltree
    returning id`.execute(trx);
  return rows.map((r) => r.id);
}

/** What stands in the way of deleting an account. */
export async function dependants(
  trx: Trx,
  accountId: string,
): Promise<{ children: boolean; things: boolean }> {
  const { rows } = await sql<{ children: boolean; things: boolean }>`
    select exists(select from accounts where parent_id = ${accountId}::uuid and deleted_at is null) as children,
      exists(select from bindings where account_id = ${accountId}::uuid and until is null) as things`.execute(
    trx,
  );
  return rows[0] ?? { children: false, things: false };
}

export async function markDeleted(trx: Trx, accountId: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', accountId)
    .execute();
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** What a sign-in needs to know of a name. */
export interface Credentials extends AccountRow {
  passwordHash: string;
  disabled: boolean;
}

/** The living account behind a user name or an e-mail address (decisions D05); citext ignores case. */
export async function credentialsByName(db: Db, name: string): Promise<Credentials | null> {
  const row = await db
    .selectFrom('accounts')
    .select([...accountColumns, 'password_hash', 'disabled_at'])
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('user_name', '=', name), e('email', '=', name)]))
    // A user name that is another account's e-mail address: the user name wins, always.
    .orderBy(sql`(user_name = ${name}::citext)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { ...toAccountRow(row), passwordHash: row.password_hash, disabled: row.disabled_at !== null };
}

export async function insertSession(
  trx: Trx,
  v: {
    accountId: string;
    refreshHash: Buffer;
    ip: string;
    userAgent: string | null;
    way: 'password' | 'code';
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

/** Ends the sessions of an account beyond the `most` used last; gives their ids. */
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

/** Puts a new refresh hash in place of the presented one; false when that is not the present one. */
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

/** Ends a session; the account it was of, or null when it had ended already. */
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
  if (!revoked) return null;
  const row = await trx
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', revoked.account_id)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

/** The caller behind a session, when the session lives and its account is neither disabled nor deleted. */
export async function callerOfSession(db: Db, sessionId: string): Promise<SessionFacts | null> {
  if (!isUuid(sessionId)) return null;
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['a.id', 'a.tenant_id', 'a.path', 'a.level', 'a.role_id', 'a.kind', 'a.user_name', 's.ends_at'])
    .select('a.must_change_password')
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const menus = await db
    .selectFrom('role_menus as m')
    .innerJoin('roles as r', 'r.id', 'm.role_id')
    .select('m.menu_id')
    .where('m.role_id', '=', row.role_id)
    .where('r.tenant_id', '=', row.tenant_id)
    .execute();
  const caller: Caller = {
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
  return { caller, endsAt: row.ends_at, mustChangePassword: row.must_change_password };
}

/** An account with all its columns but the password, its parent's name, and the sign-in before this session's. */
const PROFILE = `
  select a.id, a.tenant_id, a.parent_id, a.user_name, a.level, a.role_id, a.kind, a.name, a.email, a.mobile, a.company,
    a.country, a.city, a.address, a.description, a.language, a.time_zone, a.must_change_password,
    array(select m.menu_id from role_menus m join roles r on r.id = m.role_id
      where m.role_id = a.role_id and r.tenant_id = a.tenant_id order by 1) as menus,
    (select r.name from roles r where r.id = a.role_id and r.tenant_id = a.tenant_id) as role_name,
    p.name as parent_name, before.ip as previous_ip, before.created_at as previous_at
  from accounts a
  left join accounts p on p.id = a.parent_id
  left join lateral (
    select s.ip, s.created_at from sessions s
    where s.account_id = a.id and s.id <> $2
      and s.created_at <= (select mine.created_at from sessions mine where mine.id = $2)
    order by s.created_at desc limit 1) before on true
  where a.id = $1 and a.deleted_at is null and a.disabled_at is null`;

export interface Profile {
  id: string;
  tenant_id: string;
  parent_id: string | null;
  user_name: string;
  level: number;
  role_id: number;
  kind: string;
  name: string;
  email: string | null;
  mobile: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  description: string | null;
  language: 'en' | 'zh' | null;
  time_zone: string | null;
  must_change_password: boolean;
  /** Ids of the menu entries and buttons that its back-office role has. */
  menus: number[];
  role_name: string | null;
  parent_name: string | null;
  previous_ip: string | null;
  previous_at: Date | null;
}

/** The profile behind a session; undefined when the account is gone or disabled. */
export async function profile(
  db: Db | Trx,
  accountId: string,
  sessionId: string,
): Promise<Profile | undefined> {
  const { rows } = await db.executeQuery<Profile>(CompiledQuery.raw(PROFILE, [accountId, sessionId]));
  return rows[0];
}

/** {@link profile}, planned once a connection: every page of the console asks for it. */
export async function profileOfCaller(
  pool: pg.Pool,
  caller: { accountId: string; sessionId: string },
): Promise<Profile | undefined> {
  const values = [caller.accountId, caller.sessionId];
  const { rows } = await pool.query<Profile>({ name: 'profile', text: PROFILE, values });
  return rows[0];
}
export type ProfileData = Omit<LoginData, 'token' | 'expires_in'>;

export async function updatePreferences(
  trx: Trx,
  accountId: string,
  v: { language?: 'en' | 'zh'; timeZone?: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      updated_at: v.now,
      ...(v.language ? { language: v.language } : {}),
      ...(v.timeZone ? { time_zone: v.timeZone } : {}),
    })
    .where('id', '=', accountId)
    .execute();
}

export async function loginFailures(
  db: Db | Trx,
  keys: readonly string[],
  { hold = false } = {},
): Promise<Map<string, Failures>> {
  const rows = await db
    .selectFrom('login_limits')
    .selectAll()
    .where('key', 'in', keys)
    // In one order, so that two transactions take the locks in the same.
    .$if(hold, (q) => q.orderBy('key').forUpdate())
    .execute();
  return new Map(
    rows.map((r) => [
      r.key,
      { failures: r.failures, lastFailureAt: r.last_failure_at, blockedUntil: r.blocked_until },
    ]),
  );
}

/** Locks the rows of these keys, making those that are missing, so that two nodes do not count one failure. */
export async function holdLoginFailures(
  trx: Trx,
  keys: readonly string[],
  now: Date,
): Promise<Map<string, Failures>> {
  // Sorted, so that two transactions take the locks in the same order.
  const rows = [...keys]
    .sort()
    .map((key) => ({ key, failures: 0, last_failure_at: now, blocked_until: null }));
  await trx
    .insertInto('login_limits')
    .values(rows)
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ key: e.ref('excluded.key') })))
    .execute();
  return loginFailures(trx, keys);
}

export async function saveLoginFailures(trx: Trx, key: string, f: Failures): Promise<void> {
  await trx
    .updateTable('login_limits')
    .set({ failures: f.failures, last_failure_at: f.lastFailureAt, blocked_until: f.blockedUntil })
    .where('key', '=', key)
    .execute();
}

export async function clearLoginFailures(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx.deleteFrom('login_limits').where('key', 'in', keys).execute();
}

/** Forgets every guess at an account, from wherever it was made. */
export async function clearAccountFailures(trx: Trx, accountId: string): Promise<void> {
  await trx
    .deleteFrom('login_limits')
    .where((e) =>
      e.or([
        e('key', 'like', `portal:account:${accountId}%`),
        e('key', 'like', `admin:account:${accountId}%`),
      ]),
    )
    .execute();
}

/** Whether the account has signed in from this network (`cidr`) before. */
export async function isKnownAddress(db: Db, accountId: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select from known_addresses where account_id = ${accountId}::uuid and network = ${network}::cidr`.execute(
    db,
  );
  return rows.length > 0;
}

export interface SignInAddress {
  user_name: string;
  email: string | null;
  network: string;
  last_sign_in_at: Date;
}

/** The newest `limit` of the networks that accounts have signed in from since, the newest last. */
export async function signInAddresses(db: Db, since: Date, limit: number): Promise<SignInAddress[]> {
  const { rows } = await sql<SignInAddress>`
    select a.user_name, a.email, k.network::text, k.last_sign_in_at
    from known_addresses k join accounts a on a.id = k.account_id and a.deleted_at is null
    where k.last_sign_in_at >= ${since}::timestamptz
    order by k.last_sign_in_at desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** Takes out what no longer limits anybody, and sessions that ended long ago. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600_000);
  const quarterAgo = new Date(now.getTime() - 90 * 24 * 3600_000);
  await db.deleteFrom('login_limits').where('last_failure_at', '<', dayAgo).execute();
  await db.deleteFrom('sessions').where('ends_at', '<', quarterAgo).execute();
  await db.deleteFrom('known_addresses').where('last_sign_in_at', '<', quarterAgo).execute();
}

/** Whether the demo seed made this instance. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('instance_facts')
    .select('key')
    .where('key', '=', 'demo')
    .executeTakeFirst();
  return row !== undefined;
}
