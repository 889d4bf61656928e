import { randomUUIDv7 } from 'node:crypto';
import { columnOf, type Resource, type Values } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/db.ts';
import { attachFiles } from '../../../people/files/index.ts';
import { type Registry, type Row, selectList, stored } from './columns.ts';
import { column, living, own, table } from './table.ts';

/** SQL over the rows of resources by their ids: read, lock, write, delete. Every statement is limited to one tenant. */

/** Active rows by id. */
export async function rowsById(
  db: Db | Trx,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${selectList(resource, registry)} from ${table(resource)} t
    where ${living(tenantId)} and t.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/**
 * Locks the active rows among these until the transaction ends; returns their ids, in their order.
 * @param to `change` allows others to insert references to the rows, `delete` does not.
 */
export async function lockRows(
  trx: Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
  to: 'change' | 'delete',
): Promise<string[]> {
  const lock = to === 'delete' ? sql`for update` : sql`for no key update`;
  const { rows } = await sql<{ id: string }>`select t.id from ${table(resource)} t
    where ${living(tenantId)} and t.id = any(${[...ids]}::uuid[]) order by t.id ${lock}`.execute(trx);
  return rows.map((row) => row.id);
}

/** Active referenced rows, with some of their fields, by id; locked against deletion until the transaction ends. */
export async function lockReferenced(
  trx: Db | Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const columns = ['id', ...fields].map((field) => sql`${column(field)} as ${sql.ref(field)}`);
  const { rows } = await sql<{ id: string }>`select ${sql.join(columns)} from ${table(resource)} t
    where ${living(tenantId)} and t.id = any(${[...new Set(ids)]}::uuid[])
    order by t.id for key share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The part of these values that may contain file addresses. */
const fileValues = (resource: Resource, values: readonly (readonly [string, unknown])[]) =>
  values.flatMap(([name, value]) => {
    const kind = resource.fields[name]?.kind;
    return kind === 'files' || kind === 'lines' ? [value] : [];
  });

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/**
 * Inserts rows; fields that no row has get the default of their column.
 * @returns their ids, in their order
 */
export async function insertMany(
  trx: Trx,
  resource: Resource,
  by: { tenantId: string; accountId: string; now: Date },
  rows: readonly Values[],
): Promise<string[]> {
  // Ascending ids: a list by time shows the rows of one import in the order of its file.
  const ids = rows.map(() => randomUUIDv7()).sort();
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const some = rows.slice(i, i + ROWS_AT_ONCE);
    const fields = Object.entries(resource.fields).filter(([name]) =>
      some.some((values) => values[name] !== undefined),
    );
    await attachFiles(
      trx,
      some.map((values) => fileValues(resource, Object.entries(values))),
      { now: by.now, resource: resource.name },
    );
    const json = some.map((values, n) => ({
      id: ids[i + n],
      ...Object.fromEntries(fields.map(([name, field]) => [columnOf(name), stored(field, values[name])])),
    }));
    const columns = fields.map(([name]) => sql.ref(columnOf(name)));
    await sql`
      insert into ${table(resource)} (${sql.join([sql`id, tenant_id, create_user, create_time, update_time`, ...columns])})
      select ${sql.join([sql`id, ${by.tenantId}::uuid, ${by.accountId}::uuid, ${by.now}::timestamptz, ${by.now}::timestamptz`, ...columns])}
      from json_populate_recordset(null::${table(resource)}, ${JSON.stringify(json)}::json)`.execute(trx);
  }
  return ids;
}

/** Updates changed fields of rows (undefined empties one) and increments their versions. */
export async function updateMany(
  trx: Trx,
  resource: Resource,
  ids: readonly string[],
  now: Date,
  changes: ReadonlyMap<string, unknown>,
): Promise<void> {
  const sets = [...changes].flatMap(([name, value]) => {
    const field = resource.fields[name];
    if (!field) return [];
    const given = stored(field, value);
    return [sql`${sql.ref(columnOf(name))} = ${Array.isArray(given) ? JSON.stringify(given) : given}`];
  });
  await attachFiles(trx, fileValues(resource, [...changes]), { now, resource: resource.name });
  await sql`update ${table(resource)} set ${sql.join([sql`update_time = ${now}`, sql`version = version + 1`, ...sets])}
    where id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** Marks rows as deleted; they stay in the table, so that a deletion can be undone. */
export async function markDeleted(trx: Trx, resource: Resource, ids: readonly string[], now: Date) {
  await sql`update ${table(resource)} set deleted_at = ${now}, version = version + 1
    where id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** Undoes deletions not older than `since`. @returns the ids of restored rows */
export async function unmarkDeleted(
  trx: Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${table(resource)} t set deleted_at = null, version = version + 1
    where ${own(tenantId)} and t.deleted_at >= ${since} and t.id = any(${[...ids]}::uuid[])
    returning t.id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Maximum counted references: higher numbers are of no use. */
const COUNTED = 1000;

/**
 * The number of active rows of another resource that refer to these, by a field of it or of its lines.
 * @param apart rows to ignore: those deleted together with their targets
 */
export async function countReferring(
  trx: Trx,
  from: Resource,
  tenantId: string,
  at: { field: string; inLine?: string },
  ids: readonly string[],
  apart: readonly string[],
): Promise<number> {
  const referring = column(at.field);
  const { inLine } = at;
  const refers =
    inLine === undefined
      ? sql`${referring} = any(${[...ids]}::uuid[])`
      : sql`${referring} @> any(${ids.map((id) => JSON.stringify([{ [inLine]: id }]))}::jsonb[])`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${table(from)} t
      where ${living(tenantId)} and ${refers}
        and t.id <> all(${[...apart]}::uuid[]) limit ${COUNTED}) referring`.execute(trx);
  return rows[0]?.count ?? 0;
}
