import type { Frame } from '@voltloop/protocol';
import { HE_BAT } from '@voltloop/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { historyFrames } from '../history.ts';
import { statusFrame } from './frames.ts';
import {
  createSystem,
  type Place,
  packFrame,
  restoreState,
  type System,
  saveState,
  step,
  toFrames,
} from './index.ts';
import { emptyMeasured, measure } from './measured.ts';
import { localTime } from './zone.ts';

const DAY_MS = 86_400_000;
const penrith: Place = { lat: -33.76, lon: 150.69, tz: 'Australia/Sydney', country: 'AU' };
const start_ms = Date.UTC(2026, 10, 1);
const tenKw = { devid: 'HB2500001', seed: 11, place: penrith, packs: 3, strings_w: [6000, 4000] };

const value = (frame: Frame | undefined, key: string): number => frame?.data?.[key] ?? Number.NaN;
/** A month of frames at one a minute for a system that runs on self-use. */
function month(system: System): Frame[] {
  return [...historyFrames(system, start_ms, start_ms + 30 * DAY_MS, 60)];
}

describe('a month of a 10 kWp home', () => {
  let frames: Frame[];
  beforeAll(() => {
    // One pack, so that it fills by day and empties by night.
    const settings = { E_MODE: 0, E_SOC_RSV: 15, E_SOC_MAX: 95 };
    frames = month(createSystem({ ...tenKw, packs: 1, settings }, start_ms));
  });

  test('load = pv + grid + battery in every frame, and the strings add up to the PV power', () => {
    // One assertion for all frames: one per frame takes seconds.
    const wrong = frames.filter(
      (f) =>
        value(f, 'E_LOAD_P') !== value(f, 'E_PV_P') + value(f, 'E_GRID_P') + value(f, 'E_BAT_P') ||
        value(f, 'E_PV1_P') + value(f, 'E_PV2_P') !== value(f, 'E_PV_P') ||
        !(value(f, 'E_PV_P') >= 0) ||
        !(value(f, 'E_LOAD_P') >= 0),
    );
    expect(wrong).toEqual([]);
  });

  test('counters only rise, by power times time', () => {
    const pairs: [string, (f: Frame) => number][] = [
      ['E_E_PV', (f) => value(f, 'E_PV_P')],
      ['E_E_LOAD', (f) => value(f, 'E_LOAD_P')],
      ['E_E_IMP', (f) => Math.max(0, value(f, 'E_GRID_P'))],
      ['E_E_EXP', (f) => Math.max(0, -value(f, 'E_GRID_P'))],
      ['E_E_CHG', (f) => Math.max(0, -value(f, 'E_BAT_P'))],
      ['E_E_DIS', (f) => Math.max(0, value(f, 'E_BAT_P'))],
      ['M_E_CHG_TOTAL', (f) => Math.max(0, -value(f, 'M_POWER'))],
      ['M_E_DIS_TOTAL', (f) => Math.max(0, value(f, 'M_POWER'))],
    ];
    for (const [key, power_w] of pairs) {
      let sum_wh = 0;
      const falls: number[] = [];
      for (let i = 1; i < frames.length; i += 1) {
        const f = frames[i] as Frame;
        if (!(value(f, key) >= value(frames[i - 1], key))) falls.push(i);
        sum_wh += power_w(f) / 60;
      }
      expect(falls, key).toEqual([]);
      const rise = value(frames.at(-1), key) - value(frames[0], key);
      // Counters are truncated to integer Wh, M_POWER is rounded to integer W.
      expect(Math.abs(rise - sum_wh), key).toBeLessThan(2 + (key.startsWith('M_') ? frames.length / 120 : 0));
      expect(rise, key).toBeGreaterThan(10_000);
    }
  });

  test('the charge stays between reserve and maximum, and uses the range', () => {
    const socs = frames.map((f) => value(f, 'M_SOC'));
    expect(Math.min(...socs)).toBeGreaterThanOrEqual(14.9);
    expect(Math.max(...socs)).toBeLessThanOrEqual(95.1);
    expect(Math.min(...socs)).toBeLessThan(30);
    expect(Math.max(...socs)).toBeGreaterThan(90);
  });

  test('discharged energy is a plausible share of charged energy', () => {
    const first = frames[0];
    const last = frames.at(-1);
    const rise = (key: string) => value(last, key) - value(first, key);
    const stored_wh = (value(last, 'M_SOC') - value(first, 'M_SOC')) * 0.01 * value(last, 'M_CAP_AH') * 52.5;
    const cells = (rise('M_E_DIS_TOTAL') + stored_wh) / rise('M_E_CHG_TOTAL');
    const site = (rise('E_E_DIS') + stored_wh) / rise('E_E_CHG');
    expect(cells).toBeGreaterThan(0.94);
    expect(cells).toBeLessThan(0.995);
    expect(site).toBeGreaterThan(0.86);
    expect(site).toBeLessThan(0.94);
  });

  test('PV is zero at night and plausible by day', () => {
    const perDay = new Map<number, number>();
    for (const f of frames) {
      const local = localTime(penrith.tz, f.ts);
      if (local.minute > 22 * 60 || local.minute < 4 * 60) expect(value(f, 'E_PV_P')).toBe(0);
      perDay.set(local.day, (perDay.get(local.day) ?? 0) + value(f, 'E_PV_P') / 60_000);
    }
    const days_kwh = [...perDay.values()].slice(1, -1);
    // Sydney in November: 10 kWp produce up to about 75 kWh on a clear day and about 50 on average.
    expect(Math.max(...days_kwh)).toBeLessThan(80);
    expect(Math.min(...days_kwh)).toBeGreaterThan(4);
    const mean = days_kwh.reduce((a, b) => a + b, 0) / days_kwh.length;
    expect(mean).toBeGreaterThan(35);
    expect(mean).toBeLessThan(65);
  });

  test('the charge of the battery follows its current', () => {
    let moved_ah = 0;
    const some = frames.slice(600, 1200);
    for (const f of some.slice(1)) moved_ah += value(f, 'M_CURR') / 60;
    const change = value(some.at(-1), 'M_SOC') - value(some[0], 'M_SOC');
    expect(Math.abs(moved_ah)).toBeGreaterThan(20);
    expect(Math.abs(change + (100 * moved_ah) / value(some[0], 'M_CAP_AH'))).toBeLessThan(1);
  });

  test('every key is in the dictionary, every value a number', () => {
    const known = new Set(HE_BAT.points.map((p) => p.key));
    for (const [key, v] of Object.entries(frames[777]?.data ?? {})) {
      expect(known, key).toContain(key);
      expect(Number.isFinite(v), key).toBe(true);
    }
  });
});

