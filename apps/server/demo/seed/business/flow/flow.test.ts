import { expect, test } from 'vitest';
import { daysFrom } from '../companies.ts';
import { sizes } from '../rows.ts';
import { blackMassPrice, busyDays } from './calendar.ts';
import { flowOf } from './flow.ts';

const now = new Date('2026-11-23T05:00:00Z');
const flow = flowOf(sizes.full, daysFrom(now, -690), now, () => 300);
const documents = flow.flatMap(({ day, activity }) =>
  'document' in activity ? [{ day, ...activity.document }] : [],
);

test('the flow is the same each time, in chronological order, and never after today', () => {
  expect(flowOf(sizes.full, daysFrom(now, -690), now, () => 300)).toEqual(flow);
  const days = flow.map(({ day }) => day.toISOString().slice(0, 10));
  expect(days.toSorted()).toEqual(days);
  expect(days.at(-1)).toBe('2026-11-23');
  expect(flow.filter(({ day }) => day.getUTCDay() === 0)).toEqual([]);
});

test('each document has a unique key, and goods belong to one story', () => {
  expect(new Set(documents.map(({ key }) => key)).size).toBe(documents.length);
  const stories = new Map<string, Set<string>>();
  for (const { key, lines } of documents)
    for (const { code, lotNo } of lines) {
      const goods = (code ?? lotNo) as string;
      stories.set(goods, (stories.get(goods) ?? new Set()).add(key.split(' ').slice(0, -1).join(' ')));
    }
  expect(stories.size).toBeGreaterThan(9000);
  expect([...stories.values()].filter((titles) => titles.size > 1)).toEqual([]);
});

test('the business grows, pauses at the Spring Festival, and is busy in December', () => {
  const inMonth = (month: string) =>
    documents.filter(({ kind, day }) => kind === 'receipt' && day.toISOString().startsWith(month)).length;
  expect(inMonth('2026-10')).toBeGreaterThan(inMonth('2025-03') * 1.2);
  expect(inMonth('2026-02')).toBeLessThan(inMonth('2026-01') * 0.7);
  expect(inMonth('2025-12')).toBeGreaterThan(inMonth('2025-11'));
  const dayAt = busyDays(new Date('2026-01-01'), new Date('2026-12-31'));
  expect([dayAt(0).getUTCDay() === 0, dayAt(0.999) <= new Date('2026-12-31')]).toEqual([false, true]);
});

test('the price of black mass follows that of lithium', () => {
  const prices = ['2024-01-01', '2025-06-01', '2026-01-08', '2026-07-23', '2030-01-01'].map((day) =>
    blackMassPrice(new Date(day)),
  );
  expect(prices).toEqual(
    ['9.00', '7.80', '16.80', '20.70', '20.70'].map((price) => price.replace(/\.?0+$/, '')),
  );
});

test('today has work of every kind: drafts, submitted and returned documents', () => {
  const open = documents.filter(({ end }) => end === 'draft' || end === 'submitted' || end === 'returned');
  expect(new Set(open.map(({ kind, end }) => `${kind} ${end}`)).size).toBeGreaterThan(7);
  expect(new Set(open.map(({ day }) => day.toISOString().slice(0, 10)))).toEqual(new Set(['2026-11-23']));
});
