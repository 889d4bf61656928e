import { randomUUID } from 'node:crypto';
import type { NotificationChannel } from '@voltloop/contract';
import { sql } from 'kysely';
import { send } from '../../platform/outbound/http-request.ts';
import { Rounds } from '../../platform/rounds.ts';
import { accountSeesThing } from '../accounts/index.ts';
import { MailRefused } from '../mail/index.ts';
import type { Core } from './core.ts';
import { noticeEmail } from './emails.ts';
import { gather } from './gather.ts';
import { matchChanges } from './match-changes.ts';
import { hookRequest, refusal } from './requests.ts';
import { pauseAfter_ms } from './timing.ts';
import { type EventLine, eventNotice, type Notice, testNotice } from './words.ts';

export interface SenderOptions {
  /** How long an answer is waited for. */
  timeout_ms: number;
  /** How long no other node takes what this one has taken; longer than a request may last. */
  lease_ms: number;
}

interface Claimed {
  id: string;
  what: 'events' | 'test';
  tries: number;
  account_id: string;
  kind: NotificationChannel['kind'];
  target: string;
  secret: Buffer | null;
  channel_id: string;
  language: 'en' | 'zh' | null;
  gone: boolean;
}

type Outcome =
  | { state: 'sent' }
  | { state: 'dropped' }
  | { state: 'failed'; error: string; permanent: boolean };

const EVERY_MS = 2_000;
const AT_ONCE = 8;
const KEPT_MS = 30 * 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Matches events with rules, gathers what is due and sends it, in rounds. All it knows is in PostgreSQL: a killed node's
 * messages are taken over once their lease is over and go out with the same id.
 */
export class Sender extends Rounds {
  readonly #core: Core;
  readonly #options: SenderOptions;
  #swept_ms = 0;

  constructor(core: Core, options: SenderOptions) {
    super({
      every_ms: EVERY_MS,
      log: core.services.log,
      failure: 'notifications could not be sent; trying again',
    });
    this.#core = core;
    this.#options = options;
  }

  protected override async round(): Promise<void> {
    const { db, clock } = this.#core.services;
    const inTransaction = <T>(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
      db.transaction().execute(work) as Promise<T>;
    while (!this.stopped && (await inTransaction<number>((trx) => matchChanges(trx, clock()))) > 0);
    while (!this.stopped && (await inTransaction<number>((trx) => gather(trx, clock()))) > 0);
    for (let claimed = 1; claimed > 0 && !this.stopped; ) {
      const leaseId = randomUUID();
      const all = await this.#claim(leaseId);
      claimed = all.length;
      for (const end of await Promise.allSettled(all.map((each) => this.#send(each, leaseId))))
        if (end.status === 'rejected') throw end.reason;
    }
    if (clock().getTime() - this.#swept_ms > SWEEP_EVERY_MS) {
      this.#swept_ms = clock().getTime();
      await sql`delete from notification_messages
        where created_at < ${new Date(this.#swept_ms - KEPT_MS)} and state <> 'waiting'`.execute(db);
    }
  }

  async #claim(leaseId: string): Promise<Claimed[]> {
    const { db, clock } = this.#core.services;
    const now = clock();
    const { rows } = await sql<Claimed>`
      update notification_messages m
      set lease_id = ${leaseId}, leased_until = ${new Date(now.getTime() + this.#options.lease_ms)}, tries = tries + 1
      from notification_channels c, accounts a
      where c.id = m.channel_id and a.id = m.account_id and m.id in (
        select id from notification_messages where state = 'waiting' and next_at <= ${now}
          and (leased_until is null or leased_until <= ${now})
        order by next_at, id limit ${AT_ONCE} for update skip locked)
      returning m.id, m.what, m.tries, m.account_id, c.kind, c.target, c.secret, c.id as channel_id, a.language,
        (c.deleted_at is not null or a.deleted_at is not null or a.disabled_at is not null) as gone`.execute(
      db,
    );
    return rows;
  }

  async #send(claimed: Claimed, leaseId: string): Promise<void> {
    const { db, clock } = this.#core.services;
    const notice = claimed.gone ? null : await this.#notice(claimed);
    const outcome = notice === null ? ({ state: 'dropped' } as const) : await this.#deliver(claimed, notice);
    const now = clock();
    const pause_ms = outcome.state === 'failed' && !outcome.permanent ? pauseAfter_ms(claimed.tries) : null;
    const state = outcome.state !== 'failed' ? outcome.state : pause_ms === null ? 'dead' : 'waiting';
    await sql`update notification_messages set state = ${state}, title = ${notice?.title ?? null},
        error = ${outcome.state === 'failed' ? outcome.error : null}, lease_id = null, leased_until = null,
        next_at = ${new Date(now.getTime() + (pause_ms ?? 0))}, done_at = ${state === 'waiting' ? null : now}
      where id = ${claimed.id} and lease_id = ${leaseId}`.execute(db);
  }

  /** What is said now: of things that the person still sees, and reminders only of what still goes on unacknowledged. */
  async #notice({ id, what, language }: Claimed): Promise<Notice | null> {
    if (what === 'test') return testNotice(id, language ?? 'en');
    const { rows } = await sql<EventLine>`
      select e.id, i.what, t.devid, t.devname, e.code, e.name_en, e.name_zh, e.level, t.time_zone as zone,
        (extract(epoch from e.begin_time) * 1000)::float8 as begin_time,
        (extract(epoch from e.end_time) * 1000)::float8 as end_time
      from notification_items i join events e on e.id = i.event_id join things t on t.id = e.thing_id
      where i.message_id = ${id} and ${accountSeesThing('i.account_id', 'e.thing_id')}
        and (i.what <> 'reminder' or (e.state = 1 and e.ack_time is null))
      order by e.level desc, e.begin_time, e.id`.execute(this.#core.services.db);
    return rows.length === 0 ? null : eventNotice(id, language ?? 'en', rows);
  }

  async #deliver(claimed: Claimed, notice: Notice): Promise<Outcome> {
    const { mail, services, box } = this.#core;
    const { kind, target } = claimed;
    if (kind === 'email') {
      try {
        await mail.send(target, noticeEmail(notice, mail.origin()), `<${notice.id}@voltloop.invalid>`);
        return { state: 'sent' };
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        return { state: 'failed', error: error.message, permanent: error.permanent };
      }
    }
    const secret = claimed.secret && (await box()).open(claimed.secret, claimed.channel_id).toString('utf8');
    const request = hookRequest({ kind, target, secret }, notice, services.clock());
    const allowed = services.config.webhookHosts;
    const answer = await send({
      ...request,
      method: 'POST',
      timeout_ms: this.#options.timeout_ms,
      allowed,
      query: true,
    });
    const error =
      'error' in answer
        ? answer.error.replace(/^reporting\.(endpoint\..*)?/, (_all, refused) =>
            refused ? 'error.refused' : '',
          )
        : refusal(kind, answer.status, answer.text);
    return error === null ? { state: 'sent' } : { state: 'failed', error, permanent: false };
  }
}
