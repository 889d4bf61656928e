import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { rightOf } from '@voltloop/resource-kit';
import { CHINA, chinaDay } from '@voltloop/resources/days.ts';
import { names } from '@voltloop/resources/names.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import { type Db, oneRow } from '../../../../platform/db.ts';
import { soldIn } from '../../statistics/index.ts';
import { amountsIn, monthsOf, spanRows, testsIn } from './read-flows.ts';
import { type Span, spansOf } from './spans.ts';

type Business = ReplyOf<typeof contract.backofficeBusiness>;
type Name = keyof typeof names;

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
async function readOrders(db: Db, ctx: Ctx, spans: Spans, invoices: boolean): Promise<Orders> {
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

/** Business figures, as far as the caller may see their sources. */
export async function readBusiness(
  db: Db,
  ctx: Ctx,
  { period }: QueryOf<typeof contract.backofficeBusiness>,
): Promise<Business> {
  const may = (name: Name) => ctx.caller.rights.has(rightOf(names[name]));
  const { now, before, yearBefore } = spansOf(period, chinaDay(ctx.now));
  const spans = [now, before, yearBefore] as const;
  const [intake, stages, orders] = await Promise.all([
    may('receipt') ? intakeOf(db, ctx, spans) : null,
    stagesOf(db, ctx, spans, may),
    may('order') ? readOrders(db, ctx, spans, may('invoice')) : null,
  ]);
  return { ...now, before, yearBefore, intake, stages, orders };
}

async function intakeOf(
  db: Db,
  ctx: Ctx,
  spans: readonly [Span, Span, Span],
): Promise<NonNullable<Business['intake']>> {
  const [[now, before, yearBefore], months] = await Promise.all([
    amountsIn(db, ctx, spans),
    monthsOf(db, ctx, spans[0].to),
  ]);
  return { now: now.received, before: before.received, yearBefore: yearBefore.received, months };
}

/** How long counts are cached: they are the same for the whole tenant, and slow for a million batteries. */
const CACHE_MS = 30_000;

type Counts = ReadonlyMap<string, { count: number; graded: number }>;
const cachedCounts = new WeakMap<Db, Map<string, { at: number; counts: Promise<Counts> }>>();

/** The number of a tenant's batteries in each state, and of those with a grade; parts count with their whole. */
function batteriesByState(db: Db, { caller: { tenantId }, now }: Ctx): Promise<Counts> {
  const ofTenants = cachedCounts.get(db) ?? new Map();
  cachedCounts.set(db, ofTenants);
  const at = now.getTime();
  for (const [tenant, each] of ofTenants) if (at - each.at >= CACHE_MS) ofTenants.delete(tenant);
  const found = ofTenants.get(tenantId) ?? { at, counts: countByState(db, tenantId) };
  ofTenants.set(tenantId, found);
  // A failed query is not cached.
  found.counts.catch(() => ofTenants.delete(tenantId));
  return found.counts;
}

async function countByState(db: Db, tenantId: string): Promise<Counts> {
  const { rows } = await sql<{ state: string; count: number; graded: number }>`
    select state, count(*)::int as count, count(grade)::int as graded
      from batteries where tenant_id = ${tenantId} and parent_id is null and deleted_at is null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ state, ...counts }) => [state, counts]));
}

async function stagesOf(
  db: Db,
  ctx: Ctx,
  spans: readonly [Span, Span, Span],
  may: (name: Name) => boolean,
): Promise<Business['stages']> {
  if (!may('battery')) return [];
  const [[now, before], [tests, testsBefore], states] = await Promise.all([
    amountsIn(db, ctx, spans),
    testsIn(db, ctx, spans),
    batteriesByState(db, ctx),
  ]);
  const here = (state: string) => states.get(state)?.count ?? 0;
  const graded = states.get('in_stock')?.graded ?? 0;
  const all: readonly (Business['stages'][number] & { of: Name })[] = [
    {
      stage: 'received',
      of: 'receipt',
      here: here('in_stock') - graded,
      pieces: now.received.pieces,
      before: before.received.pieces,
    },
    {
      stage: 'tested',
      of: 'testReport',
      here: here('in_test'),
      pieces: tests.tested,
      before: testsBefore.tested,
    },
    {
      stage: 'graded',
      of: 'testReport',
      here: graded,
      pieces: tests.graded,
      before: testsBefore.graded,
    },
    {
      stage: 'produced',
      of: 'production',
      here: here('in_production'),
      pieces: now.produced,
      before: before.produced,
    },
    { stage: 'sold', of: 'issue', here: here('sold'), pieces: now.sold, before: before.sold },
    {
      stage: 'recycled',
      of: 'recyclingRun',
      here: here('recycled'),
      pieces: now.recycled,
      before: before.recycled,
    },
  ];
  return all.flatMap(({ of, ...stage }) => (may(of) ? [stage] : []));
}
