/**
 * Pure: areas on the earth. Positions are degrees of WGS-84; distances are metres on a sphere of the earth's mean
 * radius, accurate to half a percent. Sides of a polygon are straight in longitude and latitude: for areas of this
 * size the difference to the geodesic is below the error of a receiver.
 */

import { area } from '@turf/area';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { distance } from '@turf/distance';

export interface Position {
  longitude: number;
  latitude: number;
}
export type Area =
  | { shape: 'circle'; center: Position; radius_m: number }
  | { shape: 'polygon'; ring: readonly Position[] };

export const MIN_RADIUS_M = 10;
export const MAX_RADIUS_M = 200_000;
export const MAX_POINTS = 200;
export const MIN_AREA_M2 = 100;
/** About half a province. */
export const MAX_AREA_M2 = 1e11;

const EARTH_M = 6_371_008.8;
const pair = ({ longitude, latitude }: Position): [number, number] => [longitude, latitude];
const polygonOf = (ring: readonly Position[]) => ({
  type: 'Polygon' as const,
  coordinates: [[...ring, ...ring.slice(0, 1)].map(pair)],
});
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance by the haversine formula, m. */
export const distance_m = (a: Position, b: Position): number =>
  distance(pair(a), pair(b), { units: 'meters' });

/** The position `distance` metres from another, `bearing` degrees from north. */
export function away(from: Position, distance: number, bearing: number): Position {
  const d = distance / EARTH_M;
  const [lat, lng, b] = [rad(from.latitude), rad(from.longitude), rad(bearing)];
  const latitude = Math.asin(Math.sin(lat) * Math.cos(d) + Math.cos(lat) * Math.sin(d) * Math.cos(b));
  const longitude =
    lng +
    Math.atan2(Math.sin(b) * Math.sin(d) * Math.cos(lat), Math.cos(d) - Math.sin(lat) * Math.sin(latitude));
  const degrees = (longitude * 180) / Math.PI;
  return { longitude: ((((degrees + 180) % 360) + 360) % 360) - 180, latitude: (latitude * 180) / Math.PI };
}

const sidesOf = (ring: readonly Position[]): [Position, Position][] =>
  ring.map((point, i) => [point, ring[(i + 1) % ring.length] as Position]);

/** Twice the signed area of a triangle: its sign is the side of a–b on which c lies. */
const turn = (a: Position, b: Position, c: Position) =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) -
  (b.latitude - a.latitude) * (c.longitude - a.longitude);

function between(a: Position, b: Position, p: Position): boolean {
  return (
    Math.min(a.longitude, b.longitude) <= p.longitude &&
    p.longitude <= Math.max(a.longitude, b.longitude) &&
    Math.min(a.latitude, b.latitude) <= p.latitude &&
    p.latitude <= Math.max(a.latitude, b.latitude)
  );
}

/** Whether a position is in an area, including its edge. */
export function contains(area: Area, p: Position): boolean {
  if (area.shape === 'circle') return distance_m(area.center, p) <= area.radius_m;
  return booleanPointInPolygon(pair(p), polygonOf(area.ring));
}

/** The distance of a position outside an area, m; 0 inside. */
export function outside_m(area: Area, p: Position): number {
  if (contains(area, p)) return 0;
  if (area.shape === 'circle') return distance_m(area.center, p) - area.radius_m;
  return Math.min(...sidesOf(area.ring).map(([a, b]) => toSide_m(p, a, b)));
}

/** Distance from a position to a side, on the tangent plane at the position. */
function toSide_m(p: Position, a: Position, b: Position): number {
  const plane = (q: Position) => ({
    x: rad(q.longitude - p.longitude) * Math.cos(rad(p.latitude)) * EARTH_M,
    y: rad(q.latitude - p.latitude) * EARTH_M,
  });
  const [s, e] = [plane(a), plane(b)];
  const [dx, dy] = [e.x - s.x, e.y - s.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(s.x * dx + s.y * dy) / length));
  return Math.hypot(s.x + along * dx, s.y + along * dy);
}

