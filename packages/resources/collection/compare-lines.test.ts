import { expect, test } from 'vitest';
import { compareLines, type Received } from './compare-lines.ts';

const lines = [
  { material: 'pack', chemistry: 'B', spec: 'L221', pieces: 2, kg: '800' },
  { material: 'pack', chemistry: 'B', spec: 'L300', pieces: 1, kg: '500' },
  { material: 'cell', chemistry: 'B', kg: '100' },
  { material: 'cell', chemistry: 'E', kg: '50' },
];
const pack = (kg: string, more: Partial<Received> = {}): Received => ({
  lotNo: null,
  material: 'pack',
  chemistry: 'B',
  pieces: 1,
  kg,
  ...more,
});
const shares = (received: readonly Received[]) =>
  compareLines({ no: 'HS-1', lines }, received).map(({ place, receivedPieces, receivedKg }) => [
    place,
    receivedPieces,
    receivedKg,
  ]);

test('packs fill the lines that expect them in order; the last line takes the surplus', () =>
  expect(shares(['400', '401', '500', '10'].map((kg) => pack(kg)))).toEqual([
    [1, 2, '801'],
    [2, 2, '510'],
    [3, 0, '0'],
    [4, 0, '0'],
  ]));

test('a lot belongs to the line that it was created from, else to a line of its chemistry', () => {
  const cell = { material: 'cell', pieces: 0 };
  expect(
    shares([
      pack('90', { ...cell, lotNo: 'HS-1-4', chemistry: 'B' }),
      pack('95.5', { ...cell, lotNo: 'X-1' }),
      pack('1', { ...cell, lotNo: 'X-2', chemistry: null }),
    ]).slice(2),
  ).toEqual([
    [3, 0, '96.5'],
    [4, 0, '90'],
  ]);
});

test('goods that were not quoted are listed below, by material and chemistry', () => {
  const graphite = { material: 'graphite', chemistry: null, pieces: 0 };
  expect(
    shares([pack('1', graphite), pack('2', graphite), pack('3', { ...graphite, material: null })]).slice(4),
  ).toEqual([
    [null, 0, '3'],
    [null, 0, '3'],
  ]);
});

test('inspection and settlement appear in their lines', () => {
  const inspection = [{ settledKg: '790' }, {}, { rejectedKg: '3.5', settledKg: '96.5' }, {}];
  const settlement = [{ amount: '5001' }, {}, { amount: '700.1' }, {}];
  expect(compareLines({ no: 'HS-1', lines, inspection, settlement }, [])).toMatchObject([
    { spec: 'L221', quotedPieces: 2, quotedKg: '800', settledKg: '790', settledAmount: '5001' },
    { settledAmount: '0' },
    { rejectedKg: '3.5', settledKg: '96.5', settledAmount: '700.1' },
    { settledKg: '0' },
  ]);
});
