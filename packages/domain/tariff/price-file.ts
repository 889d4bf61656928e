/// <reference lib="esnext.temporal" />
/**
 * Files with prices of hours. Pure. A file has a line for each hour: its begin, and the price of a kWh. Times have an
 * offset (`2026-10-25T02:00+02:00`, `…Z`), or use the clock of the site (`2026-10-25 02:00`), where the repeated hour
 * is listed twice. A JSON array of objects with `time` and `price` is equivalent.
 */

import { normalizeDecimal } from '../checks/read-decimal.ts';

export interface HourPrice {
  hour_ms: number;
  /** Exact, with at most six decimals. */
  price: string;
}

/** The fault of a file: a key of the catalogue, and the line. */
export interface PriceProblem {
  line: number;
  key: 'empty' | 'form' | 'time' | 'hour' | 'skipped' | 'price' | 'twice' | 'long';
}

/** Two years and some days. */
export const MAX_HOURS = 18_000;

interface Line {
  line: number;
  time: string;
  price: string;
}

export function readPrices(text: string, zone: string): { prices: HourPrice[] } | { problem: PriceProblem } {
  const lines = linesOf(text.replace(/^\uFEFF/, '').trim());
  if (lines === null) return { problem: { line: 1, key: 'form' } };
  if (lines.length === 0) return { problem: { line: 1, key: 'empty' } };
  if (lines.length > MAX_HOURS) return { problem: { line: MAX_HOURS + 1, key: 'long' } };
  const found = new Map<number, string>();
  for (const { line, time, price } of lines) {
    const hour_ms = hourOf(time, zone, found);
    if (typeof hour_ms === 'string') return { problem: { line, key: hour_ms } };
    if (!/^-?\d{1,6}(\.\d{1,6})?$/.test(price)) return { problem: { line, key: 'price' } };
    if (found.has(hour_ms)) return { problem: { line, key: 'twice' } };
    found.set(hour_ms, price);
  }
  const prices = [...found].map(([hour_ms, price]) => ({ hour_ms, price }));
  return { prices: prices.sort((a, b) => a.hour_ms - b.hour_ms) };
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

const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/** The begin of an hour, or the key of its fault. */
function hourOf(
  text: string,
  zone: string,
  found: ReadonlyMap<number, string>,
): number | PriceProblem['key'] {
  const iso = text.replace(' ', 'T');
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)) return 'time';
  try {
    if (WITH_OFFSET.test(iso)) {
      const instant = Temporal.Instant.from(iso);
      return onTheHour(instant.toZonedDateTimeISO(zone)) ? instant.epochMilliseconds : 'hour';
    }
    const clock = Temporal.PlainDateTime.from(iso);
    if (!onTheHour(clock)) return 'hour';
    const first = clock.toZonedDateTime(zone, { disambiguation: 'earlier' });
    if (first.hour !== clock.hour) return 'skipped';
    const second = clock.toZonedDateTime(zone, { disambiguation: 'later' });
    return (found.has(first.epochMilliseconds) ? second : first).epochMilliseconds;
  } catch {
    return 'time';
  }
}

const onTheHour = ({ minute, second }: { minute: number; second: number }) => minute === 0 && second === 0;
