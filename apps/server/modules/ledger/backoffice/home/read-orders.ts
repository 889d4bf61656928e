import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { CHINA } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../../platform/db.ts';
import { soldIn } from '../../statistics/index.ts';
import { spanRows } from './read-flows.ts';
import type { Span } from './spans.ts';

type Orders = NonNullable<ReplyOf<typeof contract.backofficeBusiness>['orders']>;
type Spans = readonly [Span, Span, Span];
interface OrderSum {
  count: number;
  amount: string;
}

/**
 * Orders by value: ordered, delivered and invoiced in three spans, the first of which is compared with the others;
 * late ones.
 */
export async function readOrders(db: Db, ctx: Ctx, spans: Spans, invoices: boolean): Promise<Orders> {
  const [ordered, sold, overdue, invoiced] = await Promise.all([
    orderedIn(db, ctx, spans),
    Promise.all(spans.map((span) => soldIn(db, ctx, {}, span))),
    overdueOn(db, ctx, spans[0].to),
    invoices ? invoicedIn(db, ctx, spans) : null,
  ]);
  const [delivered, before, yearBefore] = sold as [
    (typeof sold)[number],
    (typeof sold)[number],
    (typeof sold)[number],
  ];
  return {
    ordered: compared(ordered),
    delivered: { amount: delivered.money, before: before.money, yearBefore: yearBefore.money },
    overdue,
    invoiced: invoiced && compared(invoiced),
  };
}

const compared = ([now, before, yearBefore]: [OrderSum, OrderSum, OrderSum]) => ({
  ...now,
  before: before.amount,
  yearBefore: yearBefore.amount,
});

async function orderedIn(
  db: Db,
  { caller: { tenantId } }: Ctx,
  spans: Spans,
): Promise<[OrderSum, OrderSum, OrderSum]> {
  const { rows } = await sql<OrderSum>`
    select count(o.id)::int as count, coalesce(sum(o.amount), 0)::numeric(20, 2)::text as amount
      from ${spanRows(spans)} left join orders o on o.tenant_id = ${tenantId} and o.deleted_at is null and o.status <> 2
        and o.create_time >= s.first::timestamp at time zone ${CHINA}
        and o.create_time < (s.last + 1)::timestamp at time zone ${CHINA}
      group by s.place order by s.place`.execute(db);
  return rows as [OrderSum, OrderSum, OrderSum];
}

async function overdueOn(db: Db, { caller: { tenantId } }: Ctx, today: string): Promise<OrderSum> {
  const { rows } = await sql<OrderSum>`
    select count(distinct o.id)::int as count,
        coalesce(sum(greatest(round((l.quantity - l.shipped + l.returned) * l.unit_price, 2), 0)), 0)::numeric(20, 2)::text as amount
      from orders o left join order_lines l on l.order_id = o.id
      where o.tenant_id = ${tenantId} and o.deleted_at is null and o.status = 1 and o.state <> '3'
        and o.delivery_date < ${today}::date`.execute(db);
  return oneRow({ rows });
}

/** Of invoices that we issued, minus credits. */
async function invoicedIn(
  db: Db,
  { caller: { tenantId } }: Ctx,
  spans: Spans,
): Promise<[OrderSum, OrderSum, OrderSum]> {
  const { rows } = await sql<OrderSum>`
    select count(i.id) filter (where i.original_id is null)::int as count,
        coalesce(sum(case when i.original_id is null then i.total else -abs(i.total) end), 0)::numeric(20, 2)::text as amount
      from ${spanRows(spans)} left join invoices i on i.tenant_id = ${tenantId} and i.deleted_at is null
        and i.direction = 'out' and i.status in ('issued', 'credited') and i.issued_on between s.first and s.last
      group by s.place order by s.place`.execute(db);
  return rows as [OrderSum, OrderSum, OrderSum];
}
