import type * as contract from '@voltloop/contract';
import { type QueryOf, type ReplyOf, rights } from '@voltloop/contract';
import { isOpenReport } from '@voltloop/domain/reporting/steps.ts';
import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { isMasked, maskedText } from '../../records/resources/index.ts';
import type { Core } from './core.ts';
import { reportsWhere } from './find-reports.ts';
import { prepare } from './payload/prepare.ts';

type Found = ReplyOf<typeof contract.findReport>;
type RuleEvent = NonNullable<Found['rule']>['event'];

/** A report with its current payload, the sent versions and the replies. @throws notFound */
export async function findReport(
  core: Core,
  ctx: Ctx,
  { id }: QueryOf<typeof contract.findReport>,
): Promise<Found> {
  const { db } = core.services;
  const [report] = await reportsWhere(db, ctx, sql`r.tenant_id = ${ctx.caller.tenantId} and r.id = ${id}`, {
    limit: 1,
  });
  if (!report) throw notFound();
  const [prepared, versions, attempts, rest] = await Promise.all([
    prepare(db, core.supply, [id]),
    versionsOf(core, id),
    attemptsOf(core, id),
    sql<{
      entered: Record<string, unknown>;
      clause: string | null;
      event: RuleEvent | null;
      config: boolean;
    }>`
      select r.entered, rule.clause, rule.event, exists (select from reporting_configs c
          where c.tenant_id = r.tenant_id and c.type = r.type and c.enterprise_id = r.enterprise_id and c.status = 2) as config
        from reports r left join reporting_rules rule on rule.id = r.rule_id where r.id = ${id}`.execute(db),
  ]);
  const now = prepared.get(id);
  const open = !report.voided && isOpenReport(report.state);
  const { entered = {}, clause = null, event = null, config = false } = rest.rows[0] ?? {};
  return masked(ctx, {
    ...report,
    payload: open ? { ...now?.payload } : (versions[0]?.payload ?? {}),
    problems: open ? (now?.problems ?? []) : [],
    hasConfig: config,
    entered,
    rule: clause === null || event === null ? null : { clause, event },
    versions,
    attempts,
  });
}

/** The full ID card of a buyer requires the right to personal data of customers, or to complete records. */
function masked(ctx: Ctx, found: Found): Found {
  if (!isMasked(ctx, customer) || ctx.caller.rights.has(rights.reporting.correct)) return found;
  const payloads = [found.payload, found.entered, ...found.versions.map(({ payload }) => payload)];
  const cards = payloads.flatMap(({ dirPersonId: card }) => (typeof card === 'string' && card ? [card] : []));
  const text = cards.reduce(
    (all, card) => all.replaceAll(card, maskedText(customer.fields.idCard, card)),
    JSON.stringify(found),
  );
  return JSON.parse(text) as Found;
}

async function versionsOf({ services: { db } }: Core, id: string): Promise<Found['versions']> {
  const { rows } = await sql<Found['versions'][number]>`
    select p.version, p.payload, p.reason, (extract(epoch from p.created_at) * 1000)::float8 as "createdAt", a.name as "createdBy"
      from report_payloads p left join accounts a on a.id = p.created_by
      where p.report_id = ${id} order by p.version desc`.execute(db);
  return rows;
}

async function attemptsOf({ services: { db } }: Core, id: string): Promise<Found['attempts']> {
  const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  const { rows } = await sql<Found['attempts'][number]>`
    select t.n, t.payload_version as version, t.channel, t.state, ${ms('t.created_at')} as "createdAt", a.name as "createdBy",
        ${ms('t.finished_at')} as "finishedAt", case when t.state = 'waiting' then ${ms('t.next_at')} end as "nextAt",
        t.in_doubt as "inDoubt", t.error,
        coalesce((select json_agg(json_build_object('at', ${ms('s.at')}, 'purpose', s.purpose, 'request', s.request,
            'answeredAt', ${ms('s.answered_at')}, 'status', s.status, 'answer', s.answer, 'outcome', s.outcome) order by s.id)
          from report_sends s where s.attempt_id = t.id), '[]') as sends
      from report_attempts t left join accounts a on a.id = t.created_by
      where t.report_id = ${id} order by t.n desc`.execute(db);
  return rows;
}
