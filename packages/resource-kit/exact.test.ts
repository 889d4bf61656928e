import { describe, expect, it } from 'vitest';
import { productOf, sumOver, withCalculated } from './exact.ts';
import { decimal, lines } from './fields.ts';

const amount = productOf(2, 'quantity', 'unitPrice');

describe('the amount of a line', () => {
  it.each([
    ['12', '123.4567', '1481.48'],
    ['3', '0.1', '0.3'],
    [1, '0.005', '0.01'],
    [1, '1.005', '1.01'],
    ['-1', '1.005', '-1.01'],
    ['9999999', '9999998.9999', '99999979999001'],
    ['', '2', null],
    ['2', '', null],
    ['2', '1,5', null],
    ['two', '1.5', null],
  ])('%j × %j is %j', (quantity, unitPrice, expected) =>
    expect(amount.of({ quantity, unitPrice })).toBe(expected),
  );
});

describe('the amount of a whole', () => {
  const total = sumOver('goods', amount);
  const third = { quantity: '1', unitPrice: '0.333' };

  it('is the sum of its rounded lines that have a price', () => {
    expect(total.of({ goods: [third, third, third, { quantity: '2' }] })).toBe('0.99');
    expect(total.of({ goods: [{ quantity: '2' }] })).toBeNull();
    expect(total.of({})).toBeNull();
  });

  it('is calculated from the lines, overwriting a given value', () => {
    const money = (calculated: typeof amount) => decimal('Amount', '金额', { scale: 2, max: 9, calculated });
    const fields = {
      goods: lines('Goods', '货物', { most: 9, of: { amount: money(amount) } }),
      amount: money(total),
    };
    expect(
      withCalculated(fields, { goods: [{ ...third, amount: '7' }, { amount: '7' }], amount: '8' }),
    ).toEqual({
      goods: [{ ...third, amount: '0.33' }, {}],
      amount: '0.33',
    });
  });
});
