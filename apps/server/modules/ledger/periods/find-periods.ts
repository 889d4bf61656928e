import type { OpenDocument, OpenTransit, Period } from '@voltloop/contract';
import { chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';

/** Maximum number of documents in a reply; the others are counted. */
const MAX_OPEN = 200;

const open = sql`('draft', 'submitted', 'approved', 'returned')`;

/** Every month since the first document or closing, the latest first; only `month` if given. */
export async function findPeriods(db: Db | Trx, ctx: Ctx, month?: string): Promise<Period[]> {
  const { tenantId } = ctx.caller;
  const current = `${chinaDay(ctx.now).slice(0, 7)}-01`;
  const first = month
    ? sql`${`${month}-01`}::date`
    : sql`least(
        (select date_trunc('month', min(day))::date from documents where tenant_id = ${tenantId} and deleted_at is null),
        (select min(month) from periods where tenant_id = ${tenantId} and closed_at is not null),
        ${current}::date)`;
  const last = month ? first : sql`${current}::date`;
  const { rows } = await sql<Omit<Period, 'closedAt'> & { closedAt: Date | null }>`
    with months as (
      select m::date as month from generate_series(${first}, ${last}, interval '1 month') m
    ), counted as (
      select date_trunc('month', day)::date as month,
          count(*) filter (where status in ('posted', 'voided'))::int as posted,
          count(*) filter (where status in ${open})::int as open
        from documents
        where tenant_id = ${tenantId} and deleted_at is null and day >= ${first}
          and day < ${last} + interval '1 month'
        group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month, m.month < ${current}::date as over, p.closed_at as "closedAt",
        case when p.closed_at is not null then a.name end as "closedBy",
        coalesce(c.posted, 0) as posted, coalesce(c.open, 0) as open
      from months m left join counted c on c.month = m.month
        left join periods p on p.tenant_id = ${tenantId} and p.month = m.month
        left join accounts a on a.id = p.closed_by
      order by m.month desc`.execute(db);
  return rows.map((row) => ({ ...row, closedAt: row.closedAt?.getTime() ?? null }));
}

/** Documents of a month that prevent closing it, by day. */
export async function findOpenDocuments(db: Db | Trx, ctx: Ctx, month: string): Promise<OpenDocument[]> {
  const { rows } =
    await sql<OpenDocument>`select d.id, d.kind, d.no, d.day::text as day, d.status, a.name as "createdBy"
    from documents d left join accounts a on a.id = d.create_user
    where d.tenant_id = ${ctx.caller.tenantId} and d.deleted_at is null and d.status in ${open}
      and d.day >= ${`${month}-01`}::date and d.day < ${`${month}-01`}::date + interval '1 month'
    order by d.day, d.create_time, d.id limit ${MAX_OPEN}`.execute(db);
  return rows;
}

/** Transfers up to the end of a month that have not fully arrived, the oldest first. */
export async function findOpenTransits(db: Db | Trx, ctx: Ctx, month: string): Promise<OpenTransit[]> {
  const { tenantId } = ctx.caller;
  const { rows } = await sql<OpenTransit>`
    select d.id, d.kind, d.no, d.day::text as day, s.name as store, t.pieces, trim_scale(t.kg)::text as kg
      from places p join place_totals t on t.place_id = p.id and (t.kg > 0 or t.pieces > 0)
        join documents d on d.id::text = p.key left join stores s on s.id = d.to_store_id
      where p.tenant_id = ${tenantId} and p.kind = 'transit' and d.tenant_id = ${tenantId}
        and d.day < ${`${month}-01`}::date + interval '1 month'
      order by d.day, d.no limit ${MAX_OPEN}`.execute(db);
  return rows;
}
