import { parseXml } from './parse-xml.ts';
import { MAX_CELL_CHARS, refuse, tooLongCell, tooMuchText, unreadable } from './refusal.ts';
import type { Workbook } from './workbook.ts';

export interface SheetLimits {
  /** Last permitted row. */
  rows: number;
  cells: number;
  /** Characters of all cells together, and of the shared strings. */
  chars: number;
}

export const MAX_ROW = 25_000;
export const MAX_COLUMN = 200;
export const MAX_CELLS = 1_000_000;
const IMPORT: SheetLimits = { rows: MAX_ROW, cells: MAX_CELLS, chars: 10_000_000 };

export interface Cell {
  /** 0 for column A. */
  place: number;
  text: string;
  formula: boolean;
  /** A number with more digits than spreadsheets keep. */
  imprecise: boolean;
}

/**
 * Reads the first sheet of a workbook row by row; `onRow` may throw to stop. Empty rows are left out.
 * @throws Refusal when the sheet is invalid or exceeds a limit
 */
export async function readCells(
  workbook: Workbook,
  onRow: (number: number, cells: readonly Cell[]) => void,
  { limits = IMPORT, sheet: named }: { limits?: SheetLimits; sheet?: RegExp } = {},
): Promise<void> {
  const { path, date1904 } = await workbook.shownSheet(named);
  const strings = await sharedStrings(workbook, limits);
  const dateStyles = await stylesOfDates(workbook);
  const sheet = await workbook.open(path);
  if (!sheet) throw unreadable();

  let row = 0;
  let column = 0;
  let cells: Cell[] = [];
  let cellCount = 0;
  let chars = 0;
  let type = '';
  let style = -1;
  let formula = false;
  let value = '';
  let reading = false;
  let phonetic = false;

  const begin: Record<string, (attributes: Readonly<Record<string, string>>) => void> = {
    row({ r }) {
      row = r === undefined ? row + 1 : wholeNumber(r);
      column = 0;
      cells = [];
      if (row > limits.rows) throw tooFarDown(limits);
    },
    c({ r, t = 'n', s }) {
      cellCount += 1;
      if (cellCount > limits.cells) throw refuse('tooManyCells', 'The file has too many cells for an import');
      column = r ? placeOf(r, row, limits) : column + 1;
      if (column > MAX_COLUMN) throw refuse('tooFarRight', 'The file has cells too far to the right');
      [type, style, formula, value] = [t, s === undefined ? -1 : Number(s), false, ''];
    },
    f() {
      formula = true;
    },
    v() {
      reading = true;
    },
    t() {
      reading = !phonetic;
    },
    rPh() {
      phonetic = true;
    },
  };
  const end: Record<string, () => void> = {
    v() {
      reading = false;
    },
    t() {
      reading = false;
    },
    rPh() {
      phonetic = false;
    },
    c() {
      const { text, imprecise } = readValue(value);
      if (text === '' && !formula) return;
      chars += text.length;
      if (chars > limits.chars) throw tooMuchText();
      cells.push({ place: column - 1, text, formula, imprecise });
    },
    row() {
      if (cells.length > 0) onRow(row, cells);
    },
  };
  function readValue(raw: string): { text: string; imprecise: boolean } {
    if (type === 's') return { text: strings[Number(raw)]?.trim() ?? '', imprecise: false };
    if (type === 'b') return { text: raw === '1' ? 'true' : raw === '0' ? 'false' : '', imprecise: false };
    if (type === 'e') return { text: '', imprecise: false };
    const number = Number(raw);
    if (type !== 'n' || raw.trim() === '' || Number.isNaN(number))
      return { text: type === 'd' ? raw.slice(0, 10) : raw.trim(), imprecise: false };
    if (dateStyles.has(style)) return { text: dayOfSerial(number, date1904), imprecise: false };
    return { text: String(number), imprecise: Math.abs(number) >= 1e15 };
  }

  await parseXml(sheet, {
    open: (name, attributes) => begin[name]?.(attributes),
    text(text) {
      if (!reading) return;
      value += text;
      if (value.length > MAX_CELL_CHARS) throw tooLongCell();
    },
    close: (name) => end[name]?.(),
  });
}

export const tooFarDown = ({ rows }: Pick<SheetLimits, 'rows'> = IMPORT) =>
  refuse(`tooFarDown?max=${rows}`, `The file has cells below row ${rows}`);

function wholeNumber(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw unreadable();
  return Number(text);
}

/** Column number of a reference such as `B3`. @throws Refusal */
function placeOf(reference: string, row: number, limits: SheetLimits): number {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === undefined) throw unreadable();
  if (Number(digits) > limits.rows) throw tooFarDown(limits);
  if (Number(digits) !== row) throw unreadable();
  return columnNumber(letters);
}

/** 1 for A, 27 for AA. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Shared strings, which cells refer to by number. */
async function sharedStrings(workbook: Workbook, limits: SheetLimits): Promise<string[]> {
  const part = await workbook.open('xl/sharedStrings.xml');
  const strings: string[] = [];
  if (!part) return strings;
  let chars = 0;
  let text = '';
  let reading = false;
  let phonetic = false;
  await parseXml(part, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic = true;
      if (name === 't') reading = !phonetic;
    },
    text(piece) {
      if (!reading) return;
      text += piece;
      chars += piece.length;
      if (text.length > MAX_CELL_CHARS) throw tooLongCell();
      if (chars > limits.chars) throw tooMuchText();
    },
    close(name) {
      if (name === 't') reading = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'si' && strings.push(text) > limits.cells) throw tooMuchText();
    },
  });
  return strings;
}

/** Indexes of the cell styles that show a number as a date (ECMA-376 part 1, 18.8.30). */
async function stylesOfDates(workbook: Workbook): Promise<Set<number>> {
  const part = await workbook.open('xl/styles.xml');
  const dates = new Set<number>();
  if (!part) return dates;
  const custom = new Map<string, string>();
  let inCellFormats = false;
  let place = 0;
  await parseXml(part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') custom.set(numFmtId, formatCode);
      if (name === 'cellXfs') inCellFormats = true;
      if (name !== 'xf' || !inCellFormats) return;
      if (showsDate(Number(numFmtId), custom.get(numFmtId))) dates.add(place);
      place += 1;
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return dates;
}

function showsDate(id: number, code: string | undefined): boolean {
  // Quoted, escaped or bracketed parts (a colour, a language) do not belong to a date format.
  if (code !== undefined)
    return /[ymdhs年月日]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|_.|General/gi, ''));
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** yyyy-MM-dd of a date's serial number; the text of the number for an invalid date. */
function dayOfSerial(serial: number, date1904: boolean): string {
  const days = Math.floor(serial) + (date1904 ? 1462 : 0);
  // Day 60 is 29 February 1900, which did not exist.
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * 86_400_000);
  return days >= 1 && days < 2_958_466 ? date.toISOString().slice(0, 10) : String(serial);
}
