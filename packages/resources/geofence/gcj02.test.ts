import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromGcj02, isShifted, toGcj02 } from './gcj02.ts';
import { distance_m } from './geometry.ts';

describe('GCJ-02', () => {
  it('shifts a place to its position on Chinese maps', () => {
    // Tiananmen: the pair that converters publish as their example.
    const shifted = toGcj02({ longitude: 116.3912757, latitude: 39.906217 });
    expect(shifted.longitude).toBeCloseTo(116.397516, 4);
    expect(shifted.latitude).toBeCloseTo(39.907619, 4);
  });
  it('converts back to the original position, to the millimetre', () => {
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
  it('equals WGS-84 outside China', () => {
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
