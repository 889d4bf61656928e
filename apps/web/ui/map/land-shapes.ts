/** Pure: converts coast lines to the shapes that the map engine needs. */
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Position } from 'geojson';

export type Land = Feature<MultiPolygon>;

/** Polygons entirely south of this are dropped: the Mercator projection cannot draw Antarctica as an island. */
const SOUTHERN_END = -60;

/** Merges all polygons of a collection into one shape, with rings that do not jump at the date line. */
export function landOf(land: Feature | FeatureCollection): Land {
  const geometries =
    land.type === 'FeatureCollection' ? land.features.map((each) => each.geometry) : [land.geometry];
  const coordinates = geometries
    .flatMap(polygonsOf)
    .filter((rings) => rings[0]?.some(([, latitude = 0]) => latitude > SOUTHERN_END))
    .map((rings) => rings.map((ring) => shiftedIntoWorld(unrolled(ring))));
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } };
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/**
 * Continues a ring's longitudes beyond 180 where it crosses the date line; the engine draws the excess at the other edge
 * of the world.
 */
export function unrolled(ring: readonly Position[]): Position[] {
  let shift = 0;
  let before: number | undefined;
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined && Math.abs(longitude - before) > 180) shift += longitude < before ? 360 : -360;
    before = longitude;
    return [longitude + shift, latitude];
  });
}

/**
 * Shifts a ring so that its middle is between -180 and 180. A ring across the date line may be a whole world off, and a
 * sea inside it would then be a hole without land, which the engine joins to the coast by a band across the ocean.
 */
function shiftedIntoWorld(ring: Position[]): Position[] {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const shift = 360 * Math.round((Math.min(...longitudes) + Math.max(...longitudes)) / 720);
  return shift === 0 ? ring : ring.map(([longitude = 0, latitude = 0]) => [longitude - shift, latitude]);
}
