import type * as contract from '@voltloop/contract';
import type { Notifications, QueryOf, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';
import { isAboveOrBelow, seesSite, subtree } from '../../people/accounts/index.ts';
import { ownChannels } from './channels.ts';
import type { Core } from './core.ts';
import { quietZone } from './quiet-hours.ts';

/** The caller's channels, rules and quiet hours. */
export async function readNotifications(core: Core, ctx: Ctx): Promise<Notifications> {
  const { accountId } = ctx.caller;
  const { db } = core.services;
  const [channels, rules, settings, vapid] = await Promise.all([
    ownChannels(db, accountId),
    sql<Notifications['rules'][number]>`
      select r.id, r.name, r.enabled, r.least_level, r.codes, r.scope_account_id as account_id, t.devid,
        r.scope_site_id as site_id, r.channel_ids, r.digest, r.on_end, r.faults_pass, r.remind_min, r.remind_channel_id,
        r.escalate_min, r.escalate_account_id, k.name as account_name, s.name as site_name, p.name as escalate_name
      from notification_rules r join accounts o on o.id = r.account_id
        left join things t on t.id = r.scope_thing_id
        left join accounts k on k.id = r.scope_account_id and ${subtree(ctx.caller, 'k')}
        left join sites s on s.id = r.scope_site_id and ${seesSite(ctx.caller, 's')}
        left join accounts p on p.id = r.escalate_account_id and ${isAboveOrBelow('p', 'o')}
      where r.account_id = ${accountId} and r.deleted_at is null order by r.created_at, r.id`.execute(db),
    sql<Pick<Notifications, 'time_zone' | 'quiet_from' | 'quiet_to'>>`
      select ${quietZone('a')} as time_zone, s.quiet_from, s.quiet_to
      from accounts a left join notification_settings s on s.account_id = a.id where a.id = ${accountId}`.execute(
      db,
    ),
    core.vapid(),
  ]);
  const [own] = settings.rows;
  if (!own) throw notFound();
  return {
    mail: core.mail.enabled(),
    push_key: vapid.publicKey,
    ...own,
    channels,
    rules: rules.rows,
  };
}

type Reply = ReplyOf<typeof contract.listNotificationMessages>;

/** A page of the caller's messages, newest first. */
export async function listMessages(
  db: Db,
  ctx: Ctx,
  query: QueryOf<typeof contract.listNotificationMessages>,
): Promise<Reply> {
  const window = pageWindow(query);
  const [{ rows }, total] = await Promise.all([
    sql<Reply['list'][number]>`
      select m.id, c.name as channel, c.kind, m.what, m.title, m.state, m.tries, m.error,
        (extract(epoch from m.created_at) * 1000)::float8 as time,
        (extract(epoch from m.done_at) * 1000)::float8 as done_time
      from notification_messages m join notification_channels c on c.id = m.channel_id
      where m.account_id = ${ctx.caller.accountId} order by m.created_at desc, m.id
      limit ${window.limit} offset ${window.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from notification_messages
      where account_id = ${ctx.caller.accountId}`.execute(db),
  ]);
  return paged({ list: rows, total: total.rows[0]?.n ?? 0 }, window);
}
