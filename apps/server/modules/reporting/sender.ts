import { sql } from 'kysely';
import type { PublicCtx } from '../../platform/ctx.ts';
import { Rounds } from '../../platform/rounds.ts';
import { systemCtx } from '../../platform/system-ctx.ts';
import { traced } from '../../platform/tracing/spans.ts';
import type { Adapter, Sending } from './adapters/adapter.ts';
import { httpAdapter } from './adapters/http-adapter.ts';
import { type Claimed, claimAttempts, moveToConfigInEffect } from './claim-attempts.ts';
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

const EVERY_MS = 2_000;
/** Maximum number of concurrent requests. */
const AT_ONCE = 8;

/**
 * Sends submitted records, in rounds. Its whole state is in PostgreSQL: when a node is killed, others take over its
 * attempts after their leases expire, and query the platform before resending a record that it may have accepted.
 */
export class Sender extends Rounds {
  readonly #core: Core;
  readonly #options: SenderOptions;

  constructor(core: Core, options: SenderOptions) {
    super({
      every_ms: EVERY_MS,
      log: core.services.log,
      failure: 'reports could not be sent; retrying',
    });
    this.#core = core;
    this.#options = options;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#core.services;
    await scheduleOpen(db);
    await this.#expire();
    for (let claimed = 1; claimed > 0 && !this.stopped; ) {
      const { lease_ms } = this.#options;
      const all = await db.transaction().execute(async (trx) => {
        await moveToConfigInEffect(trx, clock());
        return claimAttempts(trx, { now: clock(), lease_ms, most: AT_ONCE });
      });
      claimed = all.length;
      for (const end of await Promise.allSettled(
        all.map((each) =>
          traced('report.send', { root: true, attributes: { 'voltloop.id': each.id } }, () =>
            this.#send(each),
          ),
        ),
      )) {
        if (end.status === 'rejected') throw end.reason;
      }
    }
  }

  async #expire(): Promise<void> {
    const { db, clock } = this.#core.services;
    const { rows } = await sql<{ id: string }>`select id from report_attempts
      where state = 'waiting' and channel = 'http' and created_at <= ${expiredBefore(clock())}
        and (leased_until is null or leased_until <= ${clock()}) limit 1000`.execute(db);
    for (const { id } of rows)
      await db
        .transaction()
        .execute((trx) =>
          settleAttempt(trx, this.#ctx(), { attemptId: id, leaseId: null, answer: { outcome: 'expired' } }),
        );
  }

  /**
   * Sends one attempt, or queries its state where the platform may have it. The request is recorded before it is
   * sent.
   */
  async #send(claimed: Claimed): Promise<void> {
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
        where id = ${claimed.id} and lease_id = ${claimed.leaseId} and state = 'waiting' returning 1`.execute(
        trx,
      );
      return rows.length === 0
        ? null
        : noteSend(trx, claimed.id, this.#now(), purpose, adapter.describe(purpose, sending));
    });
    if (sendId === null) return;
    const answer = await adapter[purpose](sending);
    await db.transaction().execute(async (trx) => {
      await noteAnswer(trx, sendId, this.#now(), answer);
      // Certainly not accepted: no query is needed.
      if (purpose === 'submit' && answer.outcome === 'failed')
        await sql`update report_attempts set in_doubt = false
          where id = ${claimed.id} and lease_id = ${claimed.leaseId}`.execute(trx);
      await settleAttempt(trx, this.#ctx(), { attemptId: claimed.id, leaseId: claimed.leaseId, answer });
    });
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
