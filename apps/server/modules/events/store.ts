import type { ThingEvent } from '@voltloop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../platform/ctx.ts';
import type { Db, Trx } from '../../platform/db.ts';
import type { PageWindow } from '../../platform/paging.ts';
import { seesThing, subtree } from '../accounts/index.ts';
import type { EventKind } from './rules.ts';

/** An event that was raised or cleared just now. */
export interface EventNews {
  id: string;
  thing_id: string;
  devid: string;
  code: string;
  level: number;
  state: number;
}

/** One event to raise; `begin_ms` in epoch ms. */
export interface Raise {
  thingId: string;
  kind: EventKind;
  value?: number | null;
  threshold?: number | null;
  begin_ms: number;
}

/** One event to end, as of `end_ms`. */
export interface Clear {
  thingId: string;
  kind: Pick<EventKind, 'code' | 'source'>;
  end_ms: number;
}

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Raises events, each thing and code at most once in one call. The unique indexes decide between several
 * writers: an event that is active already, or was raised at the same time before, is left as it is. So is one
 * whose code ended later than it would begin: that news is old.
 * @returns those that are new
 */
export async function raiseEvents(db: Db | Trx, raises: readonly Raise[]): Promise<EventNews[]> {
  if (raises.length === 0) return [];
  const column = <T>(pick: (r: Raise) => T) => raises.map(pick);
  const { rows } = await sql<EventNews>`
    insert into events as n (thing_id, code, source, name_en, name_zh, level, value, threshold, begin_time)
    select r.* from unnest(
      ${column((r) => r.thingId)}::uuid[],
      ${column((r) => r.kind.code)}::text[],
      ${column((r) => r.kind.source)}::text[],
      ${column((r) => r.kind.name_en)}::text[],
      ${column((r) => r.kind.name_zh)}::text[],
      ${column((r) => r.kind.level)}::smallint[],
      ${column((r) => r.value ?? null)}::double precision[],
      ${column((r) => r.threshold ?? null)}::double precision[],
      ${column((r) => iso(r.begin_ms))}::timestamptz[]
    ) as r (thing_id, code, source, name_en, name_zh, level, value, threshold, begin_time)
    where not exists (
      select 1 from events e
      where e.thing_id = r.thing_id and e.code = r.code and e.source = r.source and e.end_time > r.begin_time)
    order by r.thing_id, r.code
    on conflict do nothing
    returning n.id, n.thing_id, (select devid from things t where t.id = n.thing_id) as devid,
      n.code, n.level, n.state`.execute(db);
  return rows;
}

/** Ends active events that began before; a newer one is left as it is. @returns those that ended */
export async function clearEvents(db: Db | Trx, clears: readonly Clear[]): Promise<EventNews[]> {
  if (clears.length === 0) return [];
  const column = <T>(pick: (c: Clear) => T) => clears.map(pick);
  const { rows } = await sql<EventNews>`
    update events e set state = 2, end_time = c.end_time
    from unnest(
      ${column((c) => c.thingId)}::uuid[],
      ${column((c) => c.kind.code)}::text[],
      ${column((c) => c.kind.source)}::text[],
      ${column((c) => iso(c.end_ms))}::timestamptz[]
    ) as c (thing_id, code, source, end_time)
    where e.thing_id = c.thing_id and e.code = c.code and e.source = c.source
      and e.state = 1 and e.begin_time <= c.end_time
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state`.execute(db);
  return rows;
}

