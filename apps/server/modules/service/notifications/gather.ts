import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';

/** Limit of messages to one channel in ten minutes; later ones wait and are combined. */
export const MAX_MESSAGES = 6;
const WINDOW_MS = 600_000;
/** Limit of events in one request to a webhook, which contains all of them. */
const MAX_ITEMS_WEBHOOK = 200;
/** The same for people, whose messages name the first and count the others. */
const MAX_ITEMS = 10_000;

/** Combines all due items of each channel below its limit into one message. @returns how many were created */
export async function gather(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; account_id: string; kind: string }>`
    select c.id, c.account_id, c.kind from notification_channels c
    where c.deleted_at is null and c.stopped_at is null
      and c.id in (select channel_id from notification_items where message_id is null and due_at <= ${now})
      and (select count(*) from notification_messages m where m.channel_id = c.id
        and m.created_at > ${new Date(now.getTime() - WINDOW_MS)} and m.what = 'events') < ${MAX_MESSAGES}
    order by c.id limit 100 for update of c skip locked`.execute(trx);
  for (const { id, account_id, kind } of rows) {
    await sql`with made as (
        insert into notification_messages (account_id, channel_id, what, next_at, created_at)
        values (${account_id}, ${id}, 'events', ${now}, ${now}) returning id)
      update notification_items set message_id = (select id from made) where id in (
        select id from notification_items where channel_id = ${id} and message_id is null and due_at <= ${now}
        order by due_at, id limit ${kind === 'webhook' ? MAX_ITEMS_WEBHOOK : MAX_ITEMS})`.execute(trx);
  }
  return rows.length;
}
