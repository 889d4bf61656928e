import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { productNameOf } from '../../../platform/product-name.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { systemCtx } from '../../../platform/system-ctx.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import { accountSeesThing } from '../../people/accounts/index.ts';
import { lockChannel, recordOutcome } from './channel-health.ts';
import type { Core } from './core.ts';
import { type Destination, deliver, type Outcome } from './deliver.ts';
import { dueEscalations, escalate } from './escalate.ts';
import { gather } from './gather.ts';
import { matchChanges, unmatchedChanges } from './match-changes.ts';
import { nextTryAfter_ms } from './timing.ts';
import { type EventLine, eventNotice, type Notice, testNotice } from './words.ts';

export interface SenderOptions {
  timeout_ms: number;
  /** Lease of a claimed message; longer than a request may last. */
  lease_ms: number;
}

interface Claimed extends Destination, Lease {
  what: 'events' | 'test';
  tries: number;
  account_id: string;
  language: 'en' | 'zh' | null;
  gone: boolean;
}

const messages = new LeasedRows({ table: 'notification_messages', countsTries: true });

/** Limit of changes or escalations in one transaction. */
const BATCH = 500;
/** Limits of messages in progress, and of those among them that failed before. */
const MAX_IN_FLIGHT = 16;
const MAX_RETRIES_IN_FLIGHT = 8;
const RETENTION_MS = 30 * 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Matches events with rules, combines due items and sends them, in rounds. All state is in PostgreSQL: messages of a
 * killed node are taken over after their lease and sent with the same id. A channel has one message in progress, and
 * messages that failed before use half of the slots, so that unresponsive channels do not delay others.
 */
export class Sender extends Rounds {
  readonly #core: Core;
  readonly #options: SenderOptions;
  #swept_ms = 0;

  constructor(core: Core, options: SenderOptions) {
    super({
      work: schedule.notifications,
      services: core.services,
      failure: 'notifications could not be sent; retrying',
    });
    this.#core = core;
    this.#options = options;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#core.services;
    const repeat = async (work: () => Promise<number | undefined>) => {
      while (!this.stopped && (await work()));
    };
    /** Messages in progress, with whether they failed before. */
    const underWay = new Map<Promise<void>, boolean>();
    for (;;) {
      await repeat(() => this.#match());
      await repeat(() => this.#escalate());
      await repeat(() => this.row('gather', () => db.transaction().execute((trx) => gather(trx, clock()))));
      const again = [...underWay.values()].filter(Boolean).length;
      const free = this.stopped ? 0 : MAX_IN_FLIGHT - underWay.size;
      for (const claimed of free > 0 ? await this.#claim(free, MAX_RETRIES_IN_FLIGHT - again) : []) {
        const sending: Promise<void> = this.row(claimed.id, () =>
          traced(
            'notification.send',
            { root: true, attributes: { 'voltloop.kind': claimed.kind, 'voltloop.id': claimed.id } },
            () => this.#send(claimed),
          ),
        ).finally(() => underWay.delete(sending));
        underWay.set(sending, claimed.tries > 1);
      }
      if (underWay.size === 0) break;
      // Messages that become due during a slow request are sent meanwhile.
      const timerAbort = new AbortController();
      await Promise.race([
        ...underWay.keys(),
        setTimeout(schedule.notifications.every_ms, null, { signal: timerAbort.signal }).catch(() => {}),
      ]);
      timerAbort.abort();
    }
    if (clock().getTime() - this.#swept_ms > SWEEP_EVERY_MS) {
      this.#swept_ms = clock().getTime();
      const before = new Date(this.#swept_ms - RETENTION_MS);
      await sql`delete from notification_messages where created_at < ${before} and state <> 'waiting'`.execute(
        db,
      );
      // The decision for an event that is still active remains valid.
      await sql`delete from notification_escalations x using events e
        where x.done_at < ${before} and e.id = x.event_id and e.state = 2`.execute(db);
    }
  }

  /** @returns how many changes were matched */
  async #match(): Promise<number> {
    const { db, clock } = this.#core.services;
    const ids = await unmatchedChanges(db, { limit: BATCH, without: this.failing });
    const matched = await this.rows(ids, (some) =>
      db.transaction().execute((trx) => matchChanges(trx, some, clock())),
    );
    return matched.length;
  }

  /** @returns how many escalations were decided */
  async #escalate(): Promise<number> {
    const { db, clock } = this.#core.services;
    const now = clock();
    const ids = await dueEscalations(db, now, { limit: BATCH, without: this.failing });
    const decided = await this.rows(ids, (some) =>
      db.transaction().execute((trx) => escalate(trx, some, now)),
    );
    return decided.length;
  }

  /**
   * Claims the oldest due message of each of at most `most` channels without one in progress; `again` of them may have
   * failed.
   */
  #claim(most: number, again: number): Promise<Claimed[]> {
    const { db, clock } = this.#core.services;
    const now = clock();
    const isDue = (alias: string) => messages.isDue(alias, now);
    return messages.claim<Claimed>(db, {
      now,
      lease_ms: this.#options.lease_ms,
      most,
      only: sql`d.id in (
        with firsts as (
          select f.id, f.tries > 0 as again, row_number() over (partition by f.tries > 0 order by f.next_at, f.id) as place
          from notification_messages f where ${isDue('f')} and not exists (
            select from notification_messages o where o.channel_id = f.channel_id and o.id <> f.id and (
              (o.state = 'waiting' and o.leased_until > ${now})
              or (${isDue('o')} and (o.next_at, o.id) < (f.next_at, f.id)))))
        select id from firsts where not again or place <= ${again})`,
      from: sql`notification_channels c, accounts a where c.id = q.channel_id and a.id = q.account_id`,
      returning: sql`q.id, q.what, q.tries, q.account_id, c.kind, c.target, c.secret, c.id as channel_id, a.language,
        (c.deleted_at is not null or c.stopped_at is not null or a.deleted_at is not null or a.disabled_at is not null
          or tenant_disabled(a.tenant_id)) as gone`,
    });
  }

