import { distance_m } from '@voltloop/resources/geofence/geometry.ts';
import { describe, expect, it } from 'vitest';
import { type MapView, toScreen } from '../../parts/map/map-view.ts';
import {
  areaDrawn,
  clicked,
  type Drawn,
  metresPerPixel,
  moved,
  nearestSide,
  outlineOf,
  pointOf,
  positionAt,
  rimOf,
  roundRadius,
  scaleBar,
  viewOf,
  withoutCorner,
} from './edit-shape.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });
const square: Drawn = { shape: 'polygon', ring: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] };

describe('drawing', () => {
  it('begins a circle with a click, moves its middle, and takes its radius at the rim', () => {
    const empty: Drawn = { shape: 'circle', center: null, radius_m: null };
    const made = clicked(empty, at(118, 24), 2 ** 20);
    expect(made).toMatchObject({ center: at(118, 24), radius_m: expect.any(Number) });
    expect(areaDrawn(empty)).toBeNull();
    const wider = moved(made, { of: 'rim' }, rimOf(at(118, 24), 700));
    expect(wider).toMatchObject({ center: at(118, 24), radius_m: 700 });
    expect(clicked(wider, at(119, 24), 2 ** 20)).toMatchObject({ center: at(119, 24), radius_m: 700 });
    expect(moved(wider, { of: 'center' }, at(1, 1))).toMatchObject({ center: at(1, 1), radius_m: 700 });
    for (const point of outlineOf(wider))
      expect(distance_m(at(118, 24), positionAt(point))).toBeCloseTo(700, 0);
  });
  it('puts a corner at the nearest side, moves and takes it away', () => {
    let drawn: Drawn = { shape: 'polygon', ring: [] };
    for (const corner of [at(0, 0), at(1, 0), at(1, 1)]) drawn = clicked(drawn, corner, 1000);
    expect(areaDrawn(drawn)).not.toBeNull();
    expect(nearestSide([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], at(1.2, 0.5))).toBe(1);
    expect(clicked(square, at(0.5, -0.1), 1000)).toMatchObject({
      ring: [at(0, 0), at(0.5, -0.1), at(1, 0), at(1, 1), at(0, 1)],
    });
    // Between the last corner and the first.
    expect(clicked(square, at(-0.1, 0.5), 1000)).toMatchObject({
      ring: [at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(-0.1, 0.5)],
    });
    expect(moved(square, { of: 'corner', index: 2 }, at(2, 2))).toMatchObject({
      ring: [at(0, 0), at(1, 0), at(2, 2), at(0, 1)],
    });
    expect(withoutCorner(square, 0)).toMatchObject({ ring: [at(1, 0), at(1, 1), at(0, 1)] });
  });
  it('is shown whole', () => {
    for (const drawn of [square, { shape: 'circle', center: at(118, 24), radius_m: 50 } as Drawn]) {
      const view = viewOf(drawn, 800, 400) as MapView;
      for (const point of outlineOf(drawn)) {
        const { x, y } = toScreen(point, view, 800, 400);
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(800);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(400);
      }
      // And as large as there is room for.
      const heights = outlineOf(drawn).map((point) => toScreen(point, view, 800, 400).y);
      expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(250);
    }
    const alone = viewOf({ shape: 'point', center: at(118, 24) }, 800, 400);
    expect(alone?.center).toEqual(pointOf(at(118, 24)));
    expect(viewOf({ shape: 'polygon', ring: [] }, 800, 400)).toBeNull();
    expect(viewOf({ shape: 'circle', center: null, radius_m: 500 }, 800, 400)).toBeNull();
  });
});

it('metres are written as a person would', () => {
  expect([3, 70.4, 1234, 56_789, 1e9].map(roundRadius)).toEqual([10, 70, 1230, 56_800, 200_000]);
  expect(scaleBar(1, 100)).toEqual({ metres: 100, px: 100 });
  expect(scaleBar(0.7, 100)).toMatchObject({ metres: 50 });
  expect(scaleBar(123, 100)).toMatchObject({ metres: 10_000 });
  expect(metresPerPixel(0, 256)).toBeCloseTo(156_368, -2);
});
