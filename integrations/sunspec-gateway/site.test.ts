import { describe, expect, it } from 'vitest';
import type { Part } from './config.ts';
import type { Totals } from './energy.ts';
import type { Reading } from './reading.ts';
import { type Source, siteFrame } from './site.ts';

const reading = (more: Partial<Reading>): Reading => ({
  at_ms: 0,
  points: {},
  inverter_w: null,
  pv_w: null,
  inputs: [],
  battery: false,
  battery_w: null,
  grid_w: null,
  counters: [],
  ...more,
});
const source = (
  name: string,
  parts: Part[],
  more: Partial<Reading> | null,
  totals: Totals | null = {},
): Source => ({
  name,
  parts: new Set(parts),
  known: true,
  reading: more && reading(more),
  totals: more && totals,
});

const hybrid = source(
  'hybrid',
  ['inverter', 'pv', 'battery', 'meter'],
  {
    inverter_w: 2500,
    pv_w: 2000,
    battery: true,
    battery_w: 500,
    grid_w: -1200,
    points: { M_SOC: 50, M_CAP_RATED: 10_000 },
  },
  { pv: 9000.9, charge: 400, discharge: 300, dc_charge: 390, dc_discharge: 310, import: 1000, export: 2000 },
);
const string = source('string', ['inverter', 'pv'], { inverter_w: 700 }, { pv: 5000 });
const away = (s: Source): Source => ({ ...s, reading: null, totals: null });
/** Not scanned yet: it may have any part. */
const unknown: Source = { ...source('new', ['inverter', 'pv', 'battery', 'meter'], null), known: false };

describe('the points of a site', () => {
  it('add up: load = pv + grid + battery', () => {
    const { data } = siteFrame([hybrid, string]);
    expect(data).toMatchObject({
      E_INV_P: 3200,
      E_PV_P: 2700,
      E_BAT_P: 500,
      M_POWER: 500,
      E_GRID_P: -1200,
      E_LOAD_P: 2000,
      E_E_PV: 14_000,
      E_E_IMP: 1000,
      E_E_EXP: 2000,
      E_E_CHG: 400,
      E_E_DIS: 300,
      M_E_CHG_TOTAL: 390,
      M_E_DIS_TOTAL: 310,
      E_E_LOAD: 12_900,
    });
  });

  it('omit sums while an inverter that belongs to them is unreachable, and keep known values', () => {
    const { data } = siteFrame([hybrid, away(string)]);
    for (const key of ['E_PV_P', 'E_LOAD_P', 'E_INV_P', 'E_E_PV', 'E_E_LOAD', 'E_BAT_P'])
      expect(data, key).not.toHaveProperty(key);
    expect(data).toMatchObject({ E_GRID_P: -1200, M_SOC: 50, M_POWER: 500, E_E_IMP: 1000 });
  });

  it('treat an inverter that was never read as one with any part', () => {
    expect(siteFrame([unknown, hybrid]).data).not.toHaveProperty('E_GRID_P');
    const { data } = siteFrame([hybrid, unknown]);
    expect(data).toMatchObject({ E_GRID_P: -1200 });
    expect(data).not.toHaveProperty('E_PV_P');
    expect(data).not.toHaveProperty('M_SOC');
  });

  it('are absent when no inverter answers', () => {
    expect(siteFrame([away(hybrid), away(string)]).data).toEqual({});
  });

  it('have no PV for a battery that is read alone', () => {
    const battery = source('battery', ['battery'], { battery: true, battery_w: 300 });
    const { data } = siteFrame([string, battery, source('meter', ['meter'], { grid_w: 100 })]);
    expect(data).toMatchObject({ E_PV_P: 700, E_BAT_P: 300, E_LOAD_P: 1100, E_WARN1: 0 });
  });

  it('warn that the meter is silent while inverters answer', () => {
    const meter = source('meter', ['meter'], null);
    for (const known of [true, false])
      expect(siteFrame([string, { ...meter, known }]).data).toMatchObject({ E_WARN1: 1, E_PV_P: 700 });
    expect(siteFrame([string, unknown]).data).not.toHaveProperty('E_WARN1');
  });

  it('weight the charge of two batteries by their size', () => {
    const second = source('second', ['battery'], {
      battery: true,
      battery_w: 0,
      inverter_w: 0,
      points: { M_SOC: 80, M_CAP_RATED: 5000 },
    });
    expect(siteFrame([hybrid, second]).data).toMatchObject({ M_SOC: 60, M_CAP_RATED: 15_000 });
  });

  it('omit the charge of two batteries while the size of one is unknown', () => {
    const second = source('second', ['battery'], { battery: true, points: { M_SOC: 80 } });
    expect(siteFrame([hybrid, second]).data).not.toHaveProperty('M_SOC');
  });

  it('omit values that the server would refuse', () => {
    const odd = source('odd', ['battery'], { battery: true, points: { M_SOC: 300, M_VOLT: 51.26 } });
    const { data } = siteFrame([odd]);
    expect(data).not.toHaveProperty('M_SOC');
    expect(data.M_VOLT).toBe(51.3);
  });

  it('merge the fault bits of all inverters', () => {
    const a = source('a', ['inverter'], { points: { E_FAULT1: 1 } });
    const b = source('b', ['inverter'], { points: { E_FAULT1: 4 } });
    expect(siteFrame([a, b]).data).toMatchObject({ E_FAULT1: 5 });
  });
});

describe('the energy of the load', () => {
  const at = (s: Source, totals: Totals): Source => ({ ...s, totals: { ...s.totals, ...totals } });

  it('rises by the sum of the flows, and never falls', () => {
    const first = siteFrame([hybrid]);
    const start = first.data.E_E_LOAD as number;
    const later = siteFrame([at(hybrid, { pv: 9100.9, export: 2050 })], first.load);
    expect(later.data.E_E_LOAD).toBe(start + 50);
    const behind = siteFrame([at(hybrid, { pv: 9100.9, export: 2060 })], later.load);
    expect(behind.data.E_E_LOAD).toBe(start + 50);
    const caughtUp = siteFrame([at(hybrid, { pv: 9115.9, export: 2060 })], behind.load);
    expect(caughtUp.data.E_E_LOAD).toBe(start + 55);
  });

  it('does not count the lifetime of another inverter as the load of a minute', () => {
    const first = siteFrame([hybrid]);
    const second = siteFrame([hybrid, string], first.load);
    expect(second.data.E_E_LOAD).toBe(first.data.E_E_LOAD);
  });

  it('is kept while an inverter is unreachable', () => {
    const first = siteFrame([hybrid]);
    const gap = siteFrame([away(hybrid)], first.load);
    const back = siteFrame([at(hybrid, { pv: 9900.9 })], gap.load);
    expect(back.data.E_E_LOAD).toBe((first.data.E_E_LOAD as number) + 900);
  });
});
