import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { rightOf } from '@voltloop/resource-kit';
import { chinaDay, chinaDays } from '@voltloop/resources/days.ts';
import { names } from '@voltloop/resources/names.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';

type Business = ReplyOf<typeof contract.backofficeBusiness>;
type Intake = NonNullable<Business['intake']>;
type Orders = NonNullable<Business['orders']>;

/** Days whose intake is drawn. */
const DAYS = 30;

/** How the business does, as far as the caller may see what the figures are made of. */
export async function readBusiness(db: Db, ctx: Ctx): Promise<Business> {
  const { rights } = ctx.caller;
  const [intake, orders] = await Promise.all([
    rights.has(rightOf(names.receipt)) ? intakeOf(db, ctx) : null,
    rights.has(rightOf(names.order)) ? ordersOf(db, ctx) : null,
  ]);
  return { intake, orders };
}

/** What posted receipts brought; voided ones and their counter-documents are as if they had never been. */
async function intakeOf(db: Db, { caller: { tenantId }, now }: Ctx): Promise<Intake> {
  const today = chinaDay(now);
  const month = today.slice(0, 7);
  const first = chinaDays(now)(1 - DAYS);
  const posted = sql`documents where tenant_id = ${tenantId} and kind = 'receipt' and deleted_at is null
    and status = 'posted' and reverses_id is null and preset is distinct from 'return'`;
  const span = sql`date_trunc('month', ${today}::date)::date as begin, ${today}::date as today,
    (date_trunc('month', ${today}::date) - interval '1 month')::date as before,
    (${today}::date - interval '1 month')::date as until`;
  const [{ rows: sums }, { rows: days }] = await Promise.all([
    sql<{ pieces: number; kg: string; beforePieces: number; beforeKg: string }>`
      with span as (select ${span}), posted as (
        select d.day, d.pieces, d.kg from span, lateral (select day, pieces, kg from ${posted} and day >= span.before) d
      )
      select coalesce(sum(pieces) filter (where day >= begin), 0)::int as pieces,
          trim_scale(coalesce(sum(kg) filter (where day >= begin), 0))::text as kg,
          coalesce(sum(pieces) filter (where day < begin and day <= until), 0)::int as "beforePieces",
          trim_scale(coalesce(sum(kg) filter (where day < begin and day <= until), 0))::text as "beforeKg"
        from span left join posted on posted.day <= span.today`.execute(db),
    sql<{ kg: number }>`
      select coalesce(sum(d.kg), 0)::float8 as kg
        from generate_series(${first}::date, ${today}::date, interval '1 day') each
          left join (select day, kg from ${posted} and day >= ${first}::date) d on d.day = each::date
        group by each order by each`.execute(db),
  ]);
  const [{ pieces, kg, beforePieces, beforeKg }] = sums as [(typeof sums)[number]];
  return {
    month,
    pieces,
    kg,
    before: { pieces: beforePieces, kg: beforeKg },
    days: days.map((day) => day.kg),
  };
}

async function ordersOf(db: Db, { caller: { tenantId }, now }: Ctx): Promise<Orders> {
  const { rows } = await sql<{
    count: number;
    amount: string;
    shipped: string;
    late: number;
    lateAmount: string;
  }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::numeric(20, 2)::text as amount,
        coalesce(sum(shipped), 0)::numeric(20, 2)::text as shipped,
        count(*) filter (where delivery_date < ${chinaDay(now)}::date)::int as late,
        coalesce(sum(amount) filter (where delivery_date < ${chinaDay(now)}::date), 0)::numeric(20, 2)::text as "lateAmount"
      from (select o.*, (select sum(l.shipped * l.unit_price) from order_lines l where l.order_id = o.id) as shipped
          from orders o) o
        where tenant_id = ${tenantId} and deleted_at is null and status = 1 and state in ('1', '2')`.execute(
    db,
  );
  const [{ count, amount, shipped, late, lateAmount }] = rows as [(typeof rows)[number]];
  return { open: { count, amount }, shipped, overdue: { count: late, amount: lateAmount } };
}
