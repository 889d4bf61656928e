import { describe, expect, test } from 'vitest';
import { amountOf, balancesOf, fillOf, type Part, sharesOf } from './fill.ts';

describe('the fill of a place', () => {
  test('is a warning from 90 % of its capacity, and an error above it', () => {
    expect(fillOf('899.999', '1000')?.tone).toBe('ok');
    expect(fillOf('900', '1000')).toEqual({ pct: 90, tone: 'warning' });
    expect(fillOf('1000', '1000')?.tone).toBe('warning');
    expect(fillOf('1000.1', '1000')?.tone).toBe('danger');
  });

  test('is unknown without a capacity', () => {
    expect(fillOf('5', null)).toBeNull();
    expect(fillOf('5', '0')).toBeNull();
  });
});

describe('the filtered contents', () => {
  const parts: Part[] = [
    { chemistry: 'B', condition: 'available', pieces: 2, kg: '20.5', lots: 0 },
    { chemistry: 'B', condition: 'hold', pieces: 1, kg: '10', lots: 0 },
    { chemistry: 'A', condition: 'available', pieces: 4, kg: '100', lots: 0 },
    { chemistry: null, condition: 'available', pieces: 0, kg: '7', lots: 1 },
  ];

  test('have both the battery type and the condition', () => {
    expect(amountOf(parts, { chemistry: null, condition: null })).toEqual({ pieces: 7, kg: 137.5, lots: 1 });
    expect(amountOf(parts, { chemistry: 'B', condition: null })).toEqual({ pieces: 3, kg: 30.5, lots: 0 });
    expect(amountOf(parts, { chemistry: 'B', condition: 'hold' })).toEqual({ pieces: 1, kg: 10, lots: 0 });
    expect(amountOf(parts, { chemistry: 'E', condition: null })).toEqual({ pieces: 0, kg: 0, lots: 0 });
  });

  test('are sorted by mass', () => {
    expect(sharesOf(parts, 'chemistry').map(([name]) => name)).toEqual(['A', 'B']);
    expect(sharesOf(parts, 'condition')).toEqual([
      ['available', { pieces: 6, kg: 127.5, lots: 1 }],
      ['hold', { pieces: 1, kg: 10, lots: 0 }],
    ]);
  });
});

test('balances are one row per battery type and condition, the largest mass first', () => {
  expect(
    balancesOf([
      { chemistry: 'B', condition: 'available', pieces: 1, kg: '10.5', lots: 0 },
      { chemistry: null, condition: 'hold', pieces: 0, kg: '40', lots: 1 },
      { chemistry: 'B', condition: 'available', pieces: 2, kg: '20', lots: 0 },
      { chemistry: 'B', condition: 'test', pieces: 1, kg: '10', lots: 0 },
    ]),
  ).toEqual([
    { chemistry: null, condition: 'hold', pieces: 0, kg: 40, lots: 1 },
    { chemistry: 'B', condition: 'available', pieces: 3, kg: 30.5, lots: 0 },
    { chemistry: 'B', condition: 'test', pieces: 1, kg: 10, lots: 0 },
  ]);
});
