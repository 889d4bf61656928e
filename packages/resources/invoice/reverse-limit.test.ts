import { expect, test } from 'vitest';
import { greatestYear, yearUntil } from './reverse-limit.ts';

test('the limit applies to the greatest sum of any 12 consecutive months that include the month', () => {
  const amounts = [
    ['2025-11', '1000000.01'],
    ['2025-12', '2000000'],
    ['2026-06', '1500000'],
    ['2026-11', '400000'],
    ['2027-05', '700000'],
  ] as const;
  // December to November includes December, June and November; June to May includes June, November and May.
  expect(greatestYear(amounts, '2026-11')).toBe('3900000');
  expect(greatestYear(amounts, '2026-10')).toBe('4500000.01');
  expect(greatestYear(amounts, '2028-06')).toBe('0');
});

test('amounts of one month are added, credit invoices subtracted', () => {
  const month = '2026-11';
  expect(
    greatestYear(
      [
        [month, '10.1'],
        [month, '0.2'],
        [month, '-5'],
      ],
      month,
    ),
  ).toBe('5.3');
  // A year that excludes the credit has a greater sum.
  expect(
    greatestYear(
      [
        [month, '10'],
        ['2026-10', '-5'],
      ],
      month,
    ),
  ).toBe('10');
});

test.each([
  ['2026-11-23', { from: '2025-12', to: '2026-11' }],
  ['2026-01-01', { from: '2025-02', to: '2026-01' }],
  ['2026-12-31', { from: '2026-01', to: '2026-12' }],
])('the 12 months that end with %s', (day, expected) => expect(yearUntil(day)).toEqual(expected));
