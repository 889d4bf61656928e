import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { pauseAfter_ms } from '../../../platform/back-off.ts';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { unleased } from '../../../platform/leased-rows.ts';
import type { Answer } from './adapters/adapter.ts';
import { attempts } from './claim-attempts.ts';
import { ATTEMPT_LIFE_MS, backOff, breakerPause_ms } from './retry.ts';

export interface Settled {
  attemptId: string;
  /** The lease that must still be current; null: any, for manual entries. */
  leaseId: string | null;
  answer: Answer | { outcome: 'expired' };
}

interface Row {
  reportId: string;
  tenantId: string;
  enterpriseId: string;
  type: number;
  n: number;
  version: number;
  configId: string;
  sends: number;
  inDoubt: boolean;
  createdAt: Date;
}

/**
 * Records the outcome of an attempt: the report is accepted, refused, or retried later.
 * @returns false if the attempt was settled concurrently
 */
export async function settleAttempt(
  trx: Trx,
  ctx: PublicCtx,
  { attemptId, leaseId, answer }: Settled,
): Promise<boolean> {
  // The report is locked first, as in a submission.
  await sql`select 1 from reports where id = (select report_id from report_attempts where id = ${attemptId})
    for no key update`.execute(trx);
  const { rows } = await sql<Row>`
    select t.report_id as "reportId", r.tenant_id as "tenantId", r.enterprise_id as "enterpriseId", r.type, t.n,
        t.payload_version as version, t.config_id as "configId", t.sends, t.in_doubt as "inDoubt", t.created_at as "createdAt"
      from report_attempts t join reports r on r.id = t.report_id
      where ${leaseId === null ? sql`t.id = ${attemptId} and t.state = 'waiting'` : attempts.isMine({ id: attemptId, leaseId }, 't')}
      for update of t`.execute(trx);
  const row = rows[0];
  if (!row) return false;
  const verdict = await verified(trx, row, answer);
  switch (verdict.outcome) {
    case 'accepted':
      await finish(trx, ctx, attemptId, row, 'accepted', null);
      await sql`update reports set state = 3, platform_id = ${verdict.platformId}, reported_at = ${ctx.now}, last_error = null,
          payload_version = ${verdict.version}, update_time = ${ctx.now} where id = ${row.reportId}`.execute(
        trx,
      );
      break;
    case 'refused':
      // An earlier version was refused: this one was never sent.
      if (verdict.version < row.version) {
        await retryAt(trx, attemptId, { inDoubt: false, next: ctx.now, error: null });
        break;
      }
      await finish(trx, ctx, attemptId, row, 'refused', verdict.error);
      await fail(trx, ctx, row.reportId, verdict.error);
      break;
    case 'expired':
      await finish(trx, ctx, attemptId, row, 'expired', 'reporting.error.expired');
      await fail(trx, ctx, row.reportId, 'reporting.error.expired');
      return true;
    case 'notThere':
      await retryAt(trx, attemptId, { inDoubt: false, next: ctx.now, error: null });
      break;
    case 'unknown':
    case 'unsendable':
    case 'failed': {
      const next = new Date(ctx.now.getTime() + pauseAfter_ms(backOff, row.sends));
      const inDoubt = verdict.outcome !== 'unsendable' && (verdict.outcome === 'unknown' || row.inDoubt);
      await retryAt(trx, attemptId, { inDoubt, next, error: verdict.error });
      await sql`update reports set last_error = ${verdict.error}, update_time = ${ctx.now} where id = ${row.reportId}`.execute(
        trx,
      );
      await noteFailure(trx, ctx, row.configId);
      return true;
    }
  }
  await sql`update reporting_configs set failures = 0, open_until = null
    where id = ${row.configId} and (failures > 0 or open_until is not null)`.execute(trx);
  return true;
}

/** Attempts older than this have expired. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - ATTEMPT_LIFE_MS);

/** An acceptance with the platform's id of another record is not trusted: the outcome is unverdict. */
async function verified(trx: Trx, row: Row, answer: Settled['answer']): Promise<Settled['answer']> {
  if (answer.outcome !== 'accepted') return answer;
  const { rows } = await sql`select 1 from reports
    where tenant_id = ${row.tenantId} and enterprise_id = ${row.enterpriseId} and type = ${row.type}
      and platform_id = ${answer.platformId} and voided_by is null and id <> ${row.reportId}`.execute(trx);
  return rows.length === 0 ? answer : { ...answer, outcome: 'unknown', error: 'reporting.error.idOfAnother' };
}

async function finish(
  trx: Trx,
  ctx: PublicCtx,
  attemptId: string,
  { reportId, tenantId, n }: Row,
  state: 'accepted' | 'refused' | 'expired',
  error: string | null,
): Promise<void> {
  await sql`update report_attempts set state = ${state}, finished_at = ${ctx.now}, error = ${error},
      in_doubt = in_doubt and ${state === 'expired'}, ${unleased} where id = ${attemptId}`.execute(trx);
  await audit(trx, ctx, {
    action: `report.${state}`,
    objectType: 'report',
    objectId: reportId,
    tenantId,
    details: { attempt: n, error },
  });
}

const fail = (trx: Trx, ctx: PublicCtx, reportId: string, error: string) =>
  sql`update reports set state = 4, last_error = ${error}, update_time = ${ctx.now} where id = ${reportId}`.execute(
    trx,
  );

const retryAt = (
  trx: Trx,
  attemptId: string,
  { inDoubt, next, error }: { inDoubt: boolean; next: Date; error: string | null },
) =>
  sql`update report_attempts set in_doubt = ${inDoubt}, next_at = ${next}, error = ${error},
      ${unleased} where id = ${attemptId}`.execute(trx);

async function noteFailure(trx: Trx, ctx: PublicCtx, configId: string): Promise<void> {
  const { rows } = await sql<{ failures: number }>`update reporting_configs set failures = failures + 1
    where id = ${configId} returning failures`.execute(trx);
  const pause_ms = breakerPause_ms(rows[0]?.failures ?? 0);
  if (pause_ms === 0) return;
  const until = new Date(ctx.now.getTime() + pause_ms);
  await sql`update reporting_configs set open_until = greatest(open_until, ${until}) where id = ${configId}`.execute(
    trx,
  );
}
