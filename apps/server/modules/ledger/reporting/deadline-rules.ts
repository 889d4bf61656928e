import type * as contract from '@voltloop/contract';
import type { BodyOf, DeadlineRule } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Core } from './core.ts';

/** Built-in rules and those of the tenant, by type, the latest first. */
export async function findRules(db: Db, { caller }: Ctx): Promise<DeadlineRule[]> {
  const { rows } = await sql<DeadlineRule>`
    select id, type, enterprise_kind as "enterpriseKind", first_day::text as "firstDay", event, days, unit, clause,
        tenant_id is not null as own
      from reporting_rules where tenant_id is null or tenant_id = ${caller.tenantId}
      order by type, first_day desc, enterprise_kind nulls first, own desc`.execute(db);
  return rows;
}

/** Adds or replaces a rule of the tenant; the deadlines that it affects are recomputed. */
export async function saveRule(
  core: Core,
  ctx: Ctx,
  rule: BodyOf<typeof contract.saveDeadlineRule>,
): Promise<{ id: string }> {
  const { type, enterpriseKind, firstDay, event, days, unit, clause } = rule;
  const saved = await core.services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into reporting_rules (tenant_id, type, enterprise_kind, first_day, event, days, unit, clause)
        values (${ctx.caller.tenantId}, ${type}, ${enterpriseKind}, ${firstDay}, ${event}, ${days}, ${unit}, ${clause})
        on conflict (tenant_id, type, enterprise_kind, first_day)
          do update set event = excluded.event, days = excluded.days, unit = excluded.unit, clause = excluded.clause
        returning id`.execute(trx);
    const { id } = oneRow({ rows });
    await audit(trx, ctx, {
      action: 'reportingRule.save',
      objectType: 'reportingRule',
      objectId: id,
      details: rule,
    });
    await unschedule(trx, ctx, type, firstDay);
    return { id };
  });
  core.wake();
  return saved;
}

/** @throws notFound, also for a built-in rule */
export async function deleteRule(core: Core, ctx: Ctx, id: string): Promise<{ id: string }> {
  await core.services.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ type: number; day: string }>`delete from reporting_rules
      where id = ${id} and tenant_id = ${ctx.caller.tenantId} returning type, first_day::text as day`.execute(
      trx,
    );
    const [rule] = rows;
    if (!rule) throw notFound();
    await audit(trx, ctx, { action: 'reportingRule.delete', objectType: 'reportingRule', objectId: id });
    await unschedule(trx, ctx, rule.type, rule.day);
  });
  core.wake();
  return { id };
}

const unschedule = (trx: Trx, { caller }: Ctx, type: number, firstDay: string) =>
  sql`update reports set unscheduled = true
    where tenant_id = ${caller.tenantId} and type = ${type} and day >= ${firstDay}::date and voided_by is null
      and state <> 3`.execute(trx);
