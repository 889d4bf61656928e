import { expect, test } from 'vitest';
import { batteryWord, type Now, nowOf, supplyOf } from './now-sentence.ts';

const now = (more: Partial<Now>): Now => ({
  pv_w: 0,
  battery_w: 0,
  grid_w: 0,
  load_w: 1000,
  soc_pct: 50,
  ...more,
});

test.each([
  [{ pv_w: 3000, battery_w: -1800 }, 'solar'],
  [{ battery_w: 980, grid_w: 20 }, 'battery'],
  [{ grid_w: 1000 }, 'grid'],
  [{ pv_w: 500, battery_w: 500 }, 'solarBattery'],
  [{ pv_w: 500, grid_w: 500 }, 'solarGrid'],
  [{ battery_w: 400, grid_w: 600 }, 'batteryGrid'],
  [{ pv_w: 300, battery_w: 300, grid_w: 400 }, 'all'],
  [{ load_w: 5, grid_w: 5 }, 'idle'],
] as const)('%o is served by %s', (more, supply) => {
  expect(supplyOf(now(more))).toBe(supply);
});

test('an idle battery is full, empty or idle', () => {
  const words = [-900, 900].map((battery_w) => batteryWord(now({ battery_w })));
  expect(words).toEqual(['charging', 'discharging']);
  expect([100, 3, 50, null].map((soc_pct) => batteryWord(now({ soc_pct })))).toEqual([
    'full',
    'empty',
    'idle',
    'idle',
  ]);
});

const thing = (status: number, soc: number | null, rated_wh: number | null, pv = 0) => ({
  status,
  status_data: {
    soc,
    left_wh: soc === null || rated_wh === null ? null : (soc * rated_wh) / 100,
    rated_wh,
    pv_power_w: pv,
    bat_power_w: -pv,
    grid_power_w: null,
    load_power_w: 0,
    last_time: 5,
  },
});

test('several devices add up, without offline ones', () => {
  expect(
    nowOf([thing(1, 100, 10_000, 100), thing(2, 10, 40_000, 50), thing(0, 99, 5000, 900)]),
  ).toMatchObject({
    pv_w: 150,
    battery_w: -150,
    grid_w: 0,
    load_w: 0,
    soc_pct: 28,
    left_wh: 14_000,
    batteries: 2,
    counted: 2,
    as_of: 5,
  });
  expect(nowOf([thing(0, 99, 5000, 900)])).toBeNull();
});
