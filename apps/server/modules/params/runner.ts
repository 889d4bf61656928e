import { audit } from '../../platform/audit.ts';
import type { Trx } from '../../platform/db.ts';
import { Rounds } from '../../platform/rounds.ts';
import { systemCtx } from '../../platform/system-ctx.ts';
import { modelOf } from '../commands/index.ts';
import type { Core } from './core.ts';
import { insertParameterSet } from './insert-parameter-set.ts';
import {
  afterOutcome,
  differing,
  eachPack,
  type JobFacts,
  MESSAGE_LIFE_MS,
  messagesOf,
  reasonAtDeadline,
  type Step,
  silencePause_ms,
  wasSent,
} from './rules.ts';
import { dueJobs, isTaken, type JobPatch, type JobRow, lockJob, writeJob } from './store-jobs.ts';
import { insertChanges } from './store-sets.ts';

const EVERY_MS = 1000;
/** Limit of jobs in one round; the next round continues. */
const BATCH = 200;
/** Jobs processed concurrently. */
const CONCURRENCY = 4;
/** Delay until retry for a device with another pending command, ms. */
const BUSY_PAUSE_MS = 1000;
/** Delay until a step that failed with an error is repeated. */
const FAILED_PAUSE_MS = 60_000;

/**
 * Runs the jobs of batches: reads a device, sends differences, reads it back. Its state is in PostgreSQL, so it resumes
 * after a restart; each step is one transaction, and a row locked by another node is left to that node.
 */
export class Runner extends Rounds {
  readonly #core: Core;
  /** Jobs whose step failed with an error, with the time of the next try (ms): others are not delayed by them. */
  readonly #failed = new Map<string, number>();

  constructor(core: Core) {
    super({
      every_ms: EVERY_MS,
      services: core.services,
      failure: 'parameter changes could not be processed; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    const { services, commands } = this.#core;
    const now_ms = services.clock().getTime();
    for (const [id, until_ms] of this.#failed) if (until_ms <= now_ms) this.#failed.delete(id);
    const due = await dueJobs(services.db, services.clock(), {
      limit: BATCH,
      without: [...this.#failed.keys()],
    });
    const next = due.values();
    // A slow broker or row blocks one lane, not all.
    const lane = async () => {
      for (const id of next) {
        if (this.stopped) return;
        const isDone = await this.row(id, async () => {
          const command = await services.db.transaction().execute((trx) => this.#move(trx, id));
          if (command) await commands.publish(command);
          return true;
        });
        if (!isDone) this.#failed.set(id, now_ms + FAILED_PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  }

  /** One step of one job. @returns the command to send after the commit, if any */
  async #move(trx: Trx, id: string): Promise<string | null> {
    const now = this.#core.services.clock();
    const job = await lockJob(trx, id);
    if (!job || job.command_state === 'queued' || job.command_state === 'sent') return null;
    const model = modelOf(job.info_model_id);
    if (job.state === 'waiting') {
      if (job.gone || !job.visible || !model) {
        const reason = job.gone ? 'setter_gone' : job.visible ? 'other_model' : 'not_visible';
        await this.#end(trx, job, { end: 'skipped', reason, with: {} }, now);
        return null;
      }
      if (job.deadline_at > now && (await isTaken(trx, job.thing_id))) return null;
    }
    if (!model) return null;
    const facts = factsOf(job);
    let step: Step = facts;
    if (job.command_state) {
      const outcome = { state: job.command_state, values: job.reply_values ?? {}, error: job.command_error };
      step = afterOutcome(model, facts, outcome);
    }
    if ('end' in step) {
      await this.#end(trx, job, step, now);
      return null;
    }
    const next = { ...facts, ...step };
    if (job.deadline_at <= now) {
      const reason = reasonAtDeadline({
        ...next,
        online: job.online,
        begun: job.begun_at !== null,
        sent: wasSent(next),
      });
      await this.#end(trx, job, { end: 'expired', reason, with: next }, now);
      return null;
    }
    return this.#send(trx, job, next, now);
  }

  /** Puts the job's next message into the ledger, or postpones it. */
  async #send(trx: Trx, job: JobRow, next: JobFacts, now: Date): Promise<string | null> {
    const body = messagesOf(next)[next.done];
    const silentNow = next.silent > job.silent;
    const mayAsk = job.online && !silentNow && body !== undefined;
    const commandId = mayAsk
      ? await this.#core.commands.enqueue(trx, now, {
          thing: { id: job.thing_id, devid: job.devid },
          body,
          actor: actorOf(job),
          expires: new Date(Math.min(now.getTime() + MESSAGE_LIFE_MS, job.deadline_at.getTime())),
        })
      : null;
    // A job that could not begin keeps waiting, and blocks no other job.
    const begins = job.state !== 'waiting' || commandId !== null;
    const pause_ms = silentNow ? silencePause_ms(next.silent) : BUSY_PAUSE_MS;
    await writeJob(trx, job.id, {
      ...next,
      state: begins ? next.state : 'waiting',
      reason: null,
      commandId,
      next: new Date(now.getTime() + pause_ms),
      begun: begins ? (job.begun_at ?? now) : null,
      finished: null,
    });
    return commandId;
  }

  /** Ends a job: stores the device's report, and records changes in its history. */
  async #end(trx: Trx, job: JobRow, step: Extract<Step, { end: unknown }>, now: Date): Promise<void> {
    const facts: JobFacts = { ...factsOf(job), ...step.with };
    const patch: JobPatch = {
      ...facts,
      state: step.end,
      reason: step.reason,
      commandId: null,
      next: now,
      begun: job.begun_at,
      finished: now,
    };
    await writeJob(trx, job.id, patch);
    const set = {
      thingId: job.thing_id,
      packs: facts.packs,
      takenBy: job.actor_id,
      takenAt: now,
      jobId: job.id,
    };
    const changes = changesOf(facts);
    if (facts.before) await insertParameterSet(trx, { ...set, source: 'before', values: facts.before });
    if (facts.after) {
      const ours = new Set(changes.map((c) => c.key));
      await insertParameterSet(trx, { ...set, source: 'after', values: facts.after }, ours);
    }
    const by = { thingId: job.thing_id, kind: job.kind, by: job.actor_id, at: now, batchId: job.batch_id };
    await insertChanges(trx, by, changes);
    await audit(trx, systemCtx(this.#core.services, now), {
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
    });
  }
}

/** A waiting job has not sent its first request. */
const factsOf = (job: JobRow): JobFacts => ({
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

const actorOf = (job: JobRow) => ({
  accountId: job.actor_id,
  userName: job.actor_name,
  roleId: job.actor_role,
  tenantId: job.tenant_id,
});

/** The effect of a job on its device: every sent key with old and new value; empty before the first message. */
function changesOf(facts: JobFacts) {
  const { before } = facts;
  if (!before || !wasSent(facts)) return [];
  const wanted = eachPack(facts.values, facts.packs);
  return differing(wanted, before).map((key) => ({
    key,
    from: before[key] ?? null,
    wanted: wanted[key] ?? null,
    to: facts.after?.[key] ?? null,
  }));
}
