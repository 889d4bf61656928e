import type { OpenDeliveries, Uninvoiced } from '@voltloop/contract';
import { sql } from 'kysely';
import { type Db, oneRow } from '../../../../platform/db.ts';

type Delivery = OpenDeliveries['list'][number];

const MOST = 1000;

/** The amount of a delivery that is not invoiced. */
const open = sql`open_amount(d.kept, d.price, d.invoiced, d.invoiced_total, d.parts)`;

/** Valid deliveries, and how much of them invoices cover. */
const claimed = (tenantId: string) => sql`(
    select d.*, coalesce(c.quantity, 0) as invoiced, coalesce(c.total, 0) as invoiced_total,
        coalesce(c.parts, 0) as parts
      from paid_deliveries d left join lateral (
        select sum(quantity) as quantity, sum(total) as total, count(*) as parts from delivery_claims where delivery_id = d.id
      ) c on true
      where d.tenant_id = ${tenantId} and not d.voided
  )`;

/** Deliveries to a customer, or for an order, that are not fully invoiced. */
export async function readOpenDeliveries(
  db: Db,
  tenantId: string,
  { clientId, orderId }: { clientId: string; orderId?: string | undefined },
): Promise<OpenDeliveries> {
  const chosen = sql`d.customer_id = ${clientId} and (${orderId ?? null}::uuid is null or d.order_id = ${orderId ?? null})`;
  const { rows: list } = await sql<Delivery>`
    select d.id, d.document_id as "issueId", i.no as "issueNo", d.day::text as day, d.order_id as "orderId",
        o.order_no as "orderNo", d.product_type as "productType", g.category_name as category, d.material, d.unit,
        trim_scale(d.price)::text as "unitPrice", trim_scale(d.quantity)::text as quantity,
        trim_scale(d.returned)::text as returned, trim_scale(d.invoiced)::text as invoiced,
        trim_scale(d.kept - d.invoiced)::text as open,
        trim_scale(${open})::text as amount, d.provisional
      from ${claimed(tenantId)} d join documents i on i.id = d.document_id
        left join orders o on o.id = d.order_id left join device_categories g on g.id = d.category_id
      where ${chosen} and d.kept <> d.invoiced
      order by d.day, d.id limit ${MOST}`.execute(db);
  const { rows } = await sql<Omit<OpenDeliveries, 'list'>>`
    select trim_scale(coalesce(sum(round(d.kept * d.price, 2)), 0))::text as delivered,
        trim_scale(coalesce(sum(d.invoiced_total), 0))::text as invoiced,
        trim_scale(coalesce(sum(${open}), 0))::text as open
      from ${claimed(tenantId)} d where ${chosen}`.execute(db);
  return { list, ...oneRow({ rows }) };
}

/** Those of these deliveries that are not fully invoiced. */
export async function openDeliveriesById(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.id, d.order_id as "orderId", d.product_type as "productType", g.category_name as category, d.material,
        d.unit, trim_scale(d.price)::text as "unitPrice", trim_scale(d.kept - d.invoiced)::text as open
      from ${claimed(tenantId)} d left join device_categories g on g.id = d.category_id
      where d.id = any(${[...ids]}::uuid[]) and d.kept > d.invoiced
      order by d.day, d.id`.execute(db);
  return rows;
}

/** Customers whose deliveries differ from their invoices. */
export async function readUninvoiced(
  db: Db,
  tenantId: string,
  { page, size }: { page: number; size: number },
): Promise<Uninvoiced> {
  const sums = sql`select d.customer_id, coalesce(sum(round(d.kept * d.price, 2)), 0) as delivered,
      sum(d.invoiced_total) as invoiced, coalesce(sum(${open}), 0) as open
    from ${claimed(tenantId)} d group by 1 having bool_or(d.kept <> d.invoiced)`;
  const { rows: list } = await sql<Uninvoiced['list'][number]>`with sums as (${sums})
    select s.customer_id as "clientId", c.client_name as "clientName", trim_scale(s.delivered)::text as delivered,
        trim_scale(s.invoiced)::text as invoiced, trim_scale(s.open)::text as open
      from sums s join customers c on c.id = s.customer_id
      order by s.open desc, s.customer_id limit ${size} offset ${(page - 1) * size}`.execute(db);
  const { rows } = await sql<Omit<Uninvoiced, 'list'>>`with sums as (${sums})
    select count(*)::int as total, trim_scale(coalesce(sum(delivered), 0))::text as delivered,
        trim_scale(coalesce(sum(invoiced), 0))::text as invoiced, trim_scale(coalesce(sum(open), 0))::text as open
      from sums`.execute(db);
  return { list, ...oneRow({ rows }) };
}
