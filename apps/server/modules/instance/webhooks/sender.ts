import { randomUUID } from 'node:crypto';
import { MAX_WEBHOOK_CHANGES } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { Core } from './core.ts';
import { type Outcome, post } from './post.ts';
import { changesAfter, type Leased, leaseDue } from './store.ts';

const EVERY_MS = 2_000;
/** Requests in progress on this node, one for each webhook. */
const AT_ONCE = 16;
/** Longer than a request may take: then another node sends the same changes again, with the same id. */
const LEASE_MS = 120_000;
/** A webhook without one accepted request for so long is stopped. */
const MAX_FAILING_MS = 3 * 86_400_000;

/** How long after the nth failed attempt the next one follows, ms. */
const pauseAfter_ms = (tries: number): number => Math.min(5_000 * 2 ** (tries - 1), 3_600_000);

/**
 * Posts the changes of tenants to their webhooks, in rounds. Each webhook has a position in the audit trail, which moves when a
 * request was accepted: every change arrives at least once and in order, over restarts and on several nodes.
 */
export class WebhookSender extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      every_ms: EVERY_MS,
      services: core.services,
      failure: 'webhooks could not be sent; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#core.services;
    const inProgress = new Set<Promise<void>>();
    for (;;) {
      const now = clock();
      const leaseId = randomUUID();
      const most = this.stopped ? 0 : AT_ONCE - inProgress.size;
      const until = new Date(now.getTime() + LEASE_MS);
      for (const webhook of most > 0 ? await leaseDue(db, { leaseId, now, until, most }) : []) {
        const sending: Promise<void> = this.row(webhook.id, () =>
          traced('webhook.send', { root: true, attributes: { 'voltloop.id': webhook.id } }, () =>
            this.#send(webhook, leaseId),
          ),
        ).finally(() => inProgress.delete(sending));
        inProgress.add(sending);
      }
      if (inProgress.size === 0) break;
      // A slow receiver does not delay the others: what is due is leased as soon as one request ends.
      await Promise.race(inProgress);
    }
  }

  async #send(webhook: Leased, leaseId: string): Promise<void> {
    const { db, log } = this.#core.services;
    const changes = await changesAfter(db, webhook, MAX_WEBHOOK_CHANGES);
    const last = changes.at(-1);
    const isFull = changes.length === MAX_WEBHOOK_CHANGES;
    const outcome: Outcome | null = last
      ? await post(this.#core, webhook, `${webhook.id}:${changes[0]?.seq}-${last.seq}`, changes).catch(
          (err: unknown) => {
            log.error({ err, webhook: webhook.id }, 'a webhook request could not be built or sent');
            return { error: 'internal', gone: false };
          },
        )
      : null;
    await this.#note(webhook, leaseId, outcome, isFull && last ? last.seq : webhook.head);
  }

  /** Notes the result of an attempt; null: nothing matched up to `seq`. */
  async #note(webhook: Leased, leaseId: string, outcome: Outcome | null, seq: number): Promise<void> {
    const { services } = this.#core;
    const now = services.clock();
    const { id, tenant_id: tenantId, tries } = webhook;
    const free = sql`lease_id = null, leased_until = null`;
    const own = sql`where id = ${id}::uuid and lease_id = ${leaseId}::uuid`;
    if (outcome === null || outcome.error === null) {
      const delivered =
        outcome &&
        sql`, tries = 0, failing_since = null, error = null, delivered_at = ${now}, next_at = ${now}`;
      await sql`update webhooks set ${free}, seq = ${seq} ${delivered ?? sql``} ${own}`.execute(services.db);
      return;
    }
    const { error, gone } = outcome;
    const next = new Date(now.getTime() + pauseAfter_ms(tries + 1));
    await services.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ name: string; since: Date }>`
        update webhooks set ${free}, tries = tries + 1, error = ${error}, next_at = ${next},
          failing_since = coalesce(failing_since, ${now}) ${own} and deleted_at is null
        returning name, failing_since as since`.execute(trx);
      const [row] = rows;
      if (!row || !(gone || now.getTime() - row.since.getTime() >= MAX_FAILING_MS)) return;
      await sql`update webhooks set stopped_at = ${now} where id = ${id}::uuid`.execute(trx);
      await audit(trx, systemCtx(services, now), {
        action: 'webhook.stop',
        objectType: 'webhook',
        objectId: id,
        tenantId,
        details: { name: row.name, reason: error },
      });
    });
  }
}
