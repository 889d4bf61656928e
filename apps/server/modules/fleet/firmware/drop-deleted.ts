import { afterJobStep, jobStateName, jobStates } from '@voltloop/contract';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import { jobEntry } from './job-entry.ts';
import { lockOpenOf, moveJob } from './store-jobs.ts';

/** Ends the jobs of deleted things, in the transaction that deletes them. */
export async function dropJobsOfDeleted(
  trx: Trx,
  thingIds: readonly string[],
  now: Date,
): Promise<{ entries: AuditEntry[] }> {
  const entries: AuditEntry[] = [];
  for (const job of await lockOpenOf(trx, thingIds)) {
    const to = afterJobStep(jobStateName(job.state), 'drop');
    if (!to) continue;
    const at = { progress: job.progress, deadline: now, next: now, now };
    await moveJob(trx, job.id, { ...at, state: jobStates[to], error: 'deleted' });
    entries.push(jobEntry(job, 'upgrade.job.drop', 'deleted'));
  }
  return { entries };
}
