import type { CommandBody } from '@voltloop/contract';
import type { Trx } from '../../../platform/db.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Core } from './core.ts';
import { actorOf, endJob, factsOf, revocationOf, revoked } from './end-job.ts';
import {
  afterOutcome,
  type JobFacts,
  MESSAGE_LIFE_MS,
  messagesOf,
  packSettingsOf,
  reasonAtDeadline,
  type Step,
  silencePause_ms,
  wasSent,
} from './rules.ts';
import { dueJobs, isTaken, type JobRow, lockJob, writeJob } from './store-jobs.ts';

/** Limit of jobs in one round; the next round continues. */
const BATCH = 200;
/** Jobs processed concurrently. */
const CONCURRENCY = 4;
/** Delay until retry for a device with another pending command, ms. */
const BUSY_PAUSE_MS = 1000;

/**
 * Runs the jobs of batches: reads a device, sends differences, reads it back. Its state is in PostgreSQL, so it resumes
 * after a restart; each step is one transaction, and a row locked by another node is left to that node.
 */
export class Runner extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      work: schedule.parameters,
      services: core.services,
      failure: 'parameter changes could not be processed; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    const { services, commands } = this.#core;
    const due = await dueJobs(services.db, services.clock(), { limit: BATCH, without: this.failing });
    const next = due.values();
    // A slow broker or row blocks one lane, not all.
    const lane = async () => {
      for (const id of next) {
        if (this.stopped) return;
        await this.row(id, async () => {
          const command = await services.db.transaction().execute((trx) => this.#move(trx, id));
          if (command) await commands.publish(command);
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  }

  /** One step of one job. @returns the command to send after the commit, if any */
  async #move(trx: Trx, id: string): Promise<string | null> {
    const now = this.#core.services.clock();
    const job = await lockJob(trx, id);
    if (!job || job.command_state === 'queued' || job.command_state === 'sent') return null;
    const revocation = revocationOf(job);
    if (revocation) {
      await endJob(this.#core.services, trx, job, revoked(job, revocation), now);
      return null;
    }
    const model = (await this.#core.things.dictionary(job.tenant_id, job.info_model_id))?.model;
    if (job.state === 'waiting') {
      if (!model) {
        await endJob(this.#core.services, trx, job, { end: 'skipped', reason: 'other_model', with: {} }, now);
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
      await endJob(this.#core.services, trx, job, step, now);
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
      await endJob(this.#core.services, trx, job, { end: 'expired', reason, with: next }, now);
      return null;
    }
    return this.#send(trx, job, next, messagesOf(packSettingsOf(model), next)[next.done], now);
  }

  /** Puts the job's next message into the ledger, or postpones it. */
  async #send(
    trx: Trx,
    job: JobRow,
    next: JobFacts,
    body: CommandBody | undefined,
    now: Date,
  ): Promise<string | null> {
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
    const patch = {
      ...next,
      state: begins ? next.state : ('waiting' as const),
      reason: null,
      command_id: commandId,
      next_at: new Date(now.getTime() + pause_ms),
      begun_at: begins ? (job.begun_at ?? now) : null,
    };
    await writeJob(trx, job.id, patch, now);
    return commandId;
  }
}