/** Writes down an event that was over before we heard of it. @returns false where it is known already */
export async function insertPast(db: Db | Trx, raise: Raise, end_ms: number): Promise<boolean> {
  const { thingId, kind } = raise;
  const result = await sql`
    insert into events (thing_id, code, source, name_en, name_zh, level, value, threshold, begin_time, end_time, state)
    values (${thingId}, ${kind.code}, ${kind.source}, ${kind.name_en}, ${kind.name_zh}, ${kind.level},
      ${raise.value ?? null}, ${raise.threshold ?? null}, ${iso(raise.begin_ms)}, ${iso(end_ms)}, 2)
    on conflict do nothing`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Active codes of things, and up to which device time (epoch ms) each was known; 0 for one without data. */
export async function knownFaults(
  db: Db,
  thingIds: readonly string[],
): Promise<Map<string, { active: string[]; since_ms: number }>> {
  const { rows } = await sql<{ thing_id: string; active: string[]; last_time: Date | null }>`
    select i.thing_id, s.last_time,
      array(select e.code from events e where e.thing_id = i.thing_id and e.state = 1) as active
    from unnest(${[...thingIds]}::uuid[]) as i (thing_id)
    left join thing_state s on s.thing_id = i.thing_id`.execute(db);
  return new Map(rows.map((r) => [r.thing_id, { active: r.active, since_ms: r.last_time?.getTime() ?? 0 }]));
}

/** Raises `kind` for things that were not heard of since `before`. Begins at the last sign of life. */
export async function raiseSilence(db: Db, kind: EventKind, before: Date): Promise<EventNews[]> {
  const { rows } = await sql<EventNews>`
    insert into events as n (thing_id, code, source, name_en, name_zh, level, begin_time)
    select s.thing_id, ${kind.code}, ${kind.source}, ${kind.name_en}, ${kind.name_zh}, ${kind.level}, s.received_at
    from thing_state s join things t on t.id = s.thing_id and t.deleted_at is null
    where s.received_at < ${before.toISOString()}
      and not exists (select 1 from events e
        where e.thing_id = s.thing_id and e.code = ${kind.code} and e.source = ${kind.source} and e.state = 1)
    order by s.thing_id
    on conflict do nothing
    returning n.id, n.thing_id, (select devid from things t where t.id = n.thing_id) as devid,
      n.code, n.level, n.state`.execute(db);
  return rows;
}

/** Ends `kind` for things that were heard of since it began. */
export async function clearSilence(db: Db, kind: EventKind): Promise<EventNews[]> {
  const { rows } = await sql<EventNews>`
    update events e set state = 2, end_time = s.received_at
    from thing_state s
    where e.code = ${kind.code} and e.source = ${kind.source} and e.state = 1
      and s.thing_id = e.thing_id and s.online and s.received_at > e.begin_time
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state`.execute(db);
  return rows;
}

export interface EventFilter {
  devid?: string | undefined;
  state?: number | undefined;
  level?: number | undefined;
  /** Epoch ms; active at some moment of this half-open range. */
  begin_time?: number | undefined;
  end_time?: number | undefined;
}

interface EventRow {
  id: string;
  devid: string;
  devname: string;
  info_model_id: string;
  name_en: string;
  name_zh: string;
  code: string;
  level: number;
  source: string;
  value: number | null;
  threshold: number | null;
  begin_time: Date;
  end_time: Date | null;
  state: number;
  ack_time: Date | null;
  ack_user: string | null;
  remark: string | null;
}

/** A page of the events of what the caller sees, newest first. */
export async function eventPage(
  db: Db,
  caller: Caller,
  filter: EventFilter,
  window: PageWindow,
): Promise<{ list: ThingEvent[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [seesThing(caller, 'e.thing_id')];
  if (filter.devid !== undefined) conditions.push(sql`t.devid = ${filter.devid}`);
  if (filter.state !== undefined) conditions.push(sql`e.state = ${filter.state}`);
  if (filter.level !== undefined) conditions.push(sql`e.level = ${filter.level}`);
  if (filter.begin_time !== undefined) {
    conditions.push(sql`(e.end_time is null or e.end_time >= ${iso(filter.begin_time)})`);
  }
  if (filter.end_time !== undefined) conditions.push(sql`e.begin_time < ${iso(filter.end_time)}`);
  const where = sql.join(conditions, sql` and `);
  const from = sql`events e join things t on t.id = e.thing_id`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(db),
    sql<EventRow>`
      select ${eventColumns} from ${from}
      left join accounts a on a.id = e.ack_user and ${subtree(caller, 'a')}
      where ${where}
      order by e.begin_time desc, e.id
      offset ${window.offset} limit ${window.limit}`.execute(db),
  ]);
  return { list: found.rows.map(toEvent), total: counted.rows[0]?.total ?? 0 };
}

const eventColumns = sql`e.id, t.devid, t.devname, t.info_model_id, e.name_en, e.name_zh, e.code, e.level, e.source,
  e.value, e.threshold, e.begin_time, e.end_time, e.state, e.ack_time, a.user_name as ack_user, e.remark`;

/** One event of what the caller sees; undefined for any other. */
export async function eventById(db: Db | Trx, caller: Caller, id: string): Promise<ThingEvent | undefined> {
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from events e join things t on t.id = e.thing_id
    left join accounts a on a.id = e.ack_user and ${subtree(caller, 'a')}
    where e.id = ${id} and ${seesThing(caller, 'e.thing_id')}`.execute(db);
  return rows[0] && toEvent(rows[0]);
}

/** Notes who has seen an event, unless somebody has already; a remark replaces the one before. */
export async function markSeen(
  trx: Trx,
  id: string,
  seen: { accountId: string; at: Date; remark: string | undefined },
): Promise<void> {
  await trx
    .updateTable('events')
    .set({
      ack_user: sql`coalesce(ack_user, ${seen.accountId})`,
      ack_time: sql`coalesce(ack_time, ${seen.at})`,
      ...(seen.remark === undefined ? {} : { remark: seen.remark }),
    })
    .where('id', '=', id)
    .execute();
}

function toEvent(row: EventRow): ThingEvent {
  const { name_en, name_zh, begin_time, end_time, ack_time, ...rest } = row;
  return {
    ...rest,
    event_name: { en: name_en, zh: name_zh },
    begin_time: begin_time.getTime(),
    end_time: end_time?.getTime() ?? null,
    ack: ack_time ? 1 : 0,
    ack_time: ack_time?.getTime() ?? null,
  };
}
