import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { ActiveEvent } from './known-faults.ts';
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
  ruleId?: string | null;
  begin_ms: number;
}

/** One event to end, as of `end_ms`. */
export interface Clear {
  thingId: string;
  kind: Pick<EventKind, 'code' | 'source'>;
  end_ms: number;
}

export const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Locks the active events of things and then their states: in the order in which a change of an event locks them, and in
 * one order over all things of a transaction with several changes.
 */
export async function lockThingEvents(trx: Trx, thingIds: readonly string[]): Promise<void> {
  const ids = sql`${[...new Set(thingIds)]}::uuid[]`;
  await sql`select 1 from events where thing_id = any(${ids}) and state = 1 order by id for update`.execute(
    trx,
  );
  await sql`select 1 from thing_state where thing_id = any(${ids}) order by thing_id for no key update`.execute(
    trx,
  );
}

/**
 * Raises events, each thing and code at most once in one call. The unique indexes decide between concurrent writers: an
 * event that is already active, or was raised with the same start, is unchanged. So is one whose code ended after its
 * start: the message is outdated.
 * @param options.reopen_ms The same event, of the same rule and level, that ended at most this long before begins
 * again: it keeps its first start and its acknowledgement, and counts the repetition.
 * @returns the new and the reopened ones
 */
export async function raiseEvents(
  db: Db | Trx,
  raises: readonly Raise[],
  options: { reopen_ms?: number } = {},
): Promise<EventNews[]> {
  if (raises.length === 0) return [];
  const column = <T>(pick: (r: Raise) => T) => raises.map(pick);
  const reopen_ms = options.reopen_ms ?? -1;
  const { rows } = await sql<EventNews>`
    with r as (
      select * from unnest(
        ${column((r) => r.thingId)}::uuid[],
        ${column((r) => r.kind.code)}::text[],
        ${column((r) => r.kind.source)}::text[],
        ${column((r) => r.kind.name_en)}::text[],
        ${column((r) => r.kind.name_zh)}::text[],
        ${column((r) => r.kind.level)}::smallint[],
        ${column((r) => r.value ?? null)}::double precision[],
        ${column((r) => r.threshold ?? null)}::double precision[],
        ${column((r) => r.ruleId ?? null)}::uuid[],
        ${column((r) => iso(r.begin_ms))}::timestamptz[]
      ) as r (thing_id, code, source, name_en, name_zh, level, value, threshold, rule_id, begin_time)
      where not exists (
        select 1 from events e
        where e.thing_id = r.thing_id and e.code = r.code and e.source = r.source and e.end_time > r.begin_time)
    ), ended as (
      select distinct on (e.thing_id, e.code, e.source) e.id, r.value, r.threshold
      from r join events e on e.thing_id = r.thing_id and e.code = r.code and e.source = r.source and e.state = 2
        and e.level = r.level and e.rule_id is not distinct from r.rule_id
        and e.end_time >= r.begin_time - make_interval(secs => ${reopen_ms / 1000}::float8)
      where not exists (select from events a where a.thing_id = r.thing_id and a.code = r.code and a.source = r.source
        and a.state = 1)
      order by e.thing_id, e.code, e.source, e.end_time desc
    ), reopened as (
      update events e set state = 1, end_time = null, reopened = e.reopened + 1,
        value = coalesce(ended.value, e.value), threshold = coalesce(ended.threshold, e.threshold)
      from ended where e.id = ended.id and e.state = 2
      returning e.id, e.thing_id, e.code, e.source, e.level, e.state
    ), begun as (
      insert into events as n (thing_id, code, source, name_en, name_zh, level, value, threshold, rule_id, begin_time)
      select r.* from r where not exists (
        select from reopened o where o.thing_id = r.thing_id and o.code = r.code and o.source = r.source)
      order by r.thing_id, r.code
      on conflict do nothing
      returning n.id, n.thing_id, n.code, n.level, n.state
    )
    select c.*, (select devid from things t where t.id = c.thing_id) as devid from (
      select id, thing_id, code, level, state from reopened union all select * from begun) c`.execute(db);
  return rows;
}

