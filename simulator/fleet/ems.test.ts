import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, type EmsFacts, INVERTER_EFFICIENCY, windowAt } from './ems.ts';

const usual: EmsFacts = {
  settings: {
    E_MODE: 0,
    E_SOC_RSV: 10,
    E_SOC_MAX: 100,
    E_CHG_LIM: 5000,
    E_DIS_LIM: 5000,
    E_EXP_LIM: 10_000,
    E_FORCE_P: 3000,
    E_REMOTE_P: 0,
    E_BACKUP_EN: 1,
  },
  on_grid: true,
  running: true,
  pv_w: 0,
  load_w: 800,
  minute: 720,
  soc_pct: 50,
  charge_w: 6000,
  discharge_w: 6000,
  reserve_w: 99_000,
  room_w: 99_000,
  empty_w: 99_000,
  inverter_w: 5000,
};
const facts = (change: Partial<EmsFacts>, settings: Record<string, number> = {}): EmsFacts => ({
  ...usual,
  ...change,
  settings: { ...usual.settings, ...settings },
});

describe('self-use', () => {
  test('the battery covers the load at night and stores the surplus by day', () => {
    expect(decide(facts({}))).toEqual({ pv_w: 0, load_w: 800, grid_w: 0, bat_w: 800 });
    expect(decide(facts({ pv_w: 3000 }))).toEqual({ pv_w: 3000, load_w: 800, grid_w: 0, bat_w: -2200 });
  });

  test('the grid supplies what the battery may not', () => {
    expect(decide(facts({ load_w: 7000 })).grid_w).toBe(2000);
    expect(decide(facts({ load_w: 7000 }, { E_DIS_LIM: 1000 })).grid_w).toBe(6000);
    // 500 W at the terminals are 482 W after the inverter.
    expect(decide(facts({ reserve_w: 500 })).bat_w).toBe(Math.floor(500 * INVERTER_EFFICIENCY));
    expect(decide(facts({ reserve_w: 0 }))).toMatchObject({ bat_w: 0, grid_w: 800 });
  });

  test('PV is throttled above the export limit', () => {
    expect(decide(facts({ pv_w: 9000, room_w: 0 }, { E_EXP_LIM: 1500 }))).toEqual({
      pv_w: 2300,
      load_w: 800,
      grid_w: -1500,
      bat_w: 0,
    });
  });
});

describe('other modes', () => {
  test('time of use charges in its window from the grid, holds in another, otherwise runs as self-use', () => {
    const table = { E_MODE: 1, E_TOU1_START: 60, E_TOU1_END: 300, E_TOU1_ACT: 1, E_TOU1_P: 2500 };
    expect(decide(facts({ minute: 100 }, table))).toMatchObject({ bat_w: -2500, grid_w: 3300 });
    expect(decide(facts({ minute: 100 }, { ...table, E_TOU1_ACT: 3 }))).toMatchObject({
      bat_w: 0,
      grid_w: 800,
    });
    expect(decide(facts({ minute: 300 }, table))).toMatchObject({ bat_w: 800 });
  });

  test('a window over midnight covers both ends of the day, and nothing when start equals end', () => {
    const s = { E_TOU1_START: 1380, E_TOU1_END: 120, E_TOU1_ACT: 1, E_TOU1_P: 1000 };
    expect(windowAt(s, 1400).action).toBe(1);
    expect(windowAt(s, 60).action).toBe(1);
    expect(windowAt(s, 120).action).toBe(0);
    expect(windowAt({ ...s, E_TOU1_END: 1380 }, 1380).action).toBe(0);
  });

  test('back-up supplies nothing on grid, and charges from it below the reserve', () => {
    expect(decide(facts({}, { E_MODE: 2 })).bat_w).toBe(0);
    expect(decide(facts({ soc_pct: 5 }, { E_MODE: 2 })).bat_w).toBe(-3000);
  });

  test('forced and remote follow their setpoints', () => {
    expect(decide(facts({}, { E_MODE: 3 })).bat_w).toBe(-3000);
    expect(decide(facts({}, { E_MODE: 4 })).bat_w).toBe(3000);
    expect(decide(facts({}, { E_MODE: 5, E_REMOTE_P: -1200 })).bat_w).toBe(-1200);
    expect(decide(facts({}, { E_MODE: 4, E_EXP_LIM: 500 }))).toMatchObject({ bat_w: 1300, grid_w: -500 });
  });
});

