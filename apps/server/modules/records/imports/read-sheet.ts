import { open } from 'node:fs/promises';
import { refuse } from '../../../platform/workbook/refusal.ts';
import { type Cell, readCells } from '../../../platform/workbook/sheet-cells.ts';
import { openWorkbook, refuseOldFormat } from '../../../platform/workbook/workbook.ts';
import { readCsv } from './csv-cells.ts';
import type { ImportColumn, RowError, SheetRow } from './kinds.ts';

export interface ReadRow extends SheetRow {
  /** Errors of cells: a formula, a number that lost digits. */
  errors: RowError[];
}

/** The part of a column that is needed here; the rest belongs to the kind. */
export type SheetColumn = Pick<ImportColumn, 'key' | 'label' | 'required' | 'example'>;

export interface ReadSheet {
  rows: ReadRow[];
  /** Heads of columns that are not imported, as in the file. */
  unknownColumns: string[];
  /** Rows skipped because they are the template's example. */
  exampleRows: number;
  /** Rows skipped because they only add up others. */
  totalRows: number;
}

/** Maximum stored length of a cell's text. */
const MAX_CHARS = 1000;
const MAX_UNKNOWN_COLUMNS = 50;
const MAX_HEAD_CHARS = 60;

/** The heads are in one of the first rows with content: forms have a title, a date or a company above them. */
const MAX_ROWS_ABOVE = 9;
/** The first cell of a row that adds up others. */
const TOTAL = /^(?:合计|总计|小计|共计|本页合计|累计|total|subtotal|grand total|sum)[:：]?$/i;
const NUMBER = /^-?[\d,，.]+\s*\p{L}{0,3}$/u;

/** Additional columns of the workbook of invalid rows. */
export const errorColumns = {
  en: ['Row', 'What is wrong'],
  zh: ['原行号', '错误原因'],
} as const;

/** The columns and limits for reading a file. */
export interface SheetOptions {
  columns: readonly SheetColumn[];
  maxRows: number;
  /** Whether it is separated text, not a workbook. */
  csv?: boolean;
}

/**
 * The rows of a csv file or of a workbook's visible sheet under the heads named by `columns`, in any order. Rows above
 * the heads, empty rows, rows of totals and the template's example row are skipped.
 * @param file its path
 * @throws Refusal with the error of the file
 */
export async function readRows(file: string, { columns, maxRows, csv }: SheetOptions): Promise<ReadSheet> {
  const rows: ReadRow[] = [];
  let head: Head | undefined;
  let exampleRows = 0;
  let totalRows = 0;
  const above: (readonly Cell[])[] = [];
  const onRow = (number: number, cells: readonly Cell[]) => {
    if (head === undefined) {
      above.push(cells);
      if (hasHeads(cells, columns)) head = headIn(cells, columns);
      else if (above.length > MAX_ROWS_ABOVE) head = headIn(likeliestHeads(above, columns), columns);
      return;
    }
    if (isTotal(cells)) {
      totalRows += 1;
      return;
    }
    const row = rowOf(number, cells, head.keys);
    if (Object.keys(row.cells).length === 0 && row.errors.length === 0) return;
    if (isExample(row, columns)) {
      exampleRows += 1;
      return;
    }
    if (rows.length >= maxRows)
      throw refuse(`tooManyRows?max=${maxRows}`, `The file has more than ${maxRows} rows; divide it`);
    rows.push(row);
  };
  await (csv ? readCsv(file, onRow) : readFirstSheet(file, onRow));
  // A sheet without any row has no heads either.
  const { unknownColumns } = head ?? headIn(likeliestHeads(above, columns), columns);
  if (rows.length === 0 && exampleRows > 0)
    throw refuse('onlyExample', 'The file has only the example row of the template');
  if (rows.length === 0) throw refuse('empty', 'The file has no rows below its heads');
  return { rows, unknownColumns, exampleRows, totalRows };
}