/** Raises an active event to a higher level; it keeps its start. @returns the event, if raised */
export async function raiseLevel(
  db: Db | Trx,
  { thingId, kind, begin_ms }: Pick<Raise, 'thingId' | 'kind' | 'begin_ms'>,
): Promise<EventNews[]> {
  const { rows } = await sql<EventNews>`
    update events e set level = ${kind.level}
    where e.thing_id = ${thingId} and e.code = ${kind.code} and e.source = ${kind.source}
      and e.state = 1 and e.level < ${kind.level} and e.begin_time <= ${iso(begin_ms)}::timestamptz
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state`.execute(db);
  return rows;
}

/** Ends active events that began earlier; a newer one is unchanged. @returns those that ended */
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

/** Stores an event that had ended before it was reported. @returns false when it is already known */
export async function insertPast(db: Db | Trx, raise: Raise, end_ms: number): Promise<boolean> {
  const { thingId, kind } = raise;
  const result = await sql`
    insert into events (thing_id, code, source, name_en, name_zh, level, value, threshold, begin_time, end_time, state)
    values (${thingId}, ${kind.code}, ${kind.source}, ${kind.name_en}, ${kind.name_zh}, ${kind.level},
      ${raise.value ?? null}, ${raise.threshold ?? null}, ${iso(raise.begin_ms)}, ${iso(end_ms)}, 2)
    on conflict do nothing`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/**
 * The known state of a thing: its active events, and the device time (epoch ms) up to which it is known; 0 without data.
 */
export interface KnownFacts {
  active: ActiveEvent[];
  since_ms: number;
}

export async function knownFaults(db: Db, thingIds: readonly string[]): Promise<Map<string, KnownFacts>> {
  const { rows } = await sql<{ thing_id: string; active: ActiveEvent[] | null; last_time: Date | null }>`
    select i.thing_id, s.last_time,
      (select json_agg(json_build_object('code', e.code, 'rule_id', e.rule_id))
        from events e where e.thing_id = i.thing_id and e.state = 1) as active
    from unnest(${[...thingIds]}::uuid[]) as i (thing_id)
    left join thing_state s on s.thing_id = i.thing_id`.execute(db);
  return new Map(
    rows.map((r) => [r.thing_id, { active: r.active ?? [], since_ms: r.last_time?.getTime() ?? 0 }]),
  );
}

/** Ends `kind` for things that are online and sent a message since it began. */
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

/** Raises an event that counts, or updates its count and time. @returns it in both cases */
export async function raiseCount(
  trx: Trx,
  raise: Raise & { value: number },
  noted_ms: number,
): Promise<EventNews[]> {
  await raiseEvents(trx, [raise]);
  const { rows } = await sql<EventNews>`
    update events e set value = greatest(e.value, ${raise.value}), noted_at = ${iso(noted_ms)}::timestamptz
    where e.thing_id = ${raise.thingId}::uuid and e.code = ${raise.kind.code} and e.source = ${raise.kind.source}
      and e.state = 1
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state`.execute(trx);
  return rows;
}

/** Ends events of a counting kind last counted before `before`, with that as their end. */
export async function clearQuiet(db: Db, kind: EventKind, before: Date): Promise<EventNews[]> {
  const { rows } = await sql<EventNews>`
    update events e set state = 2, end_time = e.noted_at
    where e.code = ${kind.code} and e.source = ${kind.source} and e.state = 1
      and e.noted_at < ${before.toISOString()}::timestamptz
    returning e.id, e.thing_id, (select devid from things t where t.id = e.thing_id) as devid,
      e.code, e.level, e.state`.execute(db);
  return rows;
}

/**
 * Stores the first acknowledgement of events; a new remark replaces the previous one.
 * @returns the things of the events, by event
 */
export async function markSeen(
  trx: Trx,
  ids: readonly string[],
  seen: { accountId: string; at: Date; remark: string | undefined },
): Promise<Map<string, string>> {
  const remark = seen.remark === undefined ? sql`` : sql`, remark = ${seen.remark}`;
  const { rows } = await sql<{ id: string; thing_id: string }>`
    update events set ack_user = coalesce(ack_user, ${seen.accountId}), ack_time = coalesce(ack_time, ${seen.at})
      ${remark}
    where id = any(${[...ids]}::uuid[])
    returning id, thing_id`.execute(trx);
  return new Map(rows.map((r) => [r.id, r.thing_id]));
}
