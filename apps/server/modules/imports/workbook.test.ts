import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { zipStream } from '../../platform/zip-stream.ts';
import { readRows } from './read-sheet.ts';
import { thingColumns } from './things-rows.ts';
import { columnNumber, inspectWorkbook, Refusal } from './workbook.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook around the rows of a sheet, with further parts. */
async function workbook(rows: string, more: Record<string, string | Iterable<string>> = {}): Promise<Buffer> {
  const parts: Record<string, string | Iterable<string>> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1">${text('A1', 'Device id')}</row>${rows}</sheetData></worksheet>`,
    ...more,
  };
  const entries = Object.entries(parts).map(([name, content]) => ({
    name,
    content: typeof content === 'string' ? [content] : content,
  }));
  return buffer(Readable.from(zipStream(entries), { objectMode: false }));
}
const keyOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (e: unknown) => (e instanceof Refusal ? `import.${e.key}` : String(e)),
  );

describe('a workbook', () => {
  test('whose cell holds a formula is told cell by cell', async () => {
    const bytes = await workbook(
      `<row r="2"><c r="A2" t="str"><f>"A"&amp;"BCD"</f><v>ABCD</v></c></row><row r="3">${text('A3', 'ABCE')}</row>`,
    );
    expect(await readRows(bytes, { columns: thingColumns, maxRows: 10 })).toEqual([
      { number: 2, cells: { devid: 'ABCD' }, errors: [{ column: 'devid', key: 'formula' }] },
      { number: 3, cells: { devid: 'ABCE' }, errors: [] },
    ]);
  });

  test('that unpacks to very much is refused, small as it came', async () => {
    function* zeros() {
      for (let i = 0; i < 45; i++) yield ' '.repeat(1024 * 1024);
    }
    const bytes = await workbook('', { 'xl/media/x.xml': zeros() });
    expect(bytes.length).toBeLessThan(500_000);
    expect(await keyOf(inspectWorkbook(bytes))).toBe('import.tooBig');
  });

  test('that lies about what it unpacks to is refused', async () => {
    const bytes = await workbook('', { 'xl/styles.xml': 'x'.repeat(100_000) });
    const name = bytes.lastIndexOf('xl/styles.xml');
    bytes.writeUInt32LE(10, name - 46 + 24);
    expect(await keyOf(inspectWorkbook(bytes))).toBe('import.unreadable');
  });

  test('with entities is refused before anything expands them', async () => {
    const bytes = await workbook('', {
      'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst>&a;&a;</sst>',
    });
    expect(await keyOf(inspectWorkbook(bytes))).toBe('import.entities');
  });

  test('with a cell at the end of the world is refused before a grid is made of it', async () => {
    const refusal = async (place: string) => keyOf(inspectWorkbook(await workbook(text(place, 'x'))));
    expect(await refusal('XFD2')).toBe('import.tooFarRight');
    expect(await refusal('A1048576')).toBe('import.tooFarDown?max=25000');
  });

  test('cut off, or of parts named twice, is refused', async () => {
    const bytes = await workbook(`<row r="2">${text('A2', 'ABCD')}</row>`);
    expect(await keyOf(inspectWorkbook(bytes.subarray(0, bytes.length - 30)))).toBe('import.unreadable');
    for (const cut of [4, 100, 500])
      expect(await keyOf(inspectWorkbook(bytes.subarray(cut)))).toBe('import.unreadable');
  });

  test('without a sheet is refused', async () => {
    expect(await keyOf(inspectWorkbook(await workbook('', { 'xl/workbook.xml': '<workbook/>' })))).toBe(
      'import.unreadable',
    );
  });
});

test('columns are counted as a sheet names them', () => {
  expect(['A', 'Z', 'AA', 'XFD'].map(columnNumber)).toEqual([1, 26, 27, 16_384]);
});
