import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { accountSeesThing } from '../accounts/index.ts';
import { dueAt } from './timing.ts';

/** Changes that one transaction takes. */
const AT_ONCE = 500;

interface Match {
  event_id: string;
  what: 'begin' | 'end';
  level: number;
  account_id: string;
  channel_ids: string[];
  digest: 'none' | 'hourly' | 'daily';
  faults_pass: boolean;
  remind_min: number | null;
  remind_channel_id: string | null;
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
}

/**
 * Takes what has begun and ended and writes what each person is to hear of it, in one transaction: a change is matched
 * exactly once, whichever node does it and however it ends.
 * @returns how many changes were taken
 */
export async function matchChanges(trx: Trx, now: Date): Promise<number> {
  const taken = await sql<{ event_id: string; what: 'begin' | 'end' }>`
    delete from event_changes where id in
      (select id from event_changes order by id limit ${AT_ONCE} for update skip locked)
    returning event_id, what`.execute(trx);
  if (taken.rows.length === 0) return 0;
  const { rows } = await sql<Match>`
    select e.id as event_id, c.what, e.level, r.account_id, r.channel_ids, r.digest, r.faults_pass, r.remind_min,
      r.remind_channel_id, coalesce(a.time_zone, 'UTC') as zone, s.quiet_from, s.quiet_to
    from json_to_recordset(${JSON.stringify(taken.rows)}::json) as c (event_id uuid, what text)
      join events e on e.id = c.event_id
      join notification_rules r on r.tenant_id = e.tenant_id and r.enabled and r.deleted_at is null
      join accounts a on a.id = r.account_id and a.deleted_at is null and a.disabled_at is null
      left join notification_settings s on s.account_id = r.account_id
    where e.level >= r.least_level and (c.what = 'begin' or r.on_end)
      and (r.codes = '{}' or split_part(e.code, '@', 1) = any(r.codes))
      and (r.scope_thing_id is null or r.scope_thing_id = e.thing_id)
      and ${accountSeesThing('r.account_id', 'e.thing_id')}
      and (r.scope_account_id is null or ${accountSeesThing('r.scope_account_id', 'e.thing_id')})`.execute(
    trx,
  );
  const items = rows.flatMap((match) => itemsOf(match, now));
  if (items.length === 0) return taken.rows.length;
  await sql`insert into notification_items (account_id, channel_id, event_id, what, due_at)
    select i.account_id, i.channel_id, i.event_id, i.what, i.due_at
    from json_to_recordset(${JSON.stringify(items)}::json)
        as i (account_id uuid, channel_id uuid, event_id uuid, what text, due_at timestamptz)
      join notification_channels c on c.id = i.channel_id and c.deleted_at is null and c.verified_at is not null
    order by i.channel_id, i.event_id, i.what on conflict do nothing`.execute(trx);
  return taken.rows.length;
}

function itemsOf(match: Match, now: Date) {
  const { event_id, account_id, what, zone, quiet_from, quiet_to, digest } = match;
  const quiet = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to };
  const passes = match.faults_pass && match.level === 3;
  const due_at = dueAt(now, { digest, quiet, zone, passes });
  const items: object[] = match.channel_ids.map((channel_id) => ({
    account_id,
    channel_id,
    event_id,
    what,
    due_at,
  }));
  if (what === 'begin' && match.remind_min !== null && match.remind_channel_id !== null) {
    const late = new Date(now.getTime() + match.remind_min * 60_000);
    const plan = { digest: 'none', quiet, zone, passes } as const;
    const channel_id = match.remind_channel_id;
    items.push({ account_id, channel_id, event_id, what: 'reminder', due_at: dueAt(late, plan) });
  }
  return items;
}
