import { randomUUID } from 'node:crypto';
import { cutText } from '@voltloop/protocol/text.ts';
import { sql } from 'kysely';
import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';
import type { Trx } from '../../../platform/db.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { lazySecretBox, type SecretBox } from '../../../platform/secret-box.ts';
import type { Services } from '../../../platform/services.ts';
import { storableText } from '../../../platform/storable.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import type { EmailContent } from './compose.ts';
import { MailRefused } from './refused.ts';

/** An e-mail about an account, to be sent until the mail server accepts it. */
export interface QueuedEmail {
  to: string;
  email: EmailContent;
  /** Identifies its purpose; a new e-mail replaces a waiting one with the same value. */
  about: string;
  /** When it becomes useless. */
  expires: Date;
  /** The caller tries it at once by {@link Outbox.sendNow}; rounds skip it for the length of a lease. */
  firstTry?: 'own' | undefined;
}

interface Claimed extends Lease {
  content: Buffer;
  tries: number;
}

type OutboxServices = Pick<Services, 'db' | 'clock' | 'log'>;
type Send = (to: string, email: EmailContent, messageId: string) => Promise<void>;

const AT_ONCE = 4;
/** Longer than the timeout of the mail server. */
const LEASE_MS = 120_000;
const emails = new LeasedRows({ table: 'account_emails', countsTries: true });
const backOff: BackOff = { first_ms: 15_000, factor: 2, most_ms: 15 * 60_000 };
const KEPT_MS = 30 * 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Sends e-mails about accounts. All state is in PostgreSQL: an e-mail has one row, written with the change it is
 * about, which one node leases while it sends. So neither an unreachable mail server nor a killed node loses any; one
 * that was in progress is sent again with the same Message-ID. Its content is sealed, and deleted when it is sent,
 * withdrawn or expired.
 */
export class Outbox extends Rounds {
  readonly #services: OutboxServices;
  readonly #enabled: () => boolean;
  readonly #deliver: Send;
  readonly #box: () => Promise<SecretBox>;
  #swept_ms = 0;

  constructor(services: OutboxServices, enabled: () => boolean, deliver: Send) {
    super({
      work: schedule.account_emails,
      services,
      failure: 'e-mails about accounts could not be sent; retrying',
    });
    this.#services = services;
    this.#enabled = enabled;
    this.#deliver = deliver;
    this.#box = lazySecretBox(services.db, 'account e-mails');
  }

  /** Writes an e-mail in the transaction of the change it is about. @returns its id */
  async queue(trx: Trx, { to, email, about, expires, firstTry }: QueuedEmail): Promise<string> {
    const now = this.#services.clock();
    const id = randomUUID();
    const content = (await this.#box()).seal(Buffer.from(JSON.stringify({ to, email })), id);
    await this.withdraw(trx, about);
    const next = new Date(now.getTime() + (firstTry === 'own' ? LEASE_MS : 0));
    await sql`insert into account_emails (id, about, content, next_at, expires_at, created_at)
      values (${id}, ${about}, ${content}, ${next}, ${expires}, ${now})`.execute(trx);
    return id;
  }

  /** Cancels waiting e-mails about this. */
  async withdraw(trx: Trx, about: string): Promise<void> {
    await sql`update account_emails set state = 'dropped', content = null, done_at = ${this.#services.clock()}
      where about = ${about} and state = 'waiting'`.execute(trx);
  }

  /**
   * Tries one e-mail at once. @returns whether the mail server has accepted it; if not, it is retried like any other
   */
  async sendNow(id: string): Promise<boolean> {
    const [claimed] = await this.#claim(1, id);
    return claimed !== undefined && (await this.#send(claimed));
  }

  protected override async round(): Promise<void> {
    await this.#sweep();
    if (!this.#enabled()) return;
    for (;;) {
      const claimed = this.stopped ? [] : await this.#claim(AT_ONCE);
      if (claimed.length === 0) return;
      await Promise.all(
        claimed.map((each) =>
          this.row(each.id, () =>
            traced('account_email.send', { root: true, attributes: { 'voltloop.id': each.id } }, () =>
              this.#send(each),
            ),
          ),
        ),
      );
    }
  }

  #claim(most: number, id?: string): Promise<Claimed[]> {
    const { db, clock } = this.#services;
    const now = clock();
    return emails.claim<Claimed>(db, {
      now,
      lease_ms: LEASE_MS,
      most,
      only: sql`d.expires_at > ${now} ${id === undefined ? sql`` : sql`and d.id = ${id}`}`,
      early: id !== undefined,
      returning: sql`q.id, q.content, q.tries`,
    });
  }

  /** @returns whether the mail server has accepted it */
  async #send(claimed: Claimed): Promise<boolean> {
    const { id, content, tries } = claimed;
    const { db, clock, log } = this.#services;
    const error = await this.#deliverSealed(id, content).catch((err: unknown) => err as Error);
    if (error) log.warn({ err: error, email: id }, 'an e-mail about an account could not be sent');
    const now = clock();
    const permanent = error instanceof MailRefused && error.permanent;
    const state = error === undefined ? 'sent' : permanent ? 'dead' : 'waiting';
    await emails.settle(
      db,
      claimed,
      sql`state = ${state}, content = ${state === 'waiting' ? sql`content` : null},
        error = ${error ? cutText(storableText(error.message), 300) : null},
        next_at = ${new Date(now.getTime() + pauseAfter_ms(backOff, tries))}, done_at = ${state === 'waiting' ? null : now}`,
    );
    return state === 'sent';
  }

  async #deliverSealed(id: string, content: Buffer): Promise<undefined> {
    const plain = (await this.#box()).open(content, id).toString('utf8');
    const { to, email } = JSON.parse(plain) as Pick<QueuedEmail, 'to' | 'email'>;
    await this.#deliver(to, email, `<account-${id}@voltloop.invalid>`);
    return undefined;
  }

  /** Empties expired e-mails, and deletes those that ended long ago. */
  async #sweep(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock();
    await sql`update account_emails set state = 'expired', content = null, done_at = ${now}
      where state = 'waiting' and expires_at <= ${now}`.execute(db);
    if (now.getTime() - this.#swept_ms < SWEEP_EVERY_MS) return;
    this.#swept_ms = now.getTime();
    await sql`delete from account_emails where state <> 'waiting' and done_at < ${new Date(now.getTime() - KEPT_MS)}`.execute(
      db,
    );
  }
}
