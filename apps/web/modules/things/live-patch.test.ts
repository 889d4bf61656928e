import type { LiveEvents, Thing } from '@voltloop/contract';
import { describe, expect, it } from 'vitest';
import type { SeriesRow } from '../telemetry/index.ts';
import { appendFrame, patchLastData, patchPage, patchThing, statesByDevid } from './live-patch.ts';

const thing = (devid: string, last_time: number | null = 1000): Thing => ({
  id: `id-${devid}`,
  devid,
  devtype: 'HE_BAT',
  devname: devid,
  status: 1,
  problem: null,
  active_events: 0,
  status_data: {
    hw_version: 'H1',
    sw_version: 'S1',
    soc: 50,
    left_wh: 5000,
    rated_wh: 10000,
    soh: 99,
    work_state: 'idle',
    last_time,
    bat_power_w: 0,
    grid_power_w: 0,
    pv_power_w: 0,
    load_power_w: 0,
    clock_drift_s: null,
  },
  desc: {},
  registertime: 1,
  parents: [],
  subusers: [],
  gps: null,
  time_zone: 'UTC',
  info_model_id: 'HE_BAT',
  offline_after_s: 300,
  offline_after_from: 'model',
});
const state = (devid: string, more: Partial<LiveEvents['state']['things'][number]> = {}) => ({
  devid,
  status: 1,
  problem: null,
  active_events: 0,
  last_time: 2000,
  soc: 61,
  left_wh: 6100,
  rated_wh: 10000,
  work_state: 'charging',
  bat_power_w: -900,
  grid_power_w: 10,
  pv_power_w: 1500,
  load_power_w: 610,
  ...more,
});

describe('patchThing', () => {
  it('updates the values and keeps the versions', () => {
    const next = patchThing(thing('a'), state('a'));
    expect(next.status_data).toMatchObject({
      soc: 61,
      work_state: 'charging',
      last_time: 2000,
      hw_version: 'H1',
    });
  });
  it('ignores an event older than the data', () => {
    const before = thing('a', 3000);
    expect(patchThing(before, state('a'))).toBe(before);
  });
  it('keeps the last SOC and time when a thing goes offline without data', () => {
    const next = patchThing(
      thing('a'),
      state('a', { status: 0, soc: null, last_time: null, bat_power_w: null }),
    );
    expect(next.status).toBe(0);
    expect(next.status_data).toMatchObject({ soc: 50, last_time: 1000, bat_power_w: null });
  });
  it('ignores a work state that is not in the contract', () => {
    expect(patchThing(thing('a'), state('a', { work_state: 'dancing' })).status_data.work_state).toBe('idle');
  });
});

describe('patchPage', () => {
  const page = { list: [thing('c'), thing('d')], total: 4, current_page: 2, page_size: 2 };

  it('changes only the affected row, and keeps the order', () => {
    const next = patchPage(page, statesByDevid({ things: [state('d', { soc: 99 })] }));
    expect(next).not.toBe(page);
    expect(next.list[0]).toBe(page.list[0]);
    expect(next.list.map((t) => t.devid)).toEqual(['c', 'd']);
    expect(next.list[1]?.status_data.soc).toBe(99);
  });
  it('returns the same object if no row is affected', () => {
    expect(patchPage(page, statesByDevid({ things: [state('zzz')] }))).toBe(page);
    expect(patchPage(page, statesByDevid({ things: [] }))).toBe(page);
  });
});

describe('patchLastData', () => {
  const last = { devid: 'a', time: 1000, fields: { M_SOC: { value: 50, time: 1000 } } };
  it('writes newer values and adds keys', () => {
    const next = patchLastData(last, { devid: 'a', time: 1500, fields: { M_SOC: 51, 'P_SOC@1': 50 } });
    expect(next.fields).toEqual({ M_SOC: { value: 51, time: 1500 }, 'P_SOC@1': { value: 50, time: 1500 } });
    expect(next.time).toBe(1500);
  });
  it('does not overwrite newer values with a late frame', () => {
    expect(patchLastData(last, { devid: 'a', time: 900, fields: { M_SOC: 40 } })).toBe(last);
    expect(patchLastData(last, { devid: 'b', time: 9000, fields: { M_SOC: 40 } })).toBe(last);
  });
});

describe('appendFrame', () => {
  const rows: SeriesRow[] = [
    { key: 100, E_PV_P: { avg: 1 } },
    { key: 200, E_PV_P: { avg: 2 } },
  ];
  const range = { begin_ms: 0, end_ms: 1000 };
  const add = (time: number, fields: Record<string, number>) =>
    appendFrame(rows, { devid: 'a', time, fields }, ['E_PV_P', 'M_SOC'], range);

  it('appends at the end and inserts a late one in order', () => {
    expect(add(300, { E_PV_P: 3 }).map((r) => r.key)).toEqual([100, 200, 300]);
    expect(add(150, { E_PV_P: 3 }).map((r) => r.key)).toEqual([100, 150, 200]);
    expect(add(50, { E_PV_P: 3 }).map((r) => r.key)).toEqual([50, 100, 200]);
  });
  it('merges into the row of the same time', () => {
    expect(add(200, { M_SOC: 70 })[1]).toEqual({ key: 200, E_PV_P: { avg: 2 }, M_SOC: { avg: 70 } });
  });
  it('skips frames outside the day or without any of the points', () => {
    expect(add(1000, { E_PV_P: 3 })).toBe(rows);
    expect(add(300, { E_RSSI: -60 })).toBe(rows);
  });
});
