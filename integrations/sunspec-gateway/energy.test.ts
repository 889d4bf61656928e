import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count, type EnergyState } from './energy.ts';
import { acPowers } from './powers.ts';
import type { Counter, Flow, Reading } from './reading.ts';

const MINUTE = 60_000;
const WRAP = 2 ** 32;

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
const counter = (flow: Flow, wh: number, no = 0): Counter => ({ flow, no, wh, modulus_wh: WRAP });

describe('the AC side', () => {
  it('is the inverter alone without a battery, and zero at night', () => {
    expect(acPowers(reading({ inverter_w: 2000, pv_w: 2080 }))).toEqual({ pv_w: 2000, battery_w: 0 });
    expect(acPowers(reading({ inverter_w: -6, pv_w: 0 }))).toEqual({ pv_w: 0, battery_w: 0 });
  });

  it('assigns the loss to the only active side', () => {
    const one = (pv_w: number, battery_w: number, inverter_w: number) =>
      acPowers(reading({ battery: true, pv_w, battery_w, inverter_w }));
    expect(one(0, 1000, 965)).toEqual({ pv_w: 0, battery_w: 965 });
    expect(one(0, -965, -1000)).toEqual({ pv_w: 0, battery_w: -1000 });
    expect(one(1000, 0, 965)).toEqual({ pv_w: 965, battery_w: 0 });
  });

  it('adds up to the power of the inverter, and PV is never negative', () => {
    const power = fc.integer({ min: -20_000, max: 20_000 });
    fc.assert(
      fc.property(fc.nat(20_000), power, power, (pv_w, battery_w, inverter_w) => {
        const ac = acPowers(reading({ battery: true, pv_w, battery_w, inverter_w }));
        expect(ac.pv_w).toBeGreaterThanOrEqual(0);
        expect((ac.pv_w as number) + (ac.battery_w as number)).toBeCloseTo(inverter_w, 6);
      }),
    );
  });

  it('is unknown while the power of the battery is', () => {
    expect(acPowers(reading({ battery: true, inverter_w: 500, pv_w: 700 }))).toEqual({
      pv_w: null,
      battery_w: null,
    });
  });
});

describe('counting', () => {
  const run = (readings: Reading[], gap_ms = 5 * MINUTE) => {
    let state: EnergyState | undefined;
    let totals = {};
    for (const r of readings) ({ state, totals } = count(state, r, gap_ms));
    return totals;
  };

  it('uses registers when available', () => {
    const at = (at_ms: number, wh: number) =>
      reading({ at_ms, inverter_w: 1000, counters: [counter('inverter', wh)] });
    expect(run([at(0, 7000), at(MINUTE, 7017)])).toEqual({ pv: 7017 });
  });

  it('integrates powers without a register, each over the time since the previous reading', () => {
    const at = (at_ms: number, battery_w: number) =>
      reading({ at_ms, battery: true, inverter_w: battery_w, pv_w: 0, battery_w });
    expect(run([at(0, 6000), at(MINUTE, 6000), at(2 * MINUTE, -1200)])).toEqual({
      pv: 0,
      charge: 20,
      discharge: 100,
      dc_charge: 20,
      dc_discharge: 100,
    });
  });

  it('begins at the value of the register, and uses it across a gap', () => {
    const at = (at_ms: number, wh: number) =>
      reading({
        at_ms,
        battery: true,
        inverter_w: 3000,
        pv_w: 3000,
        battery_w: 0,
        counters: [counter('pv', wh), counter('pv', wh, 1)],
      });
    // One minute at 3 kW, then an hour of silence in which both inputs have counted 400 Wh each.
    expect(run([at(0, 1000), at(MINUTE, 1026), at(61 * MINUTE, 1426)])).toMatchObject({
      pv: 2000 + 50 + 800,
    });
  });

  it('counts nothing across a gap without a register', () => {
    const at = (at_ms: number) => reading({ at_ms, grid_w: 6000 });
    expect(run([at(0), at(MINUTE), at(120 * MINUTE)])).toEqual({ import: 100, export: 0 });
  });

  it('continues without a jump when the register of a new meter appears', () => {
    const at = (at_ms: number, counters: Counter[]) => reading({ at_ms, grid_w: 6000, counters });
    const appeared = [counter('import', 90), counter('export', 5)];
    const later = [counter('import', 190), counter('export', 5)];
    expect(run([at(0, []), at(MINUTE, []), at(2 * MINUTE, appeared), at(3 * MINUTE, later)])).toEqual({
      import: 200,
      export: 0,
    });
  });

  it('is not affected when the clock is set back', () => {
    const at = (at_ms: number) => reading({ at_ms, grid_w: 6000 });
    expect(run([at(MINUTE), at(2 * MINUTE), at(0), at(MINUTE)])).toEqual({ import: 200, export: 0 });
  });
});
