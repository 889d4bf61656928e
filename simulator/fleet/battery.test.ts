import { describe, expect, test } from 'vitest';
import { CHARGE_V, flow, limitsOf, type PackState, packOcv } from './battery.ts';
import { balance, CELLS, cellSoc, cellTraits, ocvMv } from './cells.ts';

const pack = (soc: number, temp_c = 25): PackState => ({
  soc,
  soh: 1,
  temp_c,
  curr_a: 0,
  online: true,
  throughput_wh: 0,
  extreme_h: 0,
  deep_count: 0,
  deep_armed: true,
  dcir_count: 0,
  imbalance: new Array<number>(CELLS).fill(0),
  balancing: 0,
  prot: 0,
  alarm: 0,
  fault: 0,
});
const trait = { resistance_ohm: 0.02, capacity: 1 };
const rated = { charge_a: 60, discharge_a: 80 };
const on = { charge: true, discharge: true };

test('the open-circuit voltage rises with the charge and passes through its anchors', () => {
  for (let soc = -0.03; soc < 1.04; soc += 0.001)
    expect(ocvMv(soc + 0.001)).toBeGreaterThanOrEqual(ocvMv(soc));
  expect(ocvMv(0.5)).toBe(3289);
  expect(ocvMv(1)).toBe(3405);
  expect(ocvMv(-1)).toBe(2300);
  expect(ocvMv(2)).toBe(3800);
});

describe('conversion of power to current', () => {
  test('one pack, calculated by hand: 1000 W from 52.624 V behind 20 mΩ', () => {
    const packs = [pack(0.5)];
    const moved = flow(packs, [trait], 100, 1000, 60, 25, 0);
    // U = 52.624 - 0.02 I and U · I = 1000 → I = 19.14 A, U = 52.24 V.
    expect(packOcv(0.5)).toBeCloseTo(52.624, 3);
    expect(moved.curr_a).toBeCloseTo(19.142, 2);
    expect(moved.volt_v * moved.curr_a).toBeCloseTo(1000, 6);
    // 19.142 A for a minute of 100 Ah is 0.319 %.
    expect(packs[0]?.soc).toBeCloseTo(0.5 - 19.142 / 60 / 100, 6);
  });

  test('the fuller of two packs supplies more, and their currents add up', () => {
    const packs = [pack(0.8), pack(0.6)];
    const moved = flow(packs, [trait, trait], 100, 2000, 60, 25, 0);
    const [a, b] = packs as [PackState, PackState];
    expect(a.curr_a).toBeGreaterThan(b.curr_a);
    expect(a.curr_a + b.curr_a).toBeCloseTo(moved.curr_a, 9);
  });

  test('an offline pack carries no current', () => {
    const packs = [pack(0.8), { ...pack(0.6), online: false }];
    flow(packs, [trait, trait], 100, 2000, 60, 25, 0);
    expect(packs[1]?.curr_a).toBe(0);
    expect(packs[1]?.soc).toBe(0.6);
  });

  test('charging loses a little charge, and both directions heat', () => {
    const packs = [pack(0.5)];
    for (let i = 0; i < 60; i += 1) flow(packs, [trait], 100, -2500, 60, 25, 0);
    const up = (packs[0]?.soc ?? 0) - 0.5;
    const moved = flow(packs, [trait], 100, 0, 60, 25, 0);
    expect(up).toBeGreaterThan(0.44);
    expect(up).toBeLessThan(0.48);
    expect(moved.curr_a).toBe(0);
    expect(packs[0]?.temp_c).toBeGreaterThan(25.5);
  });

  test('an idle pack approaches the ambient temperature', () => {
    const packs = [pack(0.5, 40)];
    for (let i = 0; i < 48 * 60; i += 1) flow(packs, [trait], 100, 0, 60, 20, 0);
    expect(packs[0]?.temp_c).toBeCloseTo(20, 1);
  });
});

describe('limits', () => {
  test('near full charge the current tapers, and the voltage stays at the charge voltage', () => {
    const middle = limitsOf([pack(0.5)], [trait], [rated], on);
    const top = limitsOf([pack(0.995)], [trait], [rated], on);
    expect(middle.charge_a).toBe(60);
    expect(top.charge_a).toBeLessThan(12);
    const full = limitsOf([pack(1)], [trait], [rated], on);
    expect(packOcv(1) + full.charge_a * trait.resistance_ohm).toBeLessThanOrEqual(CHARGE_V);
  });

  test('charging is zero below freezing or when forbidden, while discharging is allowed in the cold', () => {
    expect(limitsOf([pack(0.5, 0)], [trait], [rated], on).charge_a).toBe(0);
    expect(limitsOf([pack(0.5, 5)], [trait], [rated], on).charge_a).toBeCloseTo(33, 6);
    expect(limitsOf([pack(0.5, 0)], [trait], [rated], on).discharge_a).toBe(80);
    expect(limitsOf([pack(0.5)], [trait], [rated], { charge: false, discharge: true }).charge_a).toBe(0);
  });
});

describe('cells', () => {
  test('differ more at both ends than on the plateau', () => {
    const traits = cellTraits(5);
    const spread = (soc: number) => {
      const mv = traits.capacity.map((_, i) => ocvMv(cellSoc(traits, i, soc, 0)));
      return Math.max(...mv) - Math.min(...mv);
    };
    for (const end of [0.03, 1]) expect(spread(end)).toBeGreaterThan(2 * spread(0.5));
  });

  test('balancing bleeds only the high cells, and lowers them', () => {
    const traits = { ...cellTraits(5), leak_per_day: new Array<number>(CELLS).fill(0) };
    const imbalance = new Array<number>(CELLS).fill(0);
    imbalance[3] = 0.01;
    const mv = imbalance.map((x) => 3420 + x * 5000);
    const before = (imbalance[3] as number) - (imbalance[0] as number);
    const bits = balance(traits, imbalance, mv, 3600, 100, {
      enabled: true,
      start_mv: 3400,
      difference_mv: 20,
    });
    expect(bits).toBe(1 << 3);
    // 60 mA for an hour, relative to 100 Ah.
    expect((imbalance[3] as number) - (imbalance[0] as number)).toBeCloseTo(before - 0.0006, 9);
    expect(
      balance(traits, imbalance, mv, 60, 100, { enabled: false, start_mv: 3400, difference_mv: 20 }),
    ).toBe(0);
  });
});
