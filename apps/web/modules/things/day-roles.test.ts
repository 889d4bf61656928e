import { expect, it } from 'vitest';
import type { SeriesRow } from '../telemetry/index.ts';
import { dayRoles, reportedKeys } from './day-roles.ts';

const row = (key: number, values: Record<string, number>) =>
  ({ key, ...Object.fromEntries(Object.entries(values).map(([name, avg]) => [name, { avg }])) }) as SeriesRow;

it('shows the battery power of a device that reports only its own', () => {
  const rows = [row(1, { M_SOC: 50 }), row(2, { M_POWER: -1200 })];
  expect(reportedKeys(rows, ['soc', 'battery_power'])).toEqual(['M_SOC', 'M_POWER']);
});

it('shows the power of the inverter where a device reports both', () => {
  expect(reportedKeys([row(1, { M_POWER: -1200 }), row(2, { E_BAT_P: -1300 })], ['battery_power'])).toEqual([
    'E_BAT_P',
  ]);
});

it('has a key for each role without any reading', () => {
  expect(reportedKeys([], dayRoles)).toHaveLength(5);
});
