import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitProblems, type OwnerLimits } from './limits.ts';
import { MAX_WINDOWS, type OwnerWindow, ownerValuesOf, settingsOfOwner, windowActions } from './settings.ts';

const limits: OwnerLimits = {
  enabled: true,
  reserve_min_pct: 10,
  reserve_max_pct: 60,
  modes: [0, 1],
  windows_max: 2,
  grid_charge: false,
  power_max_w: 3000,
};
const window = (start_min: number, end_min: number, more: Partial<OwnerWindow> = {}): OwnerWindow => ({
  start_min,
  end_min,
  action: 'discharge',
  power_w: 2000,
  ...more,
});
const wrong = (windows: OwnerWindow[], of: Partial<OwnerLimits> = {}) =>
  limitProblems({ windows }, { ...limits, ...of }).map(({ path, key }) => `${path} ${key.split('.')[1]}`);

test('reserve and mode stay within the limits, both ends included', () => {
  const of = (reserve_pct: number, mode: number) =>
    limitProblems({ reserve_pct, mode }, limits).map(({ path }) => path);
  expect([of(10, 0), of(60, 1)]).toEqual([[], []]);
  expect([of(9, 0), of(61, 2)]).toEqual([['reserve_pct'], ['reserve_pct', 'mode']]);
});

describe('windows', () => {
  test('may touch but not overlap, including across midnight', () => {
    expect(wrong([window(60, 120), window(120, 180)])).toEqual([]);
    expect(wrong([window(60, 120), window(115, 180)])).toEqual(['windows.1.start_min overlap']);
    expect(wrong([window(1380, 120), window(0, 60)])).toEqual(['windows.1.start_min overlap']);
    expect(wrong([window(1380, 120), window(120, 1380)])).toEqual([]);
    expect(wrong([window(1380, 120), window(1390, 60)])).toEqual(['windows.1.start_min overlap']);
  });
  test('have a duration, an allowed action and power, and a maximum number', () => {
    expect(wrong([window(60, 60)])).toEqual(['windows.0.end_min emptyWindow']);
    expect(wrong([window(60, 90, { action: 'charge' })])).toEqual(['windows.0.action gridCharge']);
    expect(wrong([window(60, 90, { action: 'charge' })], { grid_charge: true })).toEqual([]);
    expect(wrong([window(60, 90, { power_w: 3100 })])).toEqual(['windows.0.power_w power']);
    expect(wrong([window(0, 5), window(5, 10), window(10, 15)])).toEqual(['windows tooManyWindows']);
  });
});

test('the owner’s values can be read back from the settings of the device', () => {
  const minutes = fc.integer({ min: 0, max: 287 }).map((n) => n * 5);
  const any = fc
    .record({
      start_min: minutes,
      end_min: minutes,
      action: fc.constantFrom(...windowActions),
      power_w: fc.integer({ min: 0, max: 15_000 }),
    })
    .filter((w) => w.start_min !== w.end_min);
  fc.assert(
    fc.property(fc.array(any, { maxLength: MAX_WINDOWS }), fc.nat(90), (windows, reserve_pct) => {
      const values = { reserve_pct, mode: 1, windows };
      expect(ownerValuesOf(settingsOfOwner(values))).toEqual(values);
    }),
  );
  expect(ownerValuesOf({ work_mode: 0, window1_start: 0 })).toEqual({
    reserve_pct: null,
    mode: 0,
    windows: null,
  });
});
