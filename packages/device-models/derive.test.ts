import { describe, expect, it } from 'vitest';
import { derive, noDeriveState } from './derive.ts';
import { type DeviceModelInput, deviceModel } from './model.ts';

const MINUTE = 60_000;

function device(rules: NonNullable<DeviceModelInput['mapping']['derive']>) {
  const model = deviceModel.parse({
    id: 'TEST',
    name: { en: 'Test', zh: '测试' },
    points: [{ key: 'today', label: { en: 'Today', zh: '今日' }, unit: 'Wh' }],
    mapping: { messages: [{ topic: 't', format: 'json', fields: [{ to: 'soc' }] }], derive: rules },
  });
  let state = noDeriveState();
  return (values: Record<string, number>, time_ms: number) => {
    // As it is stored and read again.
    state = JSON.parse(JSON.stringify(state));
    const given = Object.entries(values).map(([to, value]) => ({ to, pack: 0, cell: 0, value }));
    return Object.fromEntries(derive(model, state, given, time_ms).map(({ to, value }) => [to, value]));
  };
}

describe('a sum', () => {
  it('uses the newest values that are not stale', () => {
    const at = device([{ to: 'load_power', sum: [{ of: 'pv_power' }, { of: 'grid_power', factor: -1 }] }]);
    expect(at({ pv_power: 500 }, 0)).toEqual({});
    expect(at({ grid_power: 100 }, 5000)).toEqual({ load_power: 400 });
    expect(at({ grid_power: 100 }, 11 * MINUTE)).toEqual({});
    expect(at({ soc: 5 }, 11 * MINUTE)).toEqual({});
  });

  it('of what is known leaves out phases without a reading', () => {
    const at = device([{ to: 'grid_power', sum_known: ['grid_current_l1', 'grid_current_l2'] }]);
    expect(at({ grid_current_l1: 3 }, 0)).toEqual({ grid_power: 3 });
    expect(at({ grid_current_l2: 4 }, 1)).toEqual({ grid_power: 7 });
  });
});

describe('the energy of a power', () => {
  it('counts one direction, and nothing in a gap of more than ten minutes', () => {
    const at = device([
      { to: 'charge', integrate: 'battery_power', only: 'negative' },
      { to: 'discharge', integrate: 'battery_power', only: 'positive' },
    ]);
    expect(at({ battery_power: -600 }, 0)).toEqual({ charge: 0, discharge: 0 });
    expect(at({ battery_power: -600 }, 6 * MINUTE)).toEqual({ charge: 60, discharge: 0 });
    expect(at({ battery_power: 600 }, 17 * MINUTE)).toEqual({ charge: 60, discharge: 0 });
    expect(at({ battery_power: 600 }, 18 * MINUTE)).toEqual({ charge: 60, discharge: 10 });
    // Older than the newest: nothing is counted twice.
    expect(at({ battery_power: 600 }, 3 * MINUTE)).toEqual({});
  });
});

describe('a total that leaves out a sleeping inverter', () => {
  it('never falls', () => {
    const at = device([{ to: 'pv', hold: 'today' }]);
    expect([10, 12, 7, 11, 13].map((today, i) => at({ today }, i * MINUTE).pv)).toEqual([10, 12, 12, 12, 13]);
  });
});

describe('a counter that restarts every day', () => {
  it('continues: jitter is held, a restart counts, and three zeros are one', () => {
    const at = device([{ to: 'import', unreset: 'today' }]);
    const course = [100, 150, 149.9, 150, 0, 160, 5, 7, 0, 0, 0, 2].map(
      (today, i) => at({ today }, i * MINUTE).import,
    );
    expect(course).toEqual([0, 50, 50, 50, 50, 60, 65, 67, 67, 67, 67, 69]);
  });
});
