import { expect, test } from 'vitest';
import { isByMass, namesOfTotals } from './totals.ts';

test('the totals of a production are its input until it is posted', () => {
  expect(namesOfTotals('production', 'draft').kg).toBe('inputKg');
  expect(namesOfTotals('production', 'posted').kg).toBe('madeKg');
  expect(namesOfTotals('production', 'voided').kg).toBe('madeKg');
  expect(namesOfTotals('recyclingRun', 'posted').kg).toBe('inputKg');
  expect(namesOfTotals('receipt', 'posted').kg).toBe('kg');
});

test('an empty document has pieces, goods by mass have none', () => {
  expect([isByMass(0, '0'), isByMass(0, '12.5'), isByMass(1, '12.5')]).toEqual([false, true, false]);
});
