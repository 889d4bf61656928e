import { describe, expect, it } from 'vitest';
import { compareValues } from '../table/compare-values.ts';
import { pagesOf } from '../table/page-numbers.ts';
import {
  decimalsOfStep,
  energyScale,
  formatDate,
  formatEnergies,
  formatNumber,
  formatPower,
  formatRelative,
  NO_VALUE,
  powerScale,
} from './format.ts';

describe('numbers', () => {
  it('keep their decimals and never show minus zero', () => {
    expect(formatNumber(1234.5, 1)).toBe('1,234.5');
    expect(formatNumber(-0.04, 1)).toBe('0.0');
    expect(formatNumber(12, 0, 'zh')).toBe('12');
  });
  it.each([null, undefined, Number.NaN])('show a dash for %s', (value) => {
    expect(formatNumber(value, 1)).toBe(NO_VALUE);
  });
  it('choose a readable unit', () => {
    expect(formatPower(-3400)).toEqual({ text: '-3,400', unit: 'W' });
    expect(formatPower(12_345)).toEqual({ text: '12.3', unit: 'kW' });
    expect(formatPower(2_500_000)).toEqual({ text: '2.50', unit: 'MW' });
    const energies = (...all: (number | null)[]) =>
      formatEnergies(all).map(({ text, unit }) => `${text} ${unit}`);
    // Side by side they have one unit.
    expect(energies(12_345, 800)).toEqual(['12.3 MWh', '0.8 MWh']);
    expect(energies(12_345, 3.2, null)).toEqual(['12,345.0 kWh', '3.2 kWh', '– kWh']);
    expect(energies(0, 12_000)).toEqual(['0.0 MWh', '12.0 MWh']);
    expect(formatPower(null)).toEqual({ text: NO_VALUE, unit: 'W' });
  });
  it('shows energies together in the unit of the largest', () => {
    expect([0, 0.4, 1, 9_999, 10_000].map((kwh) => energyScale(kwh).unit)).toEqual([
      'kWh',
      'Wh',
      'kWh',
      'kWh',
      'MWh',
    ]);
    expect(0.4 * energyScale(0.4).factor).toBe(400);
    expect(12_000 * energyScale(12_000).factor).toBe(12);
  });
  it('show as many decimals as a device measures', () => {
    expect([1, 10, 0.1, 0.05, 0.001, 1e-7, 0].map(decimalsOfStep)).toEqual([0, 0, 1, 2, 3, 6, 0]);
  });
});

describe('powers side by side', () => {
  it('have the unit of the largest', () => {
    const shown = (...powers_w: number[]) => {
      const { unit, factor, decimals } = powerScale(Math.max(...powers_w));
      return powers_w.map((w) => `${formatNumber(w * factor, decimals)} ${unit}`);
    };
    expect(shown(0, 9999)).toEqual(['0 W', '9,999 W']);
    expect(shown(1786, 24_310)).toEqual(['1.8 kW', '24.3 kW']);
    expect(shown(340_000, 1_200_000)).toEqual(['0.34 MW', '1.20 MW']);
  });
});

describe('dates', () => {
  const time = Date.UTC(2026, 2, 29, 0, 59, 59);
  it('follow the zone, across changes of daylight saving time', () => {
    expect(formatDate(time, 'dateTimeSeconds', 'Europe/Berlin')).toBe('2026-03-29 01:59:59');
    expect(formatDate(time + 1000, 'dateTimeSeconds', 'Europe/Berlin')).toBe('2026-03-29 03:00:00');
    expect(formatDate(time, 'dateTime', 'Asia/Shanghai', 'zh')).toBe('2026-03-29 08:59');
  });
  it('write midnight as 00:00', () => {
    expect(formatDate(Date.UTC(2026, 0, 1), 'time', 'UTC')).toBe('00:00');
  });
  it('name months in the language', () => {
    expect(formatDate(time, 'month', 'UTC', 'en')).toBe('March 2026');
    expect(formatDate(time, 'month', 'UTC', 'zh')).toBe('2026年3月');
  });
  it('can be relative to now', () => {
    expect(formatRelative(1_000_000 - 180_000, 1_000_000)).toBe('3 minutes ago');
    expect(formatRelative(1_000_000 - 2000, 1_000_000)).toBe('now');
    expect(formatRelative(0, 86_400_000 * 2, 'zh')).toBe('前天');
  });
});

describe('order of cells', () => {
  it('is natural', () => {
    expect(['P10', 'P2', 'p1'].sort(compareValues)).toEqual(['p1', 'P2', 'P10']);
    expect([10, 9, -1].sort(compareValues)).toEqual([-1, 9, 10]);
    expect([true, false].sort(compareValues)).toEqual([false, true]);
  });
});

describe('pages', () => {
  it('count pages, at least one', () => {
    expect([pagesOf(0, 10), pagesOf(10, 10), pagesOf(11, 10)]).toEqual([1, 1, 2]);
  });
});
