import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { expectedBatteries } from './battery-projection.ts';
import { flowDifferences, rebuildFlows } from './flows.ts';
import { uncounted } from './places.ts';

/** A projection that disagrees with the moves. */
export interface Difference {
  /** The projection and its row. */
  what: 'item' | 'chain' | 'battery' | 'lot' | 'total' | 'flow' | 'delivery' | 'order';
  id: string;
  /** The stored value, and the value computed from the moves. */
  is: string | null;
  expected: string | null;
}

/** The expected items, balances, totals, deliveries and orders, as common table expressions over the moves of a tenant. */
const expected = (tenantId: string) => sql`
  own as materialized (select * from moves where tenant_id = ${tenantId}),
  item_expected as (
    select distinct on (item_id) item_id, n, to_place, to_condition, kg, day from own where n is not null
      order by item_id, n desc
  ),
  counted as (select id from places where tenant_id = ${tenantId} and kind <> all(${[...uncounted]}::text[])),
  flows as (
    select to_place as place, item_id, n, to_condition as condition, coalesce(pieces, 0) as pieces, kg from own
    union all
    select from_place, item_id, n, from_condition, -coalesce(pieces, 0), -kg from own
  ),
  lot_expected as (
    select f.place, f.item_id as lot, f.condition, sum(f.pieces)::int as pieces, sum(f.kg) as kg
      from flows f join counted c on c.id = f.place where f.n is null group by 1, 2, 3
  ),
  total_expected as (
    select f.place, sum(f.pieces)::int as pieces, sum(f.kg) as kg
      from flows f join counted c on c.id = f.place group by 1
  ),
  delivery_expected as (
    -- Shipped by sales minus voids, in the unit of the delivery; returned goods.
    select v.id, v.order_id, v.order_place,
        coalesce(sum(s.sign * case v.unit when 'piece' then m.pieces when 'kg' then m.kg when 'metal' then m.kg
            else l.delivered end)
          filter (where s.sale), 0) as quantity,
        coalesce(sum(s.sign * l.delivered) filter (where not s.sale), 0) as returned
      from own m join document_lines l on l.id = m.line_id join deliveries v on v.id = l.delivery_id
        join documents d on d.id = m.document_id,
        lateral (select v.document_id = coalesce(d.reverses_id, d.id) as sale,
          case when d.reverses_id is null then 1 else -1 end as sign) s
      group by v.id
  ),
  order_expected as (
    select order_id, order_place as place, sum(quantity) as shipped, sum(returned) as returned
      from delivery_expected where order_id is not null group by 1, 2
  ),
  ${expectedBatteries(tenantId)}`;

