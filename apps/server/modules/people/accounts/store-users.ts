import type * as contract from '@voltloop/contract';
import type { AccountKind, QueryOf, User, UserNode } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import { assignments, type Db, type Trx } from '../../../platform/db.ts';
import { containing, escapeLike } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import type { AccountRow } from './store.ts';
import { subtree } from './visibility.ts';

/** The SQL of sub-accounts: lists, trees, details. */

export type UserQuery = Omit<
  QueryOf<typeof contract.listUsers>,
  'current_page' | 'page_size' | 'skip' | 'limit'
>;

type UserSort = NonNullable<UserQuery['sort']>;

const sortExpressions: Record<UserSort, RawBuilder<unknown>> = {
  user_name: sql`lower(a.user_name::text) collate "C"`,
  name: inNameOrder(sql`a.name`),
  // Level alone does not distinguish staff from the main account.
  kind: sql`a.role_id * 10 + a.level`,
  created_at: sql`a.created_at`,
  last_login_time: sql`a.last_login_at`,
};

/** Accounts of the back office are below the main account, but not part of the portal's tree. */
const notStaff = sql`a.kind <> 'staff'`;

/**
 * The ids of one page of the matching accounts below `base`, in order, with the count of all matching ones.
 * @param base An account whose visibility to the caller was checked.
 */
