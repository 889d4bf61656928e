import { expect, test } from 'vitest';
import { boundsOf, dueAt, lastDay, lastPeriod, nextPeriod, periodOf, runningPeriod } from './periods.ts';

const at = (text: string) => Date.parse(text);

test('a week runs from Monday to Sunday and a month from its first day', () => {
  expect(periodOf('week', '2026-11-25')).toEqual({ from_day: '2026-11-23', to_day: '2026-11-30' });
  expect(periodOf('week', '2026-11-23')).toEqual({ from_day: '2026-11-23', to_day: '2026-11-30' });
  expect(periodOf('month', '2026-12-31')).toEqual({ from_day: '2026-12-01', to_day: '2027-01-01' });
  expect(lastDay(periodOf('month', '2026-02-10'))).toBe('2026-02-28');
});

test('the running and the last period follow the zone, not UTC', () => {
  const evening = at('2026-11-30T20:00:00Z');
  expect(runningPeriod('day', 'Asia/Shanghai', evening).from_day).toBe('2026-12-01');
  expect(lastPeriod('month', 'Asia/Shanghai', evening).from_day).toBe('2026-11-01');
  expect(lastPeriod('month', 'America/New_York', evening).from_day).toBe('2026-10-01');
});

test('a day has 23 or 25 hours where the clock changes', () => {
  const hours = (day: string) => {
    const { from_ms, to_ms } = boundsOf(periodOf('day', day), 'Europe/Berlin');
    return (to_ms - from_ms) / 3_600_000;
  };
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-01')]).toEqual([23, 25, 24]);
});

test('a file is due at its hour of the day after the period, and an hour later when that hour is skipped', () => {
  expect(dueAt(periodOf('day', '2026-11-24'), 'Asia/Shanghai', 6)).toBe(at('2026-11-24T22:00:00Z'));
  // On 29 March 2026 the clock of Berlin goes from 2:00 to 3:00.
  expect(dueAt(periodOf('day', '2026-03-28'), 'Europe/Berlin', 2)).toBe(at('2026-03-29T01:00:00Z'));
});

test('a daily export catches up on a month at most, a weekly one on all weeks', () => {
  const now = at('2026-11-25T12:00:00Z');
  expect(nextPeriod('day', '2026-11-20', 'UTC', now).from_day).toBe('2026-11-20');
  expect(nextPeriod('day', '2026-01-01', 'UTC', now).from_day).toBe('2026-10-25');
  expect(nextPeriod('week', '2026-01-05', 'UTC', now).from_day).toBe('2026-01-05');
});
