import { expect, test } from 'vitest';
import { rateAt, type Season, seasonsProblem } from './rates.ts';

const all = [1, 2, 3, 4, 5, 6, 7];
const flat = (rate: number) => Array.from({ length: 24 }, () => rate);
/** A high rate from 17 to 21 on workdays of the winter. */
const evening = flat(0).map((_, hour) => (hour >= 17 && hour < 21 ? 1 : 0));
const seasons: Season[] = [
  { from: '04-01', day_kinds: [{ days: all, hours: flat(0) }] },
  {
    from: '10-01',
    day_kinds: [
      { days: [1, 2, 3, 4, 5], hours: evening },
      { days: [6, 7], hours: flat(0) },
    ],
  },
];
const at = (month: number, day: number, weekday: number, hour: number) =>
  rateAt(seasons, { month, day, weekday, hour });

test('a rate follows season, kind of day and hour', () => {
  expect(at(10, 1, 4, 17)).toBe(1);
  expect(at(10, 1, 4, 21)).toBe(0);
  expect(at(10, 3, 6, 18)).toBe(0);
  expect(at(9, 30, 3, 18)).toBe(0);
  // The winter spans the turn of the year.
  expect(at(1, 15, 1, 18)).toBe(1);
  expect(at(3, 31, 2, 20)).toBe(1);
  expect(at(4, 1, 3, 20)).toBe(0);
});

test('every hour of a year must have one rate', () => {
  expect(seasonsProblem(seasons, 2)).toBeNull();
  expect(seasonsProblem(seasons, 1)).toMatchObject({
    key: 'tariff.rate',
    path: [1, 'day_kinds', 0, 'hours'],
  });
  const [summer] = seasons as [Season];
  expect(seasonsProblem([summer, summer], 2)).toMatchObject({ key: 'tariff.seasonTwice' });
  const hole = { from: '01-01', day_kinds: [{ days: [1, 2, 3, 4, 5], hours: flat(0) }] };
  expect(seasonsProblem([hole], 1)).toMatchObject({ key: 'tariff.days' });
  const twice = { from: '01-01', day_kinds: [...hole.day_kinds, { days: [5, 6, 7], hours: flat(0) }] };
  expect(seasonsProblem([twice], 1)).toMatchObject({ key: 'tariff.days' });
});
