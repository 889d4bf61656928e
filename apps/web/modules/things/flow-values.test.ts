import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowDuration_s, flowWidth, loadShares, ringArc, splitFlows } from './flow-values.ts';

const split = (pv_w: number, battery_w: number, grid_w: number, load_w: number) =>
  splitFlows({ pv_w, battery_w, grid_w, load_w });

describe('splitFlows', () => {
  it('sun to load, battery and grid on a bright day', () => {
    expect(split(5000, -2000, -1800, 1200)).toMatchObject({ pv_load: 1200, pv_battery: 2000, pv_grid: 1800 });
  });
  it('battery to load in the evening, grid for the rest', () => {
    expect(split(0, 800, 400, 1200)).toMatchObject({ battery_load: 800, grid_load: 400, pv_load: 0 });
  });
  it('grid into the battery at night', () => {
    expect(split(0, -3000, 3400, 400)).toMatchObject({ grid_load: 400, grid_battery: 3000 });
  });
  it('battery into the grid in a forced discharge', () => {
    expect(split(0, 5000, -4600, 400)).toMatchObject({ battery_load: 400, battery_grid: 4600 });
  });
  it('treats unknown powers as zero', () => {
    const none = splitFlows({ pv_w: null, battery_w: null, grid_w: null, load_w: null });
    expect(Object.values(none).every((w) => w === 0)).toBe(true);
  });

  const watt = fc.integer({ min: 0, max: 20_000 });
  const signed = fc.integer({ min: -20_000, max: 20_000 });
  it('never exceeds the measured power of a source or a sink, whatever the meters report', () => {
    fc.assert(
      fc.property(watt, signed, signed, watt, (pv, bat, grid, load) => {
        const f = split(pv, bat, grid, load);
        expect(Math.min(...Object.values(f))).toBeGreaterThanOrEqual(0);
        expect(f.pv_load + f.pv_battery + f.pv_grid).toBeLessThanOrEqual(pv);
        expect(f.battery_load + f.battery_grid).toBeLessThanOrEqual(Math.max(bat, 0));
        expect(f.grid_load + f.grid_battery).toBeLessThanOrEqual(Math.max(grid, 0));
        expect(f.pv_load + f.battery_load + f.grid_load).toBeLessThanOrEqual(load);
        expect(f.pv_battery + f.grid_battery).toBeLessThanOrEqual(Math.max(-bat, 0));
        expect(f.pv_grid + f.battery_grid).toBeLessThanOrEqual(Math.max(-grid, 0));
      }),
    );
  });
  it('accounts for every watt of the load when the meters agree', () => {
    fc.assert(
      fc.property(watt, signed, watt, (pv, bat, load) => {
        const f = split(pv, bat, load - pv - bat, load);
        expect(f.pv_load + f.battery_load + f.grid_load).toBe(load);
      }),
    );
  });
});

describe('drawing', () => {
  it('shares of the load sum to one, or are all zero', () => {
    const shares = loadShares(split(600, 300, 100, 1000));
    expect(shares).toEqual({ pv: 0.6, battery: 0.3, grid: 0.1 });
    expect(loadShares(split(0, 0, 0, 0))).toEqual({ pv: 0, battery: 0, grid: 0 });
  });
  it('moves faster and draws thicker lines with more power, within bounds', () => {
    expect(flowDuration_s(0)).toBe(1.5);
    expect(flowDuration_s(10_000)).toBe(0.3);
    expect(flowDuration_s(1e9)).toBe(0.3);
    expect(flowDuration_s(3000)).toBeLessThan(flowDuration_s(300));
    expect(flowWidth(0)).toBe(2);
    expect(flowWidth(1e9)).toBe(5);
  });
  it('computes an arc of a ring', () => {
    const arc = ringArc(10, 0.25, 0.5);
    const [on, off] = arc.dasharray.split(' ').map(Number);
    expect(on! + off!).toBeCloseTo(62.83, 1);
    expect(on).toBeCloseTo(31.42, 1);
    expect(arc.dashoffset).toBeCloseTo(-15.71, 1);
  });
});
