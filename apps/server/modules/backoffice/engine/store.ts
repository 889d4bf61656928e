import { randomUUID } from 'node:crypto';
import { columnOf, type Resource, type Values } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { countKept, fromSpot, spotOf } from '../day-counts.ts';
import { type Registry, type Row, selectList, stored } from './columns.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { type Order, orderOf, orderSql, reversed } from './order.ts';

/** All SQL of the resource engine. Every statement is limited to one tenant. */

const table = (resource: Resource) => sql.table(resource.table);
const own = (tenantId: string) => sql`t.tenant_id = ${tenantId}::uuid`;

const living = (tenantId: string) => sql`${own(tenantId)} and t.deleted_at is null`;

function chosen(resource: Resource, tenantId: string, choice: Choice): RawBuilder<unknown> {
  return sql.join([living(tenantId), ...conditionsOf(resource, choice)], sql` and `);
}

/** From here on it is worth knowing how many rows there are before they are passed by: the end may be nearer. */
const FAR = 5000;

type Window = { offset: number; limit: number };

/**
 * Rows of a choice from `offset` on, and how many it has in all. Rows are found by their ids first, which an index
 * alone can tell, and only those of the page are read whole.
 */
export async function pageOf(
  db: Db,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  choice: Choice,
  window: Window,
): Promise<{ list: Row[]; total: number }> {
  const conditions = conditionsOf(resource, choice);
  const where = sql.join([living(tenantId), ...conditions], sql` and `);
  const order = orderOf(resource, choice);
  const list: List = { db, registry, resource, where, order };
  const kept = resource.counted === true && conditions.length === 0;
  const count = () => (kept ? countKept(db, resource.table, tenantId) : countOf(list));
  if (window.offset < FAR) {
    const [total, rows] = await Promise.all([count(), rowsOf(list, window)]);
    return { list: rows, total };
  }
  if (kept && order.byTime) return farPage(list, tenantId, window);
  const total = await count();
  return { list: window.offset < total ? await rowsOf(list, window, total) : [], total };
}

/** A page far inside a whole list by time: the walk begins on its day, unless the end is nearer. */
async function farPage(
  list: List,
  tenantId: string,
  window: Window,
): Promise<{ list: Row[]; total: number }> {
  const { db, resource, where, order } = list;
  const [first] = order.keys;
  const down = first?.down === true;
  const { offset, limit } = window;
  const spot = await spotOf(db, resource.table, tenantId, { offset, down });
  if (!first || !spot) return { list: [], total: await countKept(db, resource.table, tenantId) };
  const { total, before } = spot;
  if (total - offset - limit < offset - before) return { list: await rowsOf(list, window, total), total };
  const onward = sql`${where} and ${fromSpot(first.column, spot, down)}`;
  return { list: await read(list, onward, order, { offset: offset - before, limit }), total };
}

interface List {
  db: Db;
  registry: Registry;
  resource: Resource;
  where: RawBuilder<unknown>;
  order: Order;
}

async function countOf({ db, resource, where }: List): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${table(resource)} t where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The window of a list; with its `total` from the nearer end. */
async function rowsOf(list: List, window: Window, total = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const { order } = list;
  if (order.gaps && order.keys[0]?.down) return rowsWithGaps(list, window);
  if (window.offset * 2 <= total) return read(list, list.where, order, window);
  const offset = Math.max(0, total - window.offset - window.limit);
  const limit = Math.min(window.limit, total - window.offset);
  return read(list, list.where, reversed(order), { offset, limit });
}

/** No index goes down with what is empty at its end, so those that have a value come first and the others after. */
async function rowsWithGaps(list: List, { offset, limit }: Window): Promise<Row[]> {
  const key = list.order.keys[0]?.column ?? sql``;
  const present = sql`${list.where} and ${key} is not null`;
  const rows = await read(list, present, list.order, { offset, limit });
  if (rows.length === limit) return rows;
  const before = rows.length > 0 ? offset + rows.length : await countOf({ ...list, where: present });
  const absent = sql`${list.where} and ${key} is null`;
  const window = { offset: Math.max(0, offset - before), limit: limit - rows.length };
  return [...rows, ...(await read(list, absent, list.order, window))];
}

