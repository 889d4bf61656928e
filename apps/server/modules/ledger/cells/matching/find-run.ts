import type { Matched } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

type Kept = Pick<Matched, 'candidates' | 'before' | 'after' | 'withinBefore' | 'left' | 'packs' | 'cells'>;

/** A stored run. @throws notFound */
export async function findRun(db: Db, tenantId: string, id: string): Promise<Matched> {
  const { rows } = await sql<Omit<Matched, keyof Kept | 'time'> & { at: Date; result: Kept }>`
    select m.id, m.created_at as at, a.name as by, m.store_id as "storeId", s.name as store, b.name as bom,
        b.id as "bomId", b.parent_id as "categoryId", c.product_type as "productType",
        m.series, m.parallel, m.asked, m.result
      from matching_runs m join stores s on s.id = m.store_id join boms b on b.id = m.bom_id
        join device_categories c on c.id = b.parent_id
        left join accounts a on a.id = m.account_id
      where m.tenant_id = ${tenantId} and m.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { at, result, ...head } = row;
  return { ...head, time: at.getTime(), ...result };
}
