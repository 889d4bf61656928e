import type { CollectionProgress } from '@voltloop/contract';
import { decimalOf, type Values } from '@voltloop/resource-kit';
import { compareLines, type Received } from '@voltloop/resources/collection/compare-lines.ts';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

interface Collection extends Values {
  settled: string;
  invoiced: string;
}

/** Quoted, received and settled quantities of each line of a collection, and its invoiced amounts. @throws notFound */
export async function readProgress(db: Db, tenantId: string, id: string): Promise<CollectionProgress> {
  const [found, received] = await Promise.all([
    sql<Collection>`
      select s.no, s.lines, s.inspection, s.settlement, coalesce(s.settled_amount, 0)::text as settled,
          coalesce((select sum(total) from collection_claims where collection_id = s.id), 0)::text as invoiced
        from collections s where s.id = ${id} and s.tenant_id = ${tenantId} and s.deleted_at is null`.execute(
      db,
    ),
    receivedOf(db, tenantId, id),
  ]);
  const [collection] = found.rows;
  if (!collection) throw notFound();
  const [settled, invoiced] = [decimalOf(collection.settled), decimalOf(collection.invoiced)];
  return {
    goods: compareLines(collection, received),
    settledAmount: settled.toFixed(),
    invoicedAmount: invoiced.toFixed(),
    openAmount: settled.minus(invoiced).toFixed(),
  };
}

/** Goods that its receipts took into stock; voided receipts separately. */
async function receivedOf(db: Db, tenantId: string, id: string): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select lot.lot_no as "lotNo", coalesce(lot.material, (array['pack', 'module', 'cell'])[b.product_type]) as material,
        coalesce(lot.chemistry, b.chemistry) as chemistry, coalesce(m.pieces, 0) as pieces, m.kg::text as kg
      from documents d join document_lines l on l.document_id = d.id
        join moves m on m.line_id = l.id and m.item_id = l.item_id
        left join lots lot on lot.id = m.item_id left join batteries b on b.id = m.item_id
      where d.tenant_id = ${tenantId} and d.collection_id = ${id} and d.kind = 'receipt' and d.status = 'posted'
        and d.reverses_id is null and d.deleted_at is null
      order by m.seq`.execute(db);
  return rows;
}
