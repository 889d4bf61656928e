import type { StockContent } from '@voltloop/contract/calls/stock.ts';
import { lineFieldsOf } from '@voltloop/resource-kit';
import { expect, test } from 'vitest';
import { isClaimed, isPresent, pickedLines } from './picked-lines.ts';

const goods = (kind: 'coded' | 'lot', code: string, kg: string, location = 'L1'): StockContent => ({
  id: code,
  kind,
  code,
  kg,
  location,
  condition: 'available',
  pieces: 1,
  productType: null,
  material: null,
  basis: null,
  chemistry: null,
  since: null,
  age: null,
  claims: [],
});
const plain = (lines: readonly object[]) => lines.map((line) => ({ ...line, clientKey: undefined }));
const columns = lineFieldsOf({ columns: ['code', 'lot', 'kg', 'location'] });

test('a battery is a line by its code; the parts of a lot are one line with their mass', () => {
  const chosen = [goods('coded', 'A', '40'), goods('lot', 'LOT', '0.1'), goods('lot', 'LOT', '0.2', 'L2')];
  expect(plain(pickedLines(chosen, columns, false))).toEqual([{ code: 'A' }, { lotNo: 'LOT', kg: '0.3' }]);
});

test('where lines have a location, each part of a lot is a separate line', () => {
  const chosen = [goods('coded', 'A', '40'), goods('lot', 'LOT', '1'), goods('lot', 'LOT', '2', '')];
  expect(plain(pickedLines(chosen, columns, true))).toEqual([
    { code: 'A', location: 'L1' },
    { lotNo: 'LOT', kg: '1', location: 'L1' },
    { lotNo: 'LOT', kg: '2' },
  ]);
});

test('fields that the lines of the document lack are omitted', () => {
  expect(plain(pickedLines([goods('coded', 'A', '40')], lineFieldsOf({ columns: ['code'] }), true))).toEqual([
    { code: 'A' },
  ]);
});

test('claimed goods are not taken: of a lot only the rest, of a battery nothing', () => {
  const claim = (kg: string | null) => ({
    document: { id: 'd', kind: 'issue', no: 'CK-1' },
    store: null,
    kg,
    by: null,
    at: 0,
    until: 0,
  });
  const part = { ...goods('lot', 'LOT', '10'), claims: [claim('2.5'), claim('3')] };
  const other = { ...goods('lot', 'LOT', '1', 'L2'), claims: part.claims };
  const whole = { ...goods('lot', 'ALL', '5'), claims: [claim('5')] };
  const battery = { ...goods('coded', 'A', '40'), claims: [claim(null)] };
  expect(plain(pickedLines([part, other, whole], columns, false))).toEqual([{ lotNo: 'LOT', kg: '5.5' }]);
  expect(plain(pickedLines([whole], columns, true))).toEqual([{ lotNo: 'ALL', kg: '5', location: 'L1' }]);
  expect([part, other, whole, battery, goods('coded', 'B', '1')].map(isClaimed)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('goods already in a document are recognised by their code or lot', () => {
  const present = isPresent([
    { clientKey: '1', code: 'A' },
    { clientKey: '2', lotNo: 'LOT' },
  ]);
  expect([goods('coded', 'A', '1'), goods('lot', 'LOT', '1'), goods('lot', 'A', '1')].map(present)).toEqual([
    true,
    true,
    false,
  ]);
});
