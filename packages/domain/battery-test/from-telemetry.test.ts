import { expect, it } from 'vitest';
import { proposalOf, type Reading } from './index.ts';

const MINUTE = 60_000;
/** A battery of 84 Ah (100 rated) and 40 mΩ: an hour of rest, a charge of `hours`, rest, discharge, repeatedly. */
function used(days: number, hours: number, { gap = false } = {}): Reading[] {
  const readings: Reading[] = [];
  let soc = 20;
  for (let minute = 0; minute < days * 1440; minute++) {
    const at = minute % ((hours + 1) * 120);
    const half = (hours + 1) * 60;
    const resting = at % half < 60;
    const current_A = resting ? 0 : at < half ? 20 : -20;
    readings.push({ time_ms: minute * MINUTE, current_A, voltage_V: 350 + current_A * 0.04, soc_pct: soc });
    soc += (100 * current_A) / 60 / 84;
  }
  return gap ? readings.filter((_, n) => n % 200 > 20) : readings;
}

it('finds the actual capacity, its uncertainty, and the resistance', () => {
  const found = proposalOf(used(4, 3), { rated_Ah: 100, temperature_C: 25 });
  expect(found.periods.length).toBeGreaterThan(8);
  expect(found.capacity_Ah).toBeGreaterThan(83);
  expect(found.capacity_Ah).toBeLessThan(85);
  expect(Math.abs((found.soh_pct as number) - 84)).toBeLessThan(found.uncertainty_pct as number);
  // The sensor's 1 % remains regardless of the number of periods.
  expect(found.uncertainty_pct).toBeGreaterThan(84 * 0.02);
  expect(found.uncertainty_pct).toBeLessThan(84 * 0.1);
  expect(found.resistance_mOhm).toBe(40);
});

it('is less certain with one period than with many', () => {
  const one = proposalOf(used(0.26, 3), { rated_Ah: 100, temperature_C: null });
  expect(one.periods.length).toBe(1);
  expect(one.uncertainty_pct).toBeGreaterThan(
    proposalOf(used(4, 3), { rated_Ah: 100, temperature_C: null }).uncertainty_pct as number,
  );
});

it('converts a capacity measured in the cold to 25 °C', () => {
  const warm = proposalOf(used(2, 3), { rated_Ah: 100, temperature_C: 25 }).soh_pct as number;
  expect(proposalOf(used(2, 3), { rated_Ah: 100, temperature_C: 15 }).soh_pct).toBeCloseTo(warm / 0.95, 1);
});

it('returns null for small swings, gaps, missing readings, and charge that contradicts the state of charge', () => {
  const nothing = { capacity_Ah: null, soh_pct: null, uncertainty_pct: null, periods: [] };
  expect(proposalOf(used(3, 1), { rated_Ah: 100, temperature_C: 25 })).toMatchObject(nothing);
  expect(proposalOf(used(3, 3, { gap: true }), { rated_Ah: 100, temperature_C: 25 })).toMatchObject(nothing);
  expect(proposalOf([], { rated_Ah: 100, temperature_C: 25 })).toMatchObject({
    ...nothing,
    resistance_mOhm: null,
  });
  const wrong = used(3, 3).map((reading) => ({ ...reading, soc_pct: 100 - reading.soc_pct }));
  expect(proposalOf(wrong, { rated_Ah: 100, temperature_C: 25 })).toMatchObject(nothing);
});
