import { describe, expect, it, test } from 'vitest';
import { namesOfTotals, ofTicket, withoutRefused } from './totals.ts';

test('the totals of a production are its input until it is posted', () => {
  expect(namesOfTotals('production', 'draft').kg).toBe('inputKg');
  expect(namesOfTotals('production', 'posted').kg).toBe('madeKg');
  expect(namesOfTotals('production', 'voided').kg).toBe('madeKg');
  expect(namesOfTotals('recyclingRun', 'posted').kg).toBe('inputKg');
  expect(namesOfTotals('receipt', 'posted').kg).toBe('kg');
});

describe('the totals of the scan desk', () => {
  const lines = [
    { clientKey: 'a', code: 'A', kg: '400.5' },
    { clientKey: 'b', code: 'B', kg: '438.5' },
    { clientKey: 'c', lotNo: 'L', pieces: 3, kg: '10' },
  ];
  it('leave out lines that were refused', () => {
    const refused = new Map(['b', 'c'].map((key) => [key, { tone: 'refused' as const }]));
    expect(withoutRefused({ count: 3, pieces: 5, kg: '849' }, lines, refused)).toEqual({
      count: 1,
      pieces: 1,
      kg: '400.5',
    });
  });
  it('are compared with the weigh ticket, if there is one', () => {
    expect(ofTicket({ grossKg: '1000.5', tareKg: '100' }, '400.5')).toEqual({
      netKg: '900.5',
      leftKg: '500',
    });
    expect(ofTicket({ grossKg: '1000', tareKg: null }, '0')).toBeNull();
  });
});
