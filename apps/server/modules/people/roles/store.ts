import type { Role } from '@voltloop/contract';
import { sql } from 'kysely';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { readPage } from '../../../platform/paging.ts';

const columns = sql`r.id, r.name, r.description,
  (select count(*)::int from accounts a where a.role_id = r.id and a.deleted_at is null) as accounts_total,
  (select count(*)::int from role_menus m where m.role_id = r.id) as menus_total`;

/** Roles of a tenant by name, optionally those whose name contains a text. */
export async function roles(
  db: Db,
  tenantId: string,
  choice: { name?: string | undefined; offset: number; limit: number },
): Promise<{ list: Role[]; total: number }> {
  const like = containing((choice.name ?? '').toLowerCase());
  const from = sql`from roles r where r.tenant_id = ${tenantId} and lower(r.name) like ${like}`;
  const order = sql`lower(r.name), r.id`;
  const { rows, total } = await readPage<Role>(db, choice, { columns, from, order });
  return { list: rows, total };
}

/** One role, locked until the transaction ends; undefined for another tenant's. */
export async function lockRole(trx: Trx, tenantId: string, id: number): Promise<Role | undefined> {
  await sql`select 1 from roles where tenant_id = ${tenantId} and id = ${id} for update`.execute(trx);
  return roleById(trx, tenantId, id);
}

/** One role; undefined for another tenant's. */
export async function roleById(db: Db | Trx, tenantId: string, id: number): Promise<Role | undefined> {
  const { rows } =
    await sql<Role>`select ${columns} from roles r where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export async function insertRole(
  trx: Trx,
  row: { tenantId: string; name: string; description: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into roles (tenant_id, name, description, created_at, updated_at)
    values (${row.tenantId}, ${row.name}, ${row.description}, ${row.now}, ${row.now})
    returning id`.execute(trx);
  return oneRow({ rows }).id;
}

export async function updateRole(
  trx: Trx,
  id: number,
  row: { name: string; description: string | null; now: Date },
): Promise<void> {
  await sql`
    update roles set name = ${row.name}, description = ${row.description}, updated_at = ${row.now}
    where id = ${id}`.execute(trx);
}

export async function deleteRole(trx: Trx, id: number): Promise<void> {
  await sql`delete from roles where id = ${id}`.execute(trx);
}

/** Ids of the menu entries and buttons of a role, ascending. */
export async function menuIdsOf(db: Db | Trx, tenantId: string, roleId: number): Promise<number[]> {
  const { rows } = await sql<{ menu_id: number }>`
    select m.menu_id from role_menus m join roles r on r.id = m.role_id
    where r.tenant_id = ${tenantId} and r.id = ${roleId} order by 1`.execute(db);
  return rows.map((row) => row.menu_id);
}

export async function replaceMenus(trx: Trx, roleId: number, menuIds: readonly number[]): Promise<void> {
  await sql`delete from role_menus where role_id = ${roleId}`.execute(trx);
  await sql`insert into role_menus select ${roleId}, unnest(${[...menuIds]}::int[])`.execute(trx);
}
