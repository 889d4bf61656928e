import { describe, expect, it } from 'vitest';
import { alarmsOf, EDGE_M, type Fix, fenceStateOf, inWindow } from './fence-state.ts';
import { type Area, away } from './geometry.ts';

const center = { longitude: 118.089425, latitude: 24.479834 };
const area: Area = { shape: 'circle', center, radius_m: 500 };
const start = Date.UTC(2026, 2, 1, 2);
/** A position so many metres from the centre, so many minutes after the start. */
const fix = (minute: number, metres: number): Fix => ({
  time_ms: start + minute * 60_000,
  ...away(center, metres, 45),
});
const at = (minute: number) => start + minute * 60_000;

describe('a fence', () => {
  it('is entered and left', () => {
    const state = fenceStateOf(area, [fix(0, 2000), fix(5, 100), fix(9, 300), fix(12, 900)]);
    expect(state).toEqual({
      inside: false,
      since_ms: at(12),
      changes: [
        { change: 'enter', time_ms: at(5) },
        { change: 'leave', time_ms: at(12) },
      ],
    });
  });
  it('is not entered by what was inside from the beginning, nor by nothing', () => {
    expect(fenceStateOf(area, [fix(0, 10)])).toEqual({ inside: true, since_ms: at(0), changes: [] });
    expect(fenceStateOf(area, [])).toEqual({ inside: null, since_ms: null, changes: [] });
  });
  it('is not left by the noise of a receiver at its edge', () => {
    const edge = [fix(0, 2000), fix(1, 490), fix(2, 500 + EDGE_M - 1), fix(3, 495), fix(4, 510)];
    expect(fenceStateOf(area, edge).changes).toEqual([{ change: 'enter', time_ms: at(1) }]);
    const left = fenceStateOf(area, [...edge, fix(5, 500 + EDGE_M + 1)]);
    expect(left.changes.at(-1)).toEqual({ change: 'leave', time_ms: at(5) });
  });
  it('takes positions in any order', () => {
    const fixes = [fix(12, 900), fix(5, 100), fix(0, 2000)];
    expect(fenceStateOf(area, fixes)).toEqual(fenceStateOf(area, [...fixes].reverse()));
  });
  it('tells once of a stay that lasts too long, at the minute when it did', () => {
    const stay = [fix(0, 2000), fix(5, 100), fix(20, 100), fix(36, 90), fix(50, 80)];
    const state = fenceStateOf(area, stay, 30);
    expect(state.changes).toEqual([
      { change: 'enter', time_ms: at(5) },
      { change: 'dwell', time_ms: at(35) },
    ]);
    // The stay is known by the position that ends it, too; a short one is not told.
    expect(fenceStateOf(area, [fix(0, 10), fix(40, 2000)], 30).changes).toEqual([
      { change: 'dwell', time_ms: at(30) },
      { change: 'leave', time_ms: at(40) },
    ]);
    expect(fenceStateOf(area, [fix(0, 10), fix(29, 2000)], 30).changes).toHaveLength(1);
    // A second stay is told again.
    const twice = [fix(0, 10), fix(31, 10), fix(40, 2000), fix(50, 10), fix(90, 10)];
    expect(fenceStateOf(area, twice, 30).changes.filter((c) => c.change === 'dwell')).toHaveLength(2);
  });
});

describe('alarms', () => {
  it.each([
    ['08:00', '18:00', '2026-03-01T00:00:00Z', true],
    ['08:00', '18:00', '2026-03-01T09:59:59Z', true],
    ['08:00', '18:00', '2026-03-01T10:00:00Z', false],
    ['08:00', '18:00', '2026-02-28T23:59:59Z', false],
    ['22:00', '06:00', '2026-03-01T14:00:00Z', true],
    ['22:00', '06:00', '2026-03-01T21:59:00Z', true],
    ['22:00', '06:00', '2026-03-01T22:00:00Z', false],
    [null, null, '2026-03-01T00:00:00Z', true],
  ])('from %s to %s, at %s: %s', (from, to, time, is) => {
    expect(inWindow(Date.parse(time), from, to)).toBe(is);
  });
  it('are the changes that the fence asks for, within its hours', () => {
    const { changes } = fenceStateOf(area, [fix(0, 2000), fix(5, 10), fix(40, 10), fix(45, 2000)], 30);
    const fence = { entryAlarm: true, exitAlarm: false, windowFrom: null, windowTo: null };
    expect(alarmsOf(changes, fence).map((c) => c.change)).toEqual(['enter', 'dwell']);
    // 10:00 to 10:45 in Beijing.
    expect(alarmsOf(changes, { ...fence, windowFrom: '10:30', windowTo: '12:00' })).toHaveLength(1);
  });
});
