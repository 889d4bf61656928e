import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zipStream } from '../../../platform/zip-stream.ts';

/**
 * Workbooks for tests, including those built to exhaust a reader; generated, so that no such file is in the
 * repository.
 */

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

type Content = string | Iterable<string>;

export const textCell = (at: string, value: string) =>
  `<c${at && ` r="${at}"`} t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook with these rows below its heads, with additional or replaced parts. */
export function workbook(
  rows: Content,
  more: Record<string, Content> = {},
  heads: readonly string[] = ['Device id'],
): Promise<Buffer> {
  function* sheet() {
    yield `<worksheet xmlns="${main}"><sheetData><row r="1">${heads.map((head) => textCell('', head)).join('')}</row>`;
    yield* typeof rows === 'string' ? [rows] : rows;
    yield '</sheetData></worksheet>';
  }
  const parts: Record<string, Content> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet(),
    ...more,
  };
  const entries = Object.entries(parts).map(([name, content]) => ({
    name,
    content: typeof content === 'string' ? [content] : content,
  }));
  return buffer(Readable.from(zipStream(entries), { objectMode: false }));
}

function* repeat(text: string, times: number): Generator<string> {
  const block = text.repeat(1000);
  for (let i = 0; i < times / 1000; i++) yield block;
}

/** A workbook for each attack, with the expected error. */
export const attacks: readonly [name: string, reason: string, make: () => Promise<Buffer>][] = [
  ['one cell of 39 MB', 'tooLongCell?max=32767', () => workbook(around(repeat('x', 39_000_000)))],
  [
    'one cell of 39 MB of references',
    'tooLongCell?max=32767',
    () => workbook(around(repeat('&#65;', 7_800_000))),
  ],
  [
    '200,000 references of cells in one tag',
    'unreadable',
    () => workbook(wrap('<row><c ', repeat('r="A1" ', 200_000), '/></row>')),
  ],
  ['100,000 tags that begin inside a tag', 'unreadable', () => workbook(repeat('<c ', 100_000))],
  ['nesting of 100,000 levels', 'unreadable', () => workbook(repeat('<c>', 100_000))],
  [
    'a cell at the far corner, in single quotes',
    'tooFarDown?max=25000',
    () => workbook("<row><c r='XFD1048576'><v>1</v></c></row>"),
  ],
  ['a cell far to the right', 'tooFarRight', () => workbook("<row r='2'><c r='XFD2'><v>1</v></c></row>")],
  [
    'a row far down without cells',
    'tooFarDown?max=25000',
    () => workbook(`<row r="1048576">${textCell('', 'x')}</row>`),
  ],
  [
    'more cells than an import takes',
    'tooManyCells',
    () => workbook(repeat(`<row>${'<c/>'.repeat(150)}</row>`, 10_000)),
  ],
  ['a million empty rows', 'tooFarDown?max=25000', () => workbook(repeat('<row/>', 1_000_000))],
  ['a sheet that unpacks to 60 MB', 'tooBig', () => workbook(repeat(`<x>${'y'.repeat(980)}</x>`, 60_000))],
  [
    'an attribute of 39 MB',
    'tooLongCell?max=32767',
    () => workbook(wrap('<row a="', repeat('x', 39_000_000), '"/>')),
  ],
  [
    'a comment of 39 MB',
    'tooLongCell?max=32767',
    () => workbook(wrap('<!--', repeat('x', 39_000_000), '-->')),
  ],
  [
    'shared strings of 30 MB',
    'tooMuchText',
    () =>
      workbook('', {
        'xl/sharedStrings.xml': wrap('<sst>', repeat(`<si><t>${'y'.repeat(400)}</t></si>`, 75_000), '</sst>'),
      }),
  ],
  [
    'one shared string in every cell',
    'tooMuchText',
    () =>
      workbook(repeat(`<row>${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`, 2000), {
        'xl/sharedStrings.xml': `<sst><si><t>${'y'.repeat(900)}</t></si></sst>`,
      }),
  ],
  [
    'entities that expand',
    'entities',
    () =>
      workbook('', {
        'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>',
      }),
  ],
  [
    '3,000 parts',
    'tooBig',
    () =>
      workbook(
        '',
        Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`xl/worksheets/s${i}.xml`, ''])),
      ),
  ],
];

function* wrap(before: string, content: Iterable<string>, after: string): Generator<string> {
  yield before;
  yield* content;
  yield after;
}

const around = (text: Iterable<string>) =>
  wrap('<row r="2"><c r="A2" t="inlineStr"><is><t>', text, '</t></is></c></row>');
