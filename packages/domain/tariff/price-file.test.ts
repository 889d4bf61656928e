import { expect, test } from 'vitest';
import { readPrices } from './price-file.ts';

const zone = 'Europe/Berlin';
const iso = (result: ReturnType<typeof readPrices>) =>
  'prices' in result
    ? result.prices.map(({ start_ms, minutes, price }) => {
        const start = new Date(start_ms).toISOString().slice(0, 16);
        return minutes === 60 ? [start, price] : [start, price, minutes];
      })
    : result.problem;

test('lines are hours of the site’s clock, and the repeated hour is listed twice', () => {
  const text =
    'time;price\n2026-10-25 01:00;0,10\n2026-10-25 02:00;0,20\n2026-10-25 02:00;-0,05\n2026-10-25 03:00;0,30\n';
  expect(iso(readPrices(text, zone))).toEqual([
    ['2026-10-24T23:00', '0.10'],
    ['2026-10-25T00:00', '0.20'],
    ['2026-10-25T01:00', '-0.05'],
    ['2026-10-25T02:00', '0.30'],
  ]);
  expect(iso(readPrices(`${text}2026-10-25 02:00;0,40`, zone))).toEqual({ line: 6, key: 'twice' });
});

test('times with an offset and JSON are equivalent', () => {
  const text = '2026-10-25T02:00+02:00,0.20\n2026-10-25T01:00:00Z,-0.05';
  const json =
    '[{"time":"2026-10-25T02:00+02:00","price":0.2},{"time":"2026-10-25T01:00:00Z","price":"-0.05"}]';
  expect(iso(readPrices(text, zone))).toEqual([
    ['2026-10-25T00:00', '0.20'],
    ['2026-10-25T01:00', '-0.05'],
  ]);
  expect(readPrices(json, zone)).toMatchObject({ prices: [{ price: '0.2' }, { price: '-0.05' }] });
});

test('an hour begins at a full hour of the site', () => {
  expect(iso(readPrices('2026-06-01T00:30Z,1', 'Asia/Kolkata'))).toEqual([['2026-06-01T00:30', '1']]);
  expect(iso(readPrices('2026-06-01T00:30Z,1', zone))).toEqual([['2026-06-01T00:30', '1', 15]]);
});

const quarters = (hour: string, ...prices: string[]) =>
  prices.map((price, i) => `2026-10-25 ${hour}:${['00', '15', '30', '45'][i]},${price}`);

test('an hour with several lines has quarter-hours, also on a day with hours', () => {
  const text = ['2026-10-25 00:00,9', ...quarters('01', '1', '2', '3', '4'), '2026-10-25 05:00,5'].join('\n');
  expect(iso(readPrices(text, zone))).toEqual([
    ['2026-10-24T22:00', '9'],
    ['2026-10-24T23:00', '1', 15],
    ['2026-10-24T23:15', '2', 15],
    ['2026-10-24T23:30', '3', 15],
    ['2026-10-24T23:45', '4', 15],
    ['2026-10-25T04:00', '5'],
  ]);
});

test('quarter-hours of the repeated hour are listed twice, one after the other or side by side', () => {
  const hour = quarters('02', '1', '2', '3', '4');
  const starts = (lines: string[]) => {
    const read = readPrices(lines.join('\n'), zone);
    return 'prices' in read
      ? read.prices.map(({ start_ms }) => (start_ms - Date.parse('2026-10-25T00:00Z')) / 60_000)
      : read;
  };
  expect(starts([...hour, ...hour])).toEqual([0, 15, 30, 45, 60, 75, 90, 105]);
  expect(starts(hour.flatMap((line) => [line, line]))).toEqual([0, 15, 30, 45, 60, 75, 90, 105]);
  expect(readPrices('2026-03-29 02:15,1', zone)).toEqual({ problem: { line: 1, key: 'skipped' } });
});

test('a file that is cut off within an hour of quarters has no price for the rest of it', () => {
  const text = [...quarters('10', '1', '2', '3', '4'), '2026-10-25 11:00,5'].join('\n');
  expect(iso(readPrices(text, zone))).toEqual(expect.arrayContaining([['2026-10-25T10:00', '5', 15]]));
  expect(iso(readPrices(quarters('10', '1', '2').join('\n'), zone))).toEqual([
    ['2026-10-25T09:00', '1', 15],
    ['2026-10-25T09:15', '2', 15],
  ]);
});

test.each([
  ['', 1, 'empty'],
  ['time,price', 1, 'empty'],
  ['<html>', 1, 'form'],
  ['[{', 1, 'form'],
  ['time,price\n2026-01-01 00:00,0.1\n2026-01-01 25:00,0.1', 3, 'time'],
  ['time,price\n2026-03-29 02:00,0.1', 2, 'skipped'],
  ['2026-01-01 00:10,0.1', 1, 'quarter'],
  ['2026-01-01 00:15:30,0.1', 1, 'quarter'],
  ['2026-01-01 00:00;1.000,5', 1, 'price'],
  // 1.2 or 1200: a file of prices per MWh.
  ['2026-01-01 00:00;1,200', 1, 'price'],
  ['2026-01-01 00:00,NaN', 1, 'price'],
] as const)('%j is refused at line %i: %s', (text, line, key) => {
  expect(readPrices(text, zone)).toEqual({ problem: { line, key } });
});
