import { describe, expect, test } from 'vitest';
import { planePower, sinElevation, sunSite } from './sun.ts';

const flat = (lat: number, lon: number) =>
  sunSite(lat, lon, [{ peak_w: 10_000, tilt_deg: 0, azimuth_deg: 0 }]);
const elevation = (lat: number, lon: number, iso: string) =>
  (Math.asin(sinElevation(flat(lat, lon), Date.parse(iso))) * 180) / Math.PI;

describe('the position of the sun matches almanacs', () => {
  // At noon its elevation is 90° - |latitude - declination|; declination is 0 at the equinox and ±23.44° at the
  // solstices.
  test.each([
    ['equator at the equinox', 0, 0, '2026-03-20T12:07Z', 90],
    ['Greenwich at the summer solstice', 51.48, 0, '2026-06-21T12:02Z', 61.96],
    ['Greenwich at the winter solstice', 51.48, 0, '2026-12-21T11:58Z', 15.08],
    ['Sydney at its summer solstice', -33.87, 151.21, '2026-12-21T01:53Z', 79.57],
  ])('%s', (_, lat, lon, iso, degrees) => {
    expect(Math.abs(elevation(lat, lon, iso) - degrees)).toBeLessThan(1);
  });

  test('is below the horizon at midnight, with no power', () => {
    expect(elevation(51.48, 0, '2026-06-21T00:02Z')).toBeLessThan(-10);
    expect(planePower(flat(51.48, 0), Date.parse('2026-06-21T00:02Z'), 1, 15)).toEqual([0]);
  });
});

describe('irradiance of a plane', () => {
  const noon = Date.parse('2026-12-21T12:00Z');

  test('is higher when tilted than flat in winter, and nearly only diffuse when facing the pole', () => {
    const site = sunSite(
      51.48,
      0,
      [
        { tilt_deg: 0, azimuth_deg: 180 },
        { tilt_deg: 45, azimuth_deg: 180 },
        { tilt_deg: 45, azimuth_deg: 0 },
      ].map((p) => ({ peak_w: 1000, ...p })),
    );
    const [level, south, north] = planePower(site, noon, 1, 5) as [number, number, number];
    expect(south).toBeGreaterThan(2 * level);
    expect(north).toBeLessThan(0.2 * south);
  });

  test('is a fraction under an overcast sky, and power falls with heat', () => {
    const site = flat(-33.87, 151.21);
    const at = Date.parse('2026-12-21T01:53Z');
    const [clear] = planePower(site, at, 1, 20) as [number];
    const [grey] = planePower(site, at, 0.04, 20) as [number];
    const [hot] = planePower(site, at, 1, 40) as [number];
    expect(grey).toBeGreaterThan(0.05 * clear);
    expect(grey).toBeLessThan(0.35 * clear);
    // 20 K more at 0.38 %/K is about 8 % less.
    expect(hot / clear).toBeGreaterThan(0.9);
    expect(hot / clear).toBeLessThan(0.94);
  });
});