describe('the same seed', () => {
  test('produces the same frames, and another seed different ones', () => {
    const run = (seed: number) =>
      JSON.stringify([
        ...historyFrames(createSystem({ ...tenKw, seed }, start_ms), start_ms, start_ms + DAY_MS, 300),
      ]);
    expect(run(11)).toBe(run(11));
    expect(run(11)).not.toBe(run(12));
  });

  test('continues from a saved state without a difference', () => {
    const half_ms = start_ms + DAY_MS / 2;
    const whole = createSystem(tenKw, start_ms);
    const all = [...historyFrames(whole, start_ms, start_ms + DAY_MS, 300, { packs_every_s: 3600 })];
    const first = createSystem(tenKw, start_ms);
    const before = [...historyFrames(first, start_ms, half_ms, 300, { packs_every_s: 3600 })];
    const saved = JSON.parse(JSON.stringify(saveState(first)));
    const after = [
      ...historyFrames(restoreState(saved), half_ms, start_ms + DAY_MS, 300, { packs_every_s: 3600 }),
    ];
    expect([...before, ...after]).toEqual(all);
  });

  test('a saved state of another version is refused', () => {
    const saved = { ...saveState(createSystem(tenKw, start_ms)), v: 2 } as unknown as ReturnType<
      typeof saveState
    >;
    expect(() => restoreState(saved)).toThrow(/version/);
  });
});

test('idle packs converge, also with the coarsest step', () => {
  const system = createSystem({ ...tenKw, packs: 2, settings: { E_MODE: 5, E_REMOTE_P: 0 } }, start_ms);
  const [a, b] = system.state.packs;
  if (!a || !b) throw new Error('two packs');
  a.soc = 0.97;
  b.soc = 0.85;
  let before_a = Number.POSITIVE_INFINITY;
  for (let i = 1; i <= 200; i += 1) {
    step(system, 150, start_ms + i * 150_000, 150);
    expect(a.curr_a + b.curr_a).toBeCloseTo(0, 9);
    // From the fuller to the emptier one, never more than before except for bends of the curve.
    expect(a.curr_a).toBeGreaterThan(-0.5);
    expect(a.curr_a).toBeLessThanOrEqual(before_a + 1);
    before_a = a.curr_a;
  }
  expect(a.soc - b.soc).toBeLessThan(0.1);
});

