import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromGcj02, isShifted, toGcj02 } from './gcj02.ts';
import { distance_m } from './geometry.ts';

describe('GCJ-02', () => {
  it('is where Chinese maps draw a place', () => {
    // Tiananmen: the pair that converters publish as their example.
    const there = toGcj02({ longitude: 116.3912757, latitude: 39.906217 });
    expect(there.longitude).toBeCloseTo(116.397516, 4);
    expect(there.latitude).toBeCloseTo(39.907619, 4);
  });
  it('comes back to where it was, to the millimetre', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 73, max: 135, noNaN: true }),
        fc.double({ min: 3, max: 54, noNaN: true }),
        (longitude, latitude) => {
          const place = { longitude, latitude };
          const shift = distance_m(place, toGcj02(place));
          expect(shift).toBeGreaterThan(5);
          expect(shift).toBeLessThan(1500);
          expect(distance_m(place, fromGcj02(toGcj02(place)))).toBeLessThan(0.001);
        },
      ),
    );
  });
  it('is the same as WGS-84 elsewhere', () => {
    for (const place of [
      { longitude: 13.4, latitude: 52.5 },
      { longitude: -122.4, latitude: 37.8 },
      { longitude: 151.2, latitude: -33.9 },
    ]) {
      expect(isShifted(place)).toBe(false);
      expect(toGcj02(place)).toEqual(place);
      expect(fromGcj02(place)).toEqual(place);
    }
  });
});
