import type { Command, CommandState } from '@voltloop/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ClickHouse, Query } from '../../../platform/clickhouse.ts';
import type { Caller } from '../../../platform/ctx.ts';
import { type Db, oneRow, type Trx } from '../../../platform/db.ts';
import type { PageWindow } from '../../../platform/paging.ts';
import { mayReachThing, subtree } from '../../people/accounts/index.ts';
import type { Reply } from './parse-reply.ts';
import { pendingStates } from './rules.ts';

/** What sending and announcing a command need of the ledger. */
export interface CommandRow {
  id: string;
  thing_id: string;
  cmd: string;
  params: Record<string, unknown>;
  state: CommandState;
  save_log: boolean;
  attempts: number;
  expires_at: Date;
  reply: Record<string, unknown> | null;
  error: string | null;
  devid: string;
  tenant_id: string;
}

const commands = sql`select c.id, c.thing_id, c.cmd, c.params, c.state, c.save_log, c.attempts, c.expires_at, c.reply, c.error,
  t.devid, t.tenant_id from commands c join things t on t.id = c.thing_id`;

export async function commandById(db: Db | Trx, id: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`${commands} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** A command of one device, locked until the transaction ends, so that only one reply can settle it. */
export async function lockCommand(trx: Trx, id: string, devid: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`${commands}
    where c.id = ${id} and t.devid = ${devid} and t.deleted_at is null for update of c`.execute(trx);
  return rows[0];
}

/** Writes a new command. PostgreSQL refuses a second pending one of the thing (unique index commands_pending). */
export async function insertCommand(
  trx: Trx,
  command: {
    thingId: string;
    cmd: string;
    params: object;
    requestedBy: string;
    saveLog: boolean;
    created: Date;
    expires: Date;
  },
): Promise<string> {
  const { id } = oneRow(
    await sql<{ id: string }>`
      insert into commands (thing_id, cmd, params, requested_by, save_log, created_at, next_send_at, expires_at)
      values (${command.thingId}, ${command.cmd}, ${JSON.stringify(command.params)}::jsonb, ${command.requestedBy},
        ${command.saveLog}, ${command.created}, ${command.created}, ${command.expires})
      returning id`.execute(trx),
  );
  return id;
}

/** {@link insertCommand} that returns null when the thing has another pending command. */
export async function insertUnlessPending(
  trx: Trx,
  command: Parameters<typeof insertCommand>[1],
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into commands (thing_id, cmd, params, requested_by, save_log, created_at, next_send_at, expires_at)
    values (${command.thingId}, ${command.cmd}, ${JSON.stringify(command.params)}::jsonb, ${command.requestedBy},
      ${command.saveLog}, ${command.created}, ${command.created}, ${command.expires})
    on conflict (thing_id) where state in ('queued', 'sent') do nothing
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

export const isPendingConflict = (e: unknown): boolean =>
  (e as { constraint?: string }).constraint === 'commands_pending';

/** When the pending command of a thing expires; null without one. */
export async function pendingUntil(db: Db, thingId: string): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    select expires_at from commands
    where thing_id = ${thingId} and state = any(${[...pendingStates]}::text[])`.execute(db);
  return rows[0]?.expires_at ?? null;
}

/** Whether a pending command must end now instead of being sent: see {@link markEnded}. */
const mustEnd = (now: Date) =>
  sql`(expires_at <= ${now} or not ${mayReachThing('commands.requested_by', 'commands.thing_id')})`;

export interface DueCommand {
  id: string;
  /** Whether it must end, instead of being sent again. */
  ends: boolean;
}

/**
 * Pending commands that are due: to be sent again, or to end.
 * @param options.after With it, all pending commands with a later id, ordered by id: a page of them.
 */
export async function dueCommands(
  db: Db,
  now: Date,
  options: { after?: string | null; limit: number; without?: readonly string[] },
): Promise<DueCommand[]> {
  const { after, limit, without = [] } = options;
  const which =
    after === undefined
      ? sql`and (expires_at <= ${now} or next_send_at <= ${now}) and id::text <> all(${[...without]}::text[])
          order by next_send_at`
      : sql`${after === null ? sql`` : sql`and id > ${after}::uuid`} order by id`;
  const { rows } = await sql<DueCommand>`
    select id, ${mustEnd(now)} as ends from commands
    where state = any(${[...pendingStates]}::text[]) ${which} limit ${limit}`.execute(db);
  return rows;
}

/** Ids of a thing's pending commands: one, or none. */
export async function pendingOf(db: Db, thingId: string): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select id from commands where thing_id = ${thingId} and state = any(${[...pendingStates]}::text[])`.execute(
    db,
  );
  return found.map((r) => r.id);
}

/** Marks a pending command as sent; false when it is no longer pending, must end, or is not due by `due`. */
export async function markSent(
  db: Db,
  id: string,
  to: CommandState,
  times: { now: Date; due: Date | null; next: Date },
): Promise<boolean> {
  const isDue = times.due === null ? sql`` : sql`and next_send_at <= ${times.due}`;
  const { numAffectedRows } = await sql`
    update commands set state = ${to}, sent_at = coalesce(sent_at, ${times.now}), next_send_at = ${times.next},
      attempts = attempts + 1
    where id = ${id} and state = any(${[...pendingStates]}::text[]) and not ${mustEnd(times.now)} ${isDue}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** The stored form of a reply. */
