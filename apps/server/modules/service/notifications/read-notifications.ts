import type { Notifications } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
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
