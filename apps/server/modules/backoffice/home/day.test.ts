import { expect, test } from 'vitest';
import { daysFrom } from './day.ts';

test('a day is that of China, also while it is still yesterday in London', () => {
  const day = daysFrom(new Date('2026-02-28T17:30:00Z'));
  expect([day(-1), day(0), day(30)]).toEqual(['2026-02-28', '2026-03-01', '2026-03-31']);
});
