import { describe, expect, test } from 'vitest';
import { createSystem, drainEvents, provoke, relieve, type System, statusFrame, step } from './index.ts';

const start_ms = Date.UTC(2026, 10, 1, 2);
const place = { lat: -33.76, lon: 150.69, tz: 'Australia/Sydney', country: 'AU' };
const make = () =>
  createSystem({ devid: 'HB1', seed: 4, place, packs: 2, soc: 0.5, settings: { E_MODE: 0 } }, start_ms);

function run(system: System, minutes: number): void {
  for (let i = 0; i < minutes; i += 1) step(system, 60, system.state.t_ms + 60_000);
}
const data = (system: System) => statusFrame(system, system.state.t_ms).data ?? {};

describe('overheating', () => {
  test('warns, alarms and protects in this order, stops the battery, and ends only below the release level', () => {
    const system = make();
    run(system, 1);
    drainEvents(system);
    system.state.provoked.heat_w = 2500;
    run(system, 20);
    const begun = drainEvents(system);
    const order = ['M_WARN1.6', 'M_ALARM1.6', 'M_PROT1.6'].map((code) => begun.find((e) => e.code === code));
    expect(order.map((e) => e?.level)).toEqual([1, 2, 3]);
    const begins = order.map((e) => e?.begin ?? 0);
    expect(begins).toEqual([...begins].sort((a, b) => a - b));
    expect(order[2]).toMatchObject({ source: 'master', threshold: 55, end: null });
    expect(order[2]?.value).toBeGreaterThanOrEqual(55);
    expect(begun.some((e) => e.code === 'P_PROT.6' && e.source === 'slave')).toBe(true);
    expect(data(system)).toMatchObject({ M_STATE: 6, M_CHG_EN: 0, M_CHG_I_LIM: 0 });

    system.state.provoked.heat_w = -2500;
    const ends: { code: string; at_c: number }[] = [];
    while (system.measured.max_c > 35) {
      run(system, 1);
      for (const e of drainEvents(system)) {
        if (e.end) ends.push({ code: e.code, at_c: system.measured.max_c });
      }
    }
    const over = ends.find((e) => e.code === 'M_PROT1.6');
    expect(over?.at_c).toBeLessThanOrEqual(45);
    expect(data(system).M_CHG_EN).toBe(1);
  });
});

describe('provoked faults', () => {
  test('a lost grid islands the house, and its return ends the events', () => {
    const system = make();
    provoke(system, 'E_FAULT1.0');
    run(system, 2);
    const d = data(system);
    expect(d).toMatchObject({ E_GRID_MODE: 2, E_GRID_P: 0, E_FAULT1: 1 });
    expect(d.E_LOAD_P).toBe((d.E_PV_P ?? 0) + (d.E_BAT_P ?? 0));
    expect(drainEvents(system).map((e) => [e.code, e.end])).toEqual(
      expect.arrayContaining([
        ['E_FAULT1.0', null],
        ['E_WARN1.5', null],
      ]),
    );
    relieve(system);
    run(system, 1);
    expect(drainEvents(system).filter((e) => e.end).length).toBeGreaterThanOrEqual(2);
    expect(data(system).E_GRID_MODE).toBe(1);
    expect(system.state.active).toEqual({});
  });

  test('a faulty pack goes offline while the others continue', () => {
    const system = make();
    provoke(system, 'P_FAULT.1@2');
    run(system, 2);
    expect(data(system)).toMatchObject({ M_PACK_ONLINE: 1, M_PACK_NUM: 2, M_ALARM2: 1 });
    expect(system.state.packs[1]?.curr_a).toBe(0);
    expect(system.state.packs[0]?.curr_a).not.toBe(0);
  });

  test('a contactor fault stops the battery', () => {
    const system = make();
    provoke(system, 'M_PROT2.3');
    run(system, 2);
    expect(data(system)).toMatchObject({ M_STATE: 6, M_RELAY: 0, E_BAT_P: 0 });
  });

  test('an unknown code is refused', () => {
    expect(() => provoke(make(), 'M_PROT9.1')).toThrow(RangeError);
  });

  test('the number of undrained events is limited', () => {
    const system = make();
    for (let i = 0; i < 300; i += 1) {
      if (i % 2) relieve(system);
      else provoke(system, 'E_WARN1.0');
      run(system, 1);
    }
    expect(drainEvents(system).length).toBeLessThanOrEqual(200);
  });
});
