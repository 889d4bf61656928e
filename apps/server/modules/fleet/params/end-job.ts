import { builtInModel } from '@voltloop/protocol/dictionary.ts';
import { type AuditEntry, audit } from '../../../platform/audit.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Services } from '../../../platform/services.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { insertParameterSet } from './insert-parameter-set.ts';
import { differing, eachPack, type JobFacts, packSettingsOf, type Step, wasSent } from './rules.ts';
import { type JobRow, lockJob, openJobsOf, writeJob } from './store-jobs.ts';
import { insertChanges } from './store-sets.ts';

type End = Extract<Step, { end: unknown }>;

/** Ends a job: stores the device's report, records changes in its history, and writes the audit row. */
export async function endJob(
  services: Pick<Services, 'log'>,
  trx: Trx,
  job: JobRow,
  step: End,
  now: Date,
): Promise<void> {
  const entry = await applyEnd(trx, job, step, now);
  await audit(trx, systemCtx(services, now), entry);
}

/** {@link endJob} without the audit row, which it returns. */
async function applyEnd(trx: Trx, job: JobRow, step: End, now: Date): Promise<AuditEntry> {
  const facts: JobFacts = { ...factsOf(job), ...step.with };
  const end = { state: step.end, reason: step.reason, command_id: null };
  await writeJob(trx, job.id, { ...facts, ...end, begun_at: job.begun_at, next_at: now }, now);
  const set = {
    thingId: job.thing_id,
    packs: facts.packs,
    takenBy: job.actor_id,
    takenAt: now,
    jobId: job.id,
  };
  const changes = changesOf(job, facts);
  if (facts.before) await insertParameterSet(trx, { ...set, source: 'before', values: facts.before });
  if (facts.after) {
    const ours = new Set(changes.map((c) => c.key));
    await insertParameterSet(trx, { ...set, source: 'after', values: facts.after }, ours);
  }
  const by = { thingId: job.thing_id, kind: job.kind, by: job.actor_id, at: now, batchId: job.batch_id };
  await insertChanges(trx, by, changes);
  return {
    action: `params.job.${step.end}`,
    objectType: 'thing',
    objectId: job.thing_id,
    actor: actorOf(job),
    details: {
      batch: job.batch_id,
      job: job.id,
      devid: job.devid,
      reason: step.reason,
      error: facts.error,
      changes,
    },
  };
}

/** Why a job may not continue: its device was deleted, or its creator may no longer change the device; null if it may. */
export const revocationOf = ({ deleted, gone, visible }: JobRow) =>
  deleted ? 'deleted' : gone ? 'setter_gone' : visible ? null : 'not_visible';

/** The end of a job that may not continue. */
export const revoked = (job: JobRow, reason: NonNullable<ReturnType<typeof revocationOf>>): End => ({
  end: job.state === 'waiting' ? 'skipped' : 'cancelled',
  reason,
  with: {},
});

/**
 * Ends the jobs of deleted things, in the transaction that deletes them. A job that another node is processing is left to
 * it: the job's next step ends it.
 */
export async function endJobsOfDeleted(
  trx: Trx,
  thingIds: readonly string[],
  now: Date,
): Promise<{ entries: AuditEntry[] }> {
  const entries: AuditEntry[] = [];
  for (const id of await openJobsOf(trx, thingIds)) {
    const job = await lockJob(trx, id);
    if (job) entries.push(await applyEnd(trx, job, revoked(job, 'deleted'), now));
  }
  return { entries };
}

/** A waiting job has not sent its first request. */
export const factsOf = (job: JobRow): JobFacts => ({
  state: job.state === 'sent' || job.state === 'checking' ? job.state : 'reading',
  values: job.values,
  done: job.done,
  seen: job.seen,
  packs: job.packs,
  before: job.before,
  after: job.after,
  silent: job.silent,
  unconfirmed: job.unconfirmed,
  error: job.error,
});

export const actorOf = (job: JobRow) => ({
  accountId: job.actor_id,
  userName: job.actor_name,
  roleId: job.actor_role,
  tenantId: job.tenant_id,
});

/** The effect of a job on its device: every sent key with old and new value; empty before the first message. */
function changesOf({ info_model_id }: JobRow, facts: JobFacts) {
  const { before } = facts;
  if (!before || !wasSent(facts)) return [];
  const wanted = eachPack(packSettingsOf(builtInModel(info_model_id)), facts.values, facts.packs);
  return differing(wanted, before).map((key) => ({
    key,
    from: before[key] ?? null,
    wanted: wanted[key] ?? null,
    to: facts.after?.[key] ?? null,
  }));
}
