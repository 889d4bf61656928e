import { isTimeZone } from '../clock/time-zone.ts';
import { type Check, form, type Raw, textOf } from './check.ts';

/** Whether a day is in the Gregorian calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] as number);
}

/** A day `yyyy-MM-dd` of the calendar. */
export const date: Check<Raw> = (value) => {
  const text = textOf(value);
  if (text === '') return null;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return parts && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3])) ? null : 'check.date';
};

/** A plausible business day: the years 2000 to 2099. */
export const businessDay: Check<Raw> = (value) =>
  /^20\d\d-/.test(textOf(value)) ? null : 'check.businessDay';

/** A time of the day as `HH:mm`, 00:00 to 23:59. */
export const clockTime = form(/^([01]\d|2[0-3]):[0-5]\d$/, 'check.clockTime');

/** A time zone of the IANA database; offsets are refused, as they have no summer time. */
export const timeZone: Check<Raw> = (value) => {
  const name = textOf(value);
  return name === '' || isTimeZone(name) ? null : 'check.timeZone';
};

/**
 * From `start` to `end`, which may be the same day. Accepts an open end on either side, and texts that are not dates.
 */
export function dateOrder(start: Raw, end: Raw): string | null {
  const [from, to] = [textOf(start), textOf(end)];
  if (from === '' || to === '' || date(from) !== null || date(to) !== null) return null;
  return from <= to ? null : 'check.dateOrder';
}
