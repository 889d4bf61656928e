import { sql } from 'kysely';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { Adapter, Answer, Sending } from './adapters/adapter.ts';
import { httpAdapter } from './adapters/http-adapter.ts';
import { attempts, type Claimed, claimAttempts, moveToConfigInEffect } from './claim-attempts.ts';
import type { Core } from './core.ts';
import { scheduleOpen } from './schedule.ts';
import { noteAnswer, noteSend } from './sends.ts';
import { expiredBefore, settleAttempt } from './settle-attempt.ts';

export interface SenderOptions {
  /** Time limit for a reply. */
  timeout_ms: number;
  /** How long an attempt is leased; longer than a request may last. */
  lease_ms: number;
}

/** Maximum number of concurrent requests. */
const AT_ONCE = 16;

/**
 * Sends submitted records, in rounds. Its whole state is in PostgreSQL: when a node is killed, others take over its
 * attempts after their leases expire, and query the platform before resending a record that it may have accepted.
 */
export class Sender extends Rounds {
  readonly #core: Core;
  readonly #options: SenderOptions;

  constructor(core: Core, options: SenderOptions) {
    super({
      work: schedule.reporting,
      services: core.services,
      failure: 'reports could not be sent; retrying',
    });
    this.#core = core;
    this.#options = options;
  }

  protected override async round(): Promise<void> {
    const { db } = this.#core.services;
    await scheduleOpen(db);
    await this.#expire();
    const inProgress = new Set<Promise<void>>();
    for (;;) {
      const most = this.stopped ? 0 : AT_ONCE - inProgress.size;
      for (const claimed of most > 0 ? await this.#claim(most) : []) {
        const sending: Promise<void> = this.row(claimed.id, () =>
          traced('report.send', { root: true, attributes: { 'voltloop.id': claimed.id } }, () =>
            this.#send(claimed),
          ),
        ).finally(() => inProgress.delete(sending));
        inProgress.add(sending);
      }
      if (inProgress.size === 0) return;
      // A slow platform does not delay the others: what is due is leased as soon as one request ends.
      await Promise.race(inProgress);
    }
  }

  #claim(most: number): Promise<Claimed[]> {
    const { db, clock } = this.#core.services;
    return db.transaction().execute(async (trx) => {
      await moveToConfigInEffect(trx, clock());
      return claimAttempts(trx, { now: clock(), lease_ms: this.#options.lease_ms, most });
    });
  }

  async #expire(): Promise<void> {
    const { db, clock } = this.#core.services;
    const { rows } = await sql<{ id: string }>`select id from report_attempts
      where state = 'waiting' and channel = 'http' and created_at <= ${expiredBefore(clock())}
        and ${attempts.isFree('report_attempts', clock())} limit 1000`.execute(db);
    for (const { id } of rows)
      await this.row(id, () =>
        db.transaction().execute(async (trx) => {
          const answer = { outcome: 'expired' } as const;
          await settleAttempt(trx, this.#ctx(), { attemptId: id, leaseId: null, answer });
        }),
      );
  }

  /** Makes one attempt. One that throws has failed like any other: its error is shown, and counts for its configuration. */
  async #send(claimed: Claimed): Promise<void> {
    let isRecorded = false;
    try {
      const sent = await this.#request(claimed, () => {
        isRecorded = true;
      });
      if (sent) await this.#settle(claimed, sent.answer, sent.sendId);
    } catch (err) {
      this.#core.services.log.error(
        { err, attempt: claimed.id },
        'a report could not be built, sent or settled',
      );
      const outcome = isRecorded ? 'unknown' : 'failed';
      await this.#settle(claimed, { outcome, error: 'reporting.error.internal', status: null, text: null });
    }
  }

  async #settle(claimed: Claimed, answer: Answer, sendId: string | null = null): Promise<void> {
    await this.#core.services.db.transaction().execute(async (trx) => {
      if (sendId !== null) await noteAnswer(trx, sendId, this.#now(), answer);
      // Certainly not accepted: no query is needed.
      if (!claimed.inDoubt && answer.outcome === 'failed')
        await sql`update report_attempts set in_doubt = false
          where ${attempts.isMine(claimed)}`.execute(trx);
      await settleAttempt(trx, this.#ctx(), { attemptId: claimed.id, leaseId: claimed.leaseId, answer });
    });
  }

  /**
   * Sends one attempt, or queries its state where the platform may have it. The request is recorded before it is
   * sent.
   * @returns null if another node has the attempt
   */
  async #request(
    claimed: Claimed,
    onRecorded: () => void,
  ): Promise<{ sendId: string; answer: Answer } | null> {
    const { db } = this.#core.services;
    const sending: Sending = {
      key: claimed.reportId,
      version: claimed.version,
      type: claimed.type,
      enterprise: claimed.platformCode,
      payload: claimed.payload,
    };
    const adapter = await this.#adapterOf(claimed);
    const purpose = claimed.inDoubt ? 'ask' : 'submit';
    const sendId = await db.transaction().execute(async (trx) => {
      const { rows } = await sql`update report_attempts set sends = sends + 1, in_doubt = true
        where ${attempts.isMine(claimed)} returning 1`.execute(trx);
      return rows.length === 0
        ? null
        : noteSend(trx, claimed.id, this.#now(), purpose, adapter.describe(purpose, sending));
    });
    if (sendId === null) return null;
    onRecorded();
    return { sendId, answer: await adapter[purpose](sending) };
  }

  async #adapterOf({ configId, endpoint, keyId, secret }: Claimed): Promise<Adapter> {
    const { box, services } = this.#core;
    return httpAdapter({
      endpoint,
      keyId,
      secret: (await box()).open(secret, configId).toString('utf8'),
      allowed: services.config.reportingHosts,
      clock: services.clock,
      timeout_ms: this.#options.timeout_ms,
    });
  }

  #now(): Date {
    return this.#core.services.clock();
  }

  #ctx(): PublicCtx {
    return systemCtx(this.#core.services, this.#now());
  }
}
