import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf, StockLocation } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { storesOf } from './find-stores.ts';
import { requestedDay, stockAt } from './stock-at.ts';

type Found = ReplyOf<typeof contract.findStoreStock>;

/** A store with the stock of each of its locations. @throws notFound */
export async function findStore(
  db: Db,
  ctx: Ctx,
  input: QueryOf<typeof contract.findStoreStock>,
): Promise<Found> {
  const requested = requestedDay(ctx.now, input.day);
  const [[store], list, goods] = await Promise.all([
    storesOf(db, ctx, requested, sql`s.id = ${input.id}`),
    locationsWith(db, ctx, input.id, requested),
    goodsIn(db, ctx, input.id, requested),
  ]);
  if (!store) throw notFound();
  return { day: requested.day, store, goods, list };
}

/**
 * Locations in the order of the store's list. Unplaced goods and locations removed from the list are included while
 * there is stock in them.
 */
async function locationsWith(
  db: Db,
  { caller: { tenantId } }: Ctx,
  storeId: string,
  requested: { day: string; past: boolean },
): Promise<StockLocation[]> {
  const { rows } = await sql<StockLocation>`
    with mine as materialized (
      select p.id, p.code from places p join stores s on s.id = p.store_id
        where s.tenant_id = ${tenantId} and p.store_id = ${storeId}
    ), parts as (
      select f.place, f.chemistry, f.condition, sum(f.pieces)::int as pieces, sum(f.kg) as kg, count(lots.id)::int as lots
        from ${stockAt(sql`(select id from mine)`, requested)} f left join lots on lots.id = f.item group by 1, 2, 3
    ), sums as (
      select place, sum(pieces)::int as pieces, sum(kg) as kg,
          json_agg(json_build_object('chemistry', chemistry, 'condition', condition, 'pieces', pieces,
            'kg', trim_scale(kg)::text, 'lots', lots) order by kg desc) as parts
        from parts group by place
    ), listed as (
      select l.* from stores s,
          lateral rows from (jsonb_to_recordset(s.locations) as (code text, "maxKg" numeric, chemistries text, note text))
            with ordinality as l(code, max_kg, chemistries, note, place)
        where s.id = ${storeId} and s.tenant_id = ${tenantId}
    )
    select mine.code, listed.code is not null or mine.code = '' as listed, trim_scale(listed.max_kg)::text as "maxKg",
        nullif(listed.chemistries, '') as chemistries, nullif(listed.note, '') as note,
        coalesce(sums.pieces, 0) as pieces, trim_scale(coalesce(sums.kg, 0))::text as kg,
        coalesce(sums.parts, '[]') as parts
      from mine left join listed on listed.code = mine.code left join sums on sums.place = mine.id
      where listed.code is not null or sums.place is not null
      order by mine.code = '' desc, listed.place nulls last, mine.code`.execute(db);
  return rows;
}

/** What the pieces of a store consist of. A lot in several locations is one lot. */
async function goodsIn(
  db: Db,
  { caller: { tenantId } }: Ctx,
  storeId: string,
  requested: { day: string; past: boolean },
): Promise<Found['goods']> {
  const mine = sql`(select p.id from places p join stores s on s.id = p.store_id
    where s.tenant_id = ${tenantId} and p.store_id = ${storeId})`;
  const inside = sql`(select count(*)::int from batteries where tenant_id = ${tenantId} and store_id = ${storeId}
    and parent_id is not null and deleted_at is null)`;
  const { rows } = await sql<Found['goods']>`
    select count(*) filter (where lots.id is null)::int as coded, count(distinct lots.id)::int as lots,
        coalesce(sum(f.pieces) filter (where lots.id is not null), 0)::int as "lotPieces",
        ${requested.past ? sql`null::int` : inside} as inside
      from ${stockAt(mine, requested)} f left join lots on lots.id = f.item`.execute(db);
  return oneRow({ rows });
}
