import type * as contract from '@voltloop/contract';
import { BACK_OFFICE_ROLE_START, type QueryOf, type StaffDetail } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { type PageWindow, readPage } from '../../../platform/paging.ts';
import { isUuid } from '../../../platform/uuid.ts';

/** The SQL of the back office's staff. */

export type StaffQuery = Omit<
  QueryOf<typeof contract.listStaff>,
  'current_page' | 'page_size' | 'skip' | 'limit'
>;

/** As stored: unmasked, with the rights of its role. */
export interface StaffRow extends Omit<StaffDetail, 'untouchable'> {
  menu_ids: number[];
}

const sortExpressions: Record<NonNullable<StaffQuery['sort']>, RawBuilder<unknown>> = {
  user_name: sql`lower(a.user_name::text) collate "C"`,
  name: inNameOrder(sql`a.name`),
  role: inNameOrder(sql`r.name`),
  created_at: sql`a.created_at`,
  last_login_time: sql`a.last_login_at`,
};

interface Stored extends Omit<StaffRow, 'created_at' | 'last_login_time'> {
  created_at: Date;
  last_login_at: Date | null;
}

const from = sql`from accounts a left join roles r on r.id = a.role_id and r.tenant_id = a.tenant_id`;
const columns = sql`a.id, a.user_name::text as user_name, a.name, a.email::text as email, a.mobile, a.description,
  r.id as role_id, r.name as role_name, a.must_change_password, a.created_at, a.last_login_at,
  host(a.last_login_ip) as last_login_ip,
  case when a.disabled_at is not null then 'disabled' when a.last_login_at is null then 'never' else 'active' end as state,
  exists(select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as two_factor,
  array(select m.menu_id from role_menus m where m.role_id = r.id) as menu_ids`;

const living = (tenantId: string) =>
  sql`a.tenant_id = ${tenantId}::uuid and a.kind = 'staff' and a.deleted_at is null`;

function toRow({ created_at, last_login_at, ...row }: Stored): StaffRow {
  return { ...row, created_at: created_at.getTime(), last_login_time: last_login_at?.getTime() ?? null };
}

/** The staff of a list: what its rows are selected from. */
function staffFrom(tenantId: string, query: StaffQuery): RawBuilder<unknown> {
  const conditions = [living(tenantId)];
  if (query.search) conditions.push(sql`a.search like ${containing(query.search.toLowerCase())}`);
  if (query.role_id === BACK_OFFICE_ROLE_START) conditions.push(sql`r.id is null`);
  else if (query.role_id !== undefined) conditions.push(sql`r.id = ${query.role_id}`);
  if (query.state === 'disabled') conditions.push(sql`a.disabled_at is not null`);
  if (query.state === 'active') conditions.push(sql`a.disabled_at is null and a.last_login_at is not null`);
  if (query.state === 'never') conditions.push(sql`a.disabled_at is null and a.last_login_at is null`);
  return sql`${from} where ${sql.join(conditions, sql` and `)}`;
}

/** Newest first by default; a requested column is ascending. */
function orderOf(query: StaffQuery): RawBuilder<unknown> {
  const sorted = sortExpressions[query.sort ?? 'created_at'];
  const direction = (query.order ?? (query.sort ? 'asc' : 'desc')) === 'desc' ? sql`desc` : sql`asc`;
  return sql`${sorted} ${direction} nulls last, a.id ${direction}`;
}

/** A page of a tenant's staff. */
export async function findStaff(
  db: Db,
  tenantId: string,
  query: StaffQuery,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<{ list: StaffRow[]; total: number }> {
  const { rows, total } = await readPage<Stored>(db, window, {
    columns,
    from: staffFrom(tenantId, query),
    order: orderOf(query),
  });
  return { list: rows.map(toRow), total };
}

export async function countStaff(db: Db, tenantId: string, query: StaffQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${staffFrom(tenantId, query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The staff of a list in order, some at a time, to limit memory. */
export async function* staffBatches(db: Db, tenantId: string, query: StaffQuery): AsyncGenerator<StaffRow[]> {
  const all = sql<Stored>`select ${columns} ${staffFrom(tenantId, query)} order by ${orderOf(query)}`;
  for await (const { rows } of db.getExecutor().stream(all.compile(db), 500))
    yield (rows as Stored[]).map(toRow);
}

/** A staff account of a tenant; undefined for any other, and for a text that is not an id. */
export async function staffById(db: Db | Trx, tenantId: string, id: string): Promise<StaffRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } =
    await sql<Stored>`select ${columns} ${from} where ${living(tenantId)} and a.id = ${id}::uuid`.execute(db);
  return rows[0] && toRow(rows[0]);
}

/** A role with its rights, locked until the transaction ends. */
export async function lockRoleRights(trx: Trx, tenantId: string, roleId: number): Promise<number[] | null> {
  const { rows } = await sql`select 1 from roles where tenant_id = ${tenantId}::uuid and id = ${roleId}
    for share`.execute(trx);
  if (rows.length === 0) return null;
  const { rows: menus } = await sql<{ menu_id: number }>`
    select menu_id from role_menus where role_id = ${roleId}`.execute(trx);
  return menus.map((menu) => menu.menu_id);
}

/** The roles of a tenant with their rights, by name. */
export async function rolesWithRights(
  db: Db,
  tenantId: string,
): Promise<{ id: number; name: string; menuIds: number[] }[]> {
  const { rows } = await sql<{ id: number; name: string; menuIds: number[] }>`
    select r.id, r.name, array(select m.menu_id from role_menus m where m.role_id = r.id) as "menuIds"
    from roles r where r.tenant_id = ${tenantId}::uuid order by ${inNameOrder(sql`r.name`)}, r.id`.execute(
    db,
  );
  return rows;
}

export async function setRole(trx: Trx, id: string, roleId: number, now: Date): Promise<void> {
  await sql`update accounts set role_id = ${roleId}, updated_at = ${now} where id = ${id}`.execute(trx);
}
