import { readFile } from 'node:fs/promises';
import { MAX_CELL_CHARS, refuse, tooLongCell } from '../../../platform/workbook/refusal.ts';
import {
  type Cell,
  MAX_CELLS,
  MAX_COLUMN,
  MAX_ROW,
  tooFarDown,
} from '../../../platform/workbook/sheet-cells.ts';

/**
 * Reads a csv file (RFC 4180) row by row; `onRow` may throw to stop. Empty rows are skipped. Values may be separated
 * by commas, semicolons or tabs. The text is UTF-8, UTF-16 with its byte order mark, or the encoding of Chinese
 * Excel.
 * @throws Refusal when it exceeds a limit of imports
 */
export async function readCsv(
  file: string,
  onRow: (number: number, cells: readonly Cell[]) => void,
): Promise<void> {
  const text = textOf(await readFile(file));
  const separator = separatorOf(text);
  let row = 1;
  let place = 0;
  let value = '';
  let quoted = false;
  let cells: Cell[] = [];
  let count = 0;
  const endCell = () => {
    const trimmed = value.trim();
    count += 1;
    if (count > MAX_CELLS) throw refuse('tooManyCells', 'The file has too many cells for an import');
    if (place >= MAX_COLUMN) throw refuse('tooFarRight', 'The file has cells too far to the right');
    if (trimmed.length > MAX_CELL_CHARS) throw tooLongCell();
    if (trimmed !== '') cells.push({ place, text: trimmed, formula: false, imprecise: false });
    value = '';
    place += 1;
  };
  const endRow = () => {
    endCell();
    if (cells.length > 0) onRow(row, cells);
    [cells, place] = [[], 0];
    row += 1;
    if (row > MAX_ROW + 1) throw tooFarDown();
  };
  for (let at = 0; at < text.length; at += 1) {
    const each = text[at] as string;
    if (quoted) {
      if (each !== '"') value += each;
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quoted = false;
    } else if (each === '"' && value.trim() === '') [quoted, value] = [true, ''];
    else if (each === separator) endCell();
    else if (each === '\n') endRow();
    else if (each !== '\r') value += each;
  }
  if (value !== '' || cells.length > 0) endRow();
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The most frequent separator of the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const often = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (often(each) > often(best) ? each : best));
}
