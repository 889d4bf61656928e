import type * as contract from '@voltloop/contract';
import type { QueryOf, ReportingStatistics, StatisticsPeriod, StatisticsScope } from '@voltloop/contract';
import { CHINA, chinaDay } from '@voltloop/resources/days.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { checkPeriod } from './period.ts';
import { chosenStores, isNarrowed, slotsOf } from './scope.ts';

type Punctual = ReportingStatistics['total'];

/** Whether the records of a period were reported by their due days. @throws validation */
export async function findPunctuality(
  db: Db,
  ctx: Ctx,
  { from, to, ...scope }: QueryOf<typeof contract.findStatisticsOfReporting>,
): Promise<ReportingStatistics> {
  checkPeriod({ from, to });
  const { rows } = await countsOf(db, ctx, scope, { from, to });
  const total: Punctual = { onTime: 0, late: 0, overdue: 0, waiting: 0 };
  const types = new Map<number, Punctual & { type: number }>();
  const days = new Map<string, Punctual & { day: string }>();
  for (const { day, type, ...counts } of rows) {
    const ofDay = days.get(day) ?? { day, onTime: 0, late: 0, overdue: 0, waiting: 0 };
    days.set(day, ofDay);
    if (type === null) continue;
    const ofType = types.get(type) ?? { type, onTime: 0, late: 0, overdue: 0, waiting: 0 };
    types.set(type, ofType);
    for (const name of ['onTime', 'late', 'overdue', 'waiting'] as const)
      for (const sum of [total, ofType, ofDay]) sum[name] += counts[name];
  }
  return { list: [...days.values()], types: [...types.values()].sort((a, b) => a.type - b.type), total };
}

function countsOf(
  db: Db,
  { caller: { tenantId }, now }: Ctx,
  scope: StatisticsScope,
  period: StatisticsPeriod,
) {
  const { from, to } = period;
  const { step, slots } = slotsOf(period);
  const today = chinaDay(now);
  return sql<Punctual & { day: string; type: number | null }>`with ${chosenStores(tenantId, scope)},
    ${slots}, classified as (
      select date_trunc(${step}, r.day)::date as day, r.type, count(*)::int as count,
          case when r.state = 3 and (r.due_day is null or (r.reported_at at time zone ${CHINA})::date <= r.due_day) then 'onTime'
            when r.state = 3 then 'late' when r.due_day < ${today}::date then 'overdue' else 'waiting' end as verdict
        from reports r
        where r.tenant_id = ${tenantId} and r.voided_by is null and r.day between ${from}::date and ${to}::date
          ${isNarrowed(scope) ? sql`and r.store_id in (select id from chosen)` : sql``}
          ${
            scope.chemistry
              ? sql`and exists (select 1 from document_lines l join items i on i.id = l.item_id
                  where l.id = r.line_id and i.chemistry = ${scope.chemistry})`
              : sql``
          }
        group by 1, 2, 4
    )
    select slots.day::text, classified.type, coalesce(sum(count) filter (where verdict = 'onTime'), 0)::int as "onTime",
        coalesce(sum(count) filter (where verdict = 'late'), 0)::int as late,
        coalesce(sum(count) filter (where verdict = 'overdue'), 0)::int as overdue,
        coalesce(sum(count) filter (where verdict = 'waiting'), 0)::int as waiting
      from slots left join classified using (day) group by 1, 2 order by 1, 2`.execute(db);
}
