import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localTime, offsetMs } from './zone.ts';

const HOUR = 3_600_000;

test('offsets include half hours and daylight saving', () => {
  expect(offsetMs('Asia/Kolkata', Date.parse('2026-01-01T00:00Z'))).toBe(5.5 * HOUR);
  expect(offsetMs('America/Los_Angeles', Date.parse('2026-01-15T00:00Z'))).toBe(-8 * HOUR);
  expect(offsetMs('America/Los_Angeles', Date.parse('2026-07-15T00:00Z'))).toBe(-7 * HOUR);
  expect(offsetMs('UTC', 0)).toBe(0);
});

test('changes at the minute of the change, also when queried before and after on the same day', () => {
  // Berlin, 29 March 2026: 01:00 UTC becomes UTC+2.
  const change = Date.parse('2026-03-29T01:00Z');
  expect(offsetMs('Europe/Berlin', change + 1)).toBe(2 * HOUR);
  expect(offsetMs('Europe/Berlin', change - 1)).toBe(HOUR);
  expect(offsetMs('Europe/Berlin', change)).toBe(2 * HOUR);
});

test('day and weekday are local', () => {
  // Saturday 18:00 UTC is Sunday in Sydney.
  expect(localTime('Australia/Sydney', Date.parse('2026-07-04T18:00Z'))).toMatchObject({
    weekday: 0,
    minute: 240,
  });
});

test('agrees with Intl for all zones and times', () => {
  const zones = [
    'Australia/Adelaide',
    'Europe/London',
    'America/Los_Angeles',
    'Asia/Shanghai',
    'Pacific/Auckland',
  ];
  const formats = new Map(
    zones.map((tz) => [
      tz,
      new Intl.DateTimeFormat('en-GB', {
        timeZone: tz,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
    ]),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) }),
      (tz, at_ms) => {
        const { minute } = localTime(tz, at_ms);
        const text = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(Math.floor(minute % 60)).padStart(2, '0')}`;
        expect(text).toBe(formats.get(tz)?.format(at_ms));
      },
    ),
    { numRuns: 300 },
  );
});

test('an unknown zone is an error', () => {
  expect(() => offsetMs('Mars/Olympus', 0)).toThrow(RangeError);
});
