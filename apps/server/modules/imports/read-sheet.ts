import { readSheet } from 'read-excel-file/node';
import { columnName } from '../../platform/cell-text.ts';
import type { ImportColumn, RowError, SheetRow } from './kinds.ts';
import { inspectWorkbook, refuse } from './workbook.ts';

export interface ReadRow extends SheetRow {
  /** What is wrong with cells as such: a formula, a number that lost digits. */
  errors: RowError[];
}

/** What is asked of a column here; the rest of it stays with the kind. */
export type SheetColumn = Pick<ImportColumn, 'key' | 'label' | 'required'>;

/** The longest text of a cell that is looked at. */
const MAX_CELL_CHARS = 1000;

/**
 * The rows of a workbook's first sheet under the heads that `columns` name, in whatever order they stand. Empty rows
 * are passed over; columns with other heads are the sender's own.
 * @throws validation with words for what is wrong with the file
 */
export async function readRows(
  file: Buffer,
  { columns, maxRows }: { columns: readonly SheetColumn[]; maxRows: number },
): Promise<ReadRow[]> {
  const { formulas } = await inspectWorkbook(file);
  const data = await readSheet(file).catch(() => {
    throw refuse('unreadable', 'The file cannot be read as an Excel workbook (.xlsx)');
  });
  const keys = keysOfHead(data[0] ?? [], columns);
  const rows: ReadRow[] = [];
  data.slice(1).forEach((values, i) => {
    const number = i + 2;
    const row: ReadRow = { number, cells: {}, errors: [] };
    keys.forEach((key, place) => {
      if (key === null) return;
      if (formulas.has(`${columnName(place)}${number}`)) row.errors.push({ column: key, key: 'formula' });
      const value = values[place];
      if (typeof value === 'number' && Math.abs(value) >= 1e15)
        row.errors.push({ column: key, key: 'longNumber' });
      const text = textOf(value);
      // What PostgreSQL does not keep.
      if (text.includes('\0') || !text.isWellFormed()) row.errors.push({ column: key, key: 'characters' });
      if (text !== '') row.cells[key] = text.replaceAll('\0', '').slice(0, MAX_CELL_CHARS).toWellFormed();
    });
    if (Object.keys(row.cells).length > 0 || row.errors.length > 0) rows.push(row);
  });
  if (rows.length === 0) throw refuse('empty', 'The file has no rows below its heads');
  if (rows.length > maxRows)
    throw refuse(`tooManyRows?max=${maxRows}`, `The file has more than ${maxRows} rows; divide it`);
  return rows;
}

/** The column key under each head, null for a head that is none of ours. @throws validation */
function keysOfHead(head: readonly unknown[], columns: readonly SheetColumn[]): (string | null)[] {
  // A template says in the second line of a head what may stand below it.
  const plain = (text: string) => (text.split('\n')[0] ?? '').replace(/\*/g, '').trim().toLowerCase();
  const known = new Map(
    columns.flatMap(({ key, label }) => [key, label.en, label.zh].map((name) => [plain(name), key] as const)),
  );
  const keys = head.map((cell) => known.get(plain(textOf(cell))) ?? null);
  const twice = columns.find(({ key }) => keys.indexOf(key) !== keys.lastIndexOf(key));
  if (twice) throw refuse('columnTwice', `The column "${twice.label.en}" stands twice in the file`);
  const missing = columns.find(({ key, required }) => required && !keys.includes(key));
  if (missing)
    throw refuse(
      `noColumn?${new URLSearchParams({ column: `${missing.label.zh} / ${missing.label.en}` })}`,
      `The first row has no column "${missing.label.en}"; use the template`,
    );
  return keys;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return String(value).trim();
}
