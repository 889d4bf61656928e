import { type DeadlineRule, deadlineOf, ruleFor, worksOn } from '@voltloop/domain/reporting/deadlines.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

interface Rule extends DeadlineRule {
  id: string;
}

interface Unscheduled {
  id: string;
  tenantId: string;
  type: number;
  day: string;
  enterpriseKind: number | null;
  certificate: string | null;
  handover: string | null;
}

/** Number of reports whose deadlines are computed in one statement. */
const AT_ONCE = 2000;

/** Computes when the clocks of these reports started and end, by the rules in effect on their days. */
export async function scheduleReports(trx: Trx, which: RawBuilder<unknown>): Promise<number> {
  const { rows: reports } = await sql<Unscheduled>`
    select r.id, r.tenant_id as "tenantId", r.type, r.day::text as day, e.kind as "enterpriseKind",
        r.entered ->> 'certIssuedOn' as certificate, r.handed_over_on::text as handover
      from reports r left join enterprises e on e.id = r.enterprise_id
      where ${which} order by r.id limit ${AT_ONCE} for no key update of r`.execute(trx);
  if (reports.length === 0) return 0;
  const rules = new Map<string, Rule[]>();
  for (const { tenantId } of reports)
    if (!rules.has(tenantId)) rules.set(tenantId, await rulesOf(trx, tenantId));
  const works = worksOn(await workDays(trx));
  const found = reports.map(({ id, tenantId, type, day, enterpriseKind, certificate, handover }) => {
    const rule = ruleFor(rules.get(tenantId) as Rule[], { type, day, enterpriseKind });
    const { clockDay, dueDay } = deadlineOf(rule, { document: day, certificate, handover }, works);
    return { id, rule: rule?.id ?? null, clock: clockDay, due: dueDay };
  });
  await sql`update reports r set rule_id = f.rule, clock_day = f.clock, due_day = f.due, unscheduled = false
    from json_to_recordset(${JSON.stringify(found)}::json) as f(id uuid, rule uuid, clock date, due date)
    where r.id = f.id`.execute(trx);
  return reports.length;
}

/** Computes missing deadlines: of reports older than the rules, or whose enterprise was unknown. */
export async function scheduleOpen(db: Db): Promise<void> {
  const some = () =>
    db
      .transaction()
      .execute((trx) =>
        scheduleReports(
          trx,
          sql`r.id in (select id from reports where unscheduled limit ${AT_ONCE} for update skip locked)`,
        ),
      );
  while ((await some()) === AT_ONCE);
}

/** Built-in rules and those of a tenant. */
async function rulesOf(trx: Trx, tenantId: string): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select id, type, enterprise_kind as "enterpriseKind", first_day::text as "firstDay", event, days, unit,
        tenant_id is not null as own
      from reporting_rules where tenant_id is null or tenant_id = ${tenantId}`.execute(trx);
  return rows;
}

async function workDays(trx: Trx): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{
    day: string;
    works: boolean;
  }>`select day::text as day, works from work_days`.execute(trx);
  return new Map(rows.map(({ day, works }) => [day, works]));
}
