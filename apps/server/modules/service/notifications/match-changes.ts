import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { accountSeesThing } from '../../people/accounts/index.ts';
import { type Item, writeItems } from './items.ts';
import { quietZone } from './quiet-hours.ts';
import { dueAt, quietOf } from './timing.ts';

interface Change {
  id: string;
  event_id: string;
  what: 'begin' | 'rise' | 'end';
  /** Level of the event at the change; null in rows of the previous release. */
  level: number | null;
}

interface Match extends Omit<Change, 'id'> {
  level: number;
  rule_id: string;
  account_id: string;
  channel_ids: string[];
  digest: 'none' | 'hourly' | 'daily';
  faults_pass: boolean;
  remind_min: number | null;
  remind_channel_id: string | null;
  escalate_min: number | null;
  escalate_account_id: string | null;
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
}

/** Changes that were not matched yet, in order. */
export async function unmatchedChanges(
  db: Db,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from event_changes
    where id::text <> all(${[...without]}::text[]) order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Matches begun, risen and ended events with rules and writes the resulting items, in one transaction: each change is
 * matched exactly once, on any node and with any outcome.
 * @returns the changes that were processed
 */
export async function matchChanges(trx: Trx, ids: readonly string[], now: Date): Promise<string[]> {
  const taken = await sql<Change>`
    delete from event_changes where id in
      (select id from event_changes where id = any(${[...ids]}::bigint[]) order by id for update skip locked)
    returning id, event_id, what, level`.execute(trx);
  if (taken.rows.length === 0) return [];
  const { rows } = await sql<Match>`
    select e.id as event_id, c.what, coalesce(c.level, e.level) as level, r.id as rule_id, r.account_id, r.channel_ids,
      r.digest, r.faults_pass, r.remind_min, r.remind_channel_id, r.escalate_min, r.escalate_account_id,
      ${quietZone('a')} as zone, s.quiet_from, s.quiet_to
    from json_to_recordset(${JSON.stringify(taken.rows)}::json) as c (event_id uuid, what text, level smallint)
      join events e on e.id = c.event_id
      join notification_rules r on r.tenant_id = e.tenant_id and r.enabled and r.deleted_at is null
      join accounts a on a.id = r.account_id and a.deleted_at is null and a.disabled_at is null
        and not tenant_disabled(a.tenant_id)
      left join notification_settings s on s.account_id = r.account_id
    where coalesce(c.level, e.level) >= r.least_level and (c.what <> 'end' or (r.on_end and e.state = 2))
      and ${ruleCovers('r', 'e')}
      and ${accountSeesThing('r.account_id', 'e.thing_id')}
      and (r.scope_account_id is null or ${accountSeesThing('r.scope_account_id', 'e.thing_id')})`.execute(
    trx,
  );
  await writeItems(
    trx,
    rows.flatMap((match) => itemsOf(match, now)),
  );
  await writeEscalations(trx, rows, now);
  return taken.rows.map(({ id }) => id);
}

/** SQL condition: an event matches the codes, device and site of a rule, both given by their aliases. */
export function ruleCovers(rule: string, event: string): RawBuilder<boolean> {
  const r = (column: string) => sql.ref(`${rule}.${column}`);
  const e = (column: string) => sql.ref(`${event}.${column}`);
  return sql<boolean>`(${r('codes')} = '{}' or split_part(${e('code')}, '@', 1) = any(${r('codes')}))
    and (${r('scope_thing_id')} is null or ${r('scope_thing_id')} = ${e('thing_id')})
    and (${r('scope_site_id')} is null or exists (select from site_devices sd
      where sd.site_id = ${r('scope_site_id')} and sd.thing_id = ${e('thing_id')} and sd.until is null))`;
}

/** Escalations for unacknowledged events: one per rule and event, also when the event rises. */
async function writeEscalations(trx: Trx, matches: readonly Match[], now: Date): Promise<void> {
  const rows = matches
    .filter(({ what, escalate_min }) => what !== 'end' && escalate_min !== null)
    .map(({ rule_id, event_id, escalate_account_id, escalate_min }) => ({
      rule_id,
      event_id,
      account_id: escalate_account_id,
      due_at: new Date(now.getTime() + (escalate_min ?? 0) * 60_000),
    }));
  if (rows.length === 0) return;
  await sql`insert into notification_escalations (rule_id, event_id, account_id, due_at)
    select x.rule_id, x.event_id, x.account_id, x.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as x (rule_id uuid, event_id uuid, account_id uuid, due_at timestamptz)
    order by x.rule_id, x.event_id on conflict do nothing`.execute(trx);
}

function itemsOf(match: Match, now: Date): Item[] {
  const { event_id, account_id, what, zone, quiet_from, quiet_to, digest } = match;
  const quiet = quietOf(quiet_from, quiet_to);
  const passes = match.faults_pass && match.level === 3;
  const due_at = dueAt(now, { digest, quiet, zone, passes });
  const level = what === 'rise' ? match.level : 0;
  const items: Item[] = match.channel_ids.map((channel_id) => ({
    account_id,
    channel_id,
    event_id,
    what,
    level,
    due_at,
  }));
  // Also on a rise: a rule for higher levels may match only then.
  if (what !== 'end' && match.remind_min !== null && match.remind_channel_id !== null) {
    const late = new Date(now.getTime() + match.remind_min * 60_000);
    const plan = { digest: 'none', quiet, zone, passes } as const;
    const channel_id = match.remind_channel_id;
    items.push({
      account_id,
      channel_id,
      event_id,
      what: 'reminder',
      level: 0,
      due_at: dueAt(late, plan),
    });
  }
  return items;
}
