import type { Resource } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { column, living, table } from '../../resources/index.ts';

/** Living rows of a resource by the value of a field, most first; one part with a null value without a field. */
export async function countBy(
  db: Db,
  resource: Resource,
  tenantId: string,
  field: string | undefined,
): Promise<{ value: string | number | null; count: number }[]> {
  const value = field ? column(field) : sql`null::text`;
  const { rows } = await sql<{ value: string | number | null; count: number }>`
    select ${value} as value, count(*)::int as count from ${table(resource)} t
    where ${living(tenantId)} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export interface Work {
  time: number;
  user: string | null;
  resource: string;
  action: string;
  id: string;
  count: number;
}

/** Rows of the trail that are looked at for the newest work. */
const NEWEST = 2000;

/**
 * The newest changes to rows of these resources. What one person did to one kind of row within the same minute is one
 * line, so that an import of thousands does not fill the page.
 */
export async function newestWork(
  db: Db,
  tenantId: string,
  resources: readonly string[],
  limit: number,
): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select (extract(epoch from max(at)) * 1000)::float8 as time, actor_name as "user", object_type as resource,
      split_part(action, '.', 2) as action, (array_agg(object_id order by seq desc))[1] as id, count(*)::int as count
    from (
      select seq, at, actor_name, object_type, action, object_id from audit
      where tenant_id = ${tenantId}::uuid and object_type = any(${[...resources]}::text[]) and object_id is not null
        and split_part(action, '.', 2) <> 'read'
      order by at desc limit ${NEWEST}
    ) newest
    group by actor_name, object_type, action, date_trunc('minute', at)
    order by 1 desc limit ${limit}`.execute(db);
  return rows;
}
