/** Pure: coast lines as the map engine wants them. */
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Position } from 'geojson';

export type Land = Feature<MultiPolygon>;

/** South of this there is nothing to see: Antarctica, which Mercator's plane cannot draw as an island. */
const SOUTHERN_END = -60;

/** All polygons of a collection as one shape, each ring without a jump at the date line. */
export function landOf(land: Feature | FeatureCollection): Land {
  const geometries =
    land.type === 'FeatureCollection' ? land.features.map((each) => each.geometry) : [land.geometry];
  const coordinates = geometries
    .flatMap(polygonsOf)
    .filter((rings) => rings[0]?.some(([, latitude = 0]) => latitude > SOUTHERN_END))
    .map((rings) => rings.map((ring) => inThisWorld(unrolled(ring))));
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } };
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/**
 * A ring whose longitudes continue beyond 180 where it crosses the date line; the engine draws what is over the edge at the
 * world's other end.
 */
export function unrolled(ring: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | undefined;
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined && Math.abs(longitude - before) > 180) turns += longitude < before ? 360 : -360;
    before = longitude;
    return [longitude + turns, latitude];
  });
}

/**
 * A ring with its middle between -180 and 180. What runs over the date line may lie a world off, and a sea inside it would
 * then be a hole in nothing, which the engine joins to the coast by a band across the ocean.
 */
function inThisWorld(ring: Position[]): Position[] {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const turn = 360 * Math.round((Math.min(...longitudes) + Math.max(...longitudes)) / 720);
  return turn === 0 ? ring : ring.map(([longitude = 0, latitude = 0]) => [longitude - turn, latitude]);
}
