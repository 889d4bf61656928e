import { expect, test } from 'vitest';
import { type DoubtfulReadings, runsOf } from './doubtful-runs.ts';

type Reading = DoubtfulReadings['list'][number];
const reading = (minute: number, more: Partial<Reading> = {}): Reading => ({
  point: 'E_E_PV',
  time: minute * 60_000,
  value: 500 + minute,
  level: 9000,
  reason: 'drop',
  state: 'wrong',
  ...more,
});

test('readings in a row with the same outcome are one row, with the first reading', () => {
  const other = reading(61, { point: 'E_E_IMP' });
  const list = [reading(300), reading(62), other, reading(61), reading(60), reading(59, { state: 'level' })];
  expect(runsOf(list)).toMatchObject([
    { point: 'E_E_PV', from: 300 * 60_000, to: 300 * 60_000, count: 1 },
    { point: 'E_E_PV', from: 60 * 60_000, to: 62 * 60_000, count: 3, value: 560 },
    { point: 'E_E_IMP', count: 1 },
    { state: 'level', count: 1 },
  ]);
});
