import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';

export interface Work {
  time: number;
  user: string | null;
  resource: string;
  action: string;
  id: string;
  count: number;
}

/** Rows of the audit trail that are searched for the newest work. */
const NEWEST = 2000;

/**
 * The newest changes to rows of these resources. All changes by one person to one kind of row within a minute are one
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
