import { expect, test } from 'vitest';
import { type Stretch, stretchesOf } from './periods.ts';

const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => new Date(ms ?? 0).toISOString().slice(0, 16);
/** Begin and end of the compared part, and of the whole period. */
const ends = (stretch: Stretch | null) => {
  const parts = (stretch?.pieces ?? []).flatMap(({ cuts, slots }) =>
    slots.map((slot, i) => ({ ...slot, from: cuts[i], to: cuts[i + 1] })),
  );
  const compared = parts.filter((p) => p.compared);
  return [iso(parts[0]?.from), iso(compared.at(-1)?.to), iso(parts.at(-1)?.to)];
};

test('a running month is compared by its complete days', () => {
  const { current, previous, yearAgo, from, slots, complete } = stretchesOf(
    'UTC',
    'month',
    at('2026-11-23T15:20Z'),
  );
  expect([from, slots.length, complete]).toEqual(['2026-11-01', 30, false]);
  expect(ends(current)).toEqual(['2026-11-01T00:00', '2026-11-23T00:00', '2026-12-01T00:00']);
  expect(ends(previous)).toEqual(['2026-10-01T00:00', '2026-10-23T00:00', '2026-11-01T00:00']);
  expect(ends(yearAgo)).toEqual(['2025-11-01T00:00', '2025-11-23T00:00', '2025-12-01T00:00']);
});

test('the end of March is compared with the whole of February', () => {
  const { previous } = stretchesOf('UTC', 'month', at('2026-03-31T10:00Z'));
  expect(ends(previous)).toEqual(['2026-02-01T00:00', '2026-03-01T00:00', '2026-03-01T00:00']);
});

test('a running day is compared by quarter-hours, up to the same local time', () => {
  const { current, previous, yearAgo } = stretchesOf('Europe/Berlin', 'day', at('2026-10-25T14:20Z'));
  // The clock goes back on this day: it has 25 hours, the day before 24.
  expect(current.pieces[0]?.slots.length).toBe(26);
  expect(ends(current)).toEqual(['2026-10-24T22:00', '2026-10-25T14:15', '2026-10-25T23:00']);
  expect(ends(previous)).toEqual(['2026-10-23T22:00', '2026-10-24T13:15', '2026-10-24T22:00']);
  expect(ends(yearAgo)).toEqual(['2025-10-24T22:00', '2025-10-25T13:15', '2025-10-25T22:00']);
});

test('a running year is read by months, and its current month by days', () => {
  const { current, previous, yearAgo } = stretchesOf('Asia/Shanghai', 'year', at('2026-05-10T04:00Z'));
  expect(yearAgo).toBeNull();
  expect(current.pieces.map((p) => [p.by, p.slots.map((s) => [s.slot, s.compared])])).toEqual([
    ['month', [1, 2, 3, 4].map((slot) => [slot, true])],
    [
      'day',
      [
        [5, true],
        [5, false],
      ],
    ],
    ['month', [6, 7, 8, 9, 10, 11, 12].map((slot) => [slot, false])],
  ]);
  expect(ends(previous)).toEqual(['2024-12-31T16:00', '2025-05-09T16:00', '2025-12-31T16:00']);
});

test('a past period is compared as a whole, and begins on the requested day', () => {
  const { current, previous, complete } = stretchesOf('UTC', 'month', at('2026-11-23T15:20Z'), '2026-02-11');
  expect(complete).toBe(true);
  expect(ends(current)).toEqual(['2026-02-01T00:00', '2026-03-01T00:00', '2026-03-01T00:00']);
  expect(ends(previous)).toEqual(['2026-01-01T00:00', '2026-02-01T00:00', '2026-02-01T00:00']);
});
