import { describe, expect, test } from 'vitest';
import { applyCommand, createSystem, step } from './index.ts';

const now_ms = Date.UTC(2026, 10, 1, 2);
const place = { lat: 51.31, lon: 9.49, tz: 'Europe/Berlin', country: 'DE' };
function make() {
  const system = createSystem({ devid: 'HB1', seed: 4, place, packs: 2 }, now_ms - 60_000);
  step(system, 60, now_ms);
  return system;
}
const send = (system: ReturnType<typeof make>, cmd: string, params: Record<string, unknown> = {}) =>
  applyCommand(system, { id: 'c1', cmd, params, expires: now_ms + 30_000 }, now_ms);

describe('set_config', () => {
  test('changes settings and answers with them', () => {
    const system = make();
    const { reply } = send(system, 'set_config', { keys: { E_SOC_RSV: 30, E_MODE: 2 } });
    expect(reply).toEqual({ id: 'c1', ok: true, values: { E_SOC_RSV: 30, E_MODE: 2 }, device_time: now_ms });
    expect(system.settings).toMatchObject({ E_SOC_RSV: 30, E_MODE: 2 });
  });

  test.each([
    ['an unknown key', { NOPE: 1 }, 'unknown setting NOPE'],
    ['above the maximum', { E_SOC_RSV: 91 }, 'E_SOC_RSV: 91 is not between 0 and 90'],
    ['off the step', { E_CHG_LIM: 150 }, 'E_CHG_LIM: 150 is not a multiple of 100'],
    ['an invalid choice', { E_MODE: 9 }, 'E_MODE: no such choice: 9'],
    ['not a number', { E_SOC_RSV: '20' }, 'E_SOC_RSV: not a number'],
    ['reserve above maximum', { E_SOC_RSV: 80, E_SOC_MAX: 70 }, 'E_SOC_RSV must stay below E_SOC_MAX'],
    [
      'thresholds out of order',
      { M_PT_COV_A: 3700 },
      'a protection needs release, alarm and protect in this order',
    ],
    ['a missing pack', { P_no: 3, PX_BAL_EN: 0 }, 'P_no: this system has 2 packs'],
    ['nothing', {}, 'set_config without a key'],
  ])('%s changes nothing and returns the reason', (_, keys, error) => {
    const system = make();
    const before = structuredClone({ ...system.settings });
    const { reply } = send(system, 'set_config', { keys: { E_EXP_LIM: 500, ...keys } });
    const alone = send(system, 'set_config', { keys }).reply;
    expect(alone).toMatchObject({ ok: false, error });
    if (Object.keys(keys).length > 0) {
      expect(reply.ok).toBe(false);
      expect(system.settings).toEqual(before);
    }
  });

  test('PX_ settings apply to the pack of P_no, or to all', () => {
    const system = make();
    send(system, 'set_config', { keys: { P_no: 2, PX_CHG_I: 20 } });
    expect(system.state.pack_settings.map((s) => s.PX_CHG_I)).toEqual([60, 20]);
    send(system, 'set_config', { keys: { PX_CHG_I: 30 } });
    expect(system.state.pack_settings.map((s) => s.PX_CHG_I)).toEqual([30, 30]);
  });

  test('a pack taken out of service goes offline with the next step', () => {
    const system = make();
    send(system, 'set_config', { keys: { P_no: 1, PX_EN: 0 } });
    step(system, 60, now_ms + 60_000);
    expect(system.state.packs.map((p) => p.online)).toEqual([false, true]);
  });
});

describe('report', () => {
  test('returns the requested keys, including aliases, and a frame', () => {
    const system = make();
    const { reply, frames } = send(system, 'report', { keys: ['M_TotalVoltage', 'E_SOC_RSV', 'M_PT_COV_P'] });
    expect(Object.keys(reply.values ?? {})).toEqual(['M_VOLT', 'E_SOC_RSV', 'M_PT_COV_P']);
    expect(reply.values?.M_PT_COV_P).toBe(3650);
    expect(frames).toHaveLength(1);
    expect(frames[0]?.data?.M_VOLT).toBe(reply.values?.M_VOLT);
  });

  test('without keys returns points and settings; an unknown key is an error', () => {
    const { reply } = send(make(), 'report');
    expect(reply.values).toHaveProperty('M_SOC');
    expect(reply.values).toHaveProperty('E_RPT_INT', 60);
    expect(send(make(), 'report', { keys: ['NOPE'] }).reply).toMatchObject({
      ok: false,
      error: 'unknown key NOPE',
    });
  });

  test('live mode sends the next reports every five seconds, until its lease ends', () => {
    const system = make();
    send(system, 'report', { live: true, ttl_s: 60 });
    expect(system.state.next_status_ms - now_ms).toBeLessThanOrEqual(5000);
    expect(system.state.live_until_ms).toBe(now_ms + 60_000);
  });
});

test('report_pack returns one pack with its cells; an invalid number is an error', () => {
  const system = make();
  const { reply, frames } = send(system, 'report_pack', { P_no: 2 });
  expect(reply.values?.P_no).toBe(2);
  expect(reply.values?.P_CELL_V).toHaveLength(16);
  expect(frames[0]?.packs?.map((p) => p.P_no)).toEqual([2]);
  expect(send(system, 'report_pack', { P_no: 3 }).reply).toMatchObject({ ok: false });
  expect(send(system, 'report_pack', {}).reply).toMatchObject({ ok: false });
});

describe('reset', () => {
  test('starts a new boot and keeps lifetime counters and settings', () => {
    const system = make();
    send(system, 'set_config', { keys: { E_SOC_RSV: 30 } });
    const { boot } = system.state;
    const { pv } = system.state.energy;
    const outcome = send(system, 'reset', { target: 'soft' });
    expect(outcome).toMatchObject({ restarted: true, reply: { ok: true } });
    expect(system.state).toMatchObject({ boot: boot + 1, seq: 0 });
    expect(system.state.energy.pv).toBe(pv);
    expect(system.settings.E_SOC_RSV).toBe(30);
  });

  test('factory restores the initial settings', () => {
    const system = make();
    const before = { ...system.settings };
    send(system, 'set_config', { keys: { E_SOC_RSV: 33 } });
    send(system, 'reset', { target: 'factory' });
    expect(system.settings).toEqual(before);
  });

  test('an unknown target or command changes nothing', () => {
    const system = make();
    const { boot } = system.state;
    expect(send(system, 'reset', { target: 'all' }).reply.ok).toBe(false);
    expect(send(system, 'explode').reply).toMatchObject({ ok: false, error: 'unknown command explode' });
    expect(system.state.boot).toBe(boot);
  });
});
