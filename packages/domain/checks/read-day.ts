import { isCalendarDay } from './dates.ts';

/** A day as people write it; two days where day and month could be either. */
export type ReadDay = { day: string } | { either: [string, string] };

const dayOf = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
const exists = (day: string) =>
  isCalendarDay(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));

/** A midnight that spreadsheets add to days. */
const MIDNIGHT = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?$/;
const YEAR_FIRST = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/;
const DIGITS = /^(\d{4})(\d\d)(\d\d)$/;
const YEAR_LAST = /^(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{4})$/;

/**
 * Reads a day: `2026-02-03`, `2026/2/3`, `2026.2.3`, `2026年2月3日`, `20260203`, in full-width characters too, and with the
 * year last where day and month cannot be confused (`25.02.2026`). Whether the calendar has the day is checked
 * separately, by `date`.
 * @returns null for any other text
 */
export function readDay(text: string): ReadDay | null {
  const plain = text.normalize('NFKC').trim().replace(MIDNIGHT, '');
  const [, year, month, day] = YEAR_FIRST.exec(plain) ?? DIGITS.exec(plain) ?? [];
  if (year && month && day) return { day: dayOf(year, month, day) };
  const [, first, second, last] = YEAR_LAST.exec(plain) ?? [];
  if (!first || !second || !last) return null;
  const both: [string, string] = [dayOf(last, second, first), dayOf(last, first, second)];
  if (both[0] === both[1]) return { day: both[0] };
  const possible = both.filter(exists);
  return possible.length === 2 ? { either: both } : { day: possible[0] ?? both[0] };
}

/** Serial numbers of the days from 2000 to 2099, which a spreadsheet shows for a date cell without a date format. */
const SERIALS = { first: 36_526, last: 73_050 };

/** Like {@link readDay}, also for the serial number of a day that a spreadsheet has written into a cell. */
export function readDayOfCell(text: string): ReadDay | null {
  const serial = Number(text.trim());
  if (Number.isInteger(serial) && serial >= SERIALS.first && serial <= SERIALS.last)
    return { day: new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10) };
  return readDay(text);
}

/** Years beyond today that permits and contracts may reach. */
const FAR_YEARS = 20;

/**
 * Whether a day of the trade is probably a typing error or an empty date of another program: before 2000, or more than
 * twenty years ahead.
 * @param today yyyy-MM-dd
 */
export const isImplausibleDay = (day: string, today: string): boolean =>
  day < '2000-01-01' || day > `${Number(today.slice(0, 4)) + FAR_YEARS}${today.slice(4)}`;