describe('frames', () => {
  test('are due each minute and packs every five, at the system’s own second; seq counts', () => {
    const system = createSystem(tenKw, start_ms);
    const frames: Frame[] = [];
    for (let s = 1; s <= 1800; s += 1) {
      step(system, 1, start_ms + s * 1000);
      frames.push(...toFrames(system, start_ms + s * 1000));
    }
    const status = frames.filter((f) => f.data);
    const packs = frames.filter((f) => f.packs);
    // The first immediately, then at the interval.
    expect(status.length).toBeGreaterThanOrEqual(30);
    expect(status.length).toBeLessThanOrEqual(31);
    expect(packs.length).toBeGreaterThanOrEqual(6);
    expect(packs.length).toBeLessThanOrEqual(7);
    const gaps = status.slice(1).map((f, i) => f.ts - (status[i]?.ts ?? 0));
    expect(new Set(gaps.slice(1))).toEqual(new Set([60_000]));
    expect(frames.map((f) => f.seq)).toEqual(frames.map((_, i) => i + 1));
  });

  test('a pack reports sixteen cells and its dictionary keys; extremes match the master’s', () => {
    const system = createSystem(tenKw, start_ms);
    step(system, 3600, start_ms + 3_600_000);
    const frame = packFrame(system, start_ms + 3_600_000);
    const status = statusFrame(system, start_ms + 3_600_000);
    const known = new Set(['P_no', ...HE_BAT.points.filter((p) => p.prefix === 'P').map((p) => p.key)]);
    expect(frame.packs).toHaveLength(3);
    const cells = frame.packs?.flatMap((p) => p.P_CELL_V as number[]) ?? [];
    expect(cells).toHaveLength(48);
    for (const p of frame.packs ?? []) for (const key of Object.keys(p)) expect(known, key).toContain(key);
    expect(value(status, 'M_CELL_V_MAX')).toBe(Math.max(...cells));
    expect(value(status, 'M_CELL_V_MIN')).toBe(Math.min(...cells));
    const position = value(status, 'M_CELL_V_MAX_POS');
    expect(cells[(Math.floor(position / 100) - 1) * 16 + (position % 100) - 1]).toBe(Math.max(...cells));
  });
});

test('cells of an idle pack are 2 to 8 mV apart on the plateau and further apart at both ends, by the seed', () => {
  const spreads = (seed: number, soc: number) => {
    const system = createSystem({ ...tenKw, seed, soc }, start_ms);
    const into = emptyMeasured();
    measure(into, system.state.packs, system.traits.packs, system.traits.cells);
    return into.packs.map((pack) => pack.max_mv - pack.min_mv);
  };
  for (let seed = 1; seed <= 20; seed++) {
    const plateau = [...spreads(seed, 0.45), ...spreads(seed, 0.85)];
    expect(Math.min(...plateau), `seed ${seed}`).toBeGreaterThanOrEqual(2);
    expect(Math.max(...plateau), `seed ${seed}`).toBeLessThanOrEqual(8);
    expect(Math.min(...spreads(seed, 0.02), ...spreads(seed, 0.998)), `seed ${seed}`).toBeGreaterThan(8);
  }
  expect(spreads(7, 0.5)).toEqual(spreads(7, 0.5));
});

describe('RangeError for invalid options', () => {
  test('packs, place, zone, step', () => {
    expect(() => step(createSystem(tenKw, start_ms), 60, start_ms, 300)).toThrow(RangeError);
    expect(() => createSystem({ ...tenKw, packs: 33 }, start_ms)).toThrow(RangeError);
    expect(() => createSystem({ ...tenKw, place: { ...penrith, lat: 91 } }, start_ms)).toThrow(RangeError);
    expect(() => createSystem({ ...tenKw, place: { ...penrith, tz: 'Mars/Olympus' } }, start_ms)).toThrow(
      RangeError,
    );
    expect(() => step(createSystem(tenKw, start_ms), -1, start_ms)).toThrow(RangeError);
  });
});
