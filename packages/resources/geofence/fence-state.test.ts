import { describe, expect, it } from 'vitest';
import {
  EDGE_M,
  evaluateFix,
  type FenceChange,
  type Fix,
  inWindow,
  isAlarm,
  type Stay,
} from './fence-state.ts';
import { type Area, away } from './geometry.ts';

const center = { longitude: 118.089425, latitude: 24.479834 };
const area: Area = { shape: 'circle', center, radius_m: 500 };
const start = Date.UTC(2026, 2, 1, 2);
/** A position `metres` from the centre, `minute` minutes after the start. */
const fix = (minute: number, metres: number, accuracy_m: number | null = null): Fix => ({
  time_ms: start + minute * 60_000,
  accuracy_m,
  ...away(center, metres, 45),
});
const at = (minute: number) => start + minute * 60_000;

/** The final state and all changes of a sequence of positions. */
function evaluateAll(fixes: readonly Fix[], dwell_min: number | null = null) {
  let stay: Stay | null = null;
  let before: Fix | null = null;
  const changes: FenceChange[] = [];
  for (const each of fixes) {
    const next = evaluateFix(area, stay, before, each, dwell_min);
    changes.push(...next.changes);
    stay = next.stay;
    before = each;
  }
  return { inside: stay !== null, since_ms: stay?.since_ms ?? null, changes };
}

describe('a fence', () => {
  it('is entered and left', () => {
    const state = evaluateAll([fix(0, 2000), fix(5, 100), fix(9, 300), fix(12, 900)]);
    expect(state).toEqual({
      inside: false,
      since_ms: null,
      changes: [
        { change: 'enter', time_ms: at(5) },
        { change: 'leave', time_ms: at(12) },
      ],
    });
  });
  it('is not entered by a device that was inside from the beginning', () => {
    expect(evaluateAll([fix(0, 10)])).toEqual({ inside: true, since_ms: at(0), changes: [] });
  });
  it('drawn around a device can be left by it, but is not entered', () => {
    const changes = (next: Fix) => evaluateFix(area, null, fix(0, 10), next, null).changes;
    expect(changes(fix(1, 10))).toEqual([]);
    expect(changes(fix(1, 900))).toEqual([{ change: 'leave', time_ms: at(1) }]);
  });
  it('is not left by receiver noise at its edge', () => {
    const edge = [fix(0, 2000), fix(1, 490), fix(2, 500 + EDGE_M - 1), fix(3, 495), fix(4, 510)];
    expect(evaluateAll(edge).changes).toEqual([{ change: 'enter', time_ms: at(1) }]);
    const left = evaluateAll([...edge, fix(5, 500 + EDGE_M + 1)]);
    expect(left.changes.at(-1)).toEqual({ change: 'leave', time_ms: at(5) });
  });
  it('is neither entered nor left by a position whose accuracy leaves it uncertain', () => {
    expect(evaluateAll([fix(0, 2000), fix(1, 450, 100)]).changes).toEqual([]);
    expect(evaluateAll([fix(0, 2000), fix(1, 350, 100)]).changes).toHaveLength(1);
    expect(evaluateAll([fix(0, 2000), fix(1, 100), fix(2, 580, 100)]).changes).toHaveLength(1);
    expect(evaluateAll([fix(0, 2000), fix(1, 100), fix(2, 620, 100)]).changes).toHaveLength(2);
  });
  it('reports a stay that is too long once, with the minute of the limit', () => {
    const stay = [fix(0, 2000), fix(5, 100), fix(20, 100), fix(36, 90), fix(50, 80)];
    expect(evaluateAll(stay, 30).changes).toEqual([
      { change: 'enter', time_ms: at(5) },
      { change: 'dwell', time_ms: at(35) },
    ]);
    // The position that ends a stay reports it too; a short stay is not reported.
    expect(evaluateAll([fix(0, 10), fix(40, 2000)], 30).changes).toEqual([
      { change: 'dwell', time_ms: at(30) },
      { change: 'leave', time_ms: at(40) },
    ]);
    expect(evaluateAll([fix(0, 10), fix(29, 2000)], 30).changes).toHaveLength(1);
    // A second stay is reported again.
    const twice = [fix(0, 10), fix(31, 10), fix(40, 2000), fix(50, 10), fix(90, 10)];
    expect(evaluateAll(twice, 30).changes.filter((c) => c.change === 'dwell')).toHaveLength(2);
  });
});

describe('alarms', () => {
  it.each([
    ['08:00', '18:00', null, '2026-03-01T00:00:00Z', true],
    ['08:00', '18:00', null, '2026-03-01T09:59:59Z', true],
    ['08:00', '18:00', null, '2026-03-01T10:00:00Z', false],
    ['08:00', '18:00', null, '2026-02-28T23:59:59Z', false],
    ['22:00', '06:00', null, '2026-03-01T14:00:00Z', true],
    ['22:00', '06:00', null, '2026-03-01T21:59:00Z', true],
    ['22:00', '06:00', null, '2026-03-01T22:00:00Z', false],
    [null, null, null, '2026-03-01T00:00:00Z', true],
    // Summer time begins in Berlin on 2026-03-29: from then on 08:00 is an hour earlier in UTC.
    ['08:00', '18:00', 'Europe/Berlin', '2026-03-28T06:30:00Z', false],
    ['08:00', '18:00', 'Europe/Berlin', '2026-03-29T06:30:00Z', true],
    ['08:00', '18:00', 'Europe/Berlin', '2026-10-25T06:30:00Z', false],
  ])('from %s to %s in %s, at %s: %s', (windowFrom, windowTo, timeZone, time, is) => {
    expect(inWindow(Date.parse(time), { windowFrom, windowTo, timeZone })).toBe(is);
  });
  it('are the changes that the fence reports, within its hours', () => {
    const { changes } = evaluateAll([fix(0, 2000), fix(5, 10), fix(40, 10), fix(45, 2000)], 30);
    const fence: Parameters<typeof isAlarm>[1] = {
      entryAlarm: true,
      exitAlarm: false,
      windowFrom: null,
      windowTo: null,
      timeZone: null,
    };
    const alarmsOf = (of: typeof fence) => changes.filter((each) => isAlarm(each, of)).map((c) => c.change);
    expect(alarmsOf(fence)).toEqual(['enter', 'dwell']);
    // 10:00 to 10:45 in Beijing.
    expect(alarmsOf({ ...fence, windowFrom: '10:30', windowTo: '12:00' })).toHaveLength(1);
  });
});
