import { expect, test } from 'vitest';
import { demoFleet, statusFrame } from './index.ts';
import { aged, pastFrames, warmSystem } from './past.ts';

const now_ms = Date.UTC(2026, 5, 15, 12);
const day_ms = 86_400_000;

test('the past ends where the live counters began, and counters never fall', () => {
  const [device] = demoFleet(1, 7).map((d) => aged(d, 9));
  const live = warmSystem(device!, now_ms);
  const began = statusFrame(live, now_ms).data!;
  const frames = pastFrames(device!, now_ms - 9 * day_ms, now_ms, began).filter((f) => f.data);
  for (const key of ['E_E_PV', 'E_E_IMP', 'E_E_LOAD', 'M_E_CHG_TOTAL']) {
    const values = frames.map((f) => f.data![key]!);
    expect(
      values.every((v, i) => i === 0 || v >= values[i - 1]!),
      key,
    ).toBe(true);
    expect(values[0], key).toBeGreaterThan(0);
    // The last frame is one step before `now`: at most the energy of five minutes.
    expect(began[key]! - values.at(-1)!, key).toBeLessThan(2000);
    expect(began[key]!, key).toBeGreaterThanOrEqual(values.at(-1)!);
  }
  expect(frames.every((f) => f.q === 1 && f.ts >= now_ms - 9 * day_ms && f.ts < now_ms)).toBe(true);
});

test('charge, cycles and health are continuous between past and present', () => {
  for (const device of demoFleet(12, 2026).map((d) => aged(d, 20))) {
    const live = statusFrame(warmSystem(device, now_ms), now_ms).data!;
    const past = pastFrames(device, now_ms - 20 * day_ms, now_ms, live)
      .filter((f) => f.data)
      .at(-1)!.data!;
    expect(Math.abs(live.M_SOC! - past.M_SOC!), `${device.devid} SOC`).toBeLessThan(6);
    expect(live.M_CYCLES! - past.M_CYCLES!, `${device.devid} cycles`).toBeLessThan(0.2);
    expect(Math.abs(live.M_SOH! - past.M_SOH!), `${device.devid} SOH`).toBeLessThan(0.2);
  }
});

test('a young system that imports much has no counter below zero, which the server would reject', () => {
  const place = { name: 'Swindon', country: 'GB', lat: 51.5397, lon: -1.8239, tz: 'Europe/London' };
  const device = aged({ devid: 'HB2500002', name: 'Swindon', seed: 1822086944, packs: 3, place }, 62);
  const live = statusFrame(warmSystem(device, now_ms), now_ms).data!;
  const [first] = pastFrames(device, now_ms - 62 * day_ms, now_ms, live);
  expect(first!.data!.E_E_IMP).toBeGreaterThan(0);
});

test('two days are coarse, the last week is fine and includes packs', () => {
  const [device] = demoFleet(1, 7);
  const frames = pastFrames(device!, now_ms - 9 * day_ms, now_ms, {});
  expect(frames.filter((f) => f.data)).toHaveLength(2 * 96 + 7 * 288);
  expect(frames.filter((f) => f.packs)).toHaveLength(7 * 4);
});

test('warm systems have the charge for the time of day, and events of the last days instead of one moment', () => {
  const systems = demoFleet(120, 2026).map((device) => warmSystem(device, now_ms));
  for (const { state } of systems) expect(state.t_ms).toBeGreaterThan(now_ms - 3_600_000);
  const active = systems.flatMap(({ state }) => Object.values(state.active).map(({ begin }) => begin));
  expect(active.length).toBeGreaterThan(3);
  expect(new Set(active.map((begin) => Math.floor(begin / 3_600_000))).size).toBeGreaterThan(
    active.length / 3,
  );
  expect(Math.min(...active)).toBeLessThan(now_ms - day_ms);
  // What has begun is reported, also what has ended since.
  for (const { state } of systems)
    for (const { code, begin } of Object.values(state.active))
      expect(state.events.some((event) => event.code === code && event.begin === begin)).toBe(true);
});

test('the newest days have the grid frequency, as live frames have', () => {
  const [device] = demoFleet(1, 7).map((d) => aged(d, 2));
  const live = statusFrame(warmSystem(device!, now_ms), now_ms).data!;
  const last = pastFrames(device!, now_ms - day_ms, now_ms, live).findLast(
    (f) => f.data?.M_SOC !== undefined,
  );
  expect(last?.data?.E_GRID_F_L1).toBeCloseTo(live.E_GRID_F_L1!, 0);
});
