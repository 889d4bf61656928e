import type { HomePeriod } from '@voltloop/contract';
import { two } from '@voltloop/domain/clock/clock-time.ts';
import { addMonths } from '@voltloop/domain/clock/days.ts';

/** Pure: the spans of days that the home shows, and those that it compares them with. */

export interface Span {
  from: string;
  to: string;
}

const MONTHS: Readonly<Record<HomePeriod, number>> = { month: 1, quarter: 3, year: 12 };
const YEAR = 12;

/**
 * From the beginning of the month, quarter or year to today; the same days of the previous one and of the year
 * before.
 */
export function spansOf(period: HomePeriod, today: string): { now: Span; before: Span; yearBefore: Span } {
  const months = MONTHS[period];
  const month = Number(today.slice(5, 7)) - 1;
  const first = two(month - (month % months) + 1);
  const now = { from: `${today.slice(0, 4)}-${first}-01`, to: today };
  const earlier = (by: number) => ({ from: addMonths(now.from, -by), to: addMonths(now.to, -by) });
  return { now, before: earlier(months), yearBefore: earlier(YEAR) };
}
