/** Pure: what is drawn on a map, and what a hand does to it. */

import { type Area, away, distance_m, type Position } from '@voltloop/resources/geofence/geometry.ts';
import { fit, type MapView, type Point, project, unproject } from '../../parts/map/map-view.ts';

export type Drawn =
  | { shape: 'point'; center: Position | null }
  | { shape: 'circle'; center: Position | null; radius_m: number | null }
  | { shape: 'polygon'; ring: readonly Position[] };

/** A street corner fills the screen. */
export const MOST_SCALE = 2 ** 28;
const SIDES = 72;
/** How a new circle begins: as large as a hand can take, px. */
const NEW_RADIUS_PX = 70;

export const positionAt = (point: Point): Position => unproject(point);
export const pointOf = ({ longitude, latitude }: Position): Point => project(longitude, latitude);

/** The outline as world points: a circle has many corners. */
export function outlineOf(drawn: Drawn): Point[] {
  if (drawn.shape === 'polygon') return drawn.ring.map(pointOf);
  if (drawn.shape === 'point' || !drawn.center || !drawn.radius_m) return [];
  const { center, radius_m } = drawn;
  return Array.from({ length: SIDES }, (_, i) => pointOf(away(center, radius_m, (i * 360) / SIDES)));
}

/** Where the radius of a circle is taken: at its east. */
export const rimOf = (center: Position, radius_m: number): Position => away(center, radius_m, 90);

/** Metres of a screen pixel at a latitude. */
export function metresPerPixel(latitude: number, scale: number): number {
  return (40_030_174 * Math.cos((latitude * Math.PI) / 180)) / scale;
}

/** What a click on the empty map does: sets the point, the middle of the circle, or a corner at the nearest side. */
export function clicked(drawn: Drawn, at: Position, scale: number): Drawn {
  if (drawn.shape === 'point') return { ...drawn, center: at };
  if (drawn.shape === 'circle') {
    const radius_m = drawn.radius_m ?? roundRadius(NEW_RADIUS_PX * metresPerPixel(at.latitude, scale));
    return { ...drawn, center: at, radius_m };
  }
  const { ring } = drawn;
  const place = ring.length < 3 ? ring.length : nearestSide(ring, at) + 1;
  return { ...drawn, ring: [...ring.slice(0, place), at, ...ring.slice(place)] };
}

/** Which side of a ring is nearest to a position: the number of the corner it begins at. */
export function nearestSide(ring: readonly Position[], at: Position): number {
  const p = pointOf(at);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  ring.forEach((corner, i) => {
    const a = pointOf(corner);
    const b = pointOf(ring[(i + 1) % ring.length] as Position);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
    const far = Math.hypot(a.x + along * dx - p.x, a.y + along * dy - p.y);
    if (far < least) [least, best] = [far, i];
  });
  return best;
}

export type Handle = { of: 'center' } | { of: 'rim' } | { of: 'corner'; index: number };

/** What is drawn after a handle was moved to a position. */
export function moved(drawn: Drawn, handle: Handle, to: Position): Drawn {
  if (handle.of === 'corner' && drawn.shape === 'polygon')
    return { ...drawn, ring: drawn.ring.map((corner, i) => (i === handle.index ? to : corner)) };
  if (handle.of === 'rim' && drawn.shape === 'circle' && drawn.center)
    return { ...drawn, radius_m: roundRadius(distance_m(drawn.center, to)) };
  if (handle.of === 'center' && drawn.shape !== 'polygon') return { ...drawn, center: to };
  return drawn;
}

export function withoutCorner(drawn: Drawn, index: number): Drawn {
  return drawn.shape === 'polygon' ? { ...drawn, ring: drawn.ring.filter((_, i) => i !== index) } : drawn;
}

/** A radius a person would write: whole metres, from a kilometre on in tens. */
export function roundRadius(radius_m: number): number {
  const step = radius_m >= 10_000 ? 100 : radius_m >= 1000 ? 10 : 1;
  return Math.max(10, Math.min(200_000, Math.round(radius_m / step) * step));
}

/** The view that shows all that is drawn; null where nothing is. */
export function viewOf(drawn: Drawn, width: number, height: number): MapView | null {
  const outline = outlineOf(drawn);
  const points =
    outline.length > 0 ? outline : drawn.shape !== 'polygon' && drawn.center ? [pointOf(drawn.center)] : [];
  return points.length > 0 ? viewAround(points, width, height) : null;
}

/** All of China. */
export const viewOfChina = (width: number, height: number): MapView =>
  fit([project(73, 18), project(135, 53)], width, height, 8);

/** The view that shows all these points; of one alone, what lies some kilometres around it. */
export function viewAround(points: readonly Point[], width: number, height: number): MapView {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = Math.min(60, width / 5, height / 5);
  const least = points.length > 1 ? 1e-7 : 0.0001;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, least),
    (height - 2 * margin) / Math.max(bottom - top, least),
    MOST_SCALE,
  );
  return { center: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale };
}

/** The complete area that is drawn; null while it is none. */
export function areaDrawn(drawn: Drawn): Area | null {
  if (drawn.shape === 'polygon')
    return drawn.ring.length >= 3 ? { shape: 'polygon', ring: drawn.ring } : null;
  if (drawn.shape === 'circle' && drawn.center && drawn.radius_m)
    return { shape: 'circle', center: drawn.center, radius_m: drawn.radius_m };
  return null;
}

/** A length for the scale of a map: 1, 2 or 5 and zeros, at most `px` wide. */
export function scaleBar(perPixel_m: number, px: number): { metres: number; px: number } {
  const most = perPixel_m * px;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((n) => n * power).find((n) => n <= most) ?? power;
  return { metres, px: metres / perPixel_m };
}
