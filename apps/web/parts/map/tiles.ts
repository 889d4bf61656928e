/** Pure: which raster tiles of the usual square scheme a view shows, and where they lie. */

import { type MapView, type Point, toScreen } from './map-view.ts';

const TILE_PX = 256;
/** Few services have more. */
const MAX_ZOOM = 18;

export interface Tile {
  key: string;
  url: string;
  left: number;
  top: number;
  size: number;
}

/**
 * The tiles that cover a box of `width` × `height` px.
 * @param shift World distance by which they are drawn aside: for tiles in other coordinates
 */
export function tilesFor(
  template: string,
  view: MapView,
  width: number,
  height: number,
  shift: Point = { x: 0, y: 0 },
): Tile[] {
  const z = Math.max(0, Math.min(MAX_ZOOM, Math.round(Math.log2(view.scale / TILE_PX))));
  const count = 2 ** z;
  const size = view.scale / count;
  const [cx, cy] = [view.center.x + shift.x, view.center.y + shift.y];
  const range = (center: number, half_px: number) =>
    [
      Math.floor((center - half_px / view.scale) * count),
      Math.floor((center + half_px / view.scale) * count),
    ] as const;
  const [left, right] = range(cx, width / 2);
  const [top, bottom] = range(cy, height / 2);
  const tiles: Tile[] = [];
  for (let y = Math.max(0, top); y <= Math.min(count - 1, bottom); y++)
    for (let x = left; x <= right; x++) {
      const at = toScreen({ x: x / count - shift.x, y: y / count - shift.y }, view, width, height);
      // Over the date line the world goes on from its other end.
      const column = ((x % count) + count) % count;
      const url = template.replace('{z}', String(z)).replace('{x}', String(column)).replace('{y}', String(y));
      tiles.push({ key: `${z}/${x}/${y}`, url, left: at.x, top: at.y, size });
    }
  return tiles;
}