async function read(
  { db, registry, resource, order }: List,
  where: RawBuilder<unknown>,
  walk: Order,
  { offset, limit }: Window,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${selectList(resource, registry)}
    from (select t.id from ${table(resource)} t where ${where}
      order by ${orderSql(walk, true)} offset ${sql.lit(offset)} limit ${sql.lit(limit)}) page
    join ${table(resource)} t on t.id = page.id order by ${orderSql(order)}`.execute(db);
  return rows;
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
    where ${where}${some} order by ${orderSql(orderOf(resource, choice))}`;
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

/**
 * Ids of living rows among these, in their order; nobody else changes them until the transaction ends.
 * @param to `change` leaves others free to refer to the rows meanwhile, `delete` does not.
 */
export async function holdRows(
  trx: Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
  to: 'change' | 'delete',
): Promise<string[]> {
  const lock = to === 'delete' ? sql`for update` : sql`for no key update`;
  const { rows } = await sql<{ id: string }>`select t.id from ${table(resource)} t
    where ${own(tenantId)} and t.deleted_at is null and t.id = any(${[...ids]}::uuid[]) order by t.id ${lock}`.execute(
    trx,
  );
  return rows.map((row) => row.id);
}

/** Living rows that others refer to, with some of their fields, by id. None is deleted until the transaction ends. */
export async function holdReferred(
  trx: Db | Trx,
  resource: Resource,
  tenantId: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const columns = ['id', ...fields].map((field) => sql`t.${sql.ref(columnOf(field))} as ${sql.ref(field)}`);
  const { rows } = await sql<{ id: string }>`select ${sql.join(columns)} from ${table(resource)} t
    where ${own(tenantId)} and t.deleted_at is null and t.id = any(${[...new Set(ids)]}::uuid[])
    order by t.id for key share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Rows of one statement. */
const ROWS_AT_ONCE = 1000;

/**
 * Inserts rows with these values; what none of them has keeps the default of its column.
 * @returns their ids, in their order
 */
export async function insertMany(
  trx: Trx,
  resource: Resource,
  by: { tenantId: string; accountId: string; now: Date },
  rows: readonly Values[],
): Promise<string[]> {
  const ids = rows.map(() => randomUUID());
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    const some = rows.slice(i, i + ROWS_AT_ONCE);
    const fields = Object.entries(resource.fields).filter(([name]) =>
      some.some((values) => values[name] !== undefined),
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

/** Writes changed fields of rows (undefined empties one) and counts their versions on. */
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
  await sql`update ${table(resource)} set ${sql.join([sql`update_time = ${now}`, sql`version = version + 1`, ...sets])}
    where id = any(${[...ids]}::uuid[])`.execute(trx);
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

/** Most references that are counted: nobody reads a greater number. */
const COUNTED = 1000;

/**
 * How many living rows of another resource refer to these, by a field of it or of its lines.
 * @param apart rows that do not count: those that go together with what they refer to
 */
export async function countReferring(
  trx: Trx,
  from: Resource,
  tenantId: string,
  at: { field: string; inLine?: string },
  ids: readonly string[],
  apart: readonly string[],
): Promise<number> {
  const column = sql`t.${sql.ref(columnOf(at.field))}`;
  const { inLine } = at;
  const refers =
    inLine === undefined
      ? sql`${column} = any(${[...ids]}::uuid[])`
      : sql`${column} @> any(${ids.map((id) => JSON.stringify([{ [inLine]: id }]))}::jsonb[])`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${table(from)} t
      where ${own(tenantId)} and t.deleted_at is null and ${refers}
        and t.id <> all(${[...apart]}::uuid[]) limit ${COUNTED}) referring`.execute(trx);
  return rows[0]?.count ?? 0;
}
