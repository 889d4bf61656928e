import { expect, test } from 'vitest';
import { demoFleet } from './demo-fleet.ts';
import { placeOn } from './route.ts';

test('a mobile device returns to its start after a lap, and is far from it after half a lap', () => {
  const [center, route] = [
    { lat: 31.82, lon: 117.23 },
    { radius_m: 8000, lap_min: 120 },
  ];
  const at = (minute: number) => placeOn(center, route, minute * 60_000);
  expect(at(120)).toEqual(at(0));
  expect(at(0).lat - center.lat).toBeCloseTo(8000 / 111_195, 5);
  expect(at(60).lat).toBeCloseTo(2 * center.lat - at(0).lat, 5);
});

test('one device of the demo fleet is in a vehicle, and the others are stationary', () => {
  const roaming = demoFleet(300, 2026).filter(({ route }) => route);
  expect(roaming.map(({ place }) => place.tz)).toEqual(['Asia/Shanghai']);
});
