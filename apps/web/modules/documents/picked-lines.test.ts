import type { StockContent } from '@voltloop/contract/calls/stock.ts';
import { lineFieldsOf } from '@voltloop/resource-kit';
import { expect, test } from 'vitest';
import { isPresent, pickedLines } from './picked-lines.ts';

const goods = (kind: 'coded' | 'lot', code: string, kg: string, location = 'L1'): StockContent => ({
  ...{ id: code, kind, code, kg, location, condition: 'available', pieces: 1 },
  ...{ productType: null, material: null, basis: null, chemistry: null, since: null, age: null },
});
const plain = (lines: readonly object[]) => lines.map((line) => ({ ...line, clientKey: undefined }));
const columns = lineFieldsOf({ columns: ['code', 'lot', 'kg', 'location'] });

test('a battery is a line by its code; the parts of a lot are one line with their mass', () => {
  const chosen = [goods('coded', 'A', '40'), goods('lot', 'LOT', '0.1'), goods('lot', 'LOT', '0.2', 'L2')];
  expect(plain(pickedLines(chosen, columns, false))).toEqual([{ code: 'A' }, { lotNo: 'LOT', kg: '0.3' }]);
});

test('where lines say where goods lie, each part of a lot is a line of its own', () => {
  const chosen = [goods('coded', 'A', '40'), goods('lot', 'LOT', '1'), goods('lot', 'LOT', '2', '')];
  expect(plain(pickedLines(chosen, columns, true))).toEqual([
    { code: 'A', location: 'L1' },
    { lotNo: 'LOT', kg: '1', location: 'L1' },
    { lotNo: 'LOT', kg: '2' },
  ]);
});

test('what lines of the document do not have is left out', () => {
  expect(plain(pickedLines([goods('coded', 'A', '40')], lineFieldsOf({ columns: ['code'] }), true))).toEqual([
    { code: 'A' },
  ]);
});

test('what a document has already is known by its code or lot', () => {
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
