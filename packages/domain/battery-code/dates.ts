import { isCalendarDay } from '../checks/dates.ts';
import { two } from '../clock/clock-time.ts';

/**
 * The three characters of a date. Years use thirty symbols from 2011 on (9 is 2019, A 2020, G 2026); days thirty-one,
 * with 0 for the 31st. As in a VIN, I, O, Q, U and Z are not used.
 */
const YEARS = '123456789ABCDEFGHJKLMNPRSTVWXY';
const MONTHS = '123456789ABC';
const DAYS = '123456789ABCDEFGHJKLMNPRSTVWXY0';
const FIRST_YEAR = 2011;
export const LAST_YEAR = FIRST_YEAR + YEARS.length - 1;

/** The allowed symbols at the three positions of a date. */
export const dateSymbols = [YEARS, MONTHS, DAYS] as const;

export interface ReadDate {
  /** yyyy-MM-dd, or null if the characters are not a calendar day. */
  day: string | null;
  /** The fault: an unknown symbol, or a day that the month does not have. */
  wrong: 'year' | 'month' | 'day' | 'calendar' | null;
  /** V is the 27th in the standard's list, but the 28th in others that are in use. */
  uncertain: boolean;
}

/** Decodes the three characters of a date. */
export function readDate(symbols: string): ReadDate {
  const [year, month, day] = dateSymbols.map((list, place) => list.indexOf(symbols.charAt(place) || ' '));
  const uncertain = symbols[2] === 'V';
  if (year === undefined || year < 0) return { day: null, wrong: 'year', uncertain };
  if (month === undefined || month < 0) return { day: null, wrong: 'month', uncertain };
  if (day === undefined || day < 0) return { day: null, wrong: 'day', uncertain };
  if (!isCalendarDay(FIRST_YEAR + year, month + 1, day + 1))
    return { day: null, wrong: 'calendar', uncertain };
  return { day: `${FIRST_YEAR + year}-${two(month + 1)}-${two(day + 1)}`, wrong: null, uncertain };
}

/** The three characters of a day yyyy-MM-dd; null outside 2011 to 2040 and for an invalid day. */
export function writeDate(day: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number);
  if (!parts) return null;
  const [year, month, date] = parts as [number, number, number];
  if (year < FIRST_YEAR || year > LAST_YEAR || !isCalendarDay(year, month, date)) return null;
  return `${YEARS[year - FIRST_YEAR]}${MONTHS[month - 1]}${DAYS[date - 1]}`;
}
