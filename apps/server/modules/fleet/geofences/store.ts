import type { Fix, Stay } from '@voltloop/resources/geofence/fence-state.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';
import type { Box } from './fences.ts';

/** SQL over positions, stays and alarms; every statement takes many things at once. */

const iso = (ms: number) => new Date(ms).toISOString();

interface PositionRow {
  thing_id: string;
  tenant_id: string;
  time: Date | null;
  longitude: number | null;
  latitude: number | null;
  accuracy_m: number | null;
}

/** The newest known position of some things, null before the first; locked until the transaction ends. */
export async function lockPositions(
  trx: Trx,
  thingIds: readonly string[],
): Promise<Map<string, { tenantId: string; fix: Fix | null }>> {
  await sql`
    insert into thing_positions (thing_id, tenant_id)
    select id, tenant_id from things where id = any(${[...thingIds]}::uuid[]) order by id
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<PositionRow>`
    select thing_id, tenant_id, time, longitude, latitude, accuracy_m from thing_positions
    where thing_id = any(${[...thingIds]}::uuid[]) order by thing_id for no key update`.execute(trx);
  return new Map(rows.map((row) => [row.thing_id, { tenantId: row.tenant_id, fix: fixOf(row) }]));
}

const fixOf = ({ time, longitude, latitude, accuracy_m }: PositionRow): Fix | null =>
  time === null || longitude === null || latitude === null
    ? null
    : { time_ms: time.getTime(), longitude, latitude, accuracy_m };

export async function writePositions(trx: Trx, newest: ReadonlyMap<string, Fix>): Promise<void> {
  const rows = [...newest];
  await sql`
    update thing_positions p set time = n.time, longitude = n.longitude, latitude = n.latitude, accuracy_m = n.accuracy
    from unnest(
      ${rows.map(([id]) => id)}::uuid[],
      ${rows.map(([, fix]) => iso(fix.time_ms))}::timestamptz[],
      ${rows.map(([, fix]) => fix.longitude)}::double precision[],
      ${rows.map(([, fix]) => fix.latitude)}::double precision[],
      ${rows.map(([, fix]) => fix.accuracy_m)}::real[]
    ) as n (thing_id, time, longitude, latitude, accuracy) where p.thing_id = n.thing_id`.execute(trx);
}

/** Things of a tenant whose newest position is in a rectangle. */
export async function positionsIn(
  db: Trx,
  tenantId: string,
  { west, south, east, north }: Box,
): Promise<Map<string, Fix>> {
  const { rows } = await sql<PositionRow>`
    select thing_id, tenant_id, time, longitude, latitude, accuracy_m from thing_positions
    where tenant_id = ${tenantId}::uuid and longitude between ${west} and ${east} and latitude between ${south} and ${north}
    order by thing_id for no key update`.execute(db);
  return new Map(
    rows.flatMap((row) => {
      const fix = fixOf(row);
      return fix ? [[row.thing_id, fix] as const] : [];
    }),
  );
}

export interface StayRow extends Stay {
  fenceId: string;
  thingId: string;
}

export async function staysOf(trx: Trx, thingIds: readonly string[]): Promise<StayRow[]> {
  const { rows } = await sql<{ geofence_id: string; thing_id: string; since: Date; dwell_due: Date | null }>`
    select * from geofence_stays where thing_id = any(${[...thingIds]}::uuid[])`.execute(trx);
  return rows.map((row) => ({
    fenceId: row.geofence_id,
    thingId: row.thing_id,
    since_ms: row.since.getTime(),
    dwellDue_ms: row.dwell_due?.getTime() ?? null,
  }));
}

export async function writeStays(trx: Trx, stays: readonly StayRow[]): Promise<void> {
  if (stays.length === 0) return;
  await sql`
    insert into geofence_stays (geofence_id, thing_id, since, dwell_due)
    select * from unnest(
      ${stays.map((s) => s.fenceId)}::uuid[],
      ${stays.map((s) => s.thingId)}::uuid[],
      ${stays.map((s) => iso(s.since_ms))}::timestamptz[],
      ${stays.map((s) => (s.dwellDue_ms === null ? null : iso(s.dwellDue_ms)))}::timestamptz[])
    on conflict (geofence_id, thing_id) do update set since = excluded.since, dwell_due = excluded.dwell_due`.execute(
    trx,
  );
}

export async function dropStays(
  trx: Trx,
  stays: readonly { fenceId: string; thingId: string }[],
): Promise<void> {
  if (stays.length === 0) return;
  await sql`
    delete from geofence_stays s using unnest(
      ${stays.map((s) => s.fenceId)}::uuid[], ${stays.map((s) => s.thingId)}::uuid[]) as g (geofence_id, thing_id)
    where s.geofence_id = g.geofence_id and s.thing_id = g.thing_id`.execute(trx);
}

export async function dropStaysOf(trx: Trx, fenceId: string): Promise<void> {
  await sql`delete from geofence_stays where geofence_id = ${fenceId}::uuid`.execute(trx);
}

const overdue = sql`geofence_stays s join thing_positions p on p.thing_id = s.thing_id
    left join thing_state t on t.thing_id = s.thing_id
    where s.dwell_due is not null and s.dwell_due <= greatest(p.time, t.last_time)`;

/** Things with {@link overdueStays}. */
export async function overdueThings(
  db: Db,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct s.thing_id as id from ${overdue}
    and s.thing_id::text <> all(${[...without]}::text[]) order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Overlong stays: the thing sent a position after the time limit, by its own clock, and had not left. Locked meanwhile,
 * and each is processed once: a stay that another node has processed since is locked or no longer due.
 */
export async function overdueStays(trx: Trx, things: readonly string[]): Promise<(StayRow & { fix: Fix })[]> {
  const { rows } = await sql<
    { fence_id: string; thing_id: string; since: Date; dwell_due: Date } & PositionRow
  >`
    select s.geofence_id as fence_id, s.since, s.dwell_due, p.* from ${overdue}
    and s.thing_id = any(${[...things]}::uuid[]) order by p.thing_id for no key update of s, p skip locked`.execute(
    trx,
  );
  return rows.map((row) => ({
    fenceId: row.fence_id,
    thingId: row.thing_id,
    since_ms: row.since.getTime(),
    dwellDue_ms: row.dwell_due.getTime(),
    fix: fixOf(row) as Fix,
  }));
}

/** The watched targets of a thing: it may be in a vehicle, which has a driver. */
export interface Watched {
  thingId: string;
  devname: string;
  vehicleId: string | null;
  plateNo: string | null;
  driverId: string | null;
  carriesBattery: boolean;
}

export async function watchedThrough(trx: Trx, thingIds: readonly string[]): Promise<Map<string, Watched>> {
  if (thingIds.length === 0) return new Map();
  const { rows } = await sql<Watched>`
    select th.id as "thingId", th.devname, v.id as "vehicleId", coalesce(v.plate_no, v.vin) as "plateNo",
      v.driver_id as "driverId",
      exists (select 1 from batteries b where b.vehicle_id = v.id and b.deleted_at is null) as "carriesBattery"
    from things th
    left join vehicles v on v.device_id = th.id and v.deleted_at is null and v.status <> 'scrapped'
    where th.id = any(${[...thingIds]}::uuid[]) and th.deleted_at is null`.execute(trx);
  return new Map(rows.map((row) => [row.thingId, row]));
}

/** Vehicles of batteries, by battery; a module is where its pack is. */
export async function vehiclesOfBatteries(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; vehicle_id: string }>`
    select b.id, coalesce(b.vehicle_id, m.vehicle_id, p.vehicle_id) as vehicle_id
    from batteries b left join batteries m on m.id = b.parent_id left join batteries p on p.id = m.parent_id
    where b.id = any(${[...ids]}::uuid[]) and b.deleted_at is null`.execute(trx);
  return new Map(rows.flatMap((row) => (row.vehicle_id ? [[row.id, row.vehicle_id] as const] : [])));
}

/** The stored data of an alarm besides its event. */
export interface AlarmRow {
  eventId: string;
  fenceId: string;
  thingId: string;
  change: string;
  time_ms: number;
  vehicleId: string | null;
  driverId: string | null;
  longitude: number;
  latitude: number;
}

export async function writeAlarms(trx: Trx, alarms: readonly AlarmRow[]): Promise<void> {
  if (alarms.length === 0) return;
  await sql`
    insert into geofence_alarms (event_id, geofence_id, thing_id, change, time, vehicle_id, driver_id, longitude, latitude)
    select * from unnest(
      ${alarms.map((a) => a.eventId)}::uuid[],
      ${alarms.map((a) => a.fenceId)}::uuid[],
      ${alarms.map((a) => a.thingId)}::uuid[],
      ${alarms.map((a) => a.change)}::text[],
      ${alarms.map((a) => iso(a.time_ms))}::timestamptz[],
      ${alarms.map((a) => a.vehicleId)}::uuid[],
      ${alarms.map((a) => a.driverId)}::uuid[],
      ${alarms.map((a) => a.longitude)}::double precision[],
      ${alarms.map((a) => a.latitude)}::double precision[])`.execute(trx);
}

interface ActiveAlarm {
  fenceId: string;
  thingId: string;
  code: string;
  source: string;
}

export async function activeAlarms(
  trx: Db | Trx,
  of: { fenceId: string } | { thingIds: readonly string[] },
): Promise<ActiveAlarm[]> {
  const which =
    'fenceId' in of
      ? sql`a.geofence_id = ${of.fenceId}::uuid`
      : sql`a.thing_id = any(${[...of.thingIds]}::uuid[])`;
  const { rows } = await sql<ActiveAlarm>`
    select a.geofence_id as "fenceId", a.thing_id as "thingId", e.code, e.source
    from geofence_alarms a join events e on e.id = a.event_id and e.state = 1 where ${which}`.execute(trx);
  return rows;
}