describe('off grid', () => {
  test('the battery covers the load, loads are shed when it cannot, PV is throttled when it is full', () => {
    expect(decide(facts({ on_grid: false }))).toEqual({ pv_w: 0, load_w: 800, grid_w: 0, bat_w: 800 });
    expect(decide(facts({ on_grid: false, load_w: 9000 })).load_w).toBeLessThanOrEqual(5000);
    expect(decide(facts({ on_grid: false, pv_w: 4000, room_w: 0 }))).toMatchObject({ pv_w: 800, bat_w: 0 });
  });

  test('without the back-up output the house has no power', () => {
    expect(decide(facts({ on_grid: false, pv_w: 500 }, { E_BACKUP_EN: 0 }))).toEqual({
      pv_w: 0,
      load_w: 0,
      grid_w: 0,
      bat_w: 0,
    });
  });
});

test('any input produces integer watts that add up, within every limit', () => {
  const watt = fc.integer({ min: 0, max: 15_000 });
  fc.assert(
    fc.property(
      fc.record({
        on_grid: fc.boolean(),
        running: fc.boolean(),
        pv_w: watt,
        load_w: watt,
        minute: fc.integer({ min: 0, max: 1439 }),
        soc_pct: fc.integer({ min: 0, max: 100 }),
        charge_w: fc.double({ min: 0, max: 9000, noNaN: true }),
        discharge_w: fc.double({ min: 0, max: 9000, noNaN: true }),
        reserve_w: watt,
        room_w: watt,
        empty_w: watt,
      }),
      fc.record({
        E_MODE: fc.integer({ min: 0, max: 5 }),
        E_CHG_LIM: watt,
        E_DIS_LIM: watt,
        E_EXP_LIM: watt,
        E_FORCE_P: watt,
        E_REMOTE_P: fc.integer({ min: -15_000, max: 15_000 }),
        E_TOU1_START: fc.integer({ min: 0, max: 1440 }),
        E_TOU1_END: fc.integer({ min: 0, max: 1440 }),
        E_TOU1_ACT: fc.integer({ min: 0, max: 3 }),
        E_TOU1_P: watt,
      }),
      (f, s) => {
        const given = facts(f, s);
        const p = decide(given);
        for (const w of Object.values(p)) expect(Number.isInteger(w)).toBe(true);
        expect(p.load_w).toBe(p.pv_w + p.grid_w + p.bat_w);
        expect(p.pv_w).toBeGreaterThanOrEqual(0);
        expect(p.pv_w).toBeLessThanOrEqual(given.pv_w);
        expect(p.load_w).toBeGreaterThanOrEqual(0);
        expect(p.load_w).toBeLessThanOrEqual(given.load_w);
        if (given.running) {
          expect(p.bat_w).toBeLessThanOrEqual(Math.min(s.E_DIS_LIM, given.discharge_w, given.inverter_w));
          expect(-p.bat_w).toBeLessThanOrEqual(Math.min(s.E_CHG_LIM, given.inverter_w));
          expect(-p.bat_w * INVERTER_EFFICIENCY).toBeLessThanOrEqual(Math.min(given.charge_w, given.room_w));
          expect(-p.grid_w).toBeLessThanOrEqual(s.E_EXP_LIM);
        }
        if (!given.on_grid) expect(p.grid_w).toBe(0);
      },
    ),
    { numRuns: 2000 },
  );
});
