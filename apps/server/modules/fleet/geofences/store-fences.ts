import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db.ts';

/** An enabled fence as stored. */
export interface FenceRow {
  id: string;
  tenant_id: string;
  no: number;
  watch_version: number;
  name: string;
  kind: 'allow' | 'deny' | 'site';
  shape: string;
  longitude: string | null;
  latitude: string | null;
  radius_m: number | null;
  ring: unknown;
  entry_alarm: number | null;
  exit_alarm: number | null;
  dwell_alarm_min: number | null;
  window_from: string | null;
  window_to: string | null;
  time_zone: string | null;
  applies_to: 'vehicle' | 'battery' | 'driver' | 'device';
  vehicles: Record<string, string>[];
  batteries: Record<string, string>[];
  drivers: Record<string, string>[];
}

const fenceColumns = sql`id, tenant_id, no, watch_version, name, kind, shape, longitude::text, latitude::text, radius_m, ring,
  entry_alarm, exit_alarm, dwell_alarm_min, window_from, window_to, time_zone, applies_to, vehicles, batteries, drivers`;

/** Every enabled fence. */
export async function fencesInUse(db: Db): Promise<FenceRow[]> {
  const { rows } = await sql<FenceRow>`
    select ${fenceColumns} from geofences where status = 1 and deleted_at is null`.execute(db);
  return rows;
}

/** The enabled ones of these fences, locked until the transaction ends. @returns versions by id */
export async function lockFences(trx: Trx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; watch_version: number }>`
    select id, watch_version from geofences
    where id = any(${[...ids]}::uuid[]) and status = 1 and deleted_at is null order by id for share`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.id, row.watch_version]));
}

/** {@link lockFences} with all their fields. */
export async function lockFenceRows(trx: Trx, ids: readonly string[]): Promise<FenceRow[]> {
  const { rows } = await sql<FenceRow>`
    select ${fenceColumns} from geofences
    where id = any(${[...ids]}::uuid[]) and status = 1 and deleted_at is null order by id for share`.execute(
    trx,
  );
  return rows;
}

/** Changed fences that were not evaluated since. */
export async function changedFences(db: Db, { without }: { without: readonly string[] }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from geofences
    where watched_version <> watch_version and id::text <> all(${[...without]}::text[]) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** A fence that is still to be evaluated; locked by one node and skipped by others. */
export async function claimChangedFence(
  trx: Trx,
  id: string,
): Promise<(FenceRow & { in_use: boolean }) | undefined> {
  const { rows } = await sql<FenceRow & { in_use: boolean }>`
    select ${fenceColumns}, status = 1 and deleted_at is null as in_use from geofences
    where id = ${id}::uuid and watched_version <> watch_version for no key update skip locked`.execute(trx);
  return rows[0];
}

export async function markWatched(trx: Trx, id: string, version: number): Promise<void> {
  await sql`update geofences set watched_version = ${version} where id = ${id}::uuid`.execute(trx);
}
