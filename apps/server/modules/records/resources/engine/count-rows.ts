import type { Resource } from '@voltloop/resource-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { changesOf } from '../day-counts.ts';
import { table } from './table.ts';

/** A count, and the number of changes to its list at that time. */
interface Counted {
  total: number;
  changes: number;
}

/** The newest counts of each database, by what was counted; the oldest first. */
const cachedCounts = new WeakMap<Db, Map<string, Counted>>();
const MAX_CACHED = 500;

/**
 * The exact number of rows that fulfil a condition. For a `counted` list it is cached until a row of the tenant
 * changes: paging through a search with very many hits waits for its count once.
 */
export async function countRows(
  db: Db,
  resource: Resource,
  tenantId: string,
  where: RawBuilder<unknown>,
): Promise<number> {
  const { changes, counting, key } = countingOf(db, resource, tenantId, where);
  const count = async () => (await counting.execute(db)).rows[0] ?? { total: 0, changes: 0 };
  if (!resource.counted) return (await count()).total;

  const counts = cachedCounts.get(db) ?? new Map<string, Counted>();
  cachedCounts.set(db, counts);
  const known = counts.get(key);
  if (known && known.changes === (await read(db, changes))) return known.total;
  const counted = await count();
  counts.delete(key);
  counts.set(key, counted);
  const [oldest] = counts.keys();
  if (oldest && counts.size > MAX_CACHED) counts.delete(oldest);
  return counted.total;
}

/** The cached count of a `counted` list if it is still valid; null otherwise. */
export async function cachedCount(
  db: Db,
  resource: Resource,
  tenantId: string,
  where: RawBuilder<unknown>,
): Promise<number | null> {
  const { changes, key } = countingOf(db, resource, tenantId, where);
  const known = cachedCounts.get(db)?.get(key);
  return known && known.changes === (await read(db, changes)) ? known.total : null;
}

/** The rows and their changes in one statement, so that both come from the same snapshot. */
function countingOf(db: Db, resource: Resource, tenantId: string, where: RawBuilder<unknown>) {
  const changes = resource.counted ? changesOf(resource.table, tenantId) : sql<number>`0`;
  const counting = sql<Counted>`
    select count(*)::int as total, ${changes} as changes from ${table(resource)} t where ${where}`;
  const { sql: text, parameters } = counting.compile(db);
  return { changes, counting, key: JSON.stringify([text, parameters]) };
}

async function read(db: Db, value: RawBuilder<number>): Promise<number | undefined> {
  const { rows } = await sql<{ value: number }>`select ${value} as value`.execute(db);
  return rows[0]?.value;
}
