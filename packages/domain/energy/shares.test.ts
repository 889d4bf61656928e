import { expect, test } from 'vitest';
import { type Energies, selfConsumption, selfSufficiency } from './shares.ts';

const none = { pv_kwh: 0, charge_kwh: 0, discharge_kwh: 0, import_kwh: 0, export_kwh: 0, load_kwh: 0 };
const slot = (of: Partial<Energies>): Energies => ({ ...none, ...of });

test('what the grid has charged and the battery still holds is no consumption from the grid', () => {
  const night = slot({ import_kwh: 11, charge_kwh: 10, load_kwh: 1 });
  expect(selfSufficiency([night], 'day')).toBe(0);
  const morning = slot({ pv_kwh: 3, load_kwh: 3 });
  // 1 kWh of the grid in a load of 4 kWh.
  expect(selfSufficiency([night, morning], 'day')).toBe(0.75);
  // As soon as the battery is empty, all of it has been consumed.
  expect(selfSufficiency([night, morning, slot({ discharge_kwh: 10, load_kwh: 10 })], 'day')).toBeCloseTo(
    3 / 14,
  );
});

test('over more than a day, what the battery has lost is no energy that it still holds', () => {
  const day = { pv_kwh: 12, charge_kwh: 8, discharge_kwh: 7, import_kwh: 1, export_kwh: 2, load_kwh: 10 };
  const month = Array.from({ length: 30 }, () => slot(day));
  expect(selfSufficiency(month, 'longer')).toBeCloseTo(0.9);
  // Days and their hours have the same share.
  expect(selfSufficiency([slot({ import_kwh: 30, load_kwh: 300 })], 'longer')).toBeCloseTo(0.9);
});

test('a battery that the sun charges does not reduce what came from the grid', () => {
  const slots = [slot({ import_kwh: 2, load_kwh: 2 }), slot({ pv_kwh: 8, charge_kwh: 6, load_kwh: 2 })];
  expect(selfSufficiency(slots, 'day')).toBe(0.5);
});

test('an energy that was not measured leaves its share unknown', () => {
  expect(selfSufficiency([slot({ load_kwh: null, import_kwh: 1 })], 'day')).toBeNull();
  expect(selfSufficiency([slot({ load_kwh: 2, import_kwh: null })], 'day')).toBeNull();
  expect(selfSufficiency([slot({ load_kwh: 0 })], 'day')).toBeNull();
  expect(selfSufficiency([], 'day')).toBeNull();
  // Without the discharge it is unknown what the battery holds.
  expect(
    selfSufficiency([slot({ load_kwh: 4, import_kwh: 4, charge_kwh: 3, discharge_kwh: null })], 'day'),
  ).toBe(0);
  expect(selfConsumption([slot({ pv_kwh: 4, export_kwh: 1 })])).toBe(0.75);
  expect(selfConsumption([slot({ pv_kwh: 4, export_kwh: null })])).toBeNull();
});
