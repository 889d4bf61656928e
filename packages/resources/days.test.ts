import { expect, test } from 'vitest';
import { chinaDays } from './days.ts';

test('a day is that of China, also while it is still yesterday in London', () => {
  const day = chinaDays(new Date('2026-02-28T17:30:00Z'));
  expect([day(-1), day(0), day(30)]).toEqual(['2026-02-28', '2026-03-01', '2026-03-31']);
});
