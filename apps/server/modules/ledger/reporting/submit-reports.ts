import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf } from '@voltloop/contract';
import { isOpenReport } from '@voltloop/domain/reporting/steps.ts';
import { sql } from 'kysely';
import { auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { limitLockWait } from '../../../platform/lock-wait.ts';
import type { Core } from './core.ts';
import { freezePayload } from './freeze-payload.ts';
import { type Prepared, type Problem, prepare } from './payload/prepare.ts';

type Reply = ReplyOf<typeof contract.submitReports>;

interface Locked {
  id: string;
  type: number;
  state: number;
  attempts: number;
  voided: boolean;
  enterpriseId: string | null;
}
interface Config {
  id: string;
  type: number;
  enterpriseId: string;
  channel: 'http' | 'file';
}

const atDesk = (key: string): Problem => ({ field: '', key, place: null });

/**
 * Submits unreported and failed records. Each complete one is submitted, whatever is wrong with the others: those are
 * returned with their missing fields.
 */
export async function submitReports(
  core: Core,
  ctx: Ctx,
  { ids }: BodyOf<typeof contract.submitReports>,
): Promise<Reply> {
  const reply = await core.services.db.transaction().execute(async (trx) => {
    await limitLockWait(trx);
    const locked = await lockReports(trx, ctx, ids);
    const prepared = await prepare(
      trx,
      core.supply,
      locked.map(({ id }) => id),
    );
    const configs = await configsInEffect(trx, ctx.caller.tenantId);
    const refused: Reply['refused'] = ids
      .filter((id) => !locked.some((each) => each.id === id))
      .map((id) => ({ id, problems: [atDesk('reporting.unknown')] }));
    const submitted: { report: Locked; config: Config; version: number }[] = [];
    for (const report of locked) {
      const config = configs.find(
        ({ type, enterpriseId }) => type === report.type && enterpriseId === report.enterpriseId,
      );
      const problems = refusalOf(report, prepared.get(report.id), config);
      if (problems.length > 0 || !config) refused.push({ id: report.id, problems });
      else {
        const { payload } = prepared.get(report.id) as Prepared;
        submitted.push({ report, config, version: await freezePayload(trx, ctx, report.id, payload, null) });
      }
    }
    await begin(trx, ctx, submitted);
    return { submitted: submitted.length, refused };
  });
  if (reply.submitted > 0) core.wake();
  return reply;
}

function refusalOf(report: Locked, prepared: Prepared | undefined, config: Config | undefined): Problem[] {
  if (report.voided) return [atDesk('reporting.voided')];
  if (!isOpenReport(report.state))
    return [atDesk(report.state === 2 ? 'reporting.underWay' : 'reporting.reportedAlready')];
  const problems = prepared?.problems ?? [];
  return config || report.enterpriseId === null ? problems : [...problems, atDesk('reporting.noConfig')];
}

/** Reports of the tenant, locked in one order until the transaction ends. */
export async function lockReports(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select id, type, state, attempts, voided_by is not null as voided, enterprise_id as "enterpriseId"
      from reports where tenant_id = ${ctx.caller.tenantId} and id = any(${[...ids]}::uuid[])
      order by id for no key update`.execute(trx);
  return rows;
}

async function configsInEffect(trx: Trx, tenantId: string): Promise<Config[]> {
  const { rows } =
    await sql<Config>`select id, type, enterprise_id as "enterpriseId", channel from reporting_configs
    where tenant_id = ${tenantId} and status = 2`.execute(trx);
  return rows;
}

/** Sets reports to state 2, each with an attempt that the sender or the next file picks up. */
async function begin(
  trx: Trx,
  ctx: Ctx,
  submitted: readonly { report: Locked; config: Config; version: number }[],
): Promise<void> {
  if (submitted.length === 0) return;
  const rows = submitted.map(({ report, config, version }) => ({
    report: report.id,
    n: report.attempts + 1,
    version,
    config: config.id,
    channel: config.channel,
  }));
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as f(report uuid, n int, version int, config uuid, channel text)`;
  await sql`update reports r set state = 2, attempts = f.n, last_error = null, update_time = ${ctx.now}
    from ${given} where r.id = f.report`.execute(trx);
  // An attempt without a reply may have been accepted: its receiver is queried first.
  await sql`insert into report_attempts (report_id, n, payload_version, config_id, channel, created_at, created_by, next_at, in_doubt)
    select f.report, f.n, f.version, coalesce(last.config_id, f.config), coalesce(last.channel, f.channel),
        ${ctx.now}::timestamptz, ${ctx.caller.accountId}::uuid, ${ctx.now}::timestamptz, last.id is not null
      from ${given} left join report_attempts last
        on last.report_id = f.report and last.n = f.n - 1 and last.state = 'expired' and last.in_doubt`.execute(
    trx,
  );
  await auditAll(
    trx,
    ctx,
    rows.map(({ report, n, version, channel }) => ({
      action: n === 1 ? 'report.submit' : 'report.retry',
      objectType: 'report',
      objectId: report,
      details: { attempt: n, payload: version, channel },
    })),
  );
}
