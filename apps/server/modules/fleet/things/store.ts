import { ATTENTION_LEVEL, type StatusData, type Thing } from '@voltloop/contract';
import { sql } from 'kysely';
import { assignments, type Db, oneRow, prepared, type Trx } from '../../../platform/db.ts';
import type { OwnRetention } from '../../../platform/retention.ts';
import { isUuid } from '../../../platform/uuid.ts';
import {
  boundThingIds,
  historyFloor,
  seesTenant,
  seesThing,
  subtree,
  type Viewer,
} from '../../people/accounts/index.ts';
import { chargeOf } from './charge-of.ts';
import { offlineAfter_s, offlineAfterFrom } from './offline-after.ts';
import type { Description, VisibleBinding } from './rules.ts';

/** A thing for other modules. */
export interface ThingRow {
  id: string;
  /** Short id in ClickHouse (UInt32). */
  key: number;
  tenantId: string;
  devid: string;
  devname: string;
  timeZone: string;
  infoModelId: string;
  /** History cutoff for the viewer, epoch ms; 0 for no limit. */
  visibleFrom_ms: number;
}

/** The columns that fleet-wide queries need. */
export type VisibleKey = Pick<ThingRow, 'key' | 'devid' | 'timeZone' | 'visibleFrom_ms'>;

/** The columns that ingest needs. */
export interface DeviceRow {
  id: string;
  key: number;
  tenantId: string;
  timeZone: string;
  infoModelId: string;
  /** Retention in days, if the tenant has its own. */
  retention?: Partial<OwnRetention>;
}

const thingColumns = sql`t.id, t.key, t.tenant_id as "tenantId", t.devid, t.devname, t.time_zone as "timeZone",
  t.info_model_id as "infoModelId"`;

const visibleFrom = (viewer: Viewer) =>
  sql`coalesce(extract(epoch from ${historyFloor(viewer, 'thing_id', 't.id')}) * 1000, 0)::float8 as "visibleFrom_ms"`;

/** Things among `names` (ids or devids) that the viewer sees, unordered. */
export async function visibleThings(
  db: Db | Trx,
  viewer: Viewer,
  names: readonly string[],
): Promise<ThingRow[]> {
  const ids = names.filter(isUuid);
  const { rows } = await sql<ThingRow>`${prepared}
    select ${thingColumns}, ${visibleFrom(viewer)} from things t
    where t.deleted_at is null and ${seesThing(viewer, 't.id')}
      and t.id in (
        select x.id from things x where x.devid = any(${names as string[]}::text[]) and x.deleted_at is null
        union all select unnest(${ids}::uuid[]))`.execute(db);
  return rows;
}

/** Things among `names` of a tenant that are or were bound to one of these accounts, unordered. */
export async function boundThings(
  db: Db | Trx,
  tenantId: string,
  names: readonly string[],
  accountIds: readonly string[],
): Promise<ThingRow[]> {
  const ids = names.filter(isUuid);
  const { rows } = await sql<ThingRow>`
    select ${thingColumns}, 0 as "visibleFrom_ms" from things t
    where t.deleted_at is null and t.tenant_id = ${tenantId}::uuid
      and (t.devid = any(${names as string[]}::text[]) or t.id = any(${ids}::uuid[]))
      and exists (select from bindings b where b.thing_id = t.id and b.account_id = any(${accountIds as string[]}::uuid[]))`.execute(
    db,
  );
  return rows;
}

export async function visibleKeys(db: Db, viewer: Viewer): Promise<VisibleKey[]> {
  const { rows } = await sql<VisibleKey>`
    select t.key, t.devid, t.time_zone as "timeZone", ${visibleFrom(viewer)} from things t
    where t.deleted_at is null and ${seesThing(viewer, 't.id')}`.execute(db);
  return rows;
}

