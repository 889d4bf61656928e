import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampView,
  fit,
  MAX_SCALE,
  minScale,
  project,
  toScreen,
  unproject,
  unrolled,
  zoomAt,
} from './map-view.ts';

const W = 800;
const H = 400;

describe('projection', () => {
  it('puts known places where Web Mercator does', () => {
    expect(project(0, 0)).toEqual({ x: 0.5, y: 0.5 });
    expect(project(-180, 85.051129).y).toBeCloseTo(0, 6);
    // Berlin, tile 10/550/335 of the usual tile numbering.
    const berlin = project(13.405, 52.52);
    expect(Math.floor(berlin.x * 1024)).toBe(550);
    expect(Math.floor(berlin.y * 1024)).toBe(335);
  });
  it('goes there and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (longitude, latitude) => {
          const back = unproject(project(longitude, latitude));
          expect(back.longitude).toBeCloseTo(longitude, 6);
          expect(back.latitude).toBeCloseTo(latitude, 6);
        },
      ),
    );
  });
});

describe('unrolled', () => {
  it('goes on over the date line instead of back across the world', () => {
    const chukotka = [
      [170, 65],
      [179, 66],
      [-175, 66],
      [-170, 65],
      [170, 65],
    ];
    const xs = unrolled(chukotka).map((p) => p.x);
    for (let i = 1; i < xs.length; i++) expect(Math.abs(xs[i]! - xs[i - 1]!)).toBeLessThan(0.1);
    expect(Math.max(...xs)).toBeGreaterThan(1);
    expect(xs[4]).toBeCloseTo(xs[0]!, 9);
  });
  it('leaves a line within the world as it is', () => {
    expect(
      unrolled([
        [0, 0],
        [10, 5],
      ]),
    ).toEqual([project(0, 0), project(10, 5)]);
  });
});

describe('fit', () => {
  it('shows every point inside the box', () => {
    const position = fc.record({
      lon: fc.double({ min: -170, max: 170, noNaN: true }),
      lat: fc.double({ min: -50, max: 70, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), (places) => {
        const points = places.map(({ lon, lat }) => project(lon, lat));
        const view = fit(points, W, H);
        if (view.scale > minScale(W, H) * 1.01)
          for (const point of points) {
            const at = toScreen(point, view, W, H);
            expect(at.x).toBeGreaterThanOrEqual(-1);
            expect(at.x).toBeLessThanOrEqual(W + 1);
            expect(at.y).toBeGreaterThanOrEqual(-1);
            expect(at.y).toBeLessThanOrEqual(H + 1);
          }
      }),
    );
  });
  it('does not dive into a single place, and shows the world without any', () => {
    expect(fit([project(13, 52)], W, H).scale).toBeLessThan(60_000);
    expect(fit([], W, H).scale).toBe(minScale(W, H));
  });
});

describe('zoomAt', () => {
  it('keeps the place under the pointer', () => {
    const view = { center: project(10, 50), scale: 5000 };
    const pointer = { x: 200, y: 150 };
    const world = {
      x: view.center.x + (pointer.x - W / 2) / view.scale,
      y: view.center.y + (pointer.y - H / 2) / view.scale,
    };
    const next = zoomAt(view, 2, pointer, W, H);
    expect(next.scale).toBe(10_000);
    const at = toScreen(world, next, W, H);
    expect(at.x).toBeCloseTo(pointer.x, 6);
    expect(at.y).toBeCloseTo(pointer.y, 6);
  });
  it('stops at its limits', () => {
    const view = { center: { x: 0.5, y: 0.4 }, scale: 1000 };
    expect(zoomAt(view, 1e9, { x: 0, y: 0 }, W, H).scale).toBe(MAX_SCALE);
    expect(zoomAt(view, 1e-9, { x: 0, y: 0 }, W, H).scale).toBe(minScale(W, H));
  });
});

it('clampView never shows what is beyond the world', () => {
  const view = clampView({ center: { x: -3, y: 9 }, scale: 2000 }, W, H);
  expect(view.center.x - W / 2 / view.scale).toBeGreaterThanOrEqual(-40 / view.scale - 1e-9);
  expect(view.center.y + H / 2 / view.scale).toBeLessThanOrEqual(0.71 + 1e-9);
});
