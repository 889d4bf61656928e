/**
 * Pure: the geometry of the fleet map. Web Mercator (EPSG:3857's sphere), because it keeps shapes at every zoom; the
 * world is a square of side 1 with (0, 0) at 180° W, 85.05° N.
 */

export interface Point {
  x: number;
  y: number;
}

/** What part of the world is on screen: the world point in the middle, and px for the whole world's width. */
export interface MapView {
  center: Point;
  scale: number;
}

/** Where Mercator's square ends. */
export const MAX_LATITUDE = 85.051129;
/** How far the view may go over the date line; the land goes on there. */
const OVER_EDGE_PX = 40;
/** A street is wide enough to tell two houses apart. */
export const MAX_SCALE = 4_000_000;

/** World point of a position in degrees. */
export function project(longitude: number, latitude: number): Point {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sin = Math.sin((clamped * Math.PI) / 180);
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) };
}

/**
 * A coast line of degrees as world points without jumps: where it crosses the date line it goes on beyond the edge of
 * the world (x < 0 or x > 1), and has to be drawn a second time one world aside.
 */
export function unrolled(ring: readonly (readonly number[])[]): Point[] {
  const points: Point[] = [];
  let turns = 0;
  let before: number | undefined;
  for (const [longitude = 0, latitude = 0] of ring) {
    const { x, y } = project(longitude, latitude);
    if (before !== undefined && Math.abs(x - before) > 0.5) turns += x < before ? 1 : -1;
    before = x;
    points.push({ x: x + turns, y });
  }
  return points;
}

/** Position in degrees of a world point. */
export function unproject({ x, y }: Point): { longitude: number; latitude: number } {
  const n = Math.PI * (1 - 2 * y);
  return { longitude: x * 360 - 180, latitude: (Math.atan(Math.sinh(n)) * 180) / Math.PI };
}

/** Screen px of a world point in a box of `width` × `height` px. */
export function toScreen(point: Point, view: MapView, width: number, height: number): Point {
  return {
    x: (point.x - view.center.x) * view.scale + width / 2,
    y: (point.y - view.center.y) * view.scale + height / 2,
  };
}

/** Smallest scale for a box: the inhabited world fills it, in one direction at least. */
export function minScale(width: number, height: number): number {
  return Math.max(200, Math.min(width, height * 1.6));
}

/** The view kept inside the world and the zoom limits. */
export function clampView(view: MapView, width: number, height: number, most = MAX_SCALE): MapView {
  const scale = Math.max(minScale(width, height), Math.min(most, view.scale));
  const clamp = (value: number, half: number, low: number, high: number) =>
    high - low <= 2 * half ? (low + high) / 2 : Math.max(low + half, Math.min(high - half, value));
  return {
    scale,
    center: {
      // A little over the date line, so that a marker in New Zealand is not cut in half.
      x: clamp(view.center.x, width / 2 / scale, -OVER_EDGE_PX / scale, 1 + OVER_EDGE_PX / scale),
      // From 80° N to 60° S: nobody has a battery beyond.
      y: clamp(view.center.y, height / 2 / scale, 0.11, 0.71),
    },
  };
}

/** Zooms by `factor` while the world point under (x, y) px stays where it is. */
export function zoomAt(
  view: MapView,
  factor: number,
  at: Point,
  width: number,
  height: number,
  most = MAX_SCALE,
): MapView {
  const scale = Math.max(minScale(width, height), Math.min(most, view.scale * factor));
  const dx = at.x - width / 2;
  const dy = at.y - height / 2;
  return clampView(
    {
      scale,
      center: {
        x: view.center.x + dx / view.scale - dx / scale,
        y: view.center.y + dy / view.scale - dy / scale,
      },
    },
    width,
    height,
    most,
  );
}

/** The view that shows all points with a margin; the whole world without any. */
export function fit(points: readonly Point[], width: number, height: number, margin = 48): MapView {
  if (points.length === 0) return clampView({ center: { x: 0.5, y: 0.4 }, scale: 0 }, width, height);
  let left = 1;
  let right = 0;
  let top = 1;
  let bottom = 0;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  // One place alone is shown with its region around it, about 600 km.
  const spanX = Math.max(right - left, 0.015);
  const spanY = Math.max(bottom - top, 0.015);
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY);
  return clampView({ center: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale }, width, height);
}
