import { distance_m } from '@voltloop/resources/geofence/geometry.ts';
import { describe, expect, it } from 'vitest';
import {
  areaDrawn,
  clicked,
  type Drawn,
  extentOf,
  metresPerPixel,
  moved,
  nearestSide,
  outlineOf,
  redrawn,
  rimOf,
  roundRadius,
  scaleBar,
  withoutCorner,
} from './edit-shape.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });
const square: Drawn = { shape: 'polygon', ring: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] };

describe('drawing', () => {
  it('begins a circle with a click, moves its centre, and resizes it at the rim', () => {
    const empty: Drawn = { shape: 'circle', center: null, radius_m: null };
    const made = clicked(empty, at(118, 24), 11);
    expect(made).toMatchObject({ center: at(118, 24), radius_m: expect.any(Number) });
    expect(areaDrawn(empty)).toBeNull();
    const wider = moved(made, { of: 'rim' }, rimOf(at(118, 24), 700));
    expect(wider).toMatchObject({ center: at(118, 24), radius_m: 700 });
    expect(clicked(wider, at(119, 24), 11)).toMatchObject({ center: at(119, 24), radius_m: 700 });
    expect(moved(wider, { of: 'center' }, at(1, 1))).toMatchObject({ center: at(1, 1), radius_m: 700 });
    for (const point of outlineOf(wider)) expect(distance_m(at(118, 24), point)).toBeCloseTo(700, 0);
  });
  it('inserts a corner at the nearest side, moves and removes it', () => {
    let drawn: Drawn = { shape: 'polygon', ring: [] };
    for (const corner of [at(0, 0), at(1, 0), at(1, 1)]) drawn = clicked(drawn, corner, 1);
    expect(areaDrawn(drawn)).not.toBeNull();
    expect(nearestSide([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], at(1.2, 0.5))).toBe(1);
    expect(clicked(square, at(0.5, -0.1), 1)).toMatchObject({
      ring: [at(0, 0), at(0.5, -0.1), at(1, 0), at(1, 1), at(0, 1)],
    });
    // Between the last corner and the first.
    expect(clicked(square, at(-0.1, 0.5), 1)).toMatchObject({
      ring: [at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(-0.1, 0.5)],
    });
    expect(moved(square, { of: 'corner', index: 2 }, at(2, 2))).toMatchObject({
      ring: [at(0, 0), at(1, 0), at(2, 2), at(0, 1)],
    });
    expect(withoutCorner(square, 0)).toMatchObject({ ring: [at(1, 0), at(1, 1), at(0, 1)] });
  });
  it('converts an outline from the tools back into a circle', () => {
    const circle: Drawn = { shape: 'circle', center: at(118, 24), radius_m: 700 };
    const outline = (longitude: number, radius_m: number) =>
      outlineOf({ shape: 'circle', center: at(longitude, 24), radius_m });
    const wider = redrawn(circle, outline(118, 1000), false);
    expect(wider).toEqual({ ...circle, radius_m: 1000 });
    // A moved circle keeps its radius, even if the outline lost precision.
    const elsewhere = redrawn(circle, outline(118.1, 701), true);
    expect(elsewhere).toMatchObject({ radius_m: 700 });
    const { center } = elsewhere as Extract<Drawn, { shape: 'circle' }>;
    expect(distance_m(center ?? at(0, 0), at(118.1, 24))).toBeLessThan(0.1);
    const drawn = redrawn({ shape: 'circle', center: null, radius_m: null }, outline(100, 5000), false);
    expect(drawn).toMatchObject({ radius_m: 5000 });
    expect(redrawn(square, [at(0, 0), at(2, 0), at(2, 2)], false)).toMatchObject({
      ring: [at(0, 0), at(2, 0), at(2, 2)],
    });
  });
  it('has an extent as soon as anything is drawn', () => {
    expect(extentOf(square)).toHaveLength(4);
    expect(extentOf({ shape: 'point', center: at(118, 24) })).toEqual([at(118, 24)]);
    expect(extentOf({ shape: 'polygon', ring: [] })).toEqual([]);
    expect(extentOf({ shape: 'circle', center: null, radius_m: 500 })).toEqual([]);
  });
});

it('metres are rounded to readable numbers', () => {
  expect([3, 70.4, 1234, 56_789, 1e9].map(roundRadius)).toEqual([10, 70, 1230, 56_800, 200_000]);
  expect(scaleBar(1, 100)).toEqual({ metres: 100, px: 100 });
  expect(scaleBar(0.7, 100)).toMatchObject({ metres: 50 });
  expect(scaleBar(123, 100)).toMatchObject({ metres: 10_000 });
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_184, -2);
});
