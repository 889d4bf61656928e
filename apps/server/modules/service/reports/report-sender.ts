import { cutText } from '@voltloop/protocol/text.ts';
import { sql } from 'kysely';
import { type BackOff, pauseAfter_ms } from '../../../platform/back-off.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Lease, LeasedRows } from '../../../platform/leased-rows.ts';
import { brandNameOf } from '../../../platform/product-name.ts';
import { Rounds } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import { signingKey } from '../../../platform/secret-box.ts';
import { storableText } from '../../../platform/storable.ts';
import { traced } from '../../../platform/tracing/spans.ts';
import { accountById, actingAs } from '../../people/accounts/index.ts';
import { type EmailContent, MailRefused } from '../../people/mail/index.ts';
import type { Core } from './core.ts';
import { formatsOf, type Language } from './formats.ts';
import { makeFleetReport } from './make-fleet-report.ts';
import { makeSiteReport, type ReportFile } from './make-site-report.ts';
import { AFTER_MONTH, endSchedule } from './schedules.ts';
import { unsubscribeCode } from './unsubscribe-code.ts';

interface Claimed extends Lease {
  schedule_id: string;
  account_id: string;
  site_id: string | null;
  site_name: string | null;
  language: 'en' | 'zh';
  /** yyyy-MM. */
  month: string;
  tries: number;
  disabled: boolean;
}

type Outcome = { state: 'sent' | 'dropped' } | { state: 'failed'; error: string; permanent: boolean };

const BATCH = 500;
/** Lease; longer than the report of the most sites takes. */
const LEASE_MS = 10 * 60_000;
const MAX_TRIES = 8;
const backOff: BackOff = { first_ms: 60_000, factor: 4, most_ms: 6 * 3_600_000 };
const MAX_ERROR_CHARS = 300;

const emails = new LeasedRows({ table: 'report_emails', countsTries: true });

/** The e-mail with a monthly report. @param of.site Null: all sites */
function reportEmail(
  language: Language,
  of: {
    site: string | null;
    month: string;
    file: ReportFile;
    brand: string | null;
    origin: string;
    code: string;
  },
): EmailContent {
  const month = formatsOf(language, 'UTC').month(Date.parse(`${of.month}-01T00:00:00Z`));
  const unsubscribe = `${of.origin}/unsubscribe#${of.code}`;
  const attachments = [{ filename: of.file.name, content: of.file.bytes }];
  const link = {
    text: language === 'zh' ? '打开控制台' : 'Open the console',
    href: `${of.origin}/sites/index`,
  };
  if (language === 'zh')
    return {
      language,
      brand: of.brand,
      attachments,
      unsubscribe,
      link,
      subject: `${of.site ?? '全部站点'} · ${month}月度报告`,
      paragraphs: [`附件为${of.site === null ? '您全部站点' : `站点“${of.site}”`}${month}的月度报告。`],
      reason: `您在站点页面订阅了此报告。如需退订，请打开 ${unsubscribe}`,
    };
  return {
    language,
    brand: of.brand,
    attachments,
    unsubscribe,
    link,
    subject: `${of.site ?? 'All sites'} · monthly report ${month}`,
    paragraphs: [`The report of ${of.site === null ? 'all your sites' : of.site} for ${month} is attached.`],
    reason: `You asked for this report on the page of sites. To stop these e-mails, open ${unsubscribe}`,
  };
}

/**
 * Sends monthly reports when their month has ended, one after the other. All state is in PostgreSQL: a month of a
 * schedule has one row, so it is sent once whichever nodes run, and a killed node's e-mail is sent with the same
 * Message-ID after its lease.
 */
export class ReportSender extends Rounds {
  readonly #core: Core;

  constructor(core: Core) {
    super({
      work: schedule.reports,
      services: core.services,
      failure: 'monthly reports could not be sent; retrying',
    });
    this.#core = core;
  }

