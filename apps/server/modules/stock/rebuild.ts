import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db.ts';
import { batteryStateAt } from './battery-state.ts';
import type { PlaceKind } from './places.ts';

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
  )`;

/**
 * State, store and location of batteries that have moved and are inside no other: what they are, and ought to be by
 * their item. What is inside them has the same.
 */
async function batteryOught(db: Db | Trx, tenantId: string) {
  const at = sql`p.kind, p.key like 'customer/%' as customer, i.condition
    from items i join places p on p.id = i.place_id where i.tenant_id = ${tenantId} and i.kind = 'coded'`;
  const { rows } = await sql<{
    kind: PlaceKind;
    customer: boolean;
    condition: string;
  }>`select distinct ${at}`.execute(db);
  const states = rows.map(({ kind, customer, condition }) => ({
    ...{ kind, customer, condition },
    state: batteryStateAt({ kind, key: customer ? 'customer/' : '' }, condition),
  }));
  return sql`(
    select b.id, concat_ws(' ', b.state, b.store_id, b.location) as "is",
        concat_ws(' ', o.state, o.store, o.location) as ought, o.state, o.store, o.location
      from batteries b join lateral (
        -- What is taken back out of its first receipt is registered again.
        select case when i.move_n = 2 and last.reverses_id is not null then 'registered' else s.state end as state,
            p.store_id as store, nullif(p.code, '') as location
          from items i join places p on p.id = i.place_id
            join json_to_recordset(${JSON.stringify(states)}::json)
              as s(kind text, customer boolean, condition text, state text)
              on s.kind = p.kind and s.customer = (p.key like 'customer/%') and s.condition = i.condition
            left join moves m on m.item_id = i.id and m.n = 2 and i.move_n = 2
            left join documents last on last.id = m.document_id
          where i.id = b.id
      ) o on true
      where b.tenant_id = ${tenantId} and b.parent_id is null and b.deleted_at is null
        and (b.state, b.store_id, b.location) is distinct from (o.state, o.store, o.location)
  )`;
}

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
    select 'battery', id, "is", ought from ${await batteryOught(db, tenantId)} b
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

/** Writes items, batteries, balances, totals and orders of a tenant anew from its moves; nobody posts meanwhile. */
export async function rebuildProjections(trx: Trx, tenantId: string, now: Date): Promise<void> {
  await sql`lock table moves in share row exclusive mode`.execute(trx);
  await sql`with ${ought(tenantId)}
    update items i set move_n = o.n, place_id = o.to_place, condition = o.to_condition, moved_on = o.day, booked_kg = o.kg
      from item_ought o where i.id = o.item_id`.execute(trx);
  await sql`with recursive down as (
      select id, state, store, location from ${await batteryOught(trx, tenantId)} b
      union all
      select b.id, down.state, down.store, down.location
        from batteries b join down on b.parent_id = down.id where b.deleted_at is null
    )
    update batteries b set state = down.state, store_id = down.store, location = down.location, update_time = ${now},
        version = b.version + 1
      from down where b.id = down.id`.execute(trx);
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
