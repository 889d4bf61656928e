import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf, StockStore } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { requestedDay } from './stock-at.ts';

/** Fill level from which a location is shown as nearly full. */
const NEARLY_FULL = 0.9;

/** Every store with its stock, from the totals of places, not single items. */
export async function findStores(
  db: Db,
  ctx: Ctx,
  input: QueryOf<typeof contract.findStockStores>,
): Promise<ReplyOf<typeof contract.findStockStores>> {
  const requested = requestedDay(ctx.now, input.day);
  return { day: requested.day, list: await storesOf(db, ctx, requested, sql`true`) };
}

/** Stores of the tenant that match a condition on `s`, in the order of their codes. */
export async function storesOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  { day, past }: { day: string; past: boolean },
  which: RawBuilder<unknown>,
): Promise<StockStore[]> {
  const later = past
    ? sql`union all
        select m.to_place, -coalesce(m.pieces, 0), -m.kg from moves m join mine on mine.id = m.to_place
          where m.day > ${day}::date
        union all
        select m.from_place, coalesce(m.pieces, 0), m.kg from moves m join mine on mine.id = m.from_place
          where m.day > ${day}::date`
    : sql``;
  const { rows } = await sql<StockStore>`
    with chosen as materialized (
      select s.* from stores s where s.tenant_id = ${tenantId} and s.deleted_at is null and ${which}
    ), mine as materialized (
      select p.id, p.store_id, p.code from places p join chosen on chosen.id = p.store_id
    ), stock as (
      select place, sum(pieces)::int as pieces, sum(kg) as kg from (
        select t.place_id as place, t.pieces, t.kg from place_totals t join mine on mine.id = t.place_id ${later}
      ) flows group by place
    ), full_ones as (
      select chosen.id, count(*)::int as count
        from chosen cross join lateral jsonb_to_recordset(chosen.locations) as l(code text, "maxKg" numeric)
          join mine on mine.store_id = chosen.id and mine.code = l.code
          join stock on stock.place = mine.id
        where l."maxKg" > 0 and stock.kg >= l."maxKg" * ${NEARLY_FULL}
        group by chosen.id
    ), sums as (
      select mine.store_id, sum(stock.pieces)::int as pieces, sum(stock.kg) as kg
        from stock join mine on mine.id = stock.place group by mine.store_id
    )
    select s.id, s.code, s.name, s.kind, s.status = 1 as enabled, r.name as site,
        s.capacity_pcs as "capacityPcs", trim_scale(s.capacity_kg)::text as "capacityKg",
        coalesce(sums.pieces, 0) as pieces, trim_scale(coalesce(sums.kg, 0))::text as kg,
        jsonb_array_length(s.locations) as locations, coalesce(f.count, 0) as "nearlyFull"
      from chosen s left join recycle_sites r on r.id = s.site_id
        left join sums on sums.store_id = s.id left join full_ones f on f.id = s.id
      order by s.code, s.id`.execute(db);
  return rows;
}
