import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import { accountSeesThing, isAboveOrBelow } from '../../people/accounts/index.ts';
import { writeItems } from './items.ts';
import { quietZone } from './quiet-hours.ts';
import { dueAt, quietOf } from './timing.ts';

interface Target {
  event_id: string;
  level: number;
  account_id: string;
  channel_id: string;
  zone: string;
  quiet_from: number | null;
  quiet_to: number | null;
}

/** Escalations to decide now, the earliest first. */
export async function dueEscalations(
  db: Db,
  now: Date,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from notification_escalations
    where done_at is null and due_at <= ${now} and id::text <> all(${[...without]}::text[])
    order by due_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Decides due escalations: if the event is still active and unacknowledged, and both the owner of the rule and the
 * contact that it names still see the device, the contact is notified on each of their channels. The decision is
 * recorded in the same transaction, so that each is decided once, on any node and with any outcome.
 * @returns those that were decided
 */
export async function escalate(trx: Trx, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows: taken } = await sql<{ id: string; rule_id: string; event_id: string; account_id: string }>`
    update notification_escalations set done_at = ${now} where id in (
      select id from notification_escalations
      where id = any(${[...ids]}::uuid[]) and done_at is null order by id for update skip locked)
    returning id, rule_id, event_id, account_id`.execute(trx);
  if (taken.length === 0) return [];
  const { rows } = await sql<Target>`
    select e.id as event_id, e.level, p.id as account_id, c.id as channel_id, ${quietZone('p')} as zone,
      s.quiet_from, s.quiet_to
    from json_to_recordset(${JSON.stringify(taken)}::json) as x (rule_id uuid, event_id uuid, account_id uuid)
      join events e on e.id = x.event_id and e.state = 1 and e.ack_time is null
      join notification_rules r on r.id = x.rule_id and r.enabled and r.deleted_at is null
        and r.escalate_account_id = x.account_id
      join accounts o on o.id = r.account_id and o.deleted_at is null and o.disabled_at is null
        and not tenant_disabled(o.tenant_id)
      join accounts p on p.id = x.account_id and ${isAboveOrBelow('p', 'o')}
      join notification_channels c on c.account_id = p.id
      left join notification_settings s on s.account_id = p.id
    where ${accountSeesThing('o.id', 'e.thing_id')} and ${accountSeesThing('p.id', 'e.thing_id')}`.execute(
    trx,
  );
  await writeItems(
    trx,
    rows.map(({ event_id, level, account_id, channel_id, zone, quiet_from, quiet_to }) => ({
      account_id,
      channel_id,
      event_id,
      what: 'escalation',
      level: 0,
      // An unacknowledged fault overrides the quiet hours of the escalation contact.
      due_at: dueAt(now, { digest: 'none', quiet: quietOf(quiet_from, quiet_to), zone, passes: level === 3 }),
    })),
  );
  return taken.map(({ id }) => id);
}
