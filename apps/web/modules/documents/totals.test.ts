import { expect, test } from 'vitest';
import { namesOfTotals } from './totals.ts';

test('the totals of a production are its input until it is posted', () => {
  expect(namesOfTotals('production', 'draft').kg).toBe('inputKg');
  expect(namesOfTotals('production', 'posted').kg).toBe('madeKg');
  expect(namesOfTotals('production', 'voided').kg).toBe('madeKg');
  expect(namesOfTotals('recyclingRun', 'posted').kg).toBe('inputKg');
  expect(namesOfTotals('receipt', 'posted').kg).toBe('kg');
});
