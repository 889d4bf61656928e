import { describe, expect, test } from 'vitest';
import { orderedAmount, pricePerKg, settledDelivery } from './order-amounts.ts';

const prices = { liPct: '3', liPrice: '2700', niPct: '10', niPrice: '1100', coefficientPct: '90' };

describe('the amount of an order line', () => {
  test.each([
    [{ unit: 'piece', quantity: '3', unitPrice: '0.335' }, '1.01'],
    [{ unit: 'kg', quantity: '12.5', unitPrice: '8.1', liPct: '3', liPrice: '2700' }, '101.25'],
    // (3 × 2,700 + 10 × 1,100) × 90 % is 17,190 yuan a tonne.
    [{ unit: 'metal', quantity: '1000', ...prices }, '17190'],
    [{ unit: 'metal', quantity: '1000', unitPrice: '5' }, null],
    [{ unit: 'metal', ...prices }, null],
  ])('%j is %s', (line, expected) => expect(orderedAmount.of(line)).toBe(expected));
});

describe('a settled delivery', () => {
  test('is paid by the mass less impurities and water', () =>
    expect(settledDelivery({ kg: '1000', impurityPct: '2', waterPct: '5', ...prices })).toEqual({
      kg: '931',
      amount: '16003.89',
    }));

  test.each([{}, { kg: '1000' }, { kg: '0', ...prices }, { kg: '10', impurityPct: '100', ...prices }])(
    'of %j is none',
    (terms) => expect(settledDelivery(terms)).toBeNull(),
  );

  test('has a price per kilogram that yields its amount to the cent, even for ten thousand tonnes', () => {
    for (const [kg, amount] of [
      ['9999999.999', '171899999.98'],
      ['931', '16003.89'],
      ['0.001', '0.01'],
    ] as const)
      expect(orderedAmount.of({ unit: 'kg', quantity: kg, unitPrice: pricePerKg(kg, amount) })).toBe(amount);
  });
});
