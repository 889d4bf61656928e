import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportioned, decimalOf, rounded } from './exact.ts';

const texts = (amounts: string[]) => apportioned(amounts.map(decimalOf), 2).map((each) => each.toFixed(2));

test.each([
  [
    ['0.335', '0.335', '0.335'],
    ['0.34', '0.34', '0.33'],
  ],
  [
    ['0.004', '0.004', '0.004'],
    ['0.01', '0.00', '0.00'],
  ],
  [
    ['-0.005', '-0.005'],
    ['0.00', '-0.01'],
  ],
  [
    ['1', '2'],
    ['1.00', '2.00'],
  ],
  [[], []],
])('%j becomes %j', (amounts, shares) => {
  expect(texts(amounts)).toEqual(shares);
});

test('shares add up to the rounded sum, and each differs from its amount by less than a unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 40 }),
      (thousandths) => {
        const amounts = thousandths.map((each) => decimalOf(each).div(10_000));
        const shares = apportioned(amounts, 2);
        const sum = (all: typeof amounts) => all.reduce((total, each) => total.plus(each), decimalOf(0));
        expect(sum(shares).toFixed(2)).toBe(rounded(sum(amounts), 2).toFixed(2));
        shares.forEach((share, i) => {
          expect(
            share
              .minus(amounts[i] ?? 0)
              .abs()
              .lt('0.01'),
          ).toBe(true);
        });
      },
    ),
  );
});
