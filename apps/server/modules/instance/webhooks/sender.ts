import { MAX_WEBHOOK_CHANGES } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { Core } from './core.ts';
import { type Outcome, post } from './post.ts';
import { changesAfter, type Leased, leaseDue, leasedWebhooks } from './store.ts';

/** Requests in progress on this node, one for each webhook. */
const AT_ONCE = 16;
/** A webhook without one accepted request for so long is stopped. */
const MAX_FAILING_MS = 3 * 86_400_000;

const backOff: BackOff = { first_ms: 5_000, factor: 2, most_ms: 3_600_000 };

/**
 * Posts the changes of tenants to their webhooks, in rounds. Each webhook has a position in the audit trail, which moves when a
 * request was accepted: every change arrives at least once and in order, over restarts and on several nodes.
 */
export class WebhookSender extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      work: schedule.webhooks,
      services: core.services,
      failure: 'webhooks could not be sent; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#core.services;
    const inProgress = new Set<Promise<void>>();
    for (;;) {
      const most = this.stopped ? 0 : AT_ONCE - inProgress.size;
      for (const webhook of most > 0 ? await leaseDue(db, clock(), most) : []) {
        const sending: Promise<void> = this.row(webhook.id, () =>
          traced('webhook.send', { root: true, attributes: { 'voltloop.id': webhook.id } }, () =>
            this.#send(webhook),
          ),
        ).finally(() => inProgress.delete(sending));
        inProgress.add(sending);
      }
      if (inProgress.size === 0) break;
      // A slow receiver does not delay the others: what is due is leased as soon as one request ends.
      await Promise.race(inProgress);
    }
  }

  async #send(webhook: Leased): Promise<void> {
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
    await this.#note(webhook, outcome, isFull && last ? last.seq : webhook.head);
  }

  /** Notes the result of an attempt; null: nothing matched up to `seq`. */
  async #note(webhook: Leased, outcome: Outcome | null, seq: number): Promise<void> {
    const { services } = this.#core;
    const now = services.clock();
    const { id, tenant_id: tenantId, tries } = webhook;
    if (outcome === null || outcome.error === null) {
      const delivered =
        outcome &&
        sql`, tries = 0, failing_since = null, error = null, delivered_at = ${now}, next_at = ${now}`;
      await leasedWebhooks.settle(services.db, webhook, sql`seq = ${seq} ${delivered ?? sql``}`);
      return;
    }
    const { error, gone } = outcome;
    const next = new Date(now.getTime() + pauseAfter_ms(backOff, tries + 1));
    await services.db.transaction().execute(async (trx) => {
      const row = await leasedWebhooks.settle<{ name: string; since: Date }>(
        trx,
        webhook,
        sql`tries = tries + 1, error = ${error}, next_at = ${next}, failing_since = coalesce(failing_since, ${now})`,
        { only: sql`deleted_at is null`, returning: sql`name, failing_since as since` },
      );
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