  protected override async round(): Promise<void> {
    if (!this.#core.mail.enabled()) return;
    while (!this.stopped && (await this.#plan()) === BATCH);
    for (;;) {
      const [claimed] = this.stopped ? [] : await this.#claim();
      if (!claimed) return;
      await this.row(claimed.id, () =>
        traced('monthly_report.send', { root: true, attributes: { 'voltloop.id': claimed.id } }, () =>
          this.#send(claimed),
        ),
      );
    }
  }

  /** Queues an e-mail for each schedule whose newest month has ended. Months missed while no node ran are skipped. */
  async #plan(): Promise<number> {
    const { db, clock } = this.#core.services;
    const now = clock();
    const { rows } = await sql<{ id: string }>`
      with due as (
        select r.id, m.month from report_schedules r join accounts a on a.id = r.account_id
        left join sites s on s.id = r.site_id
        cross join lateral (select (date_trunc('month', (${now}::timestamptz
          at time zone coalesce(s.time_zone, a.time_zone, 'UTC')) - ${AFTER_MONTH}) - interval '1 month')::date as month) m
        where r.deleted_at is null and r.next_month <= m.month
        order by r.next_month limit ${BATCH} for update of r skip locked),
      moved as (update report_schedules r set next_month = due.month + interval '1 month' from due where r.id = due.id),
      planned as (insert into report_emails (schedule_id, month, next_at, created_at)
        select id, month, ${now}, ${now} from due on conflict (schedule_id, month) do nothing)
      select id from due`.execute(db);
    return rows.length;
  }

  #claim(): Promise<Claimed[]> {
    const { db, clock } = this.#core.services;
    return emails.claim<Claimed>(db, {
      now: clock(),
      lease_ms: LEASE_MS,
      most: 1,
      from: sql`report_schedules r join accounts a on a.id = r.account_id left join sites s on s.id = r.site_id
        where r.id = q.schedule_id`,
      returning: sql`q.id, q.schedule_id, r.account_id, r.site_id, s.name as site_name, r.language,
        to_char(q.month, 'YYYY-MM') as month, q.tries,
        (a.disabled_at is not null or tenant_disabled(a.tenant_id)) as disabled`,
    });
  }

  async #send(claimed: Claimed): Promise<void> {
    const { db, clock } = this.#core.services;
    const outcome = await this.#deliver(claimed).catch((err: unknown): Outcome => {
      if (!(err instanceof MailRefused))
        this.#core.services.log.warn({ err }, 'a monthly report could not be sent');
      const { message } = err as Error;
      return { state: 'failed', error: message, permanent: err instanceof MailRefused && err.permanent };
    });
    const now = clock();
    const again = outcome.state === 'failed' && !outcome.permanent && claimed.tries < MAX_TRIES;
    const pause_ms = pauseAfter_ms(backOff, claimed.tries);
    const state = outcome.state !== 'failed' ? outcome.state : again ? 'waiting' : 'dead';
    await emails.settle(
      db,
      claimed,
      sql`state = ${state},
        error = ${outcome.state === 'failed' ? cutText(storableText(outcome.error), MAX_ERROR_CHARS) : null},
        next_at = ${new Date(now.getTime() + (again ? pause_ms : 0))}, done_at = ${again ? null : now}`,
    );
  }

  /** Creates the report with its reader's current visibility, and passes it to the mail server. */
  async #deliver(of: Claimed): Promise<Outcome> {
    const { services, mail } = this.#core;
    const { db, log } = services;
    const account = of.disabled ? null : await accountById(db, of.account_id);
    if (!account?.email) return { state: 'dropped' };
    const ctx: Ctx = { caller: actingAs(account), now: services.clock(), ip: '', requestId: of.id, log };
    const { month, language } = of;
    try {
      const file = await (of.site_id === null
        ? makeFleetReport(this.#core, ctx, { month, language })
        : makeSiteReport(this.#core, ctx, { id: of.site_id, month, language }));
      const code = unsubscribeCode(await signingKey(db), of.schedule_id);
      const email = reportEmail(language, {
        site: of.site_name,
        month,
        file,
        code,
        origin: mail.origin(),
        brand: await brandNameOf(db, account.id),
      });
      await mail.send(account.email, email, `<report-${of.id}@voltloop.invalid>`);
      return { state: 'sent' };
    } catch (error) {
      // The site now belongs to another account.
      if (!(error instanceof AppError && error.codeName === 'notFound')) throw error;
      await db.transaction().execute((trx) => endSchedule(trx, ctx, of.schedule_id, sql``));
      return { state: 'dropped' };
    }
  }
}
