import type { AccountKind, FirstStepsState } from '@voltloop/contract';
import { sql } from 'kysely';
import { advisoryLocks } from '../../../platform/advisory-locks.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** An account without its password hash. */
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

/** The columns of an account that {@link toAccountRow} reads. */
export interface StoredAccount {
  id: string;
  tenant_id: string;
  parent_id: string | null;
  path: string;
  kind: AccountKind;
  level: number;
  role_id: number;
  user_name: string;
  name: string;
  email: string | null;
}

export const accountColumns = sql`id, tenant_id, parent_id, path, kind, level, role_id, user_name, name, email`;

export function toAccountRow(row: StoredAccount): AccountRow {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    parentId: row.parent_id,
    path: row.path,
    kind: row.kind,
    level: row.level,
    roleId: row.role_id,
    userName: row.user_name,
    name: row.name,
    email: row.email,
  };
}

/**
 * An active account by id, with `deletedToo` also a deleted one; null for any other, and for a text that is not an
 * id.
 */
export async function accountById(
  db: Db | Trx,
  id: string,
  options: { deletedToo?: boolean } = {},
): Promise<AccountRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<StoredAccount>`
    select ${accountColumns} from accounts
    where id = ${id}::uuid ${options.deletedToo ? sql`` : sql`and deleted_at is null`}`.execute(db);
  return rows[0] ? toAccountRow(rows[0]) : null;
}

/** An active account by its user name, or null. */
export async function accountByUserName(db: Db | Trx, userName: string): Promise<AccountRow | null> {
  const { rows } = await sql<StoredAccount>`
    select ${accountColumns} from accounts
    where user_name = ${userName} and deleted_at is null`.execute(db);
  return rows[0] ? toAccountRow(rows[0]) : null;
}

/** An active account by its e-mail address; citext ignores case. */
export async function accountByEmail(db: Db | Trx, email: string): Promise<AccountRow | null> {
  const { rows } = await sql<StoredAccount>`
    select ${accountColumns} from accounts
    where email = ${email} and deleted_at is null`.execute(db);
  return rows[0] ? toAccountRow(rows[0]) : null;
}

/**
 * Locks a tenant's tree until the transaction ends: `shared` for additions and bindings, exclusive for moves and
 * deletions. Otherwise an account created below one that is being moved would keep the old path.
 */
export async function lockAccountTree(
  trx: Trx,
  tenantId: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  if (mode === 'shared') {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.accountTree)}, hashtext(${tenantId}))`.execute(
      trx,
    );
  } else {
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.accountTree)}, hashtext(${tenantId}))`.execute(
      trx,
    );
  }
}

/** Serialises set-ups over all nodes. */
export async function lockSetup(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.setup)})`.execute(trx);
}

export async function anyAccount(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql`select id from accounts limit 1`.execute(db);
  return rows.length > 0;
}

export async function insertTenant(trx: Trx, name: string, timeZone: string): Promise<string> {
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into tenants (name, time_zone) values (${name}, ${timeZone}) returning id`.execute(trx),
  );
  return id;
}

export async function tenantExists(db: Db | Trx, tenantId: string): Promise<boolean> {
  if (!isUuid(tenantId)) return false;
  const { rows } = await sql`select id from tenants where id = ${tenantId}`.execute(db);
  return rows.length > 0;
}

export async function hasMainAccount(db: Db | Trx, tenantId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from accounts
    where tenant_id = ${tenantId} and parent_id is null and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** The main account of a tenant; null where there is none yet. */
export async function mainAccount(db: Db | Trx, tenantId: string): Promise<AccountRow | null> {
  const { rows } = await sql<StoredAccount>`
    select ${accountColumns} from accounts
    where tenant_id = ${tenantId} and kind = 'main' and deleted_at is null`.execute(db);
  return rows[0] ? toAccountRow(rows[0]) : null;
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
  firstSteps: FirstStepsState;
  now: Date;
}

/** Inserts an account below its parent; `path` is the parent's plus the new account's own label. */
export async function insertAccount(trx: Trx, v: AccountValues): Promise<AccountRow> {
  const inserted = await sql<StoredAccount>`
    with next as (select nextval(pg_get_serial_sequence('accounts', 'node')) as node)
    insert into accounts (node, tenant_id, parent_id, path, kind, level, role_id, user_name, email, name, password_hash,
      mobile, company, country, city, address, description, time_zone, must_change_password, first_steps,
      created_at, updated_at)
    overriding system value
    select node, ${v.tenantId}::uuid, ${v.parent?.id ?? null}::uuid,
      ${v.parent?.path ?? ''}::ltree || node::text::ltree, ${v.kind}, ${v.level}::int, ${v.roleId}::int, ${v.userName}::citext,
      ${v.email}::citext, ${v.name}, ${v.passwordHash}, ${v.mobile}, ${v.company}, ${v.country}, ${v.city},
      ${v.address}, ${v.description}, ${v.timeZone}, ${v.mustChangePassword}, ${v.firstSteps}, ${v.now}::timestamptz, ${v.now}::timestamptz
    from next
    returning ${accountColumns}`.execute(trx);
  return toAccountRow(oneRow(inserted));
}

/** Rewrites the paths of an account and its subtree; returns the moved ids. */
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

/** What blocks deleting an account. */
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

/** Marks an account as deleted; removes its picture, brand and link to the sign-in service. */
export async function markDeleted(trx: Trx, accountId: string, now: Date): Promise<void> {
  await sql`delete from avatars where account_id = ${accountId}::uuid`.execute(trx);
  await sql`delete from account_identities where account_id = ${accountId}::uuid`.execute(trx);
  await sql`delete from brands where account_id = ${accountId}::uuid`.execute(trx);
  await sql`update accounts set deleted_at = ${now}, updated_at = ${now} where id = ${accountId}`.execute(
    trx,
  );
}

/** Whether the demo seed created this instance. */
export async function isDemo(db: Db): Promise<boolean> {
  const { rows } = await sql`select key from instance_facts where key = 'demo'`.execute(db);
  return rows.length > 0;
}
