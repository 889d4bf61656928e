import { columnOf, type Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { type Registry, type Row, selectList, stored } from './columns.ts';
import { type Choice, conditionsOf, orderOf } from './filters.ts';

/** All SQL of the resource engine. Every statement is limited to one tenant. */

const table = (resource: Resource) => sql.table(resource.table);
const own = (tenantId: string) => sql`t.tenant_id = ${tenantId}::uuid`;

function chosen(resource: Resource, tenantId: string, choice: Choice): RawBuilder<unknown> {
  return sql.join([own(tenantId), sql`t.deleted_at is null`, ...conditionsOf(resource, choice)], sql` and `);
}

/** Rows of a choice from `offset` on, and how many it has in all. */
export async function pageOf(
  db: Db,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  choice: Choice,
  window: { offset: number; limit: number },
): Promise<{ list: Row[]; total: number }> {
  const where = chosen(resource, tenantId, choice);
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${table(resource)} t where ${where}`.execute(
      db,
    ),
    sql<Row>`select ${selectList(resource, registry)} from ${table(resource)} t where ${where}
      order by ${orderOf(resource, choice)} offset ${window.offset} limit ${window.limit}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Rows of a choice in their order, `size` at a time: whoever reads them holds no more. */
export async function* eachRow(
  db: Db,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  choice: Choice & { ids?: readonly string[] },
  size = 1000,
): AsyncGenerator<Row> {
  const where = chosen(resource, tenantId, choice);
  const some = choice.ids ? sql` and t.id = any(${choice.ids}::uuid[])` : sql``;
  const stream = sql<Row>`select ${selectList(resource, registry)} from ${table(resource)} t
    where ${where}${some} order by ${orderOf(resource, choice)}`;
  for await (const { rows } of db.getExecutor().stream(stream.compile(db), size)) {
    yield* rows as Row[];
  }
}

/** Living rows by id. */
export async function rowsById(
  db: Db | Trx,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${selectList(resource, registry)} from ${table(resource)} t
    where ${own(tenantId)} and t.deleted_at is null and t.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** As {@link rowsById}, and nobody else changes them until the transaction ends. */
export async function holdRows(
  trx: Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from ${table(resource)} t
    where ${own(tenantId)} and t.deleted_at is null and t.id = any(${[...ids]}::uuid[]) order by t.id for update`.execute(
    trx,
  );
  return rows.map((row) => row.id);
}

/** Inserts a row with these values; all others are empty. @returns its id */
export async function insertOne(
  trx: Trx,
  resource: Resource,
  by: { tenantId: string; accountId: string; now: Date },
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const entries = Object.entries(resource.fields).filter(([name]) => values[name] !== undefined);
  const columns = entries.map(([name]) => sql.ref(columnOf(name)));
  const given = entries.map(([name, field]) => sql`${stored(field, values[name])}`);
  const { rows } = await sql<{ id: string }>`
    insert into ${table(resource)} (${sql.join([sql`tenant_id`, sql`create_user`, sql`create_time`, sql`update_time`, ...columns])})
    values (${sql.join([sql`${by.tenantId}`, sql`${by.accountId}`, sql`${by.now}`, sql`${by.now}`, ...given])})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Writes changed fields (undefined empties one) and counts the version on. */
export async function updateOne(
  trx: Trx,
  resource: Resource,
  id: string,
  now: Date,
  changes: ReadonlyMap<string, unknown>,
): Promise<void> {
  const sets = [...changes].flatMap(([name, value]) => {
    const field = resource.fields[name];
    return field ? [sql`${sql.ref(columnOf(name))} = ${stored(field, value)}`] : [];
  });
  await sql`update ${table(resource)} set ${sql.join([sql`update_time = ${now}`, sql`version = version + 1`, ...sets])}
    where id = ${id}`.execute(trx);
}

/** Marks rows deleted; they keep their place, so that a deletion can be taken back. */
export async function markDeleted(trx: Trx, resource: Resource, ids: readonly string[], now: Date) {
  await sql`update ${table(resource)} set deleted_at = ${now}, version = version + 1
    where id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** Takes deletions back that are not older than `since`. @returns the ids that live again */
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

/** Which of these rows living rows of another resource refer to, by that resource's field. */
export async function referredTo(
  trx: Trx,
  from: Resource,
  field: string,
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> {
  const column = sql.ref(`t.${columnOf(field)}`);
  const { rows } = await sql<{ id: string; count: number }>`
    select ${column} as id, count(*)::int as count from ${table(from)} t
    where t.deleted_at is null and ${column} = any(${[...ids]}::uuid[]) group by 1`.execute(trx);
  return rows;
}
