import { columnName, xmlText } from './cell-text.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

/** A cell: text, a number, a spreadsheet date shown as a time with its offset from UTC or, without one, as a day, or nothing. */
export type Cell = string | number | { sheetDays: number; offset: string | null } | null;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: number) =>
  `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each(sheets, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`;
const relations = `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const workbookRelations = (sheets: number) =>
  `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>${each(sheets, (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`;
const workbook = (sheet: string, sheets: number) =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(sheets, (n) => `<sheet name="${sheetName(sheet, n)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`;
/** The first number of a format that is not built in. */
const FIRST_FORMAT = 164;
const formatOf = (offset: string | null) =>
  offset === null ? 'yyyy\\-mm\\-dd' : `yyyy\\-mm\\-dd\\ hh:mm:ss&quot;${offset}&quot;`;
const numberFormats = (offsets: readonly (string | null)[]) =>
  offsets.length === 0
    ? ''
    : `<numFmts count="${offsets.length}">${offsets.map((offset, n) => `<numFmt numFmtId="${FIRST_FORMAT + n}" formatCode="${formatOf(offset)}"/>`).join('')}</numFmts>`;
// Style 1 is the bold heading; each further one is a day, or a time with seconds and an offset.
const styles = (offsets: readonly (string | null)[]) =>
  `${xml}<styleSheet xmlns="${main}">${numberFormats(offsets)}<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${offsets.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${offsets.map((_, n) => `<xf numFmtId="${FIRST_FORMAT + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

/** Limits of a sheet, its heading included (Excel specifications and limits). */
const MAX_SHEET_ROWS = 1_048_576;

/**
 * A workbook as a stream (ECMA-376, inline strings), written row by row with constant memory. Rows beyond a sheet's
 * limit go to further sheets, each with the heading. Texts are text cells, so none of them is a formula.
 * @param rowsPerSheet Rows of a sheet, its heading included
 */
export function xlsxStream(
  sheet: string,
  heading: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  rowsPerSheet = MAX_SHEET_ROWS,
): AsyncGenerator<Buffer> {
  return zipStream(parts(sheet, heading, rows, rowsPerSheet));
}

/** The sheets first, because their number is known at the end. The parts of a package may be in any order. */
async function* parts(
  sheet: string,
  heading: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  rowsPerSheet: number,
): AsyncGenerator<ZipEntry> {
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  async function* taken(): AsyncGenerator<readonly Cell[]> {
    for (let row = 1; row < rowsPerSheet && !next.done; row++) {
      yield next.value;
      next = await source.next();
    }
  }
  let sheets = 0;
  const offsets: (string | null)[] = [];
  try {
    do {
      sheets++;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetXml(heading, taken(), offsets) };
    } while (!next.done);
  } finally {
    await source.return?.();
  }
  yield { name: 'xl/styles.xml', content: [styles(offsets)] };
  yield { name: 'xl/workbook.xml', content: [workbook(sheet, sheets)] };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] };
  yield { name: '_rels/.rels', content: [relations] };
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets)] };
}

function each(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i + 1)).join('');
}

/** A sheet's name has at most 31 characters and none of `\ / ? * [ ] :`; the second and further ones are numbered. */
function sheetName(name: string, n: number): string {
  const number = n === 1 ? '' : ` (${n})`;
  const short = name.replace(/[\\/?*[\]:]/g, '_').slice(0, 31 - number.length);
  return xmlText(short + number).replaceAll('"', '&quot;');
}

async function* sheetXml(
  heading: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  offsets: (string | null)[],
): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="26" customWidth="1"/></cols><sheetData>`;
  const columns = heading.map((_, i) => columnName(i));
  yield `<row r="1">${heading.map((text, i) => textCell(`${columns[i]}1`, text, ' s="1"')).join('')}</row>`;
  let number = 1;
  for await (const row of rows) {
    number++;
    let cells = '';
    for (let i = 0; i < row.length; i++) cells += cellXml(`${columns[i]}${number}`, row[i] ?? null, offsets);
    yield `<row r="${number}">${cells}</row>`;
  }
  yield '</sheetData></worksheet>';
}

/** @param offsets The offsets so far, in the order of their styles */
function cellXml(at: string, cell: Cell, offsets: (string | null)[]): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return textCell(at, cell, '');
  const known = offsets.indexOf(cell.offset);
  const n = known === -1 ? offsets.push(cell.offset) - 1 : known;
  return `<c r="${at}" s="${n + 2}"><v>${cell.sheetDays}</v></c>`;
}

function textCell(at: string, text: string, style: string): string {
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}
