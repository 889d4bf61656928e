import { expect, test } from 'vitest';
import { receiptLines } from './receipt-lines.ts';

const lines = [
  { material: 'pack', chemistry: 'E', basis: 'piece', pieces: 2 },
  { material: 'cell', chemistry: 'B', basis: 'kg', kg: '540', pieces: 100 },
  { material: 'mixed', basis: 'kg', kg: '20' },
];

test('goods by mass become lots numbered after the collection; packs are scanned', () => {
  expect(receiptLines({ no: 'HS20261123-0001', lines, inspection: [] })).toEqual([
    {
      clientKey: 'lot-2',
      lotNo: 'HS20261123-0001-2',
      material: 'cell',
      chemistry: 'B',
      basis: 'wet',
      pieces: 100,
      kg: '540',
    },
    { clientKey: 'lot-3', lotNo: 'HS20261123-0001-3', material: 'mixed', basis: 'wet', kg: '20' },
  ]);
});

test('the received mass is without tare and rejected goods, and includes water', () => {
  const inspection = [
    {},
    { grossKg: '700', tareKg: '150', rejectedKg: '10.5', waterPct: '5', pieces: 98 },
    {},
  ];
  expect(receiptLines({ no: 'HS1', lines, inspection })[0]).toMatchObject({ pieces: 98, kg: '539.5' });
});