export async function findUsers(
  db: Db | Trx,
  base: AccountRow,
  query: UserQuery,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<{ ids: string[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    query.only_sub_user
      ? sql`a.deleted_at is null and (a.parent_id = ${base.id}::uuid or a.id = ${base.id}::uuid)`
      : subtree(base, 'a'),
    notStaff,
  ];
  if (!query.with_self) conditions.push(sql`a.id <> ${base.id}::uuid`);
  if (query.search) conditions.push(sql`a.search like ${containing(query.search.toLowerCase())}`);
  if (query.name) conditions.push(sql`a.name ilike ${containing(query.name)}`);
  if (query.kind?.length) conditions.push(sql`a.kind = any(${query.kind as string[]}::text[])`);
  if (query.state === 'disabled') conditions.push(sql`a.disabled_at is not null`);
  if (query.state === 'active') conditions.push(sql`a.disabled_at is null and a.last_login_at is not null`);
  if (query.state === 'never') conditions.push(sql`a.disabled_at is null and a.last_login_at is null`);
  const sorted = sortExpressions[query.sort ?? 'created_at'];
  // Newest first by default; a requested column is ascending.
  const direction = (query.order ?? (query.sort ? 'asc' : 'desc')) === 'desc' ? sql`desc` : sql`asc`;
  const self = query.with_self ? sql`(id = ${base.id}::uuid) desc, ` : sql``;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with hit as materialized (
      select a.id, ${sorted} as sorted from accounts a where ${sql.join(conditions, sql` and `)}
    )
    select (select count(*)::int from hit) as total,
      array(select id from hit order by ${self}sorted ${direction} nulls last, id ${direction}
        limit ${window.limit} offset ${window.offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** An account of a list as it is stored, unmasked. */
export type UserRow = User & { path: string };

interface StoredUser extends Omit<UserRow, 'created_at' | 'last_login_time' | 'state' | 'role_ids'> {
  created_at: Date;
  last_login_at: Date | null;
  disabled: boolean;
}

/** Children and things of the account of table alias `a`. */
export const childrenTotal = sql`(select count(*)::int from accounts c where c.parent_id = a.id and c.kind <> 'staff' and c.deleted_at is null)`;
export const thingsTotal = sql`(case when a.kind = 'main'
  then (select count(*)::int from things t where t.tenant_id = a.tenant_id and t.deleted_at is null)
  else (select count(distinct b.thing_id)::int from bindings b where b.until is null
    and b.account_path >= (a.path::text || '.') collate "C" and b.account_path < (a.path::text || '/') collate "C") end)`;

/** Active accounts by id, in the order of `ids`. */
export async function usersById(db: Db | Trx, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<StoredUser>`
    select a.id, a.parent_id, p.name as parent_name, a.user_name::text as user_name, a.name, a.kind, a.level, a.role_id,
      a.email::text as email, a.mobile, a.company, a.address, a.country, a.city, a.description, a.path::text as path, a.created_at, a.last_login_at,
      a.disabled_at is not null as disabled, ${childrenTotal} as children_total, ${thingsTotal} as things_total
    from unnest(${ids as string[]}::uuid[]) with ordinality as wanted(id, at)
    join accounts a on a.id = wanted.id
    left join accounts p on p.id = a.parent_id
    where a.deleted_at is null
    order by wanted.at`.execute(db);
  return rows.map(({ created_at, last_login_at, disabled, ...row }) => ({
    ...row,
    role_ids: [row.role_id],
    created_at: created_at.getTime(),
    last_login_time: last_login_at?.getTime() ?? null,
    state: disabled ? 'disabled' : last_login_at === null ? 'never' : 'active',
  }));
}

export interface UserExtras {
  time_zone: string | null;
  must_change_password: boolean;
  last_login_ip: string | null;
}

/** Details that only an account's page shows. */
export async function userExtras(db: Db | Trx, id: string): Promise<UserExtras | undefined> {
  const { rows } = await sql<UserExtras>`
    select time_zone, must_change_password, host(last_login_ip) as last_login_ip from accounts
    where id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** The accounts from `top` down to the parent of the one with `path`; topmost first. */
export async function accountsBetween(
  db: Db | Trx,
  top: { path: string },
  path: string,
): Promise<{ id: string; name: string; kind: AccountKind }[]> {
  const { rows } = await sql<{ id: string; name: string; kind: AccountKind }>`
    select a.id, a.name, a.kind from accounts a
    where a.path @> ${path}::ltree and a.path <@ ${top.path}::ltree and a.path <> ${path}::ltree and a.deleted_at is null
    order by nlevel(a.path)`.execute(db);
  return rows;
}

const nodes = sql`select a.id, a.parent_id, a.name, a.user_name::text as user_name, a.kind,
  case when a.disabled_at is not null then 'disabled' when a.last_login_at is null then 'never' else 'active' end as state,
  ${childrenTotal} as children_total, ${thingsTotal} as things_total from accounts a`;

/** One level of the tree, by kind and name, and the number of its accounts. */
export async function childrenOf(
  db: Db,
  parentId: string,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<{ list: UserNode[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    sql<UserNode>`${nodes} where a.parent_id = ${parentId}::uuid and a.deleted_at is null and ${notStaff}
      order by a.role_id, a.level, ${inNameOrder(sql`a.name`)}, a.id limit ${window.limit} offset ${window.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from accounts a
      where a.parent_id = ${parentId}::uuid and a.deleted_at is null and ${notStaff}`.execute(db),
  ]);
  return { list: rows, total: counted.rows[0]?.n ?? 0 };
}

export async function nodeById(db: Db, id: string): Promise<UserNode | undefined> {
  const { rows } = await sql<UserNode>`${nodes} where a.id = ${id}::uuid and a.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** User names in use that begin with `start`, in lower case. */
export async function userNamesLike(db: Db | Trx, start: string): Promise<Set<string>> {
  const pattern = `${escapeLike(start.toLowerCase())}%`;
  const { rows } = await sql<{ name: string }>`
    select lower(user_name::text) as name from accounts
    where deleted_at is null and lower(user_name::text) like ${pattern}`.execute(db);
  return new Set(rows.map((r) => r.name));
}

/** Columns of an account that its superiors may change; null empties one. */
export type AccountChange = Partial<
  Record<
    'name' | 'email' | 'mobile' | 'company' | 'country' | 'city' | 'address' | 'description' | 'time_zone',
    string | null
  >
>;

export async function changeAccount(trx: Trx, id: string, change: AccountChange, now: Date): Promise<void> {
  const changes = assignments({
    name: change.name || undefined,
    email: change.email,
    mobile: change.mobile,
    company: change.company,
    country: change.country,
    city: change.city,
    address: change.address,
    description: change.description,
    time_zone: change.time_zone,
    updated_at: now,
  });
  await sql`update accounts set ${changes} where id = ${id}::uuid`.execute(trx);
}

/** Disables or enables; false when nothing changed. */
export async function setDisabled(trx: Trx, id: string, disabled: boolean, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set disabled_at = ${disabled ? now : null}, updated_at = ${now}
    where id = ${id}::uuid and disabled_at is ${disabled ? sql`null` : sql`not null`}`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

export async function isDisabled(db: Db | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from accounts
    where id = ${id} and (disabled_at is not null or tenant_disabled(tenant_id))`.execute(db);
  return rows.length > 0;
}
