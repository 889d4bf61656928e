import { describe, expect, test } from 'vitest';
import { lineAmount, settledMass } from './collection-amounts.ts';

describe('the settled mass', () => {
  test.each([
    // Deductions apply one after the other: 1000 kg less 2 % is 980 kg, of that 5 % water leaves 931 kg, not 930.
    [{ grossKg: '1500', tareKg: '500', impurityPct: '2', waterPct: '5' }, '931'],
    [{ grossKg: '18250.5', tareKg: '6250', rejectedKg: '0.5' }, '12000'],
    [{ grossKg: '100' }, '100'],
    [{ grossKg: '0.001', impurityPct: '50' }, '0.001'],
    [{ grossKg: '0.001', impurityPct: '50.01' }, '0'],
    [{ grossKg: '333.333', impurityPct: '3.33', waterPct: '1.01' }, '318.978'],
    [{ grossKg: '10', impurityPct: '100' }, '0'],
    [{ grossKg: '10', tareKg: '8', rejectedKg: '3' }, '-1'],
    [{ tareKg: '8' }, null],
  ])('of %j is %s', (line, expected) => expect(settledMass.of(line)).toBe(expected));
});

describe('the amount of a line', () => {
  const amount = lineAmount('settledKg');
  test.each([
    [{ basis: 'piece', pieces: 3, unitPrice: '0.335' }, '1.01'],
    [{ basis: 'kg', settledKg: '931', unitPrice: '7.6', pieces: 9 }, '7075.6'],
    [{ basis: 'kwh', kwh: '51.2', unitPrice: '180.05' }, '9218.56'],
    // A tonne of black mass with 3 % Li at 2,700 yuan a point costs 8,100 yuan.
    [{ basis: 'metal', settledKg: '1000', liPct: '3', liPrice: '2700' }, '8100'],
    [
      { basis: 'metal', settledKg: '12345.678', liPct: '2.9137', liPrice: '2650', coefficientPct: '98.5' },
      '93894.87',
    ],
    [
      // Ni 22 %, Co 8.9 %, Li 5.2 % of 500 kg, each point of a tonne at its own price.
      {
        basis: 'metal',
        settledKg: '500',
        niPct: '22',
        niPrice: '912.5',
        coPct: '8.9',
        coPrice: '1820',
        liPct: '5.2',
        liPrice: '520',
      },
      '19488.5',
    ],
    [{ basis: 'metal', settledKg: '1000', liPct: '3' }, null],
    [{ basis: 'kg', settledKg: '1000' }, null],
    [{ basis: 'kg', unitPrice: '5' }, null],
    [{ basis: 'piece', settledKg: '1000', unitPrice: '5' }, null],
    [{ settledKg: '1000', unitPrice: '5' }, null],
  ])('of %j is %s', (line, expected) => expect(amount.of(line)).toBe(expected));

  test('of a quotation uses the declared quantities', () => {
    expect(lineAmount('kg').of({ basis: 'kg', kg: '2', settledKg: '1', unitPrice: '5' })).toBe('10');
  });
});
