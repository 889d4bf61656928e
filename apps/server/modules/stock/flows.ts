import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';

/** The grouping of `stock_flows`. */
const words = sql`tenant_id, day, store_id, came, kind, preset, other, chemistry, condition`;
const sums = sql`sum(in_pieces) as in_pieces, sum(in_kg) as in_kg, sum(out_pieces) as out_pieces, sum(out_kg) as out_kg,
  sum(in_kwh) as in_kwh, sum(out_kwh) as out_kwh`;
const amounts = sql`in_pieces, in_kg, out_pieces, out_kg, in_kwh, out_kwh`;
const something = sql`(sum(in_pieces), sum(in_kg), sum(out_pieces), sum(out_kg), sum(in_kwh), sum(out_kwh)) <> (0, 0, 0, 0, 0, 0)`;

/** The expected flows of the moves selected by a condition on `move_flows`. */
export const flowsOught = (which: RawBuilder<unknown>) => sql`(
  select ${words}, ${sums} from move_flows where ${which} group by ${words}
    having ${something})`;

/** Appends the flows of moves that a posting has just written: those of a document from a number on. */
export async function addFlows(
  trx: Trx,
  { documentId, first, items }: { documentId: string; first: string; items: readonly string[] },
): Promise<void> {
  // The moves of items are found by a list of them; how long they have been in a store follows from all of them.
  await sql`insert into stock_flows (${words}, ${amounts})
    select * from ${flowsOught(sql`item_id = any(${[...new Set(items)]}::uuid[])
      and seq >= ${first}::bigint and document_id = ${documentId}`)} flows`.execute(trx);
}

/** Sums up the rows of days that postings have added to, some days at once. @returns how many days it took */
export async function sumUpFlows(db: Db, most = 200): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with days as (
      select tenant_id, day, store_id from stock_flows where fresh group by 1, 2, 3 order by 1, 2, 3 limit ${most}
    ), gone as (
      -- Rows that another node sums up at this moment are not waited for: they are gone then.
      delete from stock_flows where ctid in (
        select f.ctid from stock_flows f join days using (tenant_id, day, store_id) for update of f skip locked
      ) returning *
    ), written as (
      insert into stock_flows (${words}, ${amounts}, fresh)
        select ${words}, ${sums}, false from gone group by ${words}
        having ${something}
    )
    select count(*)::int as days from days`.execute(db);
  return rows[0]?.days ?? 0;
}

/** Writes the flows of a tenant from its moves. */
export async function rebuildFlows(trx: Trx, tenantId: string): Promise<void> {
  await sql`delete from stock_flows where tenant_id = ${tenantId}`.execute(trx);
  await sql`insert into stock_flows (${words}, ${amounts}, fresh)
    select flows.*, false from ${flowsOught(sql`tenant_id = ${tenantId}`)} flows`.execute(trx);
}

/** Flows of a tenant that disagree with the moves, as a query of `ledgerDifferences`. */
export const flowDifferences = (tenantId: string) => sql`
  select 'flow' as what, coalesce(f.store_id, o.store_id) as id,
      concat_ws(' ', f.day, f.kind, f.in_pieces, f.in_kg, f.out_pieces, f.out_kg, f.in_kwh, f.out_kwh) as "is",
      concat_ws(' ', o.day, o.kind, o.in_pieces, o.in_kg, o.out_pieces, o.out_kg, o.in_kwh, o.out_kwh) as ought
    from (
        select ${words}, ${sums} from stock_flows where tenant_id = ${tenantId} group by ${words}
          having ${something}
      ) f full join ${flowsOught(sql`tenant_id = ${tenantId}`)} o using (${words})
    where (f.in_pieces, f.in_kg, f.out_pieces, f.out_kg, f.in_kwh, f.out_kwh) is distinct from (o.in_pieces, o.in_kg, o.out_pieces, o.out_kg, o.in_kwh, o.out_kwh)`;
