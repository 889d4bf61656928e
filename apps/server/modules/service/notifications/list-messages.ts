import type * as contract from '@voltloop/contract';
import type { QueryOf, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { paged, pageWindow } from '../../../platform/paging.ts';

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
