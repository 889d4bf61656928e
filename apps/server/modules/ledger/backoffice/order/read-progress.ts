import type { OrderProgress } from '@voltloop/contract';
import { decimalOf } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

/** Ordered, shipped, returned and invoiced quantities of each line of an order. @throws notFound */
export async function readProgress(db: Db, tenantId: string, orderId: string): Promise<OrderProgress> {
  const { rows: lines } = await sql<OrderProgress['lines'][number]>`
    select l.place, l.product_type as "productType", l.material, c.category_name as category, l.cascade_type as "cascadeType",
        l.unit, trim_scale(l.unit_price)::text as "unitPrice", trim_scale(l.quantity)::text as quantity,
        trim_scale(l.shipped)::text as shipped, trim_scale(l.returned)::text as returned,
        trim_scale(coalesce(d.invoiced, 0))::text as invoiced, trim_scale(l.amount)::text as amount,
        trim_scale(coalesce(d.amount, 0))::text as "shippedAmount",
        trim_scale(coalesce(d.invoiced_amount, 0))::text as "invoicedAmount"
      from orders o join order_lines l on l.order_id = o.id left join device_categories c on c.id = l.category_id
        left join (
          select d.order_place, sum(round(d.kept * d.price, 2)) as amount,
              sum(c.quantity) as invoiced, sum(c.total) as invoiced_amount
            from paid_deliveries d left join lateral (
                select sum(quantity) as quantity, sum(total) as total from delivery_claims where delivery_id = d.id
              ) c on true
            where d.order_id = ${orderId} and not d.voided group by 1
        ) d on d.order_place = l.place
      where o.id = ${orderId} and o.tenant_id = ${tenantId} and o.deleted_at is null
      order by l.place`.execute(db);
  if (lines.length === 0) throw notFound();
  const deliveries = await byMetal(db, orderId);
  const sum = (amounts: readonly (string | null)[]) =>
    amounts.reduce((total, amount) => total.plus(decimalOf(amount)), decimalOf(0)).toFixed();
  const priced = lines.some(({ amount }) => amount !== null);
  return {
    lines,
    deliveries,
    amount: priced ? sum(lines.map(({ amount }) => amount)) : null,
    shippedAmount: sum(lines.map(({ shippedAmount }) => shippedAmount)),
    invoicedAmount: sum(lines.map(({ invoicedAmount }) => invoicedAmount)),
  };
}

/**
 * Deliveries priced by metal content, with their settlements; mass and amount are of the goods that the customer kept.
 */
async function byMetal(db: Db, orderId: string): Promise<OrderProgress['deliveries']> {
  const { rows } = await sql<OrderProgress['deliveries'][number]>`
    select d.id, d.order_place as place, d.document_id as "issueId", i.no as "issueNo", d.day::text as day,
        trim_scale(d.quantity - d.returned)::text as kg, coalesce(s.terms, d.metals, '{}') ||
          jsonb_build_object('kg', trim_scale(case when s.returned is distinct from d.returned
            then coalesce(round((s.terms ->> 'kg')::numeric * d.kept / s.kg, 3), d.kept)
            else (s.terms ->> 'kg')::numeric end)::text) as terms,
        trim_scale(round(d.kept * d.price, 2))::text as amount,
        case when s.delivery_id is not null then json_build_object('on', s.settled_on, 'kg', trim_scale(d.kept)::text,
          'assayNo', s.assay_no, 'by', a.name) end as settled,
        coalesce((select sum(c.quantity) from delivery_claims c where c.delivery_id = d.id), 0) > 0 as invoiced
      from paid_deliveries d join documents i on i.id = d.document_id
        left join delivery_settlements s on s.delivery_id = d.id left join accounts a on a.id = s.settled_by
      where d.order_id = ${orderId} and d.unit = 'metal' and not d.voided
      order by d.day, d.id`.execute(db);
  return rows;
}