const replyJson = (reply: Reply) =>
  JSON.stringify({ ok: reply.ok, values: reply.values, device_time: reply.device_time });

/** Settles a command with its reply. Only within the transaction that holds its lock. */
export async function settle(
  trx: Trx,
  id: string,
  state: CommandState,
  reply: Reply,
  now: Date,
): Promise<void> {
  await sql`
    update commands set state = ${state}, answered_at = ${now}, reply = ${replyJson(reply)}::jsonb,
      error = ${reply.error}
    where id = ${id}`.execute(trx);
}

/** Stores the reply of an expired or cancelled command; its state stays. */
export async function storeLateReply(trx: Trx, id: string, reply: Reply): Promise<void> {
  await sql`
    update commands set reply = ${replyJson(reply)}::jsonb, error = ${reply.error} where id = ${id}`.execute(
    trx,
  );
}

/** A pending command that ended without a reply. */
export interface EndedCommand
  extends Pick<CommandRow, 'id' | 'thing_id' | 'tenant_id' | 'devid' | 'cmd' | 'attempts'> {
  state: Extract<CommandState, 'expired' | 'cancelled'>;
  /** Why it was cancelled. */
  reason: 'deleted' | 'not_visible' | null;
}

/**
 * Ends pending commands that may not be sent any more; the others are unchanged. A command of a deleted thing, or of an
 * account that no longer sees the thing, is cancelled; another one after its deadline has expired.
 */
export async function markEnded(
  trx: Trx,
  which: { id: string } | { thingIds: readonly string[] },
  now: Date,
): Promise<EndedCommand[]> {
  const those =
    'id' in which ? sql`id = ${which.id}::uuid` : sql`thing_id = any(${[...which.thingIds]}::uuid[])`;
  const { rows } = await sql<EndedCommand>`
    with found as (
      select p.id as command, t.devid, t.tenant_id, case when t.deleted_at is not null then 'deleted'
          when not ${mayReachThing('p.requested_by', 'p.thing_id')} then 'not_visible' end as reason
      from (select id, thing_id, requested_by from commands where ${those} and state = any(${[...pendingStates]}::text[])
        and ${mustEnd(now)} for update) p join things t on t.id = p.thing_id
    )
    update commands c set state = case when f.reason is null then 'expired' else 'cancelled' end, error = f.reason
    from found f where c.id = f.command
    returning c.id, c.thing_id, f.tenant_id, f.devid, c.cmd, c.attempts, c.state, f.reason`.execute(trx);
  return rows;
}

interface LedgerRow extends Omit<CommandRow, 'thing_id' | 'save_log' | 'attempts' | 'devid' | 'tenant_id'> {
  created_at: Date;
  sent_at: Date | null;
  answered_at: Date | null;
  user_name: string | null;
}

/** A ledger row on the wire; times in epoch ms. */
export function toCommand(row: LedgerRow, devid: string): Command {
  return {
    id: row.id,
    devid,
    cmd: row.cmd,
    params: row.params,
    state: row.state,
    requested_by: row.user_name,
    created_at: row.created_at.getTime(),
    sent_at: row.sent_at?.getTime() ?? null,
    answered_at: row.answered_at?.getTime() ?? null,
    expires_at: row.expires_at.getTime(),
    reply: row.reply as Command['reply'],
    error: row.error,
  };
}

/** Ledger rows with the sender's name, if the caller may see it. */
const ledger = (caller: Caller) =>
  sql`select c.id, c.cmd, c.params, c.state, c.created_at, c.sent_at, c.answered_at, c.expires_at, c.reply, c.error, a.user_name
    from commands c left join accounts a on a.id = c.requested_by and ${subtree(caller, 'a')}`;

export async function ledgerRow(db: Db, caller: Caller, id: string): Promise<LedgerRow> {
  return oneRow(await sql<LedgerRow>`${ledger(caller)} where c.id = ${id}`.execute(db));
}

/** A page of a thing's ledger, newest first. */
export async function ledgerPage(
  db: Db,
  caller: Caller,
  thingId: string,
  window: PageWindow,
): Promise<{ rows: LedgerRow[]; total: number }> {
  const [counted, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from commands where thing_id = ${thingId}`.execute(
      db,
    ),
    sql<LedgerRow>`${ledger(caller)} where c.thing_id = ${thingId}
      order by c.created_at desc, c.id limit ${window.limit} offset ${window.offset}`.execute(db),
  ]);
  return { rows, total: oneRow(counted).total };
}

/** Newest reading of one point of a thing, in thousandths, from the roll-up (which documents its packing). */
const newestReading = {
  name: 'newestReading',
  sql: `select toInt64(bitAnd(argMax(last, bucket), bitShiftLeft(toUInt64(1), 44) - 1)) - 8796093022208 as value
    from points_15m where thing = {thing:UInt32} and point = {point:UInt16} having count() > 0`,
  row: z.object({ value: z.coerce.number() }),
} satisfies Query<z.ZodType>;

/** Value of a point as last reported by the device, in its unit; null without a report. */
export async function newestValue(
  clickhouse: ClickHouse,
  thingKey: number,
  point: number,
): Promise<number | null> {
  const [row] = await clickhouse.query(newestReading, { thing: thingKey, point });
  return row ? row.value / 1000 : null;
}
