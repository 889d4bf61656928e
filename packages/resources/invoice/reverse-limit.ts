import { two } from '@voltloop/domain/clock/clock-time.ts';
import { decimalOf } from '@voltloop/resource-kit';

/**
 * Pure: the limit of invoices that a recycler issues on behalf of a person who sells to it (反向开票): 5,000,000 yuan
 * without tax in any 12 consecutive months (announcement 2024 No. 5 of the State Taxation Administration).
 */
export const REVERSE_LIMIT_YUAN = '5000000';
const MONTHS = 12;

/** Months since year 0, of a day or month `yyyy-MM…`. */
const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/**
 * The greatest sum of any 12 consecutive months that include `month`.
 * @param amounts Net amounts by month, `yyyy-MM`; negative for credit invoices.
 */
export function greatestYear(
  amounts: Iterable<readonly [month: string, net: string]>,
  month: string,
): string {
  const at = numberOf(month);
  const byMonth = new Map<number, ReturnType<typeof decimalOf>>();
  for (const [each, net] of amounts)
    byMonth.set(numberOf(each), decimalOf(net).plus(byMonth.get(numberOf(each)) ?? 0));
  let greatest: ReturnType<typeof decimalOf> | null = null;
  for (let last = at; last < at + MONTHS; last += 1) {
    let sum = decimalOf(0);
    for (let each = last - MONTHS + 1; each <= last; each += 1) sum = sum.plus(byMonth.get(each) ?? 0);
    if (greatest === null || sum.gt(greatest)) greatest = sum;
  }
  return (greatest ?? decimalOf(0)).toFixed();
}

/** The first and the last of the 12 months that end with the month of a day, `yyyy-MM`. */
export function yearUntil(day: string): { from: string; to: string } {
  const first = numberOf(day) - MONTHS + 1;
  const name = (number: number) => `${Math.floor(number / 12)}-${two((number % 12) + 1)}`;
  return { from: name(first), to: name(numberOf(day)) };
}
