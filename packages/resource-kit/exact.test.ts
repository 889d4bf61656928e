import { describe, expect, it } from 'vitest';
import { productOf } from './exact.ts';
import { decimal } from './fields.ts';

const amount = decimal('Amount', '金额', { scale: 2, max: 1e14, product: ['quantity', 'unitPrice'] });

describe('the amount of a line', () => {
  it.each([
    ['12', '123.4567', '1481.48'],
    ['3', '0.1', '0.3'],
    [1, '0.005', '0.01'],
    [1, '1.005', '1.01'],
    ['9999999', '9999998.9999', '99999979999001'],
    ['', '2', null],
    ['2', '', null],
    ['2', '1,5', null],
    ['two', '1.5', null],
  ])('%j × %j is %j', (quantity, unitPrice, expected) =>
    expect(productOf(amount, { quantity, unitPrice })).toBe(expected),
  );
});
