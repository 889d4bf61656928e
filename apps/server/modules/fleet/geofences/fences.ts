import type { FenceAlarms } from '@voltloop/resources/geofence/fence-state.ts';
import { type Area, areaOf, away, type Position } from '@voltloop/resources/geofence/geometry.ts';
import type { FenceRow } from './store-fences.ts';

/** A fence, ready to evaluate. */
export interface Fence extends FenceAlarms {
  id: string;
  tenantId: string;
  no: number;
  /** Version of the declaration it was read from. */
  version: number;
  name: string;
  kind: 'allow' | 'deny' | 'site';
  area: Area;
  box: Box;
  dwell_min: number | null;
  appliesTo: 'vehicle' | 'battery' | 'driver' | 'device';
  /** Ids of the watched targets; empty for all. */
  targets: ReadonlySet<string>;
}

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A fence from its row; null for an unreadable area. */
export function fenceOf(row: FenceRow): Fence | null {
  const area = areaOf({
    shape: row.shape,
    longitude: row.longitude,
    latitude: row.latitude,
    radiusM: row.radius_m,
    ring: row.ring,
  });
  if (!area) return null;
  const lines = { vehicle: row.vehicles, battery: row.batteries, driver: row.drivers, device: [] };
  return {
    id: row.id,
    tenantId: row.tenant_id,
    no: row.no,
    version: row.watch_version,
    name: row.name,
    kind: row.kind,
    area,
    box: boxOf(area),
    entryAlarm: row.entry_alarm === 1,
    exitAlarm: row.exit_alarm === 1,
    dwell_min: row.dwell_alarm_min,
    windowFrom: row.window_from,
    windowTo: row.window_to,
    timeZone: row.time_zone,
    appliesTo: row.applies_to,
    targets: new Set(lines[row.applies_to].flatMap((line) => Object.values(line))),
  };
}

/** The bounding box of an area. */
function boxOf(area: Area): Box {
  const corners =
    area.shape === 'circle'
      ? [0, 90, 180, 270].map((bearing) => away(area.center, area.radius_m, bearing))
      : area.ring;
  const [lngs, lats] = [corners.map((c) => c.longitude), corners.map((c) => c.latitude)];
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  // A circle across the date line: its bounding box spans all longitudes.
  return east - west > 180 ? { west: -180, east: 180, south, north } : { west, east, south, north };
}

export const inBox = ({ west, south, east, north }: Box, { longitude, latitude }: Position): boolean =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;
