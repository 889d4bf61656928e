/// <reference lib="esnext.temporal" />
/**
 * Files with prices of hours or quarter-hours. Pure. Each line has the begin and the price of a kWh. Times have an
 * offset (`2026-10-25T02:00+02:00`, `…Z`), or use the clock of the site (`2026-10-25 02:00`), where the repeated hour
 * is listed twice. A JSON array of objects with `time` and `price` is equivalent.
 *
 * An hour with a single line at its begin has one price, any other has prices of quarter-hours. A file that ends with
 * the first quarter of an hour after an hour of quarters was cut off there: that line is a quarter-hour as well.
 */

import { normalizeDecimal } from '../checks/read-decimal.ts';

export interface FilePrice {
  start_ms: number;
  /** Begin of its hour of the site's clock. */
  hour_ms: number;
  minutes: 15 | 60;
  /** Exact, with at most six decimals. */
  price: string;
}

/** The fault of a file: a key of the catalogue, and the line. */
export interface PriceProblem {
  line: number;
  key: 'empty' | 'form' | 'time' | 'quarter' | 'skipped' | 'price' | 'twice' | 'long';
}

/** The quarter-hours of a year and some days. */
export const MAX_PRICES = 36_000;

interface Line {
  line: number;
  time: string;
  price: string;
}

export function readPrices(text: string, zone: string): { prices: FilePrice[] } | { problem: PriceProblem } {
  const lines = linesOf(text.replace(/^\uFEFF/, '').trim());
  if (lines === null) return { problem: { line: 1, key: 'form' } };
  if (lines.length === 0) return { problem: { line: 1, key: 'empty' } };
  if (lines.length > MAX_PRICES) return { problem: { line: MAX_PRICES + 1, key: 'long' } };
  const found = new Map<number, Begin & { price: string }>();
  for (const { line, time, price } of lines) {
    const begin = beginOf(time, zone, found);
    if (typeof begin === 'string') return { problem: { line, key: begin } };
    if (!/^-?\d{1,6}(\.\d{1,6})?$/.test(price)) return { problem: { line, key: 'price' } };
    if (found.has(begin.start_ms)) return { problem: { line, key: 'twice' } };
    found.set(begin.start_ms, { ...begin, price });
  }
  return { prices: withMinutes([...found.values()].sort((a, b) => a.start_ms - b.start_ms)) };
}

function withMinutes(prices: readonly (Begin & { price: string })[]): FilePrice[] {
  const hours = [...Map.groupBy(prices, ({ hour_ms }) => hour_ms).values()];
  const isWhole = (hour: typeof prices) => hour.length === 1 && hour[0]?.start_ms === hour[0]?.hour_ms;
  return hours.flatMap((hour, i) => {
    const before = hours[i - 1];
    const isCutOff =
      i === hours.length - 1 &&
      before !== undefined &&
      !isWhole(before) &&
      before[0]?.hour_ms === (hour[0] as Begin).hour_ms - HOUR_MS;
    const minutes = isWhole(hour) && !isCutOff ? 60 : 15;
    return hour.map((price): FilePrice => ({ ...price, minutes }));
  });
}

function linesOf(text: string): Line[] | null {
  if (text.startsWith('[')) return ofJson(text);
  const rows = text.split(/\r?\n/);
  const separator = [';', '\t', ','].find((each) => rows[0]?.includes(each));
  if (!separator) return text === '' ? [] : null;
  const lines = rows.flatMap((row, i) => {
    if (row.trim() === '') return [];
    const [time = '', price = ''] = row.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    // If commas do not separate the columns, they may be decimal points.
    return [{ line: i + 1, time, price: separator === ',' ? price : normalizeDecimal(price) }];
  });
  const headed = lines[0] !== undefined && !/^\d{4}-/.test(lines[0].time);
  return headed ? lines.slice(1) : lines;
}

function ofJson(text: string): Line[] | null {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(rows)) return null;
  return rows.map((row: unknown, i) => {
    const { time, price } = (row ?? {}) as { time?: unknown; price?: unknown };
    return { line: i + 1, time: String(time ?? ''), price: String(price ?? '') };
  });
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Begin {
  start_ms: number;
  hour_ms: number;
}

const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/** The begin of an hour or quarter-hour, or the key of its fault. */
function beginOf(
  text: string,
  zone: string,
  found: ReadonlyMap<number, unknown>,
): Begin | PriceProblem['key'] {
  const iso = text.replace(' ', 'T');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)) return 'time';
  try {
    if (WITH_OFFSET.test(iso)) {
      const local = Temporal.Instant.from(iso).toZonedDateTimeISO(zone);
      return isQuarter(local) ? beginAt(local) : 'quarter';
    }
    const clock = Temporal.PlainDateTime.from(iso);
    if (!isQuarter(clock)) return 'quarter';
    const first = clock.toZonedDateTime(zone, { disambiguation: 'earlier' });
    if (!first.toPlainDateTime().equals(clock)) return 'skipped';
    const second = clock.toZonedDateTime(zone, { disambiguation: 'later' });
    return beginAt(found.has(first.epochMilliseconds) ? second : first);
  } catch {
    return 'time';
  }
}

const isQuarter = ({ minute, second }: { minute: number; second: number }) =>
  minute % 15 === 0 && second === 0;

const beginAt = ({ epochMilliseconds: start_ms, minute }: Temporal.ZonedDateTime): Begin => ({
  start_ms,
  hour_ms: start_ms - minute * MINUTE_MS,
});
