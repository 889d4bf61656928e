/** Pure: positions as the map engine needs them, and the initial view of a map. */
import type { Position } from '@voltloop/resources/geofence/geometry.ts';

export type LngLat = [longitude: number, latitude: number];

/** The initial view of a map. */
export type Home =
  | { positions: readonly Position[] /** Not nearer than this, whatever the positions. */; most: number }
  | { center: LngLat; zoom: number };

/** West, south, east, north of the given positions. */
export function boundsOf(positions: readonly Position[]): [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { longitude, latitude } of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

/** The inhabited world, shown without any positions. */
export const WORLD: readonly Position[] = [
  { longitude: -170, latitude: -56 },
  { longitude: 180, latitude: 75 },
];

export const CHINA: readonly Position[] = [
  { longitude: 73, latitude: 18 },
  { longitude: 135, latitude: 53 },
];

/** The longitude on the copy of the world that is nearest to the centre of a map. */
export function nearestCopy(longitude: number, middle: number): number {
  return longitude + 360 * Math.round((middle - longitude) / 360);
}
