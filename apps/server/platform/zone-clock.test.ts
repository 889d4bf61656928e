import { describe, expect, test } from 'vitest';
import { ZoneClock } from './zone-clock.ts';

describe('the clock of a zone', () => {
  test.each([
    ['Asia/Kathmandu', '2026-11-21T04:20:08.000Z', '2026-11-21T10:05:08+05:45'],
    ['America/St_Johns', '2026-07-01T12:00:00.250Z', '2026-07-01T09:30:00.250-02:30'],
    ['UTC', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00+00:00'],
  ])('%s', (zone, utc, local) => expect(new ZoneClock(zone).iso(Date.parse(utc))).toBe(local));

  test('follows a change in the middle of a series', () => {
    const clock = new ZoneClock('Europe/Berlin');
    const at = (utc: string) => clock.iso(Date.parse(utc));
    expect(at('2026-03-29T00:59:00Z')).toBe('2026-03-29T01:59:00+01:00');
    expect(at('2026-03-29T01:00:00Z')).toBe('2026-03-29T03:00:00+02:00');
    expect(at('2026-03-29T00:58:00Z')).toBe('2026-03-29T01:58:00+01:00');
  });

  test('counts days as spreadsheets do', () => {
    expect(new ZoneClock('Asia/Shanghai').sheetDays(Date.parse('2026-01-01T04:00:00Z'))).toBeCloseTo(
      46023.5,
      8,
    );
  });
});
