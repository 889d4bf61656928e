import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayOf,
  hourOf,
  isoDay,
  rangeAround,
  shiftRange,
  startOfDay,
  startOfIsoDay,
  zoneOffset_ms,
} from './zone-time.ts';

const HOUR = 3_600_000;
const zones = [
  'Europe/Berlin',
  'Asia/Shanghai',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
];
const zone = fc.constantFrom(...zones);
const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });

describe('days of a zone', () => {
  it('begin at its own midnight', () => {
    expect(startOfDay({ year: 2026, month: 7, day: 1 }, 'Europe/Berlin')).toBe(Date.UTC(2026, 5, 30, 22));
    expect(startOfDay({ year: 2026, month: 1, day: 1 }, 'Asia/Shanghai')).toBe(Date.UTC(2025, 11, 31, 16));
  });
  it('have the hour of their local clock, before and after a change', () => {
    const at = (hour: number) => hourOf(Date.UTC(2026, 9, 25, hour, 30), 'Europe/Berlin');
    expect([at(0), at(1), at(2)]).toEqual([2, 2, 3]);
  });
  it('are 23 and 25 hours long when the clocks change', () => {
    const length = (text: string) => {
      const range = rangeAround('day', startOfIsoDay(text, 'Europe/Berlin') ?? 0, 'Europe/Berlin');
      return (range.end_ms - range.begin_ms) / HOUR;
    };
    expect(length('2026-03-29')).toBe(23);
    expect(length('2026-10-25')).toBe(25);
    expect(length('2026-07-01')).toBe(24);
  });
  it('contain the time they are made from', () => {
    fc.assert(
      fc.property(fc.constantFrom('day', 'week', 'month', 'year'), time, zone, (kind, at, where) => {
        const { begin_ms, end_ms } = rangeAround(kind, at, where);
        expect(begin_ms).toBeLessThanOrEqual(at);
        expect(end_ms).toBeGreaterThan(at);
        expect(dayOf(begin_ms, where)).toEqual({
          ...dayOf(begin_ms, where),
          ...(kind === 'month' || kind === 'year' ? { day: 1 } : {}),
          ...(kind === 'year' ? { month: 1 } : {}),
        });
      }),
      { numRuns: 300 },
    );
  });
  it('follow one another without gap or overlap', () => {
    fc.assert(
      fc.property(fc.constantFrom('day', 'week', 'month', 'year'), time, zone, (kind, at, where) => {
        const range = rangeAround(kind, at, where);
        expect(shiftRange(range, 1, where).begin_ms).toBe(range.end_ms);
        expect(shiftRange(range, -1, where).end_ms).toBe(range.begin_ms);
      }),
      { numRuns: 300 },
    );
  });
});

describe('weeks', () => {
  it('begin on Monday', () => {
    const sunday = startOfIsoDay('2026-11-22', 'Asia/Shanghai') ?? 0;
    const week = rangeAround('week', sunday, 'Asia/Shanghai');
    expect(isoDay(week.begin_ms, 'Asia/Shanghai')).toBe('2026-11-16');
    expect(isoDay(week.end_ms, 'Asia/Shanghai')).toBe('2026-11-23');
  });
});

describe('dates as text', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(time, zone, (at, where) => {
        const text = isoDay(at, where);
        expect(isoDay(startOfIsoDay(text, where) ?? 0, where)).toBe(text);
      }),
    );
  });
  it.each(['', '2026-02-30', '2026-13-01', '26-1-1', 'today'])('refuses %j', (text) => {
    expect(startOfIsoDay(text, 'UTC')).toBeNull();
  });
});

it('move custom ranges by their own length', () => {
  expect(shiftRange({ kind: 'custom', begin_ms: 100, end_ms: 400 }, -1, 'UTC')).toEqual({
    kind: 'custom',
    begin_ms: -200,
    end_ms: 100,
  });
});

it('support half-hour offsets', () => {
  expect(zoneOffset_ms(Date.UTC(2026, 0, 1), 'Asia/Kolkata')).toBe(5.5 * HOUR);
});
