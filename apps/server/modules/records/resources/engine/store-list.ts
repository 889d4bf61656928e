import type { Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { countKept, findDayPosition, fromDayPosition } from '../day-counts.ts';
import { type Registry, type Row, selectList } from './columns.ts';
import { cachedCount, countRows } from './count-rows.ts';
import { type Choice, conditionsOf } from './filters.ts';
import { type Order, orderOf, orderSql, reversed } from './order.ts';
import { living, table } from './table.ts';

/** SQL that reads the lists of resources: a page at any position, and all rows for an export. */

/** From this offset the total count is worth a query: the end may be nearer. */
const FAR = 5000;

type Window = { offset: number; limit: number };

/**
 * Rows of a choice from `offset`, and their total. Rows are found by their ids first, from an index alone, and only
 * those of the page are read completely.
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
  const list: List = { db, registry, resource, tenantId, where, order };
  const kept = resource.counted === true && conditions.length === 0;
  const count = () =>
    kept ? countKept(db, resource.table, tenantId) : countRows(db, resource, tenantId, where);
  if (window.offset < FAR) {
    const [total, rows] = await Promise.all([count(), rowsOf(list, window)]);
    return { list: rows, total };
  }
  if (kept && order.byTime) return farPage(list, window);
  const total = await count();
  return { list: window.offset < total ? await rowsOf(list, window, total) : [], total };
}

/**
 * Like {@link pageOf}, but without the total where counting takes longer than the page: for a search or a filter in a
 * long list whose count is not cached.
 */
export async function pageBeforeCount(
  db: Db,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  choice: Choice,
  window: Window,
): Promise<{ list: Row[]; total: number | null }> {
  const conditions = conditionsOf(resource, choice);
  const isQuick = !resource.counted || conditions.length === 0;
  if (isQuick || window.offset >= FAR || window.limit === 0)
    return pageOf(db, registry, resource, tenantId, choice, window);
  const where = sql.join([living(tenantId), ...conditions], sql` and `);
  const list: List = { db, registry, resource, tenantId, where, order: orderOf(resource, choice) };
  const [known, rows] = await Promise.all([cachedCount(db, resource, tenantId, where), rowsOf(list, window)]);
  // The last page determines the total.
  const isLast = rows.length < window.limit && (rows.length > 0 || window.offset === 0);
  return { list: rows, total: known ?? (isLast ? window.offset + rows.length : null) };
}

/** A page far inside a whole list by time: the walk starts on its day, unless the end is nearer. */
async function farPage(list: List, window: Window): Promise<{ list: Row[]; total: number }> {
  const { db, resource, tenantId, where, order } = list;
  const [first] = order.keys;
  const down = first?.down === true;
  const { offset, limit } = window;
  const position = await findDayPosition(db, resource.table, tenantId, { offset, down });
  if (!first || !position) return { list: [], total: await countKept(db, resource.table, tenantId) };
  const { total, before } = position;
  if (total - offset - limit < offset - before) return { list: await rowsOf(list, window, total), total };
  const fromDay = sql`${where} and ${fromDayPosition(first.column, position, down)}`;
  return { list: await read(list, fromDay, order, { offset: offset - before, limit }), total };
}

interface List {
  db: Db;
  registry: Registry;
  resource: Resource;
  tenantId: string;
  where: RawBuilder<unknown>;
  order: Order;
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

/** No index sorts descending with nulls last, so rows with a value are read first and the others after them. */
async function rowsWithGaps(list: List, { offset, limit }: Window): Promise<Row[]> {
  const { db, resource, tenantId } = list;
  const key = list.order.keys[0]?.column ?? sql``;
  const present = sql`${list.where} and ${key} is not null`;
  const rows = await read(list, present, list.order, { offset, limit });
  if (rows.length === limit) return rows;
  const before = rows.length > 0 ? offset + rows.length : await countRows(db, resource, tenantId, present);
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

/**
 * Rows of a choice in order, a thousand at a time, to limit memory.
 * @throws validation for an invalid choice, at once and not at the first row
 */
export function eachRow(
  db: Db,
  registry: Registry,
  resource: Resource,
  tenantId: string,
  choice: Choice & { ids?: readonly string[] },
): AsyncGenerator<Row> {
  const where = sql.join([living(tenantId), ...conditionsOf(resource, choice)], sql` and `);
  const some = choice.ids ? sql` and t.id = any(${choice.ids}::uuid[])` : sql``;
  const all = sql<Row>`select ${selectList(resource, registry)} from ${table(resource)} t
    where ${where}${some} order by ${orderSql(orderOf(resource, choice))}`;
  async function* rows() {
    for await (const part of db.getExecutor().stream(all.compile(db), 1000)) yield* part.rows as Row[];
  }
  return rows();
}
