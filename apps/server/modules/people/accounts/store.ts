import type { AccountKind, FirstStepsState } from '@voltloop/contract';
import { type Selectable, sql } from 'kysely';
import { advisoryLocks } from '../../../platform/advisory-locks.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Accounts } from '../../../platform/schema.ts';
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

export const accountColumns = [
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

export function toAccountRow(row: Pick<Selectable<Accounts>, (typeof accountColumns)[number]>): AccountRow {
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
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', id)
    .$if(!options.deletedToo, (q) => q.where('deleted_at', 'is', null))
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

/** An active account by its user name, or null. */
export async function accountByUserName(db: Db | Trx, userName: string): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('user_name', '=', userName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
}

/** An active account by its e-mail address; citext ignores case. */
export async function accountByEmail(db: Db | Trx, email: string): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? toAccountRow(row) : null;
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
  firstSteps: FirstStepsState;
  now: Date;
}

/** Inserts an account below its parent; `path` is the parent's plus the new account's own label. */
export async function insertAccount(trx: Trx, v: AccountValues): Promise<AccountRow> {
  const { rows } = await sql<Pick<Selectable<Accounts>, (typeof accountColumns)[number]>>`
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
    returning ${sql.join(accountColumns.map((c) => sql.ref(c)))}`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('insert into accounts gave no row');
  return toAccountRow(row);
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
  await trx
    .updateTable('accounts')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', accountId)
    .execute();
}

/** Whether the demo seed created this instance. */
export async function isDemo(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('instance_facts')
    .select('key')
    .where('key', '=', 'demo')
    .executeTakeFirst();
  return row !== undefined;
}
