/**
 * The land of the world, without any border between countries, as shapes for the map: Natural Earth through
 * world-atlas (1:110 million for the overview, 1:50 million closer up), fetched from this server when first shown.
 */
import { feature } from 'topojson-client';
import fineUrl from 'world-atlas/land-50m.json?url';
import coarseUrl from 'world-atlas/land-110m.json?url';
import { project, unrolled } from './map-view.ts';

type Topology = Parameters<typeof feature>[0];

/** A coast line as world points, with its bounds, so that what is off screen costs nothing. */
export interface Shape {
  path: Path2D;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Above this scale (px for the world) the finer coast is worth its 170 KiB. */
export const FINE_ABOVE = 2600;

const cache = new Map<string, Promise<Shape[]>>();

/** The land in the detail that a scale asks for. */
export function landFor(scale: number): Promise<Shape[]> {
  const url = scale > FINE_ABOVE ? fineUrl : coarseUrl;
  let shapes = cache.get(url);
  if (!shapes) {
    shapes = load(url);
    shapes.catch(() => cache.delete(url));
    cache.set(url, shapes);
  }
  return shapes;
}

async function load(url: string): Promise<Shape[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}`);
  const topology = (await response.json()) as Topology;
  const land = feature(topology, topology.objects.land!);
  const shapes: Shape[] = [];
  const geometries =
    land.type === 'FeatureCollection' ? land.features.map((f) => f.geometry) : [land.geometry];
  for (const geometry of geometries) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    for (const polygon of polygons) {
      const shape = shapeOf(polygon);
      if (shape) shapes.push(shape);
    }
  }
  return shapes;
}

/** South of this there is nothing to see: Antarctica, which no plane map can draw as an island anyway. */
const SOUTHERN_END = project(0, -60).y;

/** The shape of a polygon, or null when it lies beyond the map. */
function shapeOf(rings: readonly (readonly (readonly number[])[])[]): Shape | null {
  const path = new Path2D();
  const shape: Shape = { path, left: 1, right: 0, top: 1, bottom: 0 };
  for (const ring of rings)
    unrolled(ring).forEach(({ x, y }, index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
      shape.left = Math.min(shape.left, x);
      shape.right = Math.max(shape.right, x);
      shape.top = Math.min(shape.top, y);
      shape.bottom = Math.max(shape.bottom, y);
    });
  path.closePath();
  return shape.top > SOUTHERN_END ? null : shape;
}