/** A short key that changes with the viewer's visible things and history cutoffs. */
export async function visibilityKey(db: Db, viewer: Viewer): Promise<string> {
  if (seesTenant(viewer)) return 'tenant';
  const { rows } = await sql<{ key: string }>`${prepared}
    select concat_ws(' ', count(*), sum(uuid_hash_extended(b.thing_id, coalesce(extract(epoch from w.floor) * 1000, 0)::bigint))) as key
    from (select distinct thing_id from (${boundThingIds(viewer)}) d) b
    left join (select h.thing_id, max(h.before) as floor from history_walls h join accounts k on k.id = h.keeper_id
      where h.thing_id is not null and not k.path <@ ${viewer.path}::ltree group by h.thing_id) w on w.thing_id = b.thing_id`.execute(
    db,
  );
  return rows[0]?.key ?? '';
}

export async function tenantCount(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from tenants`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Devids of things by id, in the order of `ids`. */
export async function devidsOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ devid: string }>`
    select t.devid from unnest(${ids as string[]}::uuid[]) with ordinality as wanted(id, at)
    join things t on t.id = wanted.id order by wanted.at`.execute(db);
  return rows.map((r) => r.devid);
}

interface DetailRow {
  id: string;
  devid: string;
  devtype: string;
  devname: string;
  description: Description;
  time_zone: string;
  info_model_id: string;
  longitude: number | null;
  latitude: number | null;
  registered_at: Date;
  offline_after_s: number;
  offline_after_from: Thing['offline_after_from'];
  status: number;
  problem: Thing['problem'];
  active_events: number;
  last_time: Date | null;
  soc_pct: number | null;
  left_wh: number | null;
  rated_wh: number | null;
  soh_pct: number | null;
  work_state: StatusData['work_state'];
  bat_power_w: number | null;
  grid_power_w: number | null;
  pv_power_w: number | null;
  load_power_w: number | null;
  clock_drift_s: number | null;
  hw_version: string | null;
  sw_version: string | null;
}

const detailColumns = sql`t.id, t.devid, t.devtype, t.devname, t.description, t.time_zone, t.info_model_id,
      t.longitude::float8 as longitude, t.latitude::float8 as latitude, t.registered_at,
      ${offlineAfter_s('t')} as offline_after_s, ${offlineAfterFrom('t')} as offline_after_from,
      coalesce(s.status, 4) as status, s.problem, coalesce(s.active_events, 0) as active_events, s.last_time, s.soc_pct, s.left_wh, s.rated_wh, s.soh_pct, s.work_state, s.bat_power_w, s.grid_power_w,
      s.pv_power_w, s.load_power_w, s.clock_drift_s, s.hw_version, s.sw_version`;

type Details = Omit<Thing, 'parents' | 'subusers'>;

/** Things by id with their last known state, in the order of `ids`; without the people. */
export async function thingDetails(db: Db | Trx, ids: readonly string[]): Promise<Details[]> {
  const { rows } = await sql<DetailRow>`
    select ${detailColumns} from unnest(${ids as string[]}::uuid[]) with ordinality as wanted(id, at)
    join things t on t.id = wanted.id
    left join thing_state s on s.thing_id = t.id
    where t.deleted_at is null
    order by wanted.at`.execute(db);
  return rows.map(detailsOf);
}

interface VisibleThing {
  details: Details;
  bindings: VisibleBinding[];
  /** User names of the accounts above the bound ones, by their labels in the tree. */
  names: ReadonlyMap<string, string>;
}

/**
 * A thing by id or devid with its state and the people the viewer may see, in one query; null when the viewer does not
 * see it.
 */
export async function visibleThing(db: Db | Trx, viewer: Viewer, name: string): Promise<VisibleThing | null> {
  const depth = viewer.path.split('.').length;
  const { rows } = await sql<
    DetailRow & { bindings: VisibleBinding[]; names: Record<string, string> }
  >`${prepared}
    with bound as (
      select b.thing_id, a.user_name, a.path from bindings b join accounts a on a.id = b.account_id
      where b.until is null and ${subtree(viewer, 'a')} and b.thing_id in (${named(name)})
    )
    select ${detailColumns},
      (select coalesce(json_agg(json_build_object('userName', user_name, 'path', path::text)), '[]')
        from bound where thing_id = t.id) as bindings,
      (select coalesce(json_object_agg(p.node::text, p.user_name), '{}') from accounts p
        where p.deleted_at is null and p.node in (
          select unnest((string_to_array(path::text, '.'))[${depth}:])::bigint from bound where thing_id = t.id)) as names
    from things t left join thing_state s on s.thing_id = t.id
    where t.deleted_at is null and ${seesThing(viewer, 't.id')} and t.id in (${named(name)})
    order by t.id <> ${isUuid(name) ? name : NO_ID}::uuid limit 1`.execute(db);
  const [row] = rows;
  return row
    ? { details: detailsOf(row), bindings: row.bindings, names: new Map(Object.entries(row.names)) }
    : null;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Ids of the things with this id or devid. */
const named = (name: string) => sql`
  select x.id from things x where x.devid = ${name} and x.deleted_at is null
  union all select ${isUuid(name) ? name : null}::uuid`;

function detailsOf(r: DetailRow): Details {
  return {
    id: r.id,
    devid: r.devid,
    devtype: r.devtype,
    devname: r.devname,
    status: r.status,
    problem: r.problem,
    active_events: r.active_events,
    status_data: {
      hw_version: r.hw_version,
      sw_version: r.sw_version,
      soc: r.soc_pct,
      left_wh: r.left_wh,
      rated_wh: r.rated_wh,
      soh: r.soh_pct,
      work_state: r.work_state,
      last_time: r.last_time?.getTime() ?? null,
      bat_power_w: r.bat_power_w,
      grid_power_w: r.grid_power_w,
      pv_power_w: r.pv_power_w,
      load_power_w: r.load_power_w,
      clock_drift_s: r.clock_drift_s,
    },
    desc: r.description,
    registertime: r.registered_at.getTime(),
    gps:
      r.longitude === null || r.latitude === null ? null : { longitude: r.longitude, latitude: r.latitude },
    time_zone: r.time_zone,
    info_model_id: r.info_model_id,
    offline_after_s: r.offline_after_s,
    offline_after_from: r.offline_after_from,
  };
}

/** Current bindings of these things to accounts in the viewer's subtree, by thing id. */
export async function visibleBindings(
  db: Db | Trx,
  viewer: Viewer,
  thingIds: readonly string[],
): Promise<Map<string, VisibleBinding[]>> {
  const { rows } = await sql<VisibleBinding & { thingId: string }>`
    select b.thing_id as "thingId", a.user_name as "userName", a.path::text as path
    from bindings b join accounts a on a.id = b.account_id
    where b.thing_id = any(${thingIds as string[]}::uuid[]) and b.until is null and ${subtree(viewer, 'a')}`.execute(
    db,
  );
  return Map.groupBy(rows, (r) => r.thingId);
}

/** User names by the labels of the tree. Labels come from paths visible to the viewer, never from a client. */
export async function userNames(db: Db | Trx, labels: readonly string[]): Promise<Map<string, string>> {
  if (labels.length === 0) return new Map();
  const { rows } = await sql<{ label: string; user_name: string }>`
    select node::text as label, user_name from accounts
    where node = any(${labels as string[]}::bigint[]) and deleted_at is null`.execute(db);
  return new Map(rows.map((r) => [r.label, r.user_name]));
}

export interface NewThingValues {
  tenantId: string;
  devid: string;
  devtype: string;
  devname: string;
  secretHash: Buffer;
  description: Description;
  timeZone: string;
  longitude: number | null;
  latitude: number | null;
}

/** Rows of one insert: PostgreSQL allows 65,535 parameters, a row has twelve. */
const BATCH = 1000;

/** Inserts things and their empty states; returns the new ids in the given order. */
export async function insertThings(
  trx: Trx,
  things: readonly NewThingValues[],
  now: Date,
): Promise<{ id: string; devid: string }[]> {
  const inserted: { id: string; devid: string }[] = [];
  for (let i = 0; i < things.length; i += BATCH) {
    inserted.push(...(await insertSome(trx, things.slice(i, i + BATCH), now)));
  }
  return inserted;
}

async function insertSome(
  trx: Trx,
  things: readonly NewThingValues[],
  now: Date,
): Promise<{ id: string; devid: string }[]> {
  const values = things.map(
    (t) => sql`(${t.tenantId}, ${t.devid}, ${t.devtype}, ${t.devname}, ${t.devtype}, ${t.secretHash}, ${now},
      ${JSON.stringify(t.description)}, ${t.timeZone}, ${t.longitude}, ${t.latitude}, ${now})`,
  );
  const { rows } = await sql<{ id: string; devid: string }>`
    insert into things (tenant_id, devid, devtype, devname, info_model_id, secret_hash, secret_rotated_at, description,
      time_zone, longitude, latitude, registered_at)
    values ${sql.join(values)}
    returning id, devid`.execute(trx);
  await sql`insert into thing_state (thing_id) select unnest(${rows.map(({ id }) => id)}::uuid[])`.execute(
    trx,
  );
  return rows;
}

/**
 * Devids among these that are registered already, in any tenant. Ids that differ only in upper and lower case count as the
 * same: on a label, people cannot tell them apart.
 */
export async function takenDevids(trx: Db | Trx, devids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ devid: string }>`
    select w.devid from unnest(${devids as string[]}::text[]) as w (devid)
    where exists (select from things t where lower(t.devid) = lower(w.devid) and t.deleted_at is null)`.execute(
    trx,
  );
  return new Set(rows.map((r) => r.devid));
}

/** Devids among these that earlier things had, in any tenant. */
export async function formerDevids(trx: Trx, devids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ devid: string }>`
    select distinct devid from things
    where devid = any(${devids as string[]}::text[]) and deleted_at is not null`.execute(trx);
  return rows.map((r) => r.devid);
}

export async function tenantTimeZone(db: Db | Trx, tenantId: string): Promise<string> {
  const row = oneRow(
    await sql<{ time_zone: string }>`select time_zone from tenants where id = ${tenantId}`.execute(db),
  );
  return row.time_zone;
}

/** Binds the pairs of thing and account that are not bound yet; returns the thing of each new binding. */
export async function insertBindings(
  trx: Trx,
  pairs: readonly { thingId: string; accountId: string }[],
  by: string | null,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ thing_id: string }>`
    insert into bindings (thing_id, account_id, since, bound_by)
    select p.thing_id, p.account_id, ${now}::timestamptz, ${by}::uuid
    from unnest(${pairs.map((p) => p.thingId)}::uuid[], ${pairs.map((p) => p.accountId)}::uuid[]) as p(thing_id, account_id)
    order by 1, 2
    on conflict (thing_id, account_id) where until is null do nothing
    returning thing_id`.execute(trx);
  return rows.map((r) => r.thing_id);
}

/** Ends the current bindings of every pair of these things and accounts; returns the thing of each. */
export async function endBindings(
  trx: Trx,
  thingIds: readonly string[],
  accountIds: readonly string[] | 'all',
  by: string | null,
  now: Date,
): Promise<string[]> {
  const of = accountIds === 'all' ? sql`` : sql` and account_id = any(${accountIds as string[]}::uuid[])`;
  const { rows } = await sql<{ thing_id: string }>`
    update bindings set until = ${now}::timestamptz, unbound_by = ${by}::uuid
    where until is null and thing_id = any(${thingIds as string[]}::uuid[])${of}
    returning thing_id`.execute(trx);
  return rows.map((r) => r.thing_id);
}

/** User names of accounts other than `accountId` that things are bound to now, by thing id. */
export async function boundToOthers(
  trx: Trx,
  thingId: string,
  accountId: string,
): Promise<{ path: string; userName: string }[]> {
  const { rows } = await sql<{ path: string; userName: string }>`
    select a.path::text as path, a.user_name as "userName"
    from bindings b join accounts a on a.id = b.account_id
    where b.thing_id = ${thingId}::uuid and b.until is null and b.account_id <> ${accountId}::uuid`.execute(
    trx,
  );
  return rows;
}

/** Accounts that any of these things are bound to now, except `path` and those above it. */
export async function boundElsewhere(
  trx: Trx,
  thingIds: readonly string[],
  path: string,
): Promise<{ id: string; userName: string }[]> {
  const { rows } = await sql<{ id: string; userName: string }>`
    select distinct a.id, a.user_name::text as "userName" from bindings b join accounts a on a.id = b.account_id
    where b.thing_id = any(${thingIds as string[]}::uuid[]) and b.until is null and not a.path @> ${path}::ltree`.execute(
    trx,
  );
  return rows;
}

/** Locks a thing's row, so that one transaction at a time reads and changes its bindings. */
export async function lockThing(trx: Trx, thingId: string): Promise<void> {
  await sql`select 1 from things where id = ${thingId}::uuid for update`.execute(trx);
}

export interface BindingRow {
  account_id: string;
  user_name: string;
  since: Date;
  until: Date | null;
  bound_by: string | null;
  unbound_by: string | null;
}

/** Current and past bindings to accounts of the viewer's subtree; their authors are named only if they are in it too. */
export async function bindingHistory(db: Db, viewer: Viewer, thingId: string): Promise<BindingRow[]> {
  const { rows } = await sql<BindingRow>`
    select a.id as account_id, a.user_name, b.since, b.until,
      case when ${subtree(viewer, 'x', { deletedToo: true })} then x.user_name end as bound_by,
      case when ${subtree(viewer, 'y', { deletedToo: true })} then y.user_name end as unbound_by
    from bindings b
    join accounts a on a.id = b.account_id
    left join accounts x on x.id = b.bound_by
    left join accounts y on y.id = b.unbound_by
    where b.thing_id = ${thingId}::uuid and ${subtree(viewer, 'a', { deletedToo: true })}
    order by b.until is not null, b.since desc, a.user_name`.execute(db);
  return rows;
}

export async function descriptionForUpdate(trx: Trx, thingId: string): Promise<Description> {
  const row = oneRow(
    await sql<{ description: Record<string, unknown> }>`
      select description from things where id = ${thingId} for update`.execute(trx),
  );
  return row.description as Description;
}

export async function updateDescription(
  trx: Trx,
  thingId: string,
  v: {
    devname?: string | undefined;
    description: Description;
    offline_after_s?: number | null | undefined;
    /** Null to clear it. */
    position?: { longitude: number; latitude: number } | null | undefined;
  },
): Promise<void> {
  const { position } = v;
  const changes = assignments({
    description: JSON.stringify(v.description),
    devname: v.devname || undefined,
    offline_after_s: v.offline_after_s,
    longitude: position === undefined ? undefined : (position?.longitude ?? null),
    latitude: position === undefined ? undefined : (position?.latitude ?? null),
  });
  await sql`update things set ${changes} where id = ${thingId}`.execute(trx);
}

export async function updateTimeZone(trx: Trx, thingId: string, time_zone: string): Promise<void> {
  await sql`update things set time_zone = ${time_zone} where id = ${thingId}`.execute(trx);
}

export async function updateSecret(trx: Trx, thingId: string, secretHash: Buffer, now: Date): Promise<void> {
  await sql`
    update things set secret_hash = ${secretHash}, secret_rotated_at = ${now} where id = ${thingId}`.execute(
    trx,
  );
}

export async function markDeleted(trx: Trx, thingId: string, now: Date): Promise<void> {
  await sql`update things set deleted_at = ${now} where id = ${thingId}`.execute(trx);
}

/** Registered devices by devid, with the hash of their secret. */
export async function devices(
  db: Db,
  devids: readonly string[],
): Promise<(DeviceRow & { devid: string; secretHash: Buffer })[]> {
  const { rows } = await sql<DeviceRow & { devid: string; secretHash: Buffer }>`
    select d.id, d.key, d.tenant_id as "tenantId", d.time_zone as "timeZone", d.info_model_id as "infoModelId", d.devid,
      d.secret_hash as "secretHash",
      json_build_object('raw', t.raw_days, 'quarterHours', t.quarter_hour_days, 'events', t.events_days) as retention
    from things d join tenants t on t.id = d.tenant_id and t.disabled_at is null
    where d.devid = any(${devids as string[]}::text[]) and d.deleted_at is null`.execute(db);
  return rows;
}

export interface StateCount {
  status: number;
  n: number;
  /** The number of these whose worst active event is a fault, or a warning. */
  fault: number;
  warning: number;
}

export async function countByStatus(db: Db, viewer: Viewer): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select s.status, count(*)::int as n, count(*) filter (where s.problem_level = 3)::int as fault,
      count(*) filter (where s.problem_level = ${sql.lit(ATTENTION_LEVEL)})::int as warning
    from things t join thing_state s on s.thing_id = t.id
    where t.deleted_at is null and ${seesThing(viewer, 't.id')} group by s.status`.execute(db);
  return rows;
}