/** Differences between the projections and the moves of a tenant; empty if there are none. */
export async function ledgerDifferences(db: Db | Trx, tenantId: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`with recursive ${expected(tenantId)}
    select 'item' as what, i.id, concat_ws(' ', i.move_n, i.place_id, i.condition) as "is",
        concat_ws(' ', coalesce(o.n, 0), o.to_place, o.to_condition) as expected
      from items i left join item_expected o on o.item_id = i.id
      where i.tenant_id = ${tenantId} and i.kind = 'coded'
        and (i.move_n, i.place_id, i.condition) is distinct from (coalesce(o.n, 0), o.to_place, o.to_condition)
    union all
    select 'chain', item_id, count(*)::text, max(n)::text from own where n is not null
      group by item_id having count(*) <> max(n)
    union all
    select 'battery', b.id, concat_ws(' ', b.state, b.store_id, b.location, b.parent_id),
        concat_ws(' ', o.state, o.store_id, o.location, o.parent_id)
      from batteries b join battery_expected o on o.id = b.id
      where (b.state, b.store_id, b.location, b.parent_id) is distinct from (o.state, o.store_id, o.location, o.parent_id)
    union all
    select 'lot', coalesce(b.lot_id, o.lot), b.kg::text, o.kg::text
      from (select b.* from lot_balances b join lots l on l.id = b.lot_id where l.tenant_id = ${tenantId}) b
        full join lot_expected o on o.place = b.place_id and o.lot = b.lot_id and o.condition = b.condition
      where coalesce(b.kg, 0) <> coalesce(o.kg, 0)
    union all
    select 'total', coalesce(t.place_id, o.place), concat_ws(' ', t.pieces, t.kg), concat_ws(' ', o.pieces, o.kg)
      from (select t.* from place_totals t join counted c on c.id = t.place_id) t
        full join total_expected o on o.place = t.place_id
      where (coalesce(t.pieces, 0), coalesce(t.kg, 0)) <> (coalesce(o.pieces, 0), coalesce(o.kg, 0))
    union all
    (${flowDifferences(tenantId)})
    union all
    select 'delivery', v.id, concat_ws(' ', case when v.voided then 0 else v.quantity end, v.returned),
        concat_ws(' ', coalesce(o.quantity, 0), coalesce(o.returned, 0))
      from deliveries v left join delivery_expected o on o.id = v.id
      where v.tenant_id = ${tenantId}
        and (case when v.voided then 0 else v.quantity end, v.returned)
          is distinct from (coalesce(o.quantity, 0), coalesce(o.returned, 0))
    union all
    select 'order', l.order_id, concat_ws(' ', l.place, l.shipped, l.returned),
        concat_ws(' ', l.place, coalesce(o.shipped, 0), coalesce(o.returned, 0))
      from order_lines l left join order_expected o on o.order_id = l.order_id and o.place = l.place
      where l.tenant_id = ${tenantId}
        and (l.shipped, l.returned) is distinct from (coalesce(o.shipped, 0), coalesce(o.returned, 0))
    union all
    select 'order', r.id, concat_ws(' ', r.shipped_quantity, r.state), concat_ws(' ', t.shipped, t.state)
      from orders r join order_totals t on t.id = r.id
      where r.tenant_id = ${tenantId} and (r.shipped_quantity, r.state) is distinct from (t.shipped, t.state)`.execute(
    db,
  );
  return rows;
}

/**
 * Rebuilds items, batteries, balances, totals, deliveries and orders of a tenant from its moves; postings wait
 * meanwhile.
 */
export async function rebuildProjections(trx: Trx, tenantId: string, now: Date): Promise<void> {
  await sql`lock table moves in share row exclusive mode`.execute(trx);
  await sql`with recursive ${expected(tenantId)}
    update items i set move_n = o.n, place_id = o.to_place, condition = o.to_condition, moved_on = o.day, booked_kg = o.kg
      from item_expected o where i.id = o.item_id`.execute(trx);
  await sql`with recursive ${expectedBatteries(tenantId)}
    update batteries b set state = o.state, store_id = o.store_id, location = o.location, parent_id = o.parent_id,
        update_time = ${now}, version = b.version + 1
      from battery_expected o where b.id = o.id
        and (b.state, b.store_id, b.location, b.parent_id)
          is distinct from (o.state, o.store_id, o.location, o.parent_id)`.execute(trx);
  await sql`delete from lot_balances where lot_id in (select id from lots where tenant_id = ${tenantId})`.execute(
    trx,
  );
  await sql`with recursive ${expected(tenantId)}
    insert into lot_balances (place_id, lot_id, condition, pieces, kg)
      select place, lot, condition, pieces, kg from lot_expected`.execute(trx);
  await sql`delete from place_totals where place_id in (select id from places where tenant_id = ${tenantId})`.execute(
    trx,
  );
  await sql`with recursive ${expected(tenantId)}
    insert into place_totals (place_id, pieces, kg) select place, pieces, kg from total_expected`.execute(
    trx,
  );
  await rebuildFlows(trx, tenantId);
  await sql`with recursive ${expected(tenantId)}
    update deliveries v set voided = o.quantity = 0, returned = o.returned,
        quantity = case when o.quantity = 0 then v.quantity else o.quantity end
      from delivery_expected o where o.id = v.id`.execute(trx);
  await sql`with recursive ${expected(tenantId)}
    update order_lines l set shipped = coalesce(o.shipped, 0), returned = coalesce(o.returned, 0)
      from order_lines each left join order_expected o on o.order_id = each.order_id and o.place = each.place
      where l.order_id = each.order_id and l.place = each.place and l.tenant_id = ${tenantId}`.execute(trx);
  await sql`update orders r set shipped_quantity = t.shipped, state = t.state from order_totals t
    where t.id = r.id and r.tenant_id = ${tenantId}
      and (r.shipped_quantity, r.state) is distinct from (t.shipped, t.state)`.execute(trx);
}
