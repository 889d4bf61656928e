import type { Facts } from '@voltloop/resource-kit';
import { describe, expect, it } from 'vitest';
import { toGcj02 } from './gcj02.ts';
import { geofenceRules, ringProblems } from './geofence.rules.ts';
import { degreesText, distance_m, positionOf } from './geometry.ts';

const corner = (longitude: number, latitude: number) => ({
  longitude: degreesText(longitude),
  latitude: degreesText(latitude),
});
const derive = (values: Record<string, unknown>) =>
  geofenceRules.derive?.({ values, before: null }, new Date(0)) ?? {};
const place = { longitude: 118.089425, latitude: 24.479834 };
const near = (values: unknown) => distance_m(positionOf(values as Record<string, unknown>) ?? place, place);

describe('positions in GCJ-02', () => {
  const given = toGcj02(place);
  it('are converted to WGS-84 once', () => {
    expect(near(corner(given.longitude, given.latitude))).toBeGreaterThan(100);
    const circle = {
      shape: 'circle',
      coordinateSystem: 'GCJ02',
      ...corner(given.longitude, given.latitude),
      radiusM: 100,
    };
    const first = { ...circle, ...derive(circle) };
    expect(near(first)).toBeLessThan(0.2);
    expect(first.coordinateSystem).toBe('WGS84');
    expect({ ...first, ...derive(first) }).toEqual(first);
  });
  it('of a ring are converted too', () => {
    const ring = [corner(given.longitude, given.latitude)];
    const after = derive({ shape: 'polygon', coordinateSystem: 'GCJ02', ring }) as { ring: unknown[] };
    expect(near(after.ring[0])).toBeLessThan(0.2);
  });
  it('stay unchanged if they are WGS-84 or unspecified', () => {
    for (const coordinateSystem of ['WGS84', undefined])
      expect(derive({ coordinateSystem, ...corner(118, 24) })).toEqual({});
  });
});

describe('an invalid fence', () => {
  const check = async (values: Record<string, unknown>) =>
    (await geofenceRules.check?.({} as Facts, [{ values, before: null }]))?.[0];
  it('is reported at its field', async () => {
    const bow = [corner(0, 0), corner(0.01, 0.01), corner(0.01, 0), corner(0, 0.01)];
    expect(await check({ shape: 'polygon', ring: bow })).toMatchObject([
      { field: expect.stringMatching(/^ring\.\d\.longitude$/), key: 'rule.geofence.crosses' },
    ]);
    expect(ringProblems({ shape: 'polygon', ring: bow.slice(0, 2) })).toMatchObject([
      { field: 'ring', key: 'rule.geofence.few' },
    ]);
    expect(ringProblems({ shape: 'circle', ring: [] })).toEqual([]);
    const circle = { shape: 'circle', longitude: '1', latitude: '1', radiusM: 10 };
    expect(await check({ ...circle, windowFrom: '08:00' })).toMatchObject([{ field: 'windowTo' }]);
    expect(await check({ ...circle, windowFrom: '08:00', windowTo: '09:00' })).toEqual([]);
  });
});
