import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { batteryOught } from './battery-projection.ts';

/** A projection that does not say what the moves say. */
export interface Difference {
  /** Which projection, and of which row. */
  what: 'item' | 'chain' | 'battery' | 'lot' | 'total' | 'order';
  id: string;
  /** What it says, and what follows from the moves. */
  is: string | null;
  ought: string | null;
}

/** What items, balances, totals and orders ought to say, as common table expressions over the moves of a tenant. */
const ought = (tenantId: string) => sql`
  own as materialized (select * from moves where tenant_id = ${tenantId}),
  item_ought as (
    select distinct on (item_id) item_id, n, to_place, to_condition, kg, day from own where n is not null
      order by item_id, n desc
  ),
  counted as (select id from places where tenant_id = ${tenantId} and kind not in ('outside', 'opening', 'inside')),
  flows as (
    select to_place as place, item_id, n, to_condition as condition, coalesce(pieces, 0) as pieces, kg from own
    union all
    select from_place, item_id, n, from_condition, -coalesce(pieces, 0), -kg from own
  ),
  lot_ought as (
    select f.place, f.item_id as lot, f.condition, sum(f.pieces)::int as pieces, sum(f.kg) as kg
      from flows f join counted c on c.id = f.place where f.n is null group by 1, 2, 3
  ),
  total_ought as (
    select f.place, sum(f.pieces)::int as pieces, sum(f.kg) as kg
      from flows f join counted c on c.id = f.place group by 1
  ),
  order_ought as (
    -- Goods that go outside with an order, less those that a void takes back; a return receipt is no void.
    select d.order_id as id, sum(case when d.reverses_id is null then m.pieces else -m.pieces end)::int as shipped
      from own m join documents d on d.id = m.document_id
        join places p on p.id = case when d.reverses_id is null then m.to_place else m.from_place end
      where d.order_id is not null and p.kind = 'outside' group by 1
  ),
  ${batteryOught(tenantId)}`;

/** Where projections disagree with the moves of a tenant; an empty list when nothing does. */
export async function ledgerDifferences(db: Db | Trx, tenantId: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`with ${ought(tenantId)}
    select 'item' as what, i.id, concat_ws(' ', i.move_n, i.place_id, i.condition) as "is",
        concat_ws(' ', coalesce(o.n, 0), o.to_place, o.to_condition) as ought
      from items i left join item_ought o on o.item_id = i.id
      where i.tenant_id = ${tenantId} and i.kind = 'coded'
        and (i.move_n, i.place_id, i.condition) is distinct from (coalesce(o.n, 0), o.to_place, o.to_condition)
    union all
    select 'chain', item_id, count(*)::text, max(n)::text from own where n is not null
      group by item_id having count(*) <> max(n)
    union all
    select 'battery', b.id, concat_ws(' ', b.state, b.store_id, b.location, b.parent_id),
        concat_ws(' ', o.state, o.store_id, o.location, o.parent_id)
      from batteries b join battery_ought o on o.id = b.id
      where (b.state, b.store_id, b.location, b.parent_id) is distinct from (o.state, o.store_id, o.location, o.parent_id)
    union all
    select 'lot', coalesce(b.lot_id, o.lot), b.kg::text, o.kg::text
      from (select b.* from lot_balances b join lots l on l.id = b.lot_id where l.tenant_id = ${tenantId}) b
        full join lot_ought o on o.place = b.place_id and o.lot = b.lot_id and o.condition = b.condition
      where coalesce(b.kg, 0) <> coalesce(o.kg, 0)
    union all
    select 'total', coalesce(t.place_id, o.place), concat_ws(' ', t.pieces, t.kg), concat_ws(' ', o.pieces, o.kg)
      from (select t.* from place_totals t join counted c on c.id = t.place_id) t
        full join total_ought o on o.place = t.place_id
      where (coalesce(t.pieces, 0), coalesce(t.kg, 0)) <> (coalesce(o.pieces, 0), coalesce(o.kg, 0))
    union all
    select 'order', r.id, r.shipped_quantity::text, coalesce(o.shipped, 0)::text
      from orders r left join order_ought o on o.id = r.id
      where r.tenant_id = ${tenantId} and r.shipped_quantity <> coalesce(o.shipped, 0)`.execute(db);
  return rows;
}

/** Levels of a battery that others are inside of: pack, module, cell. */
const LEVELS = 3;

/** Writes items, batteries, balances, totals and orders of a tenant anew from its moves; nobody posts meanwhile. */
export async function rebuildProjections(trx: Trx, tenantId: string, now: Date): Promise<void> {
  await sql`lock table moves in share row exclusive mode`.execute(trx);
  await sql`with ${ought(tenantId)}
    update items i set move_n = o.n, place_id = o.to_place, condition = o.to_condition, moved_on = o.day, booked_kg = o.kg
      from item_ought o where i.id = o.item_id`.execute(trx);
  // Wholes first: each level of parts follows from the one above.
  for (let level = 0; level < LEVELS; level += 1)
    await sql`with ${batteryOught(tenantId)}
      update batteries b set state = o.state, store_id = o.store_id, location = o.location, parent_id = o.parent_id,
          update_time = ${now}, version = b.version + 1
        from battery_ought o where b.id = o.id
          and (b.state, b.store_id, b.location, b.parent_id)
            is distinct from (o.state, o.store_id, o.location, o.parent_id)`.execute(trx);
  await sql`delete from lot_balances where lot_id in (select id from lots where tenant_id = ${tenantId})`.execute(
    trx,
  );
  await sql`with ${ought(tenantId)}
    insert into lot_balances (place_id, lot_id, condition, pieces, kg)
      select place, lot, condition, pieces, kg from lot_ought`.execute(trx);
  await sql`delete from place_totals where place_id in (select id from places where tenant_id = ${tenantId})`.execute(
    trx,
  );
  await sql`with ${ought(tenantId)}
    insert into place_totals (place_id, pieces, kg) select place, pieces, kg from total_ought`.execute(trx);
  await sql`with ${ought(tenantId)}
    update orders r set shipped_quantity = coalesce(o.shipped, 0)
      from orders each left join order_ought o on o.id = each.id
      where r.id = each.id and r.tenant_id = ${tenantId} and r.shipped_quantity <> coalesce(o.shipped, 0)`.execute(
    trx,
  );
}
