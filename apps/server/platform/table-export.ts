import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvText } from './cell-text.ts';
import { fieldError } from './errors.ts';
import { replied } from './http.ts';
import { type Cell, xlsxStream } from './xlsx-stream.ts';
import { ZoneClock } from './zone-clock.ts';

/**
 * A cell of an exported table. A time (epoch ms; null for none) is written in its IANA zone: in xlsx as a spreadsheet
 * date that shows its offset, with the offset in a column of its own, as programs read only the date; in csv as ISO 8601
 * with offset. All cells of such a column are of this kind. A day is yyyy-MM-dd, in xlsx as a spreadsheet date.
 */
export type TableCell = string | number | boolean | null | Time | { day: string };

interface Time {
  time_ms: number | null;
  zone: string;
}

export interface TableFile {
  format: 'csv' | 'xlsx';
  /** File name without extension, in any script. */
  name: string;
  /** Name of the sheet; the file's by default. */
  sheet?: string;
  header: readonly string[];
  /** Read while it is sent, with constant memory. */
  rows: AsyncIterable<readonly TableCell[]>;
  /** Called once when the file is sent, or its reader has disconnected. */
  onClose?: () => void;
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * Streams a table as a file. No text in it is a formula to a spreadsheet (interpretation C29).
 * A route's handler returns the result. Check rights and write the audit row first: once the first byte is
 * sent, an error can only truncate the file.
 */
export function sendTable(reply: FastifyReply, file: TableFile): typeof replied {
  reply
    .type(types[file.format])
    .header('content-disposition', disposition(`${file.name}.${file.format}`))
    .header('cache-control', 'no-store');
  reply.send(tableStream(file));
  return replied;
}

/** Rows of a sheet, without its heading. */
const MAX_ROWS = 1_048_575;

/** Checked before a table is sent. @throws validation for a workbook with more rows than spreadsheet programs open */
export function refuseLongSheet(format: TableFile['format'], rows: number): void {
  if (format !== 'xlsx' || rows <= MAX_ROWS) return;
  const message = 'These are more rows than a sheet can contain: choose csv or a shorter range';
  throw fieldError('format', 'validation.sheetTooLarge', message);
}

/** The bytes of {@link sendTable}, for a file that is not a reply. */
export function tableStream({ format, name, sheet, header, rows, onClose }: TableFile): Readable {
  const chunks = format === 'csv' ? csvChunks(header, rows) : sheetChunks(sheet ?? name, header, rows);
  const stream = Readable.from(chunks, { objectMode: false });
  if (onClose) stream.once('close', onClose);
  return stream;
}

/** A file name for a header: plain letters for old programs, and the full name (RFC 6266). */
export function disposition(fileName: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be in a name
  const safe = fileName.toWellFormed().replace(/[\u0000-\u001f\u007f"\\/:*?<>|]/g, '_');
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_');
  const full = ascii === safe ? '' : `; filename*=UTF-8''${encodeURIComponent(safe).replaceAll("'", '%27')}`;
  return `attachment; filename="${ascii}"${full}`;
}

/** Clocks by zone: a clock caches the offset of the last times. */
function clocks(): (zone: string) => ZoneClock {
  const known = new Map<string, ZoneClock>();
  return (zone) => {
    const clock = known.get(zone) ?? new ZoneClock(zone);
    known.set(zone, clock);
    return clock;
  };
}

async function* csvChunks(
  header: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
): AsyncGenerator<Buffer> {
  const clockOf = clocks();
  const cellText = (cell: TableCell): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return csvText(cell);
    if (typeof cell === 'object') {
      if ('day' in cell) return cell.day;
      return cell.time_ms === null ? '' : clockOf(cell.zone).iso(cell.time_ms);
    }
    return String(cell);
  };
  // The byte order mark marks the text as UTF-8 for spreadsheets.
  let text = `\uFEFF${header.map(csvText).join(',')}\r\n`;
  for await (const row of rows) {
    text += `${row.map(cellText).join(',')}\r\n`;
    if (text.length < 32_768) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  yield Buffer.from(text, 'utf8');
}

/** The serial number of a day; day 60 of 1900 did not exist, and no day of the trade is before it. */
const sheetDay = (day: string) => Date.parse(day) / 86_400_000 + 25_569;

/** The heading depends on the first row, which shows the columns with times. */
async function* sheetChunks(
  sheet: string,
  header: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
): AsyncGenerator<Buffer> {
  const source = rows[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    const times = new Set(first.done ? [] : [...first.value.keys()].filter((i) => isTime(first.value[i])));
    const heading = header.flatMap((text, i) => (times.has(i) ? [text, `${text} (UTC±)`] : [text]));
    yield* xlsxStream(sheet, heading, sheetRows(first, source));
  } finally {
    await source.return?.();
  }
}

const isTime = (cell: TableCell | undefined): cell is Time =>
  typeof cell === 'object' && cell !== null && 'time_ms' in cell;

async function* sheetRows(
  first: IteratorResult<readonly TableCell[]>,
  source: AsyncIterator<readonly TableCell[]>,
): AsyncGenerator<Cell[]> {
  const clockOf = clocks();
  const sheetCells = (cell: TableCell): Cell[] => {
    if (typeof cell === 'boolean') return [String(cell)];
    if (!isTime(cell))
      return [
        cell !== null && typeof cell === 'object' ? { sheetDays: sheetDay(cell.day), offset: null } : cell,
      ];
    if (cell.time_ms === null) return [null, null];
    const clock = clockOf(cell.zone);
    const offset = clock.offsetText(cell.time_ms);
    return [{ sheetDays: clock.sheetDays(cell.time_ms), offset }, offset];
  };
  for (let next = first; !next.done; next = await source.next()) yield next.value.flatMap(sheetCells);
}
