import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Credited,
  creditAmounts,
  leftOf,
  lineNet,
  lineTax,
  lineTotal,
  sumsOf,
} from './invoice-amounts.ts';

const amountsOf = (line: object) => [lineTotal, lineNet, lineTax].map((each) => each.of({ ...line }));

describe('the amounts of a line', () => {
  test.each([
    [{ quantity: '3', unitPrice: '100', taxRate: 13 }, ['300', '265.49', '34.51']],
    [{ quantity: '1', unitPrice: '0.01', taxRate: 13 }, ['0.01', '0.01', '0']],
    [{ quantity: '12.5', unitPrice: '8.1', taxRate: 3 }, ['101.25', '98.3', '2.95']],
    [{ quantity: '2', unitPrice: '1.5', taxRate: 0 }, ['3', '3', '0']],
    [{ quantity: '-3', unitPrice: '100', taxRate: 13 }, ['-300', '-265.49', '-34.51']],
    [{ quantity: '3', unitPrice: '100' }, ['300', null, null]],
    [{ quantity: '3', taxRate: 13 }, [null, null, null]],
  ])('%j has %j', (line, expected) => expect(amountsOf(line)).toEqual(expected));

  test('net and tax add up to the total to the cent, for any numbers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.constantFrom(0, 1, 3, 6, 9, 13),
        (thousandths, tenThousandths, taxRate) => {
          const line = {
            quantity: `${thousandths / 1000}`,
            unitPrice: (tenThousandths / 10_000).toFixed(4),
            taxRate,
          };
          const [total, net, tax] = amountsOf(line).map((each) => Math.round(Number(each) * 100));
          expect((net as number) + (tax as number)).toBe(total);
        },
      ),
    );
  });
});

describe('credit lines', () => {
  const line = { quantity: '3', unitPrice: '0.335', taxRate: 13, net: '0.89', tax: '0.12', total: '1.01' };
  const none = { quantity: '0', net: '0', tax: '0', total: '0' };
  const part = (quantity: string) => ({ ...line, quantity });

  test('for the whole line take its amounts', () => {
    expect(creditAmounts(part('-3'), { line, ...none })).toEqual({
      net: '-0.89',
      tax: '-0.12',
      total: '-1.01',
    });
  });

  test('for parts of a line add up to the whole: the last one takes the remainder', () => {
    let credited: Credited = { line, ...none };
    const parts = ['-1', '-1', '-1'].map((quantity) => {
      const amounts = creditAmounts(part(quantity), credited) as typeof none;
      const taken = leftOf(credited);
      const after = (name: 'net' | 'tax' | 'total') =>
        (Number(line[name]) - Number(taken[name]) - Number(amounts[name])).toFixed(2);
      credited = {
        line,
        quantity: String(Number(credited.quantity) + 1),
        net: after('net'),
        tax: after('tax'),
        total: after('total'),
      };
      return amounts;
    });
    expect(parts.map(({ total }) => total)).toEqual(['-0.34', '-0.34', '-0.33']);
    expect(sumsOf(parts)).toEqual({ net: '-0.89', tax: '-0.12', total: '-1.01' });
  });
});
