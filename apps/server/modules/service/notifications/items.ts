import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/** A notification of an event for a person, on one channel. */
export interface Item {
  account_id: string;
  channel_id: string;
  event_id: string;
  what: 'begin' | 'rise' | 'end' | 'reminder' | 'escalation';
  /** For a rise, the level that the event rose to; otherwise 0. */
  level: number;
  due_at: Date;
}

/** Writes items of enabled channels; existing ones are unchanged. */
export async function writeItems(trx: Trx, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  await sql`insert into notification_items (account_id, channel_id, event_id, what, level, due_at)
    select i.account_id, i.channel_id, i.event_id, i.what, i.level, i.due_at
    from json_to_recordset(${JSON.stringify(items)}::json)
        as i (account_id uuid, channel_id uuid, event_id uuid, what text, level smallint, due_at timestamptz)
      join notification_channels c on c.id = i.channel_id and c.deleted_at is null and c.verified_at is not null
        and c.stopped_at is null
    order by i.channel_id, i.event_id, i.what, i.level on conflict do nothing`.execute(trx);
}
