import type { CollectionProgress } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';

/** What is quoted, received and settled of a collection, by material and chemistry, and what is invoiced. @throws notFound */
export async function readProgress(db: Db, tenantId: string, id: string): Promise<CollectionProgress> {
  const { rows: goods } = await sql<CollectionProgress['goods'][number]>`
    with own as (select * from collections where id = ${id} and tenant_id = ${tenantId} and deleted_at is null),
    parts as (
      select line ->> 'material' as material, line ->> 'chemistry' as chemistry, (line ->> 'pieces')::int as quoted_pieces,
          (line ->> 'kg')::numeric as quoted_kg, 0 as received_pieces, 0::numeric as received_kg,
          0::numeric as rejected_kg, 0::numeric as settled_kg, 0::numeric as settled_amount, place
        from own, jsonb_array_elements(lines) with ordinality as l (line, place)
      union all
      select line ->> 'material', line ->> 'chemistry', 0, 0, 0, 0, (line ->> 'rejectedKg')::numeric,
          (line ->> 'settledKg')::numeric, 0, place
        from own, jsonb_array_elements(inspection) with ordinality as l (line, place)
      union all
      select line ->> 'material', line ->> 'chemistry', 0, 0, 0, 0, 0, 0, (line ->> 'amount')::numeric, place
        from own, jsonb_array_elements(settlement) with ordinality as l (line, place)
      union all
      select coalesce(lot.material, (array['pack', 'module', 'cell'])[b.product_type]),
          coalesce(lot.chemistry, b.chemistry), 0, 0, m.pieces, m.kg, 0, 0, 0, null
        from own join documents d on d.collection_id = own.id and d.kind = 'receipt' and d.status = 'posted'
            and d.reverses_id is null and d.deleted_at is null
          join document_lines l on l.document_id = d.id
          join moves m on m.line_id = l.id and m.item_id = l.item_id
          left join lots lot on lot.id = m.item_id left join batteries b on b.id = m.item_id
    )
    select coalesce(material, 'mixed') as material, chemistry, coalesce(sum(quoted_pieces), 0)::int as "quotedPieces",
        trim_scale(coalesce(sum(quoted_kg), 0))::text as "quotedKg",
        coalesce(sum(received_pieces), 0)::int as "receivedPieces",
        trim_scale(coalesce(sum(received_kg), 0))::text as "receivedKg",
        trim_scale(coalesce(sum(rejected_kg), 0))::text as "rejectedKg",
        trim_scale(coalesce(sum(settled_kg), 0))::text as "settledKg",
        trim_scale(coalesce(sum(settled_amount), 0))::text as "settledAmount"
      from parts group by 1, 2 order by min(place), 1, 2`.execute(db);
  const { rows } = await sql<{ settled: string; invoiced: string }>`
    select coalesce(s.settled_amount, 0)::text as settled, coalesce(sum(c.total), 0)::text as invoiced
      from collections s left join collection_claims c on c.collection_id = s.id
      where s.id = ${id} and s.tenant_id = ${tenantId} and s.deleted_at is null group by s.id`.execute(db);
  if (!rows[0]) throw notFound();
  const [settled, invoiced] = [decimalOf(rows[0].settled), decimalOf(rows[0].invoiced)];
  return {
    goods,
    settledAmount: settled.toFixed(),
    invoicedAmount: invoiced.toFixed(),
    openAmount: settled.minus(invoiced).toFixed(),
  };
}
