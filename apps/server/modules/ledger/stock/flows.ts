import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';

/** The grouping of `stock_flows`. */
const grouping = sql`tenant_id, day, store_id, came, kind, preset, other, chemistry, condition`;
const sums = sql`sum(in_pieces) as in_pieces, sum(in_kg) as in_kg, sum(out_pieces) as out_pieces, sum(out_kg) as out_kg,
  sum(in_kwh) as in_kwh, sum(out_kwh) as out_kwh`;
const amounts = sql`in_pieces, in_kg, out_pieces, out_kg, in_kwh, out_kwh`;
const notZero = sql`(sum(in_pieces), sum(in_kg), sum(out_pieces), sum(out_kg), sum(in_kwh), sum(out_kwh)) <> (0, 0, 0, 0, 0, 0)`;

/** The expected flows of the moves selected by a condition on `move_flows`. */
export const expectedFlows = (which: RawBuilder<unknown>) => sql`(
  select ${grouping}, ${sums} from move_flows where ${which} group by ${grouping}
    having ${notZero})`;

/** Appends the flows of moves that a posting has just written: those of a document from a number on. */
export async function addFlows(
  trx: Trx,
  { documentId, first, items }: { documentId: string; first: string; items: readonly string[] },
): Promise<void> {
  // A list of items finds their moves quickly; their time in a store depends on all of their moves.
  await sql`insert into stock_flows (${grouping}, ${amounts})
    select * from ${expectedFlows(sql`item_id = any(${[...new Set(items)]}::uuid[])
      and seq >= ${first}::bigint and document_id = ${documentId}`)} flows`.execute(trx);
}

/** Merges the rows of days with new postings, some days per call. @returns the number of days */
export async function sumUpFlows(db: Db, most = 200): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with days as (
      select tenant_id, day, store_id from stock_flows where fresh group by 1, 2, 3 order by 1, 2, 3 limit ${most}
    ), merged as (
      -- Rows that another node is merging are skipped: it deletes them.
      delete from stock_flows where ctid in (
        select f.ctid from stock_flows f join days using (tenant_id, day, store_id) for update of f skip locked
      ) returning *
    ), written as (
      insert into stock_flows (${grouping}, ${amounts}, fresh)
        select ${grouping}, ${sums}, false from merged group by ${grouping}
        having ${notZero}
    )
    select count(*)::int as days from days`.execute(db);
  return rows[0]?.days ?? 0;
}

/** Rebuilds the flows of a tenant from its moves. */
export async function rebuildFlows(trx: Trx, tenantId: string): Promise<void> {
  await sql`delete from stock_flows where tenant_id = ${tenantId}`.execute(trx);
  await sql`insert into stock_flows (${grouping}, ${amounts}, fresh)
    select flows.*, false from ${expectedFlows(sql`tenant_id = ${tenantId}`)} flows`.execute(trx);
}

/** Flows of a tenant that disagree with the moves, as a query of `ledgerDifferences`. */
export const flowDifferences = (tenantId: string) => sql`
  select 'flow' as what, coalesce(f.store_id, o.store_id) as id,
      concat_ws(' ', f.day, f.kind, f.in_pieces, f.in_kg, f.out_pieces, f.out_kg, f.in_kwh, f.out_kwh) as "is",
      concat_ws(' ', o.day, o.kind, o.in_pieces, o.in_kg, o.out_pieces, o.out_kg, o.in_kwh, o.out_kwh) as expected
    from (
        select ${grouping}, ${sums} from stock_flows where tenant_id = ${tenantId} group by ${grouping}
          having ${notZero}
      ) f full join ${expectedFlows(sql`tenant_id = ${tenantId}`)} o using (${grouping})
    where (f.in_pieces, f.in_kg, f.out_pieces, f.out_kg, f.in_kwh, f.out_kwh) is distinct from (o.in_pieces, o.in_kg, o.out_pieces, o.out_kg, o.in_kwh, o.out_kwh)`;

/** Days of stores per transaction. */
const AT_ONCE = 200;

/** Compacts the flows of stores: appended rows are merged into one row for each day and kind of goods. */
export class SumUp extends Rounds {
  readonly #db: Services['db'];

  constructor(services: Services) {
    super({
      span: 'stock.sum_up',
      work: schedule.stock_flows,
      services,
      failure: 'stock flows could not be summed up',
    });
    this.#db = services.db;
  }

  protected async round(): Promise<void> {
    while (!this.stopped && (await sumUpFlows(this.#db, AT_ONCE)) === AT_ONCE);
  }
}
