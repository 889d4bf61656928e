import { isoDay } from '@voltloop/domain/clock/zone-time.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarCuts, type Interval, monthAround, slotOf } from './calendar.ts';

const HOUR = 3_600_000;
const hours = (cuts: number[]) => cuts.slice(1).map((cut, i) => (cut - (cuts[i] as number)) / HOUR);
const days = (zone: string, from: string, to: string) =>
  calendarCuts('1d', zone, Date.parse(from), Date.parse(to));

describe('days', () => {
  test('have 23 and 25 hours where the clock changes', () => {
    expect(hours(days('America/New_York', '2026-03-07T05:00Z', '2026-03-10T04:00Z'))).toEqual([24, 23, 24]);
    expect(hours(days('America/New_York', '2026-10-31T04:00Z', '2026-11-03T05:00Z'))).toEqual([24, 25, 24]);
  });

  test('have half hours where the zone changes by half an hour', () => {
    expect(hours(days('Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05T13:30Z'))).toEqual([24.5]);
  });

  test('start at the offset of the zone', () => {
    const [start] = days('Asia/Kathmandu', '2026-05-01T12:00Z', '2026-05-01T13:00Z');
    expect(new Date(start as number).toISOString()).toBe('2026-04-30T18:15:00.000Z');
  });

  test('start at 1:00 where midnight does not exist', () => {
    const cuts = days('Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24T20:00Z');
    expect(new Date(cuts[0] as number).toISOString()).toBe('2026-04-23T22:00:00.000Z');
    expect(hours(cuts)).toEqual([23]);
  });
});

test('hours are cut at the full hours of the zone', () => {
  const cuts = calendarCuts(
    '1h',
    'Asia/Kolkata',
    Date.parse('2026-05-01T10:00Z'),
    Date.parse('2026-05-01T11:00Z'),
  );
  expect(cuts.map((c) => new Date(c).toISOString())).toEqual([
    '2026-05-01T09:30:00.000Z',
    '2026-05-01T10:30:00.000Z',
    '2026-05-01T11:30:00.000Z',
  ]);
});

test('months and years follow the zone', () => {
  const zone = 'Pacific/Auckland';
  const month = monthAround(zone, Date.parse('2026-02-28T12:00Z'));
  expect(new Date(month.from_ms).toISOString()).toBe('2026-02-28T11:00:00.000Z');
  expect(new Date(month.to_ms).toISOString()).toBe('2026-03-31T11:00:00.000Z');
  const years = calendarCuts('1y', zone, Date.parse('2026-06-01T00:00Z'), Date.parse('2026-06-02T00:00Z'));
  expect(years.map((c) => isoDay(c, zone))).toEqual(['2026-01-01', '2027-01-01']);
});

test('slots are ascending, whole and at quarter-hours, in any zone and range', () => {
  const zones = [
    'UTC',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Europe/Berlin',
    'Asia/Shanghai',
  ];
  const range = fc.tuple(
    fc.integer({ min: Date.UTC(2015), max: Date.UTC(2035) }),
    fc.integer({ min: 1, max: 20 * 24 * HOUR }),
  );
  const interval = fc.constantFrom<Interval>('5m', '15m', '1h', '1d', '1M', '1y');
  fc.assert(
    fc.property(fc.constantFrom(...zones), range, interval, (zone, [from, length], by) => {
      const cuts = calendarCuts(by, zone, from, from + length);
      expect(cuts[0]).toBeLessThanOrEqual(from);
      expect(cuts.at(-1)).toBeGreaterThanOrEqual(from + length);
      expect(cuts.at(-2)).toBeLessThan(from + length);
      const unit = by === '5m' ? 300_000 : 900_000;
      cuts.forEach((cut, i) => {
        expect(cut % unit).toBe(0);
        if (i > 0) expect(cut).toBeGreaterThan(cuts[i - 1] as number);
        expect(slotOf(cuts, cut)).toBe(i);
        expect(slotOf(cuts, cut - 1)).toBe(i - 1);
      });
    }),
    { numRuns: 60 },
  );
});