  async #send(claimed: Claimed): Promise<void> {
    const { db, clock, log } = this.#core.services;
    const notice = claimed.gone ? null : await this.#notice(claimed);
    const outcome: Outcome =
      notice === null
        ? { state: 'dropped' }
        : await deliver(this.#core, claimed, notice, this.#options.timeout_ms).catch((err: unknown) => {
            log.error({ err, channel: claimed.channel_id }, 'a notification could not be built or sent');
            return { state: 'failed', error: 'error.internal', permanent: false, gone: false };
          });
    const now = clock();
    const pause_ms = outcome.state === 'failed' && !outcome.permanent ? nextTryAfter_ms(claimed.tries) : null;
    const givenUp = outcome.state === 'failed' && pause_ms === null;
    const state = outcome.state !== 'failed' ? outcome.state : givenUp ? 'dead' : 'waiting';
    await db.transaction().execute(async (trx) => {
      await lockChannel(trx, claimed.channel_id);
      const settled = await messages.settle(
        trx,
        claimed,
        sql`state = ${state}, title = ${notice?.title ?? null},
          error = ${outcome.state === 'failed' ? outcome.error : null},
          next_at = ${new Date(now.getTime() + (pause_ms ?? 0))}, done_at = ${state === 'waiting' ? null : now}`,
      );
      if (settled)
        await recordOutcome(trx, systemCtx(this.#core.services, now), claimed.channel_id, {
          outcome,
          givenUp,
        });
    });
  }

  /**
   * The items to send now: of things that the person still sees; reminders and escalations only for events still active
   * and unacknowledged.
   */
  async #notice({ id, what, language, account_id }: Claimed): Promise<Notice | null> {
    const { db } = this.#core.services;
    if (what === 'test') return testNotice(id, language ?? 'en', await productNameOf(db, account_id));
    const { rows } = await sql<EventLine>`
      select e.id, i.what, t.devid, t.devname, e.code, e.name_en, e.name_zh, e.level, t.time_zone as zone,
        (extract(epoch from e.begin_time) * 1000)::float8 as begin_time,
        (extract(epoch from e.end_time) * 1000)::float8 as end_time, e.value, e.threshold,
        nullif(t.description ->> 'name', '') as owner, nullif(t.description ->> 'mobile', '') as mobile,
        coalesce(nullif(site.address, ''), nullif(t.description ->> 'address', '')) as address, site.name as site
      from notification_items i join events e on e.id = i.event_id join things t on t.id = e.thing_id
        join accounts r on r.id = i.account_id
        left join lateral (select s.name, s.address from site_devices d join sites s on s.id = d.site_id and s.deleted_at is null
            join accounts o on o.id = s.account_id and (r.kind = 'main' or o.path <@ r.path)
          where d.thing_id = t.id and d.until is null) site on true
      where i.message_id = ${id} and ${accountSeesThing('i.account_id', 'e.thing_id')}
        and (i.what not in ('reminder', 'escalation') or (e.state = 1 and e.ack_time is null))
        -- The newest rise says it all.
        and (i.what <> 'rise' or not exists (select from notification_items n where n.message_id = i.message_id
          and n.event_id = i.event_id and (n.what = 'begin' or (n.what = 'rise' and n.level > i.level))))
      order by e.level desc, e.begin_time, e.id`.execute(db);
    return rows.length === 0 ? null : eventNotice(id, language ?? 'en', rows);
  }
}
