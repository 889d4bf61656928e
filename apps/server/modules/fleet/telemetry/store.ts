import type { ThingProblem } from '@voltloop/contract';
import { sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import { type Db, prepared, type Trx } from '../../../platform/db.ts';
import { offlineAfter_s } from '../things/index.ts';
import type { RejectRow } from './batch.ts';
import type { StateChange } from './state-rules.ts';

/** Stores rejects; they are kept for 90 days. */
export async function insertRejects(clickhouse: ClickHouse, rows: readonly RejectRow[]): Promise<void> {
  await clickhouse.client.insert({
    table: 'rejects',
    values: rows.map(({ received_ms, ...row }) => ({ received: received_ms, ...row })),
    format: 'JSONEachRow',
  });
}

/** A thing's last known state as stored in its row. */
export interface StateRow {
  thing_id: string;
  devid: string;
  status: number;
  problem: ThingProblem | null;
  active_events: number;
  last_time: Date | null;
  soc_pct: number | null;
  left_wh: number | null;
  rated_wh: number | null;
  work_state: string | null;
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
}

export interface WrittenRow extends StateRow, SilenceRow {
  /** It was silent, and is online again. */
  came_back: boolean;
}

/**
 * Writes changes into thing_state, at most one per thing, and returns the resulting rows. An older value never replaces
 * a newer one, whichever node writes it. The status follows from `online` and from active events (see {@link statusOf}).
 */
export async function writeChanges(db: Db, changes: readonly StateChange[]): Promise<WrittenRow[]> {
  const column = <T>(pick: (c: StateChange) => T) => changes.map(pick);
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const { rows } = await sql<WrittenRow>`
    with c as (
      select * from unnest(
        ${column((c) => c.thingId)}::uuid[],
        ${column((c) => c.devid)}::text[],
        ${column((c) => c.online)}::boolean[],
        ${column((c) => time(c.time_ms))}::timestamptz[],
        ${column((c) => time(c.received_ms))}::timestamptz[],
        ${column((c) => c.soc_pct)}::real[],
        ${column((c) => c.soh_pct)}::real[],
        ${column((c) => c.left_wh)}::real[],
        ${column((c) => c.rated_wh)}::real[],
        ${column((c) => c.work_state)}::text[],
        ${column((c) => c.bat_power_w)}::real[],
        ${column((c) => c.grid_power_w)}::real[],
        ${column((c) => c.pv_power_w)}::real[],
        ${column((c) => c.load_power_w)}::real[],
        ${column((c) => c.clock_drift_s)}::integer[],
        ${column((c) => c.hw_version)}::text[],
        ${column((c) => c.sw_version)}::text[],
        ${column((c) => JSON.stringify(c.attributes))}::jsonb[]
      ) as c (thing_id, devid, online, last_time, received_at, soc_pct, soh_pct, left_wh, rated_wh, work_state, bat_power_w,
              grid_power_w, pv_power_w, load_power_w, clock_drift_s, hw_version, sw_version, attributes)
      -- Always in the same order, so that two nodes never wait for each other.
      order by thing_id
    ), silent as (
      select s.thing_id from thing_state s where s.thing_id in (select thing_id from c) and s.silent
    ), written as (
      insert into thing_state as t (thing_id, status, online, last_time, received_at, soc_pct, soh_pct, left_wh, rated_wh, work_state,
          bat_power_w, grid_power_w, pv_power_w, load_power_w, clock_drift_s, hw_version, sw_version, attributes)
      select thing_id, ${statusOf('c')}, online, last_time, received_at, soc_pct, soh_pct, left_wh, rated_wh, work_state,
          bat_power_w, grid_power_w, pv_power_w, load_power_w, clock_drift_s, hw_version, sw_version, attributes
      from c
      on conflict (thing_id) do update set
        online = ${latest('online')},
        status = ${latest('status')},
        silent = t.silent and not ${latest('online')},
        last_time = greatest(t.last_time, excluded.last_time),
        received_at = greatest(t.received_at, excluded.received_at),
        soc_pct = ${newest('soc_pct')},
        soh_pct = ${newest('soh_pct')},
        left_wh = ${newest('left_wh')},
        rated_wh = ${newest('rated_wh')},
        work_state = ${newest('work_state')},
        bat_power_w = ${newest('bat_power_w')},
        grid_power_w = ${newest('grid_power_w')},
        pv_power_w = ${newest('pv_power_w')},
        load_power_w = ${newest('load_power_w')},
        clock_drift_s = coalesce(excluded.clock_drift_s, t.clock_drift_s),
        hw_version = coalesce(excluded.hw_version, t.hw_version),
        sw_version = coalesce(excluded.sw_version, t.sw_version),
        attributes = case when excluded.attributes = '{}' then t.attributes else t.attributes || excluded.attributes end
      returning t.thing_id, t.status, t.problem, t.active_events, t.last_time, t.soc_pct, t.left_wh, t.rated_wh, t.work_state, t.bat_power_w, t.grid_power_w,
        t.pv_power_w, t.load_power_w, t.received_at, t.online
    )
    select written.*, c.devid,
      written.online and exists (select from silent where silent.thing_id = written.thing_id) as came_back
    from written join c using (thing_id)`.execute(db);
  return rows;
}

/** The value of what was received last: a frame may be written after a later report that the device is offline. */
const latest = (column: string) => {
  const written = sql.ref(`excluded.${column}`);
  return sql`case when excluded.received_at < t.received_at then ${sql.ref(`t.${column}`)} else ${written} end`;
};

/** The newer of the row's value and the written one, or the one that is not null. */
function newest(column: string) {
  const written = sql.ref(`excluded.${column}`);
  const present = sql.ref(`t.${column}`);
  return sql`case when t.last_time is null or excluded.last_time >= t.last_time
    then coalesce(${written}, ${present}) else coalesce(${present}, ${written}) end`;
}

/** 0 offline, 1 online, 2 while an event of level 3 is active, 3 while it downloads or installs firmware (interpretation B08). */
function statusOf(alias: string) {
  const id = sql.ref(`${alias}.thing_id`);
  return sql`case when not ${sql.ref(`${alias}.online`)} then 0
    when exists (select 1 from upgrade_jobs u where u.thing_id = ${id} and u.state in (3, 4)) then 3
    when exists (select 1 from events e where e.thing_id = ${id} and e.state = 1 and e.level = 3) then 2
    else 1 end`;
}

const stateColumns = sql`s.thing_id, t.devid, s.status, s.problem, s.active_events, s.last_time, s.soc_pct, s.left_wh, s.rated_wh, s.work_state, s.bat_power_w,
  s.grid_power_w, s.pv_power_w, s.load_power_w`;

/** Recomputes the status of things after their events or upgrades changed; returns the resulting states. */
export async function refreshStatuses(db: Db, thingIds: readonly string[]): Promise<StateRow[]> {
  const ids = sql`${[...thingIds]}::uuid[]`;
  await sql`
    update thing_state s set status = ${statusOf('s')}
    where s.thing_id = any(${ids}) and s.status in (0, 1, 2, 3) and s.status <> ${statusOf('s')}`.execute(db);
  const { rows } = await sql<StateRow>`
    select ${stateColumns} from thing_state s join things t on t.id = s.thing_id and t.deleted_at is null
    where s.thing_id = any(${ids})`.execute(db);
  return rows;
}

/** A thing that has just been marked as silent, or that has just sent a message again. */
export interface SilenceRow {
  thing_id: string;
  devid: string;
  /** When its last message was received. */
  received_at: Date;
}

/**
 * Marks at most `limit` things as silent and offline: those that have sent nothing for their time (see offlineAfter_s),
 * which has passed completely since `reading_since`. Things whose state another transaction changes are left to the next
 * call. It is the only place that decides about silence.
 */
export async function markSilent(
  trx: Trx,
  { now, reading_since, limit }: { now: Date; reading_since: Date; limit: number },
): Promise<(StateRow & SilenceRow)[]> {
  const before = sql`${now}::timestamptz - make_interval(secs => ${offlineAfter_s('ft')})`;
  const { rows } = await sql<StateRow & SilenceRow>`
    update thing_state s set online = false, silent = true, status = 0
    from things t
    where t.id = s.thing_id and s.thing_id in (
      select f.thing_id from thing_state f join things ft on ft.id = f.thing_id and ft.deleted_at is null
      where not f.silent and f.received_at < ${before} and ${reading_since}::timestamptz <= ${before}
      order by f.thing_id limit ${limit} for update of f skip locked)
    returning ${stateColumns}, s.received_at`.execute(trx);
  return rows;
}

const WATERMARK = 'telemetry.watermark.';

/** Records that every frame this node received before `ms` is in thing_state. */
export async function writeWatermark(db: Db, node: string, ms: number): Promise<void> {
  await sql`
    insert into instance_facts (key, value) values (${WATERMARK + node}, ${JSON.stringify(ms)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(db);
}

/** The watermarks of all nodes, including killed ones. */
export async function readWatermarks(db: Db): Promise<{ key: string; ms: number }[]> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from instance_facts where key like ${`${WATERMARK}%`}`.execute(db);
  return rows.map((r) => ({ key: r.key, ms: Number(r.value) }));
}

/** Removes a node's watermark, unless it has changed since it was read. */
export async function dropWatermark(db: Db, watermark: { key: string; ms: number }): Promise<void> {
  await sql`delete from instance_facts where key = ${watermark.key} and value = ${JSON.stringify(watermark.ms)}::jsonb`.execute(
    db,
  );
}

/** Removes this node's watermark after an orderly stop. */
export async function dropOwnWatermark(db: Db, node: string): Promise<void> {
  await sql`delete from instance_facts where key = ${WATERMARK + node}`.execute(db);
}

/** Things by their ClickHouse keys. */
export async function thingsByKey(db: Db, keys: readonly number[]) {
  const { rows } = await sql<{ id: string; key: number; devid: string }>`
    select id, key, devid from things where key = any(${[...keys]}::int[])`.execute(db);
  return rows;
}

export interface LastMessage {
  /** When a thing last sent a message. */
  received_ms: number;
  /** Device time of its newest frame; null while it has sent none. */
  last_ms: number | null;
}

/** When things last sent a message, epoch ms, by id; those that never did are absent. */
export async function lastMessages(db: Db, ids: readonly string[]): Promise<Map<string, LastMessage>> {
  const { rows } = await sql<LastMessage & { id: string }>`${prepared}
    select thing_id as id, extract(epoch from received_at)::float8 * 1000 as received_ms,
      extract(epoch from last_time)::float8 * 1000 as last_ms from thing_state
    where thing_id = any(${ids as string[]}::uuid[]) and received_at is not null`.execute(db);
  return new Map(rows.map(({ id, ...message }) => [id, message]));
}
