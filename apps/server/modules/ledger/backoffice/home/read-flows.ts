import { CHINA } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import type { Span } from './spans.ts';

/** Figures of spans of days from the stored flows of stores (decision 46). */

interface Amounts {
  received: { pieces: number; kg: string; kwh: string };
  produced: number;
  sold: number;
  recycled: number;
}

/** Bought, collected or taken from vehicles; customer returns are not intake. */
const received = sql`f.kind = 'receipt' and f.other in ('outside', 'vehicle') and f.preset <> 'return'`;
const toProduction = sql`(f.kind = 'production' and f.other <> 'difference')
  or (f.kind in ('issue', 'receipt') and f.preset = 'production')`;
const sales = sql`(f.kind = 'issue' and f.preset = 'sale') or (f.kind = 'receipt' and f.preset = 'return')`;
const recycled = sql`f.kind = 'recyclingRun' and f.other <> 'difference'`;

/** Spans as rows `s (place, first, last)`. */
export const spanRows = (spans: readonly Span[]) =>
  sql`(values ${sql.join(
    spans.map(({ from, to }, place) => sql`(${sql.lit(place)}, ${from}::date, ${to}::date)`),
  )}) s (place, first, last)`;

/** Goods received, sent to production, sold and recycled in each of three spans. */
export async function amountsIn(
  db: Db,
  { caller: { tenantId } }: Ctx,
  spans: readonly [Span, Span, Span],
): Promise<[Amounts, Amounts, Amounts]> {
  const { rows } = await sql<Amounts>`
    select json_build_object('pieces', coalesce(sum(f.in_pieces) filter (where ${received}), 0)::int,
          'kg', trim_scale(coalesce(sum(f.in_kg) filter (where ${received}), 0))::text,
          'kwh', trim_scale(coalesce(sum(f.in_kwh) filter (where ${received}), 0))::text) as received,
        coalesce(sum(case when f.kind = 'production' then f.out_pieces else f.out_pieces - f.in_pieces end)
          filter (where ${toProduction}), 0)::int as produced,
        coalesce(sum(f.out_pieces - f.in_pieces) filter (where ${sales}), 0)::int as sold,
        coalesce(sum(f.out_pieces) filter (where ${recycled}), 0)::int as recycled
      from ${spanRows(spans)} left join stock_flows f on f.tenant_id = ${tenantId} and f.day between s.first and s.last
      group by s.place order by s.place`.execute(db);
  return rows as [Amounts, Amounts, Amounts];
}

const MONTHS = 13;

/** Mass received in each of thirteen months, ending with the month of the day. */
export async function monthsOf(
  db: Db,
  { caller: { tenantId } }: Ctx,
  day: string,
): Promise<{ month: string; kg: string }[]> {
  const { rows } = await sql<{ month: string; kg: string }>`
    with flows as (
      select date_trunc('month', f.day)::date as month, sum(f.in_kg) as kg from stock_flows f
        where f.tenant_id = ${tenantId} and f.day <= ${day}::date and ${received}
          and f.day >= date_trunc('month', ${day}::date) - make_interval(months => ${sql.lit(MONTHS - 1)})
        group by 1
    )
    select to_char(month, 'YYYY-MM') as month, trim_scale(coalesce(kg, 0))::text as kg
      from generate_series(date_trunc('month', ${day}::date) - make_interval(months => ${sql.lit(MONTHS - 1)}),
          date_trunc('month', ${day}::date), interval '1 month') slot
        cross join lateral (select slot::date as month) m left join flows using (month)
      order by m.month`.execute(db);
  return rows;
}

interface Tests {
  tested: number;
  graded: number;
}

/** Batteries with a report signed in each of the spans, and those of them that were graded, rejected ones included. */
export async function testsIn(
  db: Db,
  { caller: { tenantId } }: Ctx,
  spans: readonly [Span, Span, Span],
): Promise<[Tests, Tests, Tests]> {
  const { rows } = await sql<Tests>`
    select count(distinct r.battery_id)::int as tested,
        count(distinct r.battery_id) filter (where r.grade is not null)::int as graded
      from ${spanRows(spans)} left join test_reports r on r.tenant_id = ${tenantId} and r.deleted_at is null
        and r.signed_at >= s.first::timestamp at time zone ${CHINA}
        and r.signed_at < (s.last + 1)::timestamp at time zone ${CHINA}
      group by s.place order by s.place`.execute(db);
  return rows as [Tests, Tests, Tests];
}
