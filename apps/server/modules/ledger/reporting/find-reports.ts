import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf, Report } from '@voltloop/contract';
import { addDays } from '@voltloop/domain/clock/days.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { containing } from '../../../platform/like.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { reportedMass } from './reported-mass.ts';

type Filter = Omit<QueryOf<typeof contract.findReports>, 'page' | 'size'>;

/** Days ahead that count as soon. */
const SOON_DAYS = 7;

/** Reports that wait by deadline, then those that have been reported, newest first; from the index reports_desk. */
const byDeadline = sql`(r.state = 3), (case when r.state <> 3 then r.due_day end), r.day desc, r.id`;

/** Reports of the tenant. */
export async function findReports(
  db: Db,
  ctx: Ctx,
  { page, size, ...filter }: QueryOf<typeof contract.findReports>,
): Promise<ReplyOf<typeof contract.findReports>> {
  const where = conditionOf(ctx, filter);
  const [count, list] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${needsJoins(filter) ? from : sql`from reports r`}
      where ${where}`.execute(db),
    reportsWhere(db, ctx, where, {
      order: filter.when ? sql`r.due_day nulls last, r.id` : byDeadline,
      offset: (page - 1) * size,
      limit: size,
    }),
  ]);
  return { list, total: count.rows[0]?.total ?? 0, page, size };
}

const from = sql`from reports r join document_lines l on l.id = r.line_id join documents d on d.id = l.document_id
  left join batteries b on b.id = l.item_id left join lots lot on lot.id = l.item_id`;

export async function reportsWhere(
  db: Db,
  ctx: Ctx,
  where: RawBuilder<unknown>,
  { order = sql`r.id`, offset = 0, limit }: { order?: RawBuilder<unknown>; offset?: number; limit: number },
): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select r.id, r.type, r.state, r.day::text as day, r.clock_day::text as "clockDay", r.due_day::text as "dueDay",
        r.voided_by is null and r.state <> 3 and r.due_day < ${chinaDay(ctx.now)}::date as overdue,
        r.voided_by is not null as voided, r.attempts,
        r.last_error as "lastError", r.platform_id as "platformId",
        (extract(epoch from r.reported_at) * 1000)::float8 as "reportedAt",
        coalesce(b.battery_code, lot.lot_no, l.code, l.lot_no) as code,
        ${reportedMass} as kg,
        json_build_object('id', d.id, 'kind', d.kind, 'no', d.no, 'preset', d.preset) as document,
        r.site_id as "siteId", rs.name as site, r.enterprise_id as "enterpriseId", e.name as enterprise
      ${from} left join recycle_sites rs on rs.id = r.site_id left join enterprises e on e.id = r.enterprise_id
      where ${where}
      order by ${order} offset ${offset} limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, overdue: row.overdue === true }));
}

/** Whether a filter needs more than the table of reports. */
const needsJoins = ({ search, documentId, batteryId }: Filter): boolean =>
  Boolean(search || documentId || batteryId);

function conditionOf({ caller, now }: Ctx, filter: Filter): RawBuilder<unknown> {
  const { type, state, siteId, enterpriseId, from: first, to, when, search, documentId, batteryId } = filter;
  const all: RawBuilder<unknown>[] = [sql`r.tenant_id = ${caller.tenantId}`];
  if (!documentId) all.push(sql`r.voided_by is null`);
  if (type !== undefined) all.push(sql`r.type = ${type}`);
  if (state !== undefined) all.push(sql`r.state = ${state}`);
  if (siteId) all.push(sql`r.site_id = ${siteId}`);
  if (enterpriseId) all.push(sql`r.enterprise_id = ${enterpriseId}`);
  if (first) all.push(sql`r.day >= ${first}::date`);
  if (to) all.push(sql`r.day <= ${to}::date`);
  if (documentId) all.push(sql`l.document_id = ${documentId}`);
  if (batteryId) all.push(sql`l.item_id = ${batteryId}`);
  if (when) all.push(whenOf(when, chinaDay(now)));
  if (search) {
    const like = containing(search.toUpperCase());
    all.push(sql`(upper(d.no) like ${like} or b.battery_code like ${like} or upper(lot.lot_no) like ${like}
      or upper(r.platform_id) like ${like})`);
  }
  return sql.join(all, sql` and `);
}

/** The condition of the filter `when`; a report being sent is still due. */
function whenOf(when: NonNullable<Filter['when']>, today: string): RawBuilder<unknown> {
  switch (when) {
    case 'today':
      return sql`r.state <> 3 and r.due_day = ${today}::date`;
    case 'soon':
      return sql`r.state <> 3 and r.due_day > ${today}::date and r.due_day <= ${addDays(today, SOON_DAYS)}::date`;
    case 'overdue':
      return sql`r.state <> 3 and r.due_day < ${today}::date`;
    case 'failed':
      return sql`r.state = 4`;
    case 'notStarted':
      return sql`r.state <> 3 and r.clock_day is null`;
    case 'open':
      return sql`r.state in (1, 4)`;
  }
}

/** The number of reports waiting at the desk, in total and by type. */
export async function countReports(db: Db, ctx: Ctx): Promise<ReplyOf<typeof contract.countReports>> {
  const today = chinaDay(ctx.now);
  const of = (when: NonNullable<Filter['when']>) => sql`count(*) filter (where ${whenOf(when, today)})::int`;
  const { rows } = await sql<ReplyOf<typeof contract.countReports>['types'][number]>`
    select r.type, ${of('today')} as today, ${of('soon')} as soon, ${of('overdue')} as overdue, ${of('failed')} as failed,
        ${of('notStarted')} as "notStarted", count(*) filter (where r.state = 2)::int as reporting, ${of('open')} as open
      from reports r
      where r.tenant_id = ${ctx.caller.tenantId} and r.voided_by is null and r.state in (1, 2, 4)
      group by r.type order by r.type`.execute(db);
  const named = (query: RawBuilder<unknown>) => sql<{ id: string; name: string }>`${query}`.execute(db);
  const ours = sql`where s.tenant_id = ${ctx.caller.tenantId} and s.deleted_at is null`;
  const [sites, enterprises] = await Promise.all([
    named(
      sql`select s.id, s.name from recycle_sites s ${ours} and s.enterprise_id is not null order by ${inNameOrder(sql`s.name`)} limit 500`,
    ),
    named(sql`select e.id, e.name from recycle_sites s join enterprises e on e.id = s.enterprise_id ${ours}
      group by e.id, e.name order by ${inNameOrder(sql`e.name`)} limit 500`),
  ]);
  return { day: today, types: rows, sites: sites.rows, enterprises: enterprises.rows };
}
