import { afterJobStep, jobStateName, jobStates } from '@voltloop/contract';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import { upgradeJobs } from './store-campaigns.ts';
import { type JobRow, lockOpenOf } from './store-jobs.ts';

/** Ends a locked job. @returns its audit row; null for a step that its state does not have */
export async function endJob(
  trx: Trx,
  job: JobRow,
  { step, error }: { step: 'cancel' | 'drop' | 'expire' | 'fail'; error: string | null },
  now: Date,
): Promise<AuditEntry | null> {
  const to = afterJobStep(jobStateName(job.state), step);
  if (!to) return null;
  const columns = { state: jobStates[to], error, deadline_at: now, next_at: now };
  await upgradeJobs.change(trx, sql`j.id = ${job.id}`, columns, now);
  return jobEntry(job, `upgrade.job.${step}`, error);
}

/** Ends the jobs of deleted things, in the transaction that deletes them. */
export async function dropJobsOfDeleted(
  trx: Trx,
  thingIds: readonly string[],
  now: Date,
): Promise<{ entries: AuditEntry[] }> {
  const entries: AuditEntry[] = [];
  for (const job of await lockOpenOf(trx, thingIds)) {
    const entry = await endJob(trx, job, { step: 'drop', error: 'deleted' }, now);
    if (entry) entries.push(entry);
  }
  return { entries };
}

/** Audit details of a job that a device or the server changed. */
export function jobEntry(job: JobRow, action: string, error: string | null): AuditEntry {
  return {
    action,
    objectType: 'thing',
    objectId: job.thing_id,
    tenantId: job.tenant_id,
    details: {
      job: job.id,
      campaign: job.campaign_id,
      devid: job.devid,
      pkgtype: job.pkgtype,
      version: job.version,
      attempt: job.attempt,
      ...(error ? { error } : {}),
    },
  };
}
