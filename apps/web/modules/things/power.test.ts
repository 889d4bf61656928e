import { describe, expect, it } from 'vitest';
import { batteryDirection, gridDirection, kwhOf, kwOf } from './power.ts';

describe('kwOf', () => {
  it('drops the sign, because the direction is shown in words', () => {
    expect(kwOf(-3421)).toEqual({ text: '3.42', unit: 'kW' });
    expect(kwOf(3421)).toEqual({ text: '3.42', unit: 'kW' });
  });
  it('changes from two decimals to one where the rounded figure reaches 10', () => {
    expect(kwOf(9994).text).toBe('9.99');
    expect(kwOf(9996).text).toBe('10.0');
    expect(kwOf(12_345).text).toBe('12.3');
  });
  it('shows a dash for unknown values, and never -0', () => {
    for (const nothing of [null, undefined, Number.NaN]) expect(kwOf(nothing).text).toBe('–');
    expect(kwOf(-0).text).toBe('0.00');
    expect(kwOf(-2).text).toBe('0.00');
  });
});

describe('directions', () => {
  it('follow the signs of the dictionary', () => {
    expect(batteryDirection(500)).toBe('discharging');
    expect(batteryDirection(-500)).toBe('charging');
    expect(gridDirection(500)).toBe('importing');
    expect(gridDirection(-500)).toBe('exporting');
  });
  it('treat noise as idle and a missing value as unknown', () => {
    expect(batteryDirection(14)).toBe('idle');
    expect(gridDirection(-14)).toBe('idle');
    expect(batteryDirection(null)).toBeNull();
    expect(gridDirection(undefined)).toBeNull();
  });
});

it('kwhOf distinguishes null from zero', () => {
  expect(kwhOf(null)).toBeNull();
  expect(kwhOf(0)).toBe(0);
  expect(kwhOf(1500)).toBe(1.5);
});
