import { expect, it } from 'vitest';
import { eventDecimals, eventUnit } from './event-unit.ts';
import { HE_BAT } from './he-bat/index.ts';

const units = new Map([
  ...HE_BAT.points.map(({ key, unit }) => [key, unit] as const),
  ...HE_BAT.faults.map(({ code, unit = '' }) => [code, unit] as const),
]);

it.each([
  ['M_PROT1.0', 'mV'],
  ['M_PROT1.2', 'V'],
  ['P_ALARM.5@2', 'A'],
  ['M_WARN1.8', '°C'],
  ['P_PROT.10@1', '°C'],
  ['M_SOC.below', '%'],
  ['OFFLINE', ''],
  ['M_PROT1.16', ''],
])('the value of %s is in %s', (code, unit) => {
  expect(eventUnit(code, (name) => units.get(name) ?? '')).toBe(unit);
});

it('shows a value and its threshold with the same sufficient decimals', () => {
  expect(eventDecimals([3.71, 3.65], 0)).toBe(2);
  expect(eventDecimals([58.5, 58.4], 0)).toBe(1);
  expect(eventDecimals([12, 15], 1)).toBe(0);
  expect(eventDecimals([0.1 + 0.2, null], 1)).toBe(1);
  expect(eventDecimals([1.23456, 1], 0)).toBe(3);
});
