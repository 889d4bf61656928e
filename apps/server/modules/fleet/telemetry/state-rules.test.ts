import { describe, expect, test } from 'vitest';
import { addFrame, addStateMessage, noChange, parseStateMessage, workState } from './state-rules.ts';

const change = () => noChange('thing', 'HB1', 1000);

describe('a last known state', () => {
  test('takes the newest value of each point, from any frame', () => {
    const c = change();
    addFrame(c, { time_ms: 10_000, received_ms: 10_100, data: { M_SOC: 50, M_POWER: 800 } });
    addFrame(c, { time_ms: 11_000, received_ms: 11_100, data: { E_PV_P: 300 } });
    expect(c).toMatchObject({ time_ms: 11_000, soc_pct: 50, work_state: 'discharging', pv_power_w: 300 });
  });

  test('has the battery power at the inverter, which adds up with solar, grid and load', () => {
    const c = change();
    const data = { M_POWER: 1255, E_BAT_P: 1211, E_PV_P: 0, E_GRID_P: 0, E_LOAD_P: 1211 };
    addFrame(c, { time_ms: 10_000, received_ms: 10_100, data });
    expect(c).toMatchObject({ bat_power_w: 1211, load_power_w: 1211 });
  });

  test('is not reverted by a late frame, which still fills unknown values', () => {
    const c = change();
    addFrame(c, { time_ms: 20_000, received_ms: 20_100, data: { M_SOC: 50 } });
    addFrame(c, { time_ms: 10_000, received_ms: 21_000, data: { M_SOC: 90, E_GRID_P: 7 } });
    expect(c).toMatchObject({ time_ms: 20_000, soc_pct: 50, grid_power_w: 7, received_ms: 21_000 });
  });

  test('treats readings of a fast clock as current', () => {
    const c = change();
    addFrame(c, { time_ms: 9_000_000, received_ms: 20_000, data: { M_SOC: 1 } });
    addFrame(c, { time_ms: 21_000, received_ms: 21_000, data: { M_SOC: 2 } });
    expect(c).toMatchObject({ time_ms: 21_000, soc_pct: 2 });
  });

  test('is online after a frame, and as the state message reports', () => {
    const c = change();
    addStateMessage(c, { online: false }, 2000);
    expect(c.online).toBe(false);
    addFrame(c, { time_ms: 3000, received_ms: 3000, data: {} });
    expect(c.online).toBe(true);
  });

  test('stays offline when a frame that was received before is committed after', () => {
    const c = change();
    addStateMessage(c, { online: false }, 2000);
    addFrame(c, { time_ms: 1900, received_ms: 1900, data: { M_SOC: 5 } });
    expect(c).toMatchObject({ online: false, received_ms: 2000, soc_pct: 5 });
  });
});

test('attributes are limited', () => {
  const c = change();
  const message = parseStateMessage({
    online: true,
    ts: 5,
    hw_version: 'a'.repeat(500),
    sw_version: 7,
    M_SN: `${'x'.repeat(199)}😀`,
    odd: { deep: 1 },
    packs: [{ P_no: 1, P_SN: 'p', cells: [1] }, 5],
    ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i])),
  });
  addStateMessage(c, message ?? expect.fail('a state message'), 2000);
  expect(c.hw_version).toHaveLength(200);
  expect(c.sw_version).toBeNull();
  expect(c.attributes.M_SN).toBe('x'.repeat(199));
  expect(c.attributes).not.toHaveProperty('odd');
  expect(c.attributes.packs).toEqual([{ P_no: 1, P_SN: 'p' }, {}]);
  expect(Object.keys(c.attributes).length).toBeLessThanOrEqual(65);
});

test.each([[null], [[]], ['x'], [{}], [{ online: 'yes' }]])('%j is not a state message', (message) => {
  expect(parseStateMessage(message)).toBeNull();
});

test.each([
  [500, 'discharging'],
  [31, 'discharging'],
  [30, 'idle'],
  [0, 'idle'],
  [-30, 'idle'],
  [-31, 'charging'],
])('%d W is %s', (power_w, state) => expect(workState(power_w)).toBe(state));
