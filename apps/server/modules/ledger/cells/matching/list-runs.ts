import type * as contract from '@voltloop/contract';
import type { ListedRun, QueryOf, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';

/** Runs of the tenant, the newest first. */
export async function listRuns(
  db: Db,
  tenantId: string,
  { page, size }: QueryOf<typeof contract.listMatching>,
): Promise<ReplyOf<typeof contract.listMatching>> {
  const { rows } = await sql<ListedRun>`
    select m.id, (extract(epoch from m.created_at) * 1000)::float8 as time, a.name as by, s.name as store,
        b.name as bom, m.series, m.parallel, (m.result ->> 'candidates')::int as candidates,
        jsonb_array_length(m.result -> 'packs') as packs, (m.result ->> 'left')::int as left
      from matching_runs m join stores s on s.id = m.store_id join boms b on b.id = m.bom_id
        left join accounts a on a.id = m.account_id
      where m.tenant_id = ${tenantId}
      order by m.created_at desc, m.id offset ${(page - 1) * size} limit ${size}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from matching_runs where tenant_id = ${tenantId}`.execute(db);
  return { list: rows, total: counted.rows[0]?.total ?? 0, page, size };
}
