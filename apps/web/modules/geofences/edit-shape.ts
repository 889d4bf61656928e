/** Pure: a shape drawn on a map, and the editing operations on it. */

import { type Area, away, distance_m, type Position } from '@voltloop/resources/geofence/geometry.ts';

export type Drawn =
  | { shape: 'point'; center: Position | null }
  | { shape: 'circle'; center: Position | null; radius_m: number | null }
  | { shape: 'polygon'; ring: readonly Position[] };

const SIDES = 64;
/** Radius of a new circle: large enough to drag, px. */
const NEW_RADIUS_PX = 70;

/** The outline; a circle is approximated by corners, the first in the north. */
export function outlineOf(drawn: Drawn): readonly Position[] {
  if (drawn.shape === 'polygon') return drawn.ring;
  if (drawn.shape === 'point' || !drawn.center || !drawn.radius_m) return [];
  const { center, radius_m } = drawn;
  return Array.from({ length: SIDES }, (_, i) => away(center, radius_m, (i * 360) / SIDES));
}

/** Position of a circle's resize handle: in the east. */
export const rimOf = (center: Position, radius_m: number): Position => away(center, radius_m, 90);

/** Metres per screen pixel at a latitude and zoom. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (40_030_174 * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom);
}

/**
 * The shape after a click on the empty map, which sets the point, the centre of the circle, or a corner at the
 * nearest side.
 */
export function clicked(drawn: Drawn, at: Position, zoom: number): Drawn {
  if (drawn.shape === 'point') return { ...drawn, center: at };
  if (drawn.shape === 'circle') {
    const radius_m = drawn.radius_m ?? roundRadius(NEW_RADIUS_PX * metresPerPixel(at.latitude, zoom));
    return { ...drawn, center: at, radius_m };
  }
  const { ring } = drawn;
  const place = ring.length < 3 ? ring.length : nearestSide(ring, at) + 1;
  return { ...drawn, ring: [...ring.slice(0, place), at, ...ring.slice(place)] };
}

/** The side of a ring nearest to a position, as index of its first corner. */
export function nearestSide(ring: readonly Position[], at: Position): number {
  const narrow = Math.cos((at.latitude * Math.PI) / 180);
  const plane = ({ longitude, latitude }: Position) => ({ x: longitude * narrow, y: latitude });
  const p = plane(at);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  ring.forEach((corner, i) => {
    const a = plane(corner);
    const b = plane(ring[(i + 1) % ring.length] as Position);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
    const far = Math.hypot(a.x + along * dx - p.x, a.y + along * dy - p.y);
    if (far < least) [least, best] = [far, i];
  });
  return best;
}

export type Handle = { of: 'center' } | { of: 'rim' } | { of: 'corner'; index: number };

/** The shape after a handle was moved. */
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

/**
 * The shape after an edit with the drawing tools, which represent a circle only by its outline.
 * @param ring The outline, without repeating its first corner
 * @param moved Whether a circle was moved; otherwise it was resized
 */
export function redrawn(drawn: Drawn, ring: readonly Position[], moved: boolean): Drawn {
  if (drawn.shape === 'polygon') return { shape: 'polygon', ring };
  if (drawn.shape === 'point' || ring.length === 0) return drawn;
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const found = {
    longitude: middle(ring.map(({ longitude }) => longitude)),
    latitude: middle(ring.map(({ latitude }) => latitude)),
  };
  const center = moved || !drawn.center ? found : drawn.center;
  if (moved && drawn.radius_m) return { ...drawn, center };
  const far = ring.map((corner) => distance_m(found, corner));
  return { ...drawn, center, radius_m: roundRadius(far.reduce((a, b) => a + b, 0) / far.length) };
}

/** A readable radius: rounded to metres, above 1 km to tens, above 10 km to hundreds. */
export function roundRadius(radius_m: number): number {
  const step = radius_m >= 10_000 ? 100 : radius_m >= 1000 ? 10 : 1;
  return Math.max(10, Math.min(200_000, Math.round(radius_m / step) * step));
}

/** All positions of the shape, for fitting the view. */
export function extentOf(drawn: Drawn): readonly Position[] {
  const outline = outlineOf(drawn);
  return outline.length > 0 ? outline : drawn.shape !== 'polygon' && drawn.center ? [drawn.center] : [];
}

/** The drawn area; null while it is incomplete. */
export function areaDrawn(drawn: Drawn): Area | null {
  if (drawn.shape === 'polygon')
    return drawn.ring.length >= 3 ? { shape: 'polygon', ring: drawn.ring } : null;
  if (drawn.shape === 'circle' && drawn.center && drawn.radius_m)
    return { shape: 'circle', center: drawn.center, radius_m: drawn.radius_m };
  return null;
}

/** A round length for the map scale: 1, 2 or 5 times a power of ten, at most `px` wide. */
export function scaleBar(perPixel_m: number, px: number): { metres: number; px: number } {
  const most = perPixel_m * px;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((n) => n * power).find((n) => n <= most) ?? power;
  return { metres, px: metres / perPixel_m };
}
