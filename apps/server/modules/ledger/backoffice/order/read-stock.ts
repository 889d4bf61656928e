import type { OrderStock } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

interface Found {
  place: number;
  unit: string;
  open: string;
  available: string;
  claimedHere: string;
  claimedByOthers: string;
  /** Quantities open in other orders for the same goods, and how much of that their own documents have claimed. */
  othersOpen: string;
  othersClaimed: string;
}

/** The level of a product type, in the terms of goods by mass. */
const level = sql`(array['pack', 'module', 'cell'])[l.product_type]`;

/**
 * The stock for each line of an order, in its unit. Goods match as in a shipment: missing facts do not contradict.
 * @throws notFound
 */
export async function readStock(db: Db, { caller: { tenantId }, now }: Ctx, id: string): Promise<OrderStock> {
  const { rows } = await sql<Found>`
    with lines as (
      select l.*, greatest(l.quantity - l.shipped + l.returned, 0) as open, coalesce(l.material, ${level}) as wanted
        from order_lines l join orders o on o.id = l.order_id
        where o.id = ${id} and o.tenant_id = ${tenantId} and o.deleted_at is null
    ), located as materialized (
      select id, store_id from places where tenant_id = ${tenantId} and kind = 'location'
    ), claimed as materialized (
      select c.item_id, c.coded, c.kg, c.store_id, d.order_id from claims c join documents d on d.id = c.document_id
        where c.tenant_id = ${tenantId} and c.ends_at > ${now}
    ), coded as (
      select l.place, sum(q.quantity) as available, sum(q.quantity) filter (where c.order_id = ${id}) as here,
          sum(q.quantity) filter (where c.item_id is not null and c.order_id is distinct from ${id}) as others,
          sum(q.quantity) filter (where c.order_id <> ${id}) as of_orders
        from lines l
          join batteries b on b.tenant_id = ${tenantId} and b.deleted_at is null
            and (array['pack', 'module', 'cell'])[b.product_type] = l.wanted
            and coalesce(b.category_id = l.category_id, true) and coalesce(b.cascade_type = l.cascade_type, true)
          join items i on i.id = b.id and i.condition = 'available'
          join located p on p.id = i.place_id
          left join claimed c on c.coded and c.item_id = i.id,
          lateral (select case l.unit when 'piece' then 1 when 'kwh' then b.rated_energy_kwh else i.booked_kg end as quantity) q
        group by 1
    ), by_mass as (
      select l.place, sum(x.kg) as available, sum(least(c.here, x.kg)) as here, sum(least(c.others, x.kg)) as others,
          sum(least(c.of_orders, x.kg)) as of_orders
        from lines l join lots on lots.tenant_id = ${tenantId} and lots.material = l.wanted
          join lateral (
            select p.store_id, sum(k.kg) as kg from lot_balances k join located p on p.id = k.place_id
              where k.lot_id = lots.id and k.condition = 'available' and k.kg > 0 group by 1
          ) x on true
          left join lateral (
            -- Not null, which least() would ignore.
            select coalesce(sum(kg) filter (where order_id = ${id}), 0) as here,
                coalesce(sum(kg) filter (where order_id is distinct from ${id}), 0) as others,
                coalesce(sum(kg) filter (where order_id <> ${id}), 0) as of_orders
              from claimed where not coded and item_id = lots.id and store_id = x.store_id
          ) c on true
        where l.unit in ('kg', 'metal')
        group by 1
    ), promised as (
      select l.place, sum(greatest(x.quantity - x.shipped + x.returned, 0)) as open
        from lines l join order_lines x on x.tenant_id = ${tenantId} and x.order_id <> ${id}
            and coalesce(x.material, (array['pack', 'module', 'cell'])[x.product_type]) = l.wanted
            and x.category_id is not distinct from l.category_id and x.cascade_type is not distinct from l.cascade_type
            and replace(x.unit, 'metal', 'kg') = replace(l.unit, 'metal', 'kg')
          join orders o on o.id = x.order_id and o.status = 1 and o.state <> '3' and o.deleted_at is null
        group by 1
    )
    select l.place, l.unit, l.open::text as open,
        (coalesce(coded.available, 0) + coalesce(by_mass.available, 0))::text as available,
        (coalesce(coded.here, 0) + coalesce(by_mass.here, 0))::text as "claimedHere",
        (coalesce(coded.others, 0) + coalesce(by_mass.others, 0))::text as "claimedByOthers",
        coalesce(promised.open, 0)::text as "othersOpen",
        (coalesce(coded.of_orders, 0) + coalesce(by_mass.of_orders, 0))::text as "othersClaimed"
      from lines l left join coded using (place) left join by_mass using (place) left join promised using (place)
      order by l.place`.execute(db);
  if (rows.length === 0) throw notFound();
  const atLeast0 = (value: ReturnType<typeof decimalOf>) => (value.lt(0) ? '0' : value.toFixed());
  return {
    lines: rows.map(({ place, unit, othersOpen, othersClaimed, ...found }) => {
      const promised = atLeast0(decimalOf(othersOpen).minus(othersClaimed));
      const free = decimalOf(found.available).minus(found.claimedByOthers).minus(promised);
      const plain = Object.fromEntries(
        (['open', 'available', 'claimedHere', 'claimedByOthers'] as const).map((name) => [
          name,
          decimalOf(found[name]).toFixed(),
        ]),
      ) as Pick<Found, 'open' | 'available' | 'claimedHere' | 'claimedByOthers'>;
      return { place, unit, ...plain, promised, free: atLeast0(free) };
    }),
  };
}