async function readFirstSheet(
  file: string,
  onRow: (number: number, cells: readonly Cell[]) => void,
): Promise<void> {
  refuseOldFormat(await headOf(file));
  const workbook = await openWorkbook(file);
  try {
    await readCells(workbook, onRow);
  } finally {
    workbook.close();
  }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function rowOf(number: number, cells: readonly Cell[], keys: ReadonlyMap<number, string>): ReadRow {
  const row: ReadRow = { number, cells: {}, errors: [] };
  for (const { place, text, formula, imprecise } of cells) {
    const key = keys.get(place);
    if (key === undefined) continue;
    if (formula) row.errors.push({ column: key, key: 'formula' });
    if (imprecise) row.errors.push({ column: key, key: 'longNumber' });
    // Characters that PostgreSQL does not store.
    if (text.includes('\0') || !text.isWellFormed()) row.errors.push({ column: key, key: 'characters' });
    if (text !== '') row.cells[key] = text.replaceAll('\0', '').slice(0, MAX_CHARS).toWellFormed();
  }
  return row;
}

/** Whether a row equals the example of the template: it is never a real record. */
function isExample({ cells }: ReadRow, columns: readonly SheetColumn[]): boolean {
  const examples = columns.flatMap(({ key, example }) => (example ? [[key, example] as const] : []));
  return (
    examples.length > 0 &&
    examples.length === Object.keys(cells).length &&
    examples.every(([key, example]) => cells[key] === example)
  );
}

interface Head {
  /** The column key by position. */
  keys: ReadonlyMap<number, string>;
  unknownColumns: string[];
}

/** A head of an exported list without its unit: `质量 (kg)`. */
const withoutUnit = (head: string) => head.replace(/\s*[([][^()[\]]*[)\]]$/, '');

/** The name of a head: the second line of a template's head states the allowed values. */
const plain = (text: string) => (text.normalize('NFKC').split('\n')[0] ?? '').replace(/\*/g, '').trim();

/** The key of the column that a head names, in any language, with or without its unit. */
function headReader(columns: readonly SheetColumn[]): (head: string) => string | undefined {
  const keyByName = new Map(
    columns.flatMap(({ key, label }) =>
      [key, label.en, label.zh].map((name) => [plain(name).toLowerCase(), key] as const),
    ),
  );
  return (head) => {
    const name = plain(head).toLowerCase();
    return keyByName.get(name) ?? keyByName.get(withoutUnit(name));
  };
}

const known = (cells: readonly Cell[], columns: readonly SheetColumn[]): Set<string | undefined> => {
  const keyOf = headReader(columns);
  const keys = new Set(cells.map(({ text }) => keyOf(text)));
  keys.delete(undefined);
  return keys;
};

/** Whether a row names every required column, and at least one. */
function hasHeads(cells: readonly Cell[], columns: readonly SheetColumn[]): boolean {
  const keys = known(cells, columns);
  return keys.size > 0 && columns.every(({ key, required }) => !required || keys.has(key));
}

/** The row that names the most columns: the one to report, when none names all. */
const likeliestHeads = (rows: readonly (readonly Cell[])[], columns: readonly SheetColumn[]) =>
  rows.reduce(
    (best, row) => (known(row, columns).size > known(best, columns).size ? row : best),
    rows[0] ?? [],
  );

/** Whether a row only adds up others: its first cell says so, and all others are numbers. */
function isTotal([first, ...others]: readonly Cell[]): boolean {
  return (
    first !== undefined &&
    TOTAL.test(first.text.replace(/\s/g, '')) &&
    others.every(({ text, formula }) => formula || text === '' || NUMBER.test(text))
  );
}

/** @throws Refusal when a column is missing or appears twice */
function headIn(cells: readonly Cell[], columns: readonly SheetColumn[]): Head {
  const keyOf = headReader(columns);
  const own = new Set([...errorColumns.en, ...errorColumns.zh].map((name) => name.toLowerCase()));
  const keys = new Map<number, string>();
  const unknownColumns: string[] = [];
  for (const { place, text } of cells) {
    const name = plain(text);
    const key = keyOf(text);
    if (key === undefined) {
      if (name !== '' && !own.has(name.toLowerCase())) unknownColumns.push(name);
      continue;
    }
    if ([...keys.values()].includes(key)) {
      const label = columns.find((column) => column.key === key)?.label.en;
      throw refuse('columnTwice', `The column "${label}" appears twice in the file`);
    }
    keys.set(place, key);
  }
  const missing = columns.find(({ key, required }) => required && ![...keys.values()].includes(key));
  if (missing)
    throw refuse(
      `noColumn?${new URLSearchParams({ column: `${missing.label.zh} / ${missing.label.en}` })}`,
      `None of the first rows names the column "${missing.label.en}"; use the template`,
    );
  return {
    keys,
    unknownColumns: unknownColumns
      .slice(0, MAX_UNKNOWN_COLUMNS)
      .map((name) => name.replaceAll('\0', '').slice(0, MAX_HEAD_CHARS).toWellFormed()),
  };
}
