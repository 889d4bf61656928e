import { expect, test } from 'vitest';
import { type CounterReading, usableEnergyOf } from './usable-energy.ts';

const MINUTE = 60_000;
/** Steps of [minutes, fall of the state of charge, Wh out, Wh in] from full, each as one reading. */
function readingsOf(steps: readonly (readonly [number, number, number, number])[]): CounterReading[] {
  let now: CounterReading = { time_ms: 0, soc_pct: 100, charged_Wh: 50_000, discharged_Wh: 40_000 };
  return [
    now,
    ...steps.map(([minutes, fall, out, into]) => {
      now = {
        time_ms: now.time_ms + minutes * MINUTE,
        soc_pct: now.soc_pct - fall,
        charged_Wh: now.charged_Wh + into,
        discharged_Wh: now.discharged_Wh + out,
      };
      return now;
    }),
  ];
}

test('is the energy taken out over the fall of the state of charge, with the discharge it is from', () => {
  const readings = readingsOf([
    [60, 40, 20_000, 0],
    [600, 0, 0, 0],
    [60, 40, 20_000, 0],
    [60, -80, 0, 42_000],
  ]);
  expect(usableEnergyOf(readings)).toEqual({
    energy_kWh: 50,
    uncertainty_pct: 7.3,
    discharges: [{ from: 0, to: 720 * MINUTE, fromSoc_pct: 100, toSoc_pct: 20, energy_kWh: 40 }],
  });
});

test('subtracts energy recovered by braking, and a small rise does not end a discharge', () => {
  const readings = readingsOf([
    [60, 40, 22_000, 0],
    [10, -1, 0, 500],
    [60, 41, 19_000, 500],
  ]);
  expect(usableEnergyOf(readings)?.energy_kWh).toBe(50);
});

test('several discharges are more certain than one', () => {
  const one = [
    [60, 80, 40_000, 0],
    [60, -80, 0, 42_000],
  ] as const;
  expect(usableEnergyOf(readingsOf([...one, ...one, ...one]))).toMatchObject({
    energy_kWh: 50,
    uncertainty_pct: 4.5,
  });
});

test.each([
  ['no readings', []],
  ['short swings', [[60, 50, 25_000, 0] as const, [60, -50, 0, 26_000] as const]],
  ['much charged meanwhile', [[60, 80, 60_000, 20_000] as const]],
  ['counters that stand still', [[60, 80, 0, 0] as const]],
  ['counters that began again', [[60, 40, 20_000, 0] as const, [60, 40, -60_000, 0] as const]],
])('is null for %s', (_, steps) => {
  expect(usableEnergyOf(steps.length === 0 ? [] : readingsOf(steps))).toBeNull();
});