interface PowerNow {
  things: number;
  bat_power_w: number;
  grid_power_w: number;
  pv_power_w: number;
  load_power_w: number;
  soc_pct: number | null;
  left_wh: number | null;
  rated_wh: number | null;
  batteries: number;
  counted: number;
  as_of: Date | null;
}

/** Last known powers of the online things (status 1 to 3), W, added up in double precision. */
export async function powerNow(db: Db, viewer: Viewer): Promise<PowerNow> {
  const { rows } = await sql<PowerNow>`
    select count(*)::int as things,
      coalesce(sum(s.bat_power_w::float8), 0) as bat_power_w,
      coalesce(sum(s.grid_power_w::float8), 0) as grid_power_w,
      coalesce(sum(s.pv_power_w::float8), 0) as pv_power_w,
      coalesce(sum(s.load_power_w::float8), 0) as load_power_w,
      ${chargeOf('s', sql`true`)}, max(s.last_time) as as_of
    from things t join thing_state s on s.thing_id = t.id
    where t.deleted_at is null and s.status in (1, 2, 3) and s.last_time is not null
      and ${seesThing(viewer, 't.id')}`.execute(db);
  return oneRow({ rows });
}

/** Accounts below the viewer's own, as its list of users shows them: without staff of the back office. */
export async function countAccountsBelow(db: Db, viewer: Viewer & { accountId: string }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from accounts a
    where ${subtree(viewer, 'a')} and a.id <> ${viewer.accountId}::uuid and a.kind <> 'staff'`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function positions(db: Db, viewer: Viewer) {
  const { rows } = await sql<{
    devid: string;
    devname: string;
    longitude: number;
    latitude: number;
    status: number;
    problem_level: number;
    soc: number | null;
  }>`
    select t.devid, t.devname, t.longitude::float8 as longitude, t.latitude::float8 as latitude, s.status,
      s.problem_level, s.soc_pct as soc
    from things t join thing_state s on s.thing_id = t.id
    where t.deleted_at is null and t.longitude is not null and ${seesThing(viewer, 't.id')}
    order by t.key`.execute(db);
  return rows;
}

export async function versions(db: Db, viewer: Viewer) {
  const { rows } = await sql<{ hw_version: string; sw_version: string; total: number }>`
    select coalesce(s.hw_version, '') as hw_version, coalesce(s.sw_version, '') as sw_version, count(*)::int as total
    from things t join thing_state s on s.thing_id = t.id
    where t.deleted_at is null and ${seesThing(viewer, 't.id')}
    group by 1, 2 order by total desc, 1, 2`.execute(db);
  return rows;
}
