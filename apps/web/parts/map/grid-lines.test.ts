import { expect, it } from 'vitest';
import { gridLines } from './grid-lines.ts';
import { project } from './map-view.ts';

const view = (longitude: number, latitude: number, scale: number) => ({
  center: project(longitude, latitude),
  scale,
});

it('names the lines of a town by coordinates that tell them apart', () => {
  // About 2 km wide.
  const { longitudes, latitudes } = gridLines(view(116.391, 39.907, 2 ** 24), 760, 380);
  expect(longitudes.map((line) => line.text)).toEqual(['116.385°', '116.390°', '116.395°']);
  expect(latitudes.map((line) => line.text)).toEqual(['39.905°', '39.910°']);
  const [first, second] = longitudes.map((line) => line.at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(110);
  expect((latitudes[0]?.at ?? 0) > (latitudes[1]?.at ?? 0)).toBe(true);
});

it('has whole degrees where much is shown, and goes on beyond the date line', () => {
  const { longitudes } = gridLines(view(179, 0, 2 ** 13), 800, 400);
  expect(longitudes.map((line) => line.text)).toEqual([
    '165°',
    '170°',
    '175°',
    '-180°',
    '-175°',
    '-170°',
    '-165°',
  ]);
});
