import type { StatisticsPeriod } from '@voltloop/contract';
import { addDays, daysBetween } from '@voltloop/domain/clock/days.ts';
import { fieldError } from '../../../platform/errors.ts';

const MAX_DAYS = 1100;
/** Up to this many days a period is shown by days, otherwise by months. */
const DAYS_SHOWN = 62;

/** @throws validation if it ends before it begins, or is longer than three years */
export function checkPeriod({ from, to }: StatisticsPeriod, most = MAX_DAYS): void {
  const days = daysBetween(from, to);
  if (days < 0) throw fieldError('to', 'validation.periodOrder', 'The period ends before it begins');
  if (days >= most)
    throw fieldError('to', 'validation.periodTooLong', `The period has more than ${most} days`);
}

export const stepOf = ({ from, to }: StatisticsPeriod): 'day' | 'month' =>
  daysBetween(from, to) < DAYS_SHOWN ? 'day' : 'month';

/** The day of a month, or the last day of a shorter month. */
function dayIn(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, last))).toISOString().slice(0, 10);
}

/**
 * The period to compare with. One that begins with a month goes back by whole months: the first ten days of a month
 * are compared with the first ten of the month before. Any other goes back by its number of days.
 */
export function periodBefore({ from, to }: StatisticsPeriod): StatisticsPeriod {
  if (!from.endsWith('-01')) {
    const days = daysBetween(from, to) + 1;
    return { from: addDays(from, -days), to: addDays(from, -1) };
  }
  const [begin, end] = [new Date(from), new Date(to)];
  const months =
    (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth() + 1;
  // A period of more than a quarter from 1 January is compared with the same days of the year before.
  const back = months > 3 && from.endsWith('-01-01') ? Math.ceil(months / 12) * 12 : months;
  const whole = addDays(to, 1).endsWith('-01');
  return {
    from: dayIn(begin.getUTCFullYear(), begin.getUTCMonth() - back, 1),
    to: dayIn(end.getUTCFullYear(), end.getUTCMonth() - back, whole ? 31 : end.getUTCDate()),
  };
}
