import { expect, test } from 'vitest';
import { zoneOf } from './zone-of.ts';

test.each([
  [151.21, -33.87, 'Australia/Sydney'],
  [13.4, 52.52, 'Europe/Berlin'],
  [121.47, 31.23, 'Asia/Shanghai'],
  [-118.24, 34.05, 'America/Los_Angeles'],
  [-46.63, -23.55, 'America/Sao_Paulo'],
  [0, 0, 'Etc/GMT'],
  [180, 90, 'Etc/GMT'],
  [-180, -90, 'Antarctica/McMurdo'],
])('%d, %d is in %s', (longitude, latitude, zone) => {
  expect(zoneOf({ longitude, latitude })).toBe(zone);
  expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBeTruthy();
});
