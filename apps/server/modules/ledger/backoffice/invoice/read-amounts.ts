import type { CustomerAmounts, ReplyOf, reverseTotal, SellerAmounts } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { REVERSE_LIMIT_YUAN, yearUntil } from '@voltloop/resources/invoice/reverse-limit.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, oneRow } from '../../../../platform/db.ts';
import { notFound } from '../../../../platform/errors.ts';

const MOST = 100;
const text = (amount: RawBuilder<unknown>) => sql`trim_scale(coalesce(${amount}, 0))::text`;

/** Invoiced amounts to or from a party: issued invoices with their credits, and drafts. */
const onInvoices = (tenantId: string, of: RawBuilder<unknown>) => sql`
  select sum(total) filter (where status in ('issued', 'credited')) as issued,
      sum(total) filter (where status = 'draft' and original_id is null) as drafts
    from invoices where tenant_id = ${tenantId} and deleted_at is null and ${of}`;

/** Ordered, delivered and invoiced amounts of a customer. @throws notFound */
export async function readCustomerAmounts(db: Db, tenantId: string, id: string): Promise<CustomerAmounts> {
  const delivered = sql`
    select d.order_id, sum(round(d.kept * d.price, 2)) as amount, sum(c.total) as invoiced,
        sum(open_amount(d.kept, d.price, coalesce(c.quantity, 0), coalesce(c.total, 0), c.parts)) as open
      from paid_deliveries d left join lateral (
        select sum(quantity) as quantity, sum(total) as total, count(*) as parts from delivery_claims where delivery_id = d.id
      ) c on true
      where d.tenant_id = ${tenantId} and d.customer_id = ${id} and not d.voided group by 1`;
  const own = sql`tenant_id = ${tenantId} and client_id = ${id} and deleted_at is null`;
  const { rows } = await sql<Omit<CustomerAmounts, 'currency' | 'list'>>`
    with delivered as (${delivered})
    select (select ${text(sql`sum(amount)`)} from orders where ${own} and status <> 2) as ordered,
        (select count(*)::int from orders where ${own}) as orders,
        (select ${text(sql`sum(amount)`)} from delivered) as shipped,
        (select ${text(sql`sum(open)`)} from delivered) as open,
        ${text(sql`i.issued`)} as invoiced, ${text(sql`i.drafts`)} as drafts
      from customers c, (${onInvoices(tenantId, sql`client_id = ${id} and direction = 'out'`)}) i
      where c.id = ${id} and c.tenant_id = ${tenantId} and c.deleted_at is null`.execute(db);
  const [sums] = rows;
  if (!sums) throw notFound();
  const { rows: list } = await sql<CustomerAmounts['list'][number]>`
    with delivered as (${delivered})
    select o.id, o.order_no as no, (extract(epoch from o.create_time) * 1000)::float8 as time, o.state, o.status,
        trim_scale(o.amount)::text as ordered, ${text(sql`d.amount`)} as shipped, ${text(sql`d.invoiced`)} as invoiced,
        ${text(sql`d.open`)} as open
      from orders o left join delivered d on d.order_id = o.id
      where o.tenant_id = ${tenantId} and o.client_id = ${id} and o.deleted_at is null
      order by o.create_time desc, o.order_no desc limit ${MOST}`.execute(db);
  return { currency: 'CNY', ...sums, list };
}

/** Amounts of collections from an enterprise or a customer. An unknown one has none. */
export async function readSellerAmounts(
  db: Db,
  tenantId: string,
  { enterpriseId, clientId }: { enterpriseId?: string | undefined; clientId?: string | undefined },
): Promise<SellerAmounts> {
  const of = enterpriseId ? sql`enterprise_id = ${enterpriseId}` : sql`client_id = ${clientId}`;
  const collections = sql`
    select s.id, s.no, s.create_time, s.status, s.amount as quoted, s.settled_kg, s.settled_amount, c.invoiced,
        coalesce(r.kg, 0) as received_kg, coalesce(s.settled_amount, 0) - coalesce(c.invoiced, 0) as open
      from collections s
        left join lateral (select sum(total) as invoiced from collection_claims where collection_id = s.id) c on true
        left join lateral (
          select sum(kg) as kg from documents d where d.collection_id = s.id and d.kind = 'receipt'
            and d.status = 'posted' and d.reverses_id is null and d.deleted_at is null
        ) r on true
      where s.tenant_id = ${tenantId} and s.${of} and s.deleted_at is null`;
  const { rows } = await sql<Omit<SellerAmounts, 'currency' | 'list'>>`
    with own as (${collections})
    select count(*)::int as collections,
        ${text(sql`sum(quoted) filter (where status not in ('declined', 'cancelled'))`)} as quoted,
        ${text(sql`sum(received_kg)`)} as "receivedKg", ${text(sql`sum(settled_kg)`)} as "settledKg",
        ${text(sql`sum(settled_amount)`)} as settled, ${text(sql`sum(open)`)} as open,
        (select ${text(sql`issued`)} from (${onInvoices(tenantId, sql`${of} and collection_id is not null`)}) i) as invoiced,
        (select ${text(sql`drafts`)} from (${onInvoices(tenantId, sql`${of} and collection_id is not null`)}) i) as drafts
      from own`.execute(db);
  const { rows: list } = await sql<SellerAmounts['list'][number]>`
    with own as (${collections})
    select id, no, (extract(epoch from create_time) * 1000)::float8 as time, status, trim_scale(quoted)::text as quoted,
        ${text(sql`received_kg`)} as "receivedKg", ${text(sql`settled_kg`)} as "settledKg",
        trim_scale(settled_amount)::text as settled, ${text(sql`invoiced`)} as invoiced, ${text(sql`open`)} as open
      from own order by create_time desc, no desc limit ${MOST}`.execute(db);
  return { currency: 'CNY', ...oneRow({ rows }), list };
}

/** The sum of reverse invoices for a person in the 12 months up to this one. */
export async function readReverseTotal(
  db: Db,
  tenantId: string,
  clientId: string,
  now: Date,
): Promise<ReplyOf<typeof reverseTotal>> {
  const { from, to } = yearUntil(chinaDay(now));
  const { rows } = await sql<{ total: string }>`
    select trim_scale(coalesce(sum(i.net), 0))::text as total from invoices i
      where i.tenant_id = ${tenantId} and i.direction = 'reverse' and i.deleted_at is null
        and i.status in ('issued', 'credited') and to_char(i.issued_on, 'YYYY-MM') between ${from} and ${to}
        and i.client_id in (
          select c.id from customers own join customers c on c.tenant_id = own.tenant_id
              and (c.id = own.id or c.id_card = own.id_card)
            where own.tenant_id = ${tenantId} and own.id = ${clientId})`.execute(db);
  return { from, to, total: rows[0]?.total ?? '0', limit: REVERSE_LIMIT_YUAN };
}
