import { describe, expect, test } from 'vitest';
import { createSystem, restoreState, saveState, step, toFrames } from './fleet/index.ts';
import { historyFrames } from './history.ts';

const HOUR_MS = 3_600_000;
const from_ms = Date.UTC(2026, 5, 1);
const place = { lat: 36.74, lon: -119.78, tz: 'America/Los_Angeles', country: 'US' };
const make = () => createSystem({ devid: 'HB9', seed: 3, place, packs: 2 }, from_ms);

describe('history', () => {
  test('has a frame at each full step of the half-open range, and packs at theirs', () => {
    const frames = [
      ...historyFrames(make(), from_ms + 1, from_ms + 2 * HOUR_MS, 300, { packs_every_s: 3600 }),
    ];
    const status = frames.filter((f) => f.data);
    expect(status).toHaveLength(23);
    expect(status[0]?.ts).toBe(from_ms + 300_000);
    expect(status.at(-1)?.ts).toBe(from_ms + 2 * HOUR_MS - 300_000);
    expect(frames.filter((f) => f.packs).map((f) => f.ts)).toEqual([from_ms + HOUR_MS]);
    expect(frames.map((f) => f.seq)).toEqual(frames.map((_, i) => i + 1));
  });

  test('with keys contains only those points', () => {
    const [frame] = historyFrames(make(), from_ms, from_ms + HOUR_MS, 300, {
      keys: ['M_SOC', 'E_E_PV', 'NOPE'],
    });
    expect(Object.keys(frame?.data ?? {})).toEqual(['M_SOC', 'E_E_PV']);
  });

  test('ends where the live simulation starts: counters continue', () => {
    const past = make();
    const frames = [...historyFrames(past, from_ms, from_ms + 24 * HOUR_MS, 300)];
    const last = frames.at(-1);
    const live = restoreState(saveState(past));
    const now_ms = (last?.ts ?? 0) + 90_000;
    step(live, 90, now_ms);
    const next = toFrames(live, now_ms)[0];
    expect(next?.seq).toBe((last?.seq ?? 0) + 1);
    expect(next?.boot).toBe(last?.boot);
    for (const key of ['E_E_LOAD', 'E_E_PV', 'M_E_DIS_TOTAL']) {
      const rise = (next?.data?.[key] ?? 0) - (last?.data?.[key] ?? 0);
      expect(rise, key).toBeGreaterThanOrEqual(0);
      // Even 15 kW move no more than this in 90 s.
      expect(rise, key).toBeLessThan(375);
    }
  });

  test('a step must be positive', () => {
    expect(() => historyFrames(make(), 0, 1, 0).next()).toThrow(RangeError);
  });
});
