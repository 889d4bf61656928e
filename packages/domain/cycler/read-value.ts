/** Values of cells: numbers with their unit, times in the formats of cyclers. */

const factors: Readonly<Record<string, number>> = {
  ma: 1e-3,
  mamp: 1e-3,
  mamps: 1e-3,
  µa: 1e-6,
  μa: 1e-6,
  ua: 1e-6,
  mv: 1e-3,
  mvolt: 1e-3,
  mvolts: 1e-3,
  mah: 1e-3,
  'ma.h': 1e-3,
  'mamp-hr': 1e-3,
  mw: 1e-3,
  mwh: 1e-3,
  'mw.h': 1e-3,
  'mwatt-hr': 1e-3,
  ms: 1e-3,
  min: 60,
  mins: 60,
  minute: 60,
  minutes: 60,
  h: 3600,
  hr: 3600,
  hrs: 3600,
  hour: 3600,
  hours: 3600,
};

/** The factor that converts a column with this unit to A, V, Ah or s. */
export const factorOf = (unit: string): number => factors[unit.toLowerCase()] ?? 1;

/** Reads a number; NaN if invalid. With a decimal comma `3,3` is 3.3; otherwise commas separate thousands. */
export function readNumber(text: string, decimalComma = false): number {
  const plain = text.trim();
  if (plain === '') return Number.NaN;
  if (decimalComma) return Number(plain.replaceAll('.', '').replace(',', '.'));
  return Number(plain.replace(/,(?=\d{3}(\D|$))/g, ''));
}

/**
 * Seconds of `12.5`, `0:00:30.000`, `1-02:03:04`, `2d 01:02:03` or a date with time; NaN if invalid.
 * @param factor of a time that is a plain number
 */
export function readTime(text: string, factor = 1, decimalComma = false): number {
  const plain = text.trim();
  const number = readNumber(plain, decimalComma);
  if (!Number.isNaN(number)) return number * factor;
  const parts = /^(?:(\d+)(?:-|d\s*))?(\d+):(\d{1,2})(?::(\d{1,2}(?:[.,]\d+)?))?$/.exec(plain);
  if (parts) {
    const [, days = '0', hours, minutes, seconds = '0'] = parts;
    return (
      Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
    );
  }
  return readDate(plain);
}

/** Whether a text has the form of a clock, not that of a plain number whose unit must be known. */
export const isClockTime = (text: string): boolean => /\d:\d/.test(text);

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = '[ T]+(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))?\\s*([AP]M)?$';
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${CLOCK}`, 'i');
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2}|[a-z]{3})[-/.](\\d{2,4})${CLOCK}`, 'i');

/** Seconds since 1970 of a date with time, as cyclers print them; NaN if invalid. */
function readDate(text: string): number {
  const first = yearFirst.exec(text);
  if (first) {
    const [, year, month, day, ...clock] = first;
    return secondsOf(Number(year), Number(month), Number(day), clock);
  }
  const last = yearLast.exec(text);
  if (!last) return Number.NaN;
  const [, a = '', separator, b = '', y = '', ...clock] = last;
  const year = y.length === 2 ? 2000 + Number(y) : Number(y);
  const named = MONTHS.indexOf(b.toLowerCase()) + 1;
  if (named > 0) return secondsOf(year, named, Number(a), clock);
  // With dots the day comes first, with slashes the month, unless there is no such month.
  const dayFirst = separator === '.' || Number(a) > 12;
  return dayFirst
    ? secondsOf(year, Number(b), Number(a), clock)
    : secondsOf(year, Number(a), Number(b), clock);
}

function secondsOf(
  year: number,
  month: number,
  day: number,
  [hour = '0', minute = '0', second = '0', half]: (string | undefined)[],
): number {
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  return Date.UTC(year, month - 1, day, hours, Number(minute)) / 1000 + Number(second.replace(',', '.'));
}

/** The direction in a state's name, for cyclers with unsigned currents: 1 charges, −1 discharges. */
export function directionOf(state: string): 1 | -1 | 0 | null {
  const plain = state.trim().toLowerCase();
  if (/^d(_|$)|dis|dchg|放电/.test(plain)) return -1;
  if (/^c(_|$)|chg|charge|充电/.test(plain)) return 1;
  if (/^[ro]$|rest|pause|搁置|静置/.test(plain)) return 0;
  return null;
}
