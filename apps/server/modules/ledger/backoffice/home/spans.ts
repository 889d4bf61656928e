import type { HomePeriod } from '@voltloop/contract';

/** Pure: the spans of days that the home shows, and those that it compares them with. */

export interface Span {
  from: string;
  to: string;
}

const MONTHS: Readonly<Record<HomePeriod, number>> = { month: 1, quarter: 3, year: 12 };
const YEAR = 12;

/** The same day this many months before, or the last day of a shorter month. */
function back(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/**
 * From the beginning of the month, quarter or year to today; the same days of the previous one and of the year
 * before.
 */
export function spansOf(period: HomePeriod, today: string): { now: Span; before: Span; yearBefore: Span } {
  const months = MONTHS[period];
  const month = Number(today.slice(5, 7)) - 1;
  const first = String(month - (month % months) + 1).padStart(2, '0');
  const now = { from: `${today.slice(0, 4)}-${first}-01`, to: today };
  const earlier = (by: number) => ({ from: back(now.from, by), to: back(now.to, by) });
  return { now, before: earlier(months), yearBefore: earlier(YEAR) };
}
