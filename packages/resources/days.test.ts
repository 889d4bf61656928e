import { expect, test } from 'vitest';
import { CHINA, chinaDay, chinaDays } from './days.ts';

test('a day in China begins at 16:00 UTC, as in the calendar of its zone', () => {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: CHINA });
  for (const time of [
    '2026-11-23T15:59:59Z',
    '2026-11-23T16:00:00Z',
    '2024-02-28T16:00:00Z',
    '1999-12-31T20:00:00Z',
  ])
    expect(chinaDay(new Date(time))).toBe(calendar.format(new Date(time)));
  expect(chinaDay(new Date('2026-11-23T16:00:00Z'))).toBe('2026-11-24');
});

test('days are counted from today across ends of months', () => {
  const day = chinaDays(new Date('2026-02-27T18:00:00Z'));
  expect([day(0), day(1), day(-28)]).toEqual(['2026-02-28', '2026-03-01', '2026-01-31']);
});
