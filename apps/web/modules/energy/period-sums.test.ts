import { selfSufficiency } from '@voltloop/domain/energy/shares.ts';
import { expect, test } from 'vitest';
import { changeOf, comparedWith, type EnergyPeriod, sufficiencyChange, type Totals } from './period-sums.ts';

const totals = (load_kwh: number, import_kwh: number, pv_kwh = 0): Totals => ({
  load_kwh,
  import_kwh,
  pv_kwh,
  charge_kwh: 0,
  discharge_kwh: 0,
  export_kwh: 0,
});
const pair = (now: Totals, former: Totals) => ({
  things: 1,
  now,
  former,
  self_sufficiency: { now: selfSufficiency([now], 'longer'), former: selfSufficiency([former], 'longer') },
});

test('a change is a percentage of the former value, and null if that was nothing', () => {
  const compared = pair(totals(120, 30), totals(100, 50));
  expect(changeOf(compared, 'load')).toBe(20);
  expect(changeOf(compared, 'import')).toBe(-40);
  expect(changeOf(compared, 'pv')).toBeNull();
  expect(changeOf(null, 'load')).toBeNull();
});

test('self-sufficiency changes by percentage points', () => {
  expect(sufficiencyChange(pair(totals(100, 25), totals(100, 50)))).toBeCloseTo(25);
  expect(sufficiencyChange(pair(totals(0, 0), totals(100, 50)))).toBeNull();
});

test('a comparison without data falls back to one with data', () => {
  const known = pair(totals(1, 1), totals(1, 1));
  const of = (previous: EnergyPeriod['previous'], year_ago: EnergyPeriod['previous']) =>
    ({ previous, year_ago }) as EnergyPeriod;
  expect(comparedWith(of(known, known), 'year_ago')).toBe('year_ago');
  expect(comparedWith(of(known, null), 'year_ago')).toBe('previous');
  expect(comparedWith(of(null, known), 'previous')).toBe('year_ago');
  expect(comparedWith(of(null, null), 'previous')).toBeNull();
  expect(comparedWith(undefined, 'previous')).toBeNull();
});
