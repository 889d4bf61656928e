import { type Calculation, decimalOf, exact, productOf, rounded, type Values } from '@voltloop/resource-kit';

/**
 * Pure: the amounts of invoice lines. Unit prices include the tax, so that totals equal those of orders (decision
 * 32).
 */

const CENTS = 2;
const from = ['quantity', 'unitPrice', 'taxRate'];

/** Quantity times unit price, tax included. */
export const lineTotal = productOf(CENTS, 'quantity', 'unitPrice');

/** The net part of a total. */
const netOf = (total: unknown, taxRate: unknown): string | null => {
  const [whole, rate] = [exact(total), exact(taxRate)];
  return whole && rate ? rounded(whole.times(100).div(rate.plus(100)), CENTS).toFixed() : null;
};

export const lineNet: Calculation = {
  from,
  of: (values) => netOf(lineTotal.of(values), values.taxRate),
};

/** The tax: the remainder, so that net and tax add up to the total to the cent. */
export const lineTax: Calculation = {
  from,
  of(values) {
    const net = lineNet.of(values);
    return net === null ? null : decimalOf(lineTotal.of(values)).minus(decimalOf(net)).toFixed();
  },
};

/** The amounts of a line with another total than its own: a remainder to the cent. */
export function amountsOfTotal(line: Values, total: string): Values {
  const net = netOf(total, line.taxRate);
  return { net, tax: net === null ? null : decimalOf(total).minus(decimalOf(net)).toFixed(), total };
}

const amounts = ['net', 'tax', 'total'] as const;

/** A line of the original, with the sums of issued credit invoices for it. */
export interface Credited {
  line: Values;
  quantity: string;
  net: string;
  tax: string;
  total: string;
}

/** The quantity and amounts of a line that can still be credited. */
export const leftOf = ({
  line,
  ...taken
}: Credited): Readonly<Record<'quantity' | (typeof amounts)[number], string>> => ({
  quantity: decimalOf(line.quantity).minus(decimalOf(taken.quantity)).toFixed(),
  net: decimalOf(line.net).minus(decimalOf(taken.net)).toFixed(),
  tax: decimalOf(line.tax).minus(decimalOf(taken.tax)).toFixed(),
  total: decimalOf(line.total).minus(decimalOf(taken.total)).toFixed(),
});

/**
 * The amounts of a credit line. The one that credits all that is left takes the remainder to the cent: parts rounded
 * separately need not add up to the whole.
 */
export function creditAmounts(line: Values, credited: Credited): Values {
  const left = leftOf(credited);
  const isRest = decimalOf(line.quantity).plus(decimalOf(left.quantity)).eq(0);
  if (!isRest) return { net: lineNet.of(line), tax: lineTax.of(line), total: lineTotal.of(line) };
  return Object.fromEntries(amounts.map((name) => [name, decimalOf(left[name]).neg().toFixed()]));
}

/** The sums of lines with known amounts. */
export const sumsOf = (lines: readonly Values[]): Values =>
  Object.fromEntries(
    amounts.map((name) => [
      name,
      lines.reduce((sum, line) => sum.plus(decimalOf(line[name])), decimalOf(0)).toFixed(),
    ]),
  );
