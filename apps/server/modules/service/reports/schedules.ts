import type * as contract from '@voltloop/contract';
import type { BodyOf, ReplyOf, ReportSchedule } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Caller, Ctx, PublicCtx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { AppError, conflictError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { inNameOrder } from '../../../platform/name-order.ts';
import { signingKey } from '../../../platform/secret-box.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { accountById, actingAs, maskEmail, seesSite } from '../../people/accounts/index.ts';
import type { Core } from './core.ts';
import { scheduleOf } from './unsubscribe-code.ts';

/** Limit of reports that one person gets by e-mail. */
const MAX_SCHEDULES = 50;
/** Delay after the end of a month, so that devices which were offline have caught up. */
export const AFTER_MONTH = sql`interval '30 hours'`;

/** A site that the caller no longer sees has no name. */
const shownTo = (caller: Caller) => sql`select r.id, r.language, r.site_id, s.name as site_name,
    to_char(e.month, 'YYYY-MM') as month, e.state, e.done_at
  from report_schedules r left join sites s on s.id = r.site_id and ${seesSite(caller, 's')}
  left join lateral (select * from report_emails where schedule_id = r.id order by month desc limit 1) e on true`;

async function findSchedules(db: Db | Trx, caller: Caller, id: string | null): Promise<ReportSchedule[]> {
  const { rows } = await sql<{
    id: string;
    language: 'en' | 'zh';
    site_id: string | null;
    site_name: string | null;
    month: string | null;
    state: 'waiting' | 'sent' | 'dead' | 'dropped' | null;
    done_at: Date | null;
  }>`${shownTo(caller)} where r.account_id = ${caller.accountId} and r.deleted_at is null
    ${id === null ? sql`` : sql`and r.id = ${id}::uuid`} order by r.site_id is not null, ${inNameOrder(sql`s.name`)}, r.id`.execute(
    db,
  );
  return rows.map(({ id, language, site_id, site_name, month, state, done_at }) => ({
    id,
    language,
    site: site_id === null ? null : { id: site_id, name: site_name ?? '' },
    last: month && state ? { month, state, done_at: done_at?.getTime() ?? null } : null,
  }));
}

/** Monthly reports that the caller gets by e-mail, the one of all sites first. */
export async function listSchedules(
  { services: { db } }: Core,
  { caller }: Ctx,
): Promise<ReplyOf<typeof contract.listReportSchedules>> {
  const account = await accountById(db, caller.accountId);
  return {
    email: maskEmail(account?.email ?? null),
    list: await findSchedules(db, caller, null),
  };
}

/** @throws notFound for an invisible site; conflict without a mail server or address, and with too many */
export async function saveSchedule(
  core: Core,
  ctx: Ctx,
  { site, language }: BodyOf<typeof contract.saveReportSchedule>,
): Promise<ReportSchedule> {
  const { caller, now } = ctx;
  if (!core.mail.enabled()) throw conflictError('', 'report.noMail', 'This server has no mail server set up');
  return core.services.db.transaction().execute(async (trx) => {
    await lockName(trx, `reports ${caller.accountId}`);
    const account = await accountById(trx, caller.accountId);
    if (!account?.email)
      throw conflictError(
        '',
        'report.noEmail',
        'Your account has no e-mail address. Enter one on the account page first',
      );
    const { rows: seen } = await sql<{ zone: string }>`${
      site === null
        ? sql`select coalesce(time_zone, 'UTC') as zone from accounts where id = ${caller.accountId}`
        : sql`select s.time_zone as zone from sites s where s.id = ${site}::uuid and ${seesSite(caller, 's')}`
    }`.execute(trx);
    const [place] = seen;
    if (!place) throw notFound();
    const { rows } = await sql<{
      id: string;
      site_id: string | null;
    }>`select id, site_id from report_schedules
      where account_id = ${caller.accountId} and deleted_at is null`.execute(trx);
    const former = rows.find(({ site_id }) => site_id === site);
    if (!former && rows.length >= MAX_SCHEDULES)
      throw new AppError('conflict', { message: `${MAX_SCHEDULES} reports are sent by e-mail already` });
    const { rows: saved } = former
      ? await sql<{ id: string }>`update report_schedules set language = ${language} where id = ${former.id}
          returning id`.execute(trx)
      : await sql<{
          id: string;
        }>`insert into report_schedules (account_id, site_id, language, next_month, created_at)
          values (${caller.accountId}, ${site}, ${language},
            date_trunc('month', (${now}::timestamptz at time zone ${place.zone}) - ${AFTER_MONTH}), ${now})
          returning id`.execute(trx);
    const id = saved[0]?.id as string;
    const [schedule] = await findSchedules(trx, caller, id);
    if (!schedule) throw notFound();
    const details = { site: schedule.site?.name ?? null, language };
    await audit(trx, ctx, {
      action: 'report.subscribe',
      objectType: 'report_schedule',
      objectId: id,
      details,
    });
    return schedule;
  });
}

/** @throws notFound for one of another account */
export async function deleteSchedule(core: Core, ctx: Ctx, id: string): Promise<void> {
  if (!isUuid(id)) throw notFound();
  await core.services.db.transaction().execute(async (trx) => {
    const own = sql`and account_id = ${ctx.caller.accountId}`;
    if (!(await endSchedule(trx, ctx, id, own))) throw notFound();
  });
}

/** Unsubscribes from a report by the code in one of its e-mails. @throws notFound for an invalid code */
export async function unsubscribe(core: Core, ctx: PublicCtx, code: string): Promise<void> {
  const { db } = core.services;
  const id = scheduleOf(await signingKey(db), code);
  if (id === null) throw notFound();
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ account_id: string }>`select account_id from report_schedules
      where id = ${id}::uuid`.execute(trx);
    const account = rows[0] && (await accountById(trx, rows[0].account_id));
    if (account) await endSchedule(trx, { ...ctx, caller: actingAs(account) }, id, sql``);
  });
}

/** Whether there was such an active schedule. Its pending e-mails are no longer sent. */
export async function endSchedule(
  trx: Trx,
  ctx: Ctx,
  id: string,
  whose: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql<{ site_id: string | null }>`update report_schedules set deleted_at = ${ctx.now}
    where id = ${id}::uuid and deleted_at is null ${whose} returning site_id`.execute(trx);
  if (!rows[0]) return false;
  await sql`update report_emails set state = 'dropped', done_at = ${ctx.now}
    where schedule_id = ${id}::uuid and state = 'waiting'`.execute(trx);
  const details = { site: rows[0].site_id };
  await audit(trx, ctx, {
    action: 'report.unsubscribe',
    objectType: 'report_schedule',
    objectId: id,
    details,
  });
  return true;
}
