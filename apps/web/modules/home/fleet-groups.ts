/** Pure: devices as points for the map engine, and its clusters as marks. */

import type { Position as Place } from '@voltloop/resources/geofence/geometry.ts';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { folded } from '../../ui/text/folded.ts';

export interface Position extends Place {
  devid: string;
  devname: string;
  status: number;
  /** Level of the worst active event; 0 without one. */
  problem_level: number;
}

/** One mark on the map: a device, or a cluster of overlapping ones. */
export interface Group {
  key: string;
  at: Place;
  count: number;
  /** Numbers of devices by look (see {@link lookOf}), worst first. */
  states: { status: number; count: number }[];
  /** The engine's cluster id; null for a single device. */
  cluster: number | null;
  devid: string | null;
}

/** The look of a device with a warning, besides the states of interpretation B08. */
export const WARNING = 5;

/** How a device is drawn: by its worst active event if that is a warning or a fault, else by its state. */
export function lookOf({ status, problem_level }: Pick<Position, 'status' | 'problem_level'>): number {
  if (problem_level >= 3) return 2;
  return problem_level === 2 && status !== 2 ? WARNING : status;
}

/** Severity order: fault, warning, offline, busy, good. */
const severity: Record<number, number> = { 2: 5, [WARNING]: 4, 0: 3, 3: 2, 4: 1, 1: 0 };
const STATES = Object.keys(severity).map(Number);

/** Whether look `a` is more severe than look `b`. */
export function worseThan(a: number, b: number): boolean {
  return (severity[a] ?? 3) > (severity[b] ?? 3);
}

/** Devices as point features. */
export function pointsOf(
  positions: readonly Position[],
  toBase: (place: Place) => Place,
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: positions.map((position) => {
      const { longitude, latitude } = toBase(position);
      return {
        type: 'Feature',
        properties: { devid: position.devid, status: lookOf(position) },
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      };
    }),
  };
}

/** Cluster properties: the number of devices of each look. */
export const countsByState: Record<string, ExpressionSpecification> = Object.fromEntries(
  STATES.map((status) => [`s${status}`, ['+', ['case', ['==', ['get', 'status'], status], 1, 0]]]),
);

/** The engine's features as marks without duplicates: tiles overlap, and the world repeats beyond the date line. */
export function groupsOf(
  features: readonly Feature[],
  positions: ReadonlyMap<string, Position>,
  fromBase: (place: Place) => Place,
): Group[] {
  const found = new Map<string, Group>();
  for (const { geometry, properties } of features) {
    if (geometry.type !== 'Point' || !properties) continue;
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    if (properties.cluster) {
      const states = STATES.map((status) => ({ status, count: Number(properties[`s${status}`]) }));
      const cluster = Number(properties.cluster_id);
      add({
        key: `cluster ${cluster}`,
        at: fromBase({ longitude, latitude }),
        count: Number(properties.point_count),
        states: states.filter(({ count }) => count > 0).sort(bySeverity),
        cluster,
        devid: null,
      });
      continue;
    }
    const position = positions.get(String(properties.devid));
    if (!position) continue;
    const { devid } = position;
    const status = lookOf(position);
    // Not the engine's position, which is rounded to its tiles.
    const at = { longitude: position.longitude, latitude: position.latitude };
    add({ key: devid, at, count: 1, states: [{ status, count: 1 }], cluster: null, devid });
  }
  return [...found.values()].sort((a, b) => bySeverity(a.states[0], b.states[0]) || b.count - a.count);

  function add(group: Group) {
    found.set(group.key, group);
  }
}

const bySeverity = (a?: { status: number }, b?: { status: number }) =>
  (severity[b?.status ?? 1] ?? 3) - (severity[a?.status ?? 1] ?? 3);

/** Devices whose name or number contains a text; matches at the beginning first. */
export function searched(positions: readonly Position[], text: string, most: number): Position[] {
  const wanted = folded(text);
  if (!wanted) return [];
  const at = ({ devname, devid }: Position) => {
    const places = [folded(devname).indexOf(wanted), folded(devid).indexOf(wanted)];
    return Math.min(...places.map((place) => (place < 0 ? Number.POSITIVE_INFINITY : place)));
  };
  return positions
    .map((position) => ({ position, place: at(position) }))
    .filter(({ place }) => Number.isFinite(place))
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ position }) => position);
}

/** Radius of a cluster's disc in px: grows with the logarithm of the count. */
export function clusterRadius(count: number): number {
  return count === 1 ? 7 : Math.round(Math.min(22, 11 + 3.2 * Math.log10(count) * 1.4));
}
