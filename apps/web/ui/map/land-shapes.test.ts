import type { Geometry } from 'geojson';
import { expect, it } from 'vitest';
import { landOf, unrolled } from './land-shapes.ts';

const square = (west: number, east: number, south: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

it('a coast line continues beyond the date line', () => {
  expect(unrolled(square(170, -170, 60, 70)).map(([x]) => x)).toEqual([170, 190, 190, 170, 170]);
  expect(unrolled(square(-170, 170, 60, 70)).map(([x]) => x)).toEqual([-170, -190, -190, -170, -170]);
  expect(unrolled(square(10, 20, 0, 1)).map(([x]) => x)).toEqual([10, 20, 20, 10, 10]);
});

it('land is one shape, without Antarctica', () => {
  const polygon = (...rings: number[][][]) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'Polygon' as const, coordinates: rings },
  });
  const land = landOf({
    type: 'FeatureCollection',
    features: [polygon(square(0, 10, 0, 10), square(4, 5, 4, 5)), polygon(square(0, 10, -80, -70))],
  });
  expect(land.geometry.coordinates).toHaveLength(1);
  expect(land.geometry.coordinates[0]).toHaveLength(2);
});

it('a sea stays inside the land around it, also across the date line', () => {
  const land = [
    [-170, 65],
    [170, 60],
    [20, 10],
    [-10, 40],
    [60, 70],
    [170, 70],
    [-170, 65],
  ];
  const sea = [
    [48, 38],
    [52, 38],
    [52, 46],
    [48, 38],
  ];
  const geometry: Geometry = { type: 'Polygon', coordinates: [land, sea] };
  const [[coast, shore] = []] = landOf({ type: 'Feature', properties: {}, geometry }).geometry.coordinates;
  expect(coast?.map(([longitude]) => longitude)).toEqual([190, 170, 20, -10, 60, 170, 190]);
  expect(shore).toEqual(sea);
});