export const area_m2 = (shape: Area): number =>
  shape.shape === 'circle' ? Math.PI * shape.radius_m ** 2 : area(polygonOf(shape.ring));

/** The fault of a ring of corner points, or null. `at` is the index of the corner concerned. */
export type RingFault = {
  fault: 'few' | 'double' | 'crosses' | 'dateLine' | 'small' | 'large';
  at: number | null;
};

export function ringFault(ring: readonly Position[]): RingFault | null {
  if (ring.length < 3) return { fault: 'few', at: null };
  for (let i = 0; i < ring.length; i++) {
    const twin = ring.findIndex(
      (q, k) => k < i && q.longitude === ring[i]?.longitude && q.latitude === ring[i]?.latitude,
    );
    if (twin >= 0) return { fault: 'double', at: i };
  }
  const lngs = ring.map((p) => p.longitude);
  if (Math.max(...lngs) - Math.min(...lngs) > 180) return { fault: 'dateLine', at: null };
  const crossing = crossingSide(ring);
  if (crossing !== null) return { fault: 'crosses', at: crossing };
  const size = area_m2({ shape: 'polygon', ring });
  if (size < MIN_AREA_M2) return { fault: 'small', at: null };
  return size > MAX_AREA_M2 ? { fault: 'large', at: null } : null;
}

/** The first side that meets an earlier one, other than at their shared corner. */
function crossingSide(ring: readonly Position[]): number | null {
  const sides = sidesOf(ring);
  for (let i = 0; i < sides.length; i++) {
    for (let k = 0; k < i; k++) {
      const [a, b] = sides[i] as [Position, Position];
      const [c, d] = sides[k] as [Position, Position];
      const follows = i === k + 1 || (k === 0 && i === sides.length - 1);
      if (follows ? folds(sides, i, k) : meet(a, b, c, d)) return i;
    }
  }
  return null;
}

/** Whether a side runs back over its neighbour. */
function folds(sides: readonly [Position, Position][], i: number, k: number): boolean {
  const [a, b] = sides[i] as [Position, Position];
  const [c, d] = sides[k] as [Position, Position];
  const [from, corner, to] = i === k + 1 ? [c, a, b] : [a, c, d];
  if (turn(from, corner, to) !== 0) return false;
  const back =
    (from.longitude - corner.longitude) * (to.longitude - corner.longitude) +
    (from.latitude - corner.latitude) * (to.latitude - corner.latitude);
  return back > 0;
}

function meet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && between(a, b, c)) ||
    (abd === 0 && between(a, b, d)) ||
    (cda === 0 && between(c, d, a)) ||
    (cdb === 0 && between(c, d, b))
  );
}

/** The area in a row or form of a geofence; null while it is incomplete. Values are decimals as text. */
export function areaOf(values: Readonly<Record<string, unknown>>): Area | null {
  if (values.shape === 'circle') {
    const center = positionOf(values);
    const radius_m = Number(values.radiusM || Number.NaN);
    return center && radius_m > 0 ? { shape: 'circle', center, radius_m } : null;
  }
  if (values.shape !== 'polygon' || !Array.isArray(values.ring)) return null;
  const ring = values.ring.map((point) => positionOf(point as Record<string, unknown>));
  return ring.length > 0 && ring.every((point) => point !== null) ? { shape: 'polygon', ring } : null;
}

/** A pair of decimal texts as a position; null if one is missing or not a number. */
export function positionOf(values: Readonly<Record<string, unknown>>): Position | null {
  const number = (value: unknown) =>
    value === '' || value === null || value === undefined ? Number.NaN : Number(value);
  const [longitude, latitude] = [number(values.longitude), number(values.latitude)];
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : null;
}

/** Degrees as the shortest decimal text with at most six decimals (a tenth of a metre). */
export const degreesText = (degrees: number): string => String(Number(degrees.toFixed(6)));
