import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Area,
  area_m2,
  areaOf,
  away,
  contains,
  degreesText,
  distance_m,
  outside_m,
  type Position,
  ringFault,
} from './geometry.ts';

const at = (longitude: number, latitude: number): Position => ({ longitude, latitude });
const xiamen = at(118.089425, 24.479834);
/** An L, open to the north-east. */
const ell = [at(0, 0), at(4, 0), at(4, 1), at(1, 1), at(1, 4), at(0, 4)];
const polygon = (ring: Position[]): Area => ({ shape: 'polygon', ring });

describe('distances', () => {
  it('are great-circle distances', () => {
    // A degree of a great circle, and two cities (Beijing to Shanghai, 1,068 km).
    expect(distance_m(at(0, 0), at(0, 1))).toBeCloseTo(111_195, -1);
    expect(distance_m(at(179.5, 0), at(-179.5, 0))).toBeCloseTo(111_195, -1);
    expect(distance_m(at(116.4074, 39.9042), at(121.4737, 31.2304)) / 1000).toBeCloseTo(1067, -1);
    expect(distance_m(xiamen, xiamen)).toBe(0);
  });
  it('match the distance travelled', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: 1, max: 200_000, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (longitude, latitude, metres, bearing) => {
          const from = at(longitude, latitude);
          expect(distance_m(from, away(from, metres, bearing)) / metres).toBeCloseTo(1, 4);
        },
      ),
    );
  });
});

describe('inside', () => {
  it('a circle is everything within its radius', () => {
    const area: Area = { shape: 'circle', center: xiamen, radius_m: 500 };
    expect(contains(area, away(xiamen, 499.9, 77))).toBe(true);
    expect(contains(area, away(xiamen, 500.1, 77))).toBe(false);
    expect(outside_m(area, away(xiamen, 700, 10))).toBeCloseTo(200, 1);
    expect(outside_m(area, xiamen)).toBe(0);
    const overDateLine: Area = { shape: 'circle', center: at(179.999, 0), radius_m: 500 };
    expect(contains(overDateLine, at(-179.999, 0))).toBe(true);
  });
  it.each([
    [at(0.5, 0.5), true],
    [at(3.5, 0.5), true],
    [at(0.5, 3.5), true],
    [at(2, 2), false],
    [at(-0.1, 0.5), false],
    [at(5, 0.5), false],
    [at(-1, 1), false],
    [at(-1, 0), false],
    // Edges and corners are inside.
    [at(4, 0.5), true],
    [at(1, 1), true],
    [at(2, 1), true],
    [at(0, 4), true],
    [at(2, 1.000001), false],
  ])('the L, %j: %s', (position, inside) => {
    expect(contains(polygon(ell), position)).toBe(inside);
    expect(contains(polygon([...ell].reverse()), position)).toBe(inside);
  });
  it('does not depend on the first corner of the ring', () => {
    const coordinate = fc.double({ min: -1, max: 5, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, fc.integer({ min: 0, max: 5 }), (x, y, turn) => {
        const turned = [...ell.slice(turn), ...ell.slice(0, turn)];
        expect(contains(polygon(turned), at(x, y))).toBe(contains(polygon(ell), at(x, y)));
      }),
    );
  });
  it('the distance outside is that to the nearest side', () => {
    expect(outside_m(polygon(ell), at(2, 2)) / 1000).toBeCloseTo(111.1, 0);
    expect(outside_m(polygon(ell), at(-1, 0)) / 1000).toBeCloseTo(111.2, 0);
  });
});

describe('a ring', () => {
  const square = [at(0, 0), at(0.01, 0), at(0.01, 0.01), at(0, 0.01)];
  it.each([
    [square, null],
    [[...square].reverse(), null],
    [square.slice(0, 2), 'few'],
    [[...square, at(0, 0)], 'double'],
    [[at(0, 0), at(0.01, 0.01), at(0.01, 0), at(0, 0.01)], 'crosses'],
    // A corner on a side, a side that runs back, and one that lies on another.
    [[at(0, 0), at(0.02, 0), at(0.02, 0.02), at(0.01, 0), at(0, 0.02)], 'crosses'],
    [[at(0, 0), at(0.02, 0), at(0.01, 0), at(0, 0.02)], 'crosses'],
    [[at(0, 0), at(0.01, 0), at(0.02, 0)], 'crosses'],
    [[at(179, 0), at(-179, 0), at(-179, 1)], 'dateLine'],
    [[at(0, 0), at(0.00001, 0), at(0, 0.00001)], 'small'],
    [[at(0, 0), at(10, 0), at(10, 10), at(0, 10)], 'large'],
  ])('%#: %j has the fault %s', (ring, fault) => {
    expect(ringFault(ring as Position[])?.fault ?? null).toBe(fault);
  });
  it('of two hundred corners on a circle is valid, and swapping two of them makes it invalid', () => {
    const ring = Array.from({ length: 200 }, (_, i) => away(xiamen, 1000, i * 1.8));
    expect(ringFault(ring)).toBeNull();
    expect(area_m2(polygon(ring)) / area_m2({ shape: 'circle', center: xiamen, radius_m: 1000 })).toBeCloseTo(
      1,
      2,
    );
    const swapped = [...ring];
    [swapped[10], swapped[50]] = [swapped[50] as Position, swapped[10] as Position];
    expect(ringFault(swapped)?.fault).toBe('crosses');
  });
});

it('an area is read from the values of a form once they are complete', () => {
  expect(areaOf({ shape: 'circle', longitude: '118.1', latitude: '24.5', radiusM: 500 })).toEqual({
    shape: 'circle',
    center: at(118.1, 24.5),
    radius_m: 500,
  });
  expect(areaOf({ shape: 'circle', longitude: '118.1', latitude: '', radiusM: 500 })).toBeNull();
  expect(areaOf({ shape: 'circle', longitude: '118.1', latitude: '24', radiusM: '' })).toBeNull();
  expect(areaOf({ shape: 'polygon', ring: [{ longitude: '1', latitude: 'x' }] })).toBeNull();
  expect(areaOf({})).toBeNull();
  expect(degreesText(118.1234567)).toBe('118.123457');
  expect(degreesText(-0.0000001)).toBe('0');
});
