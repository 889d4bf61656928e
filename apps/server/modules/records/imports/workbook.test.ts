import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../platform/workbook/refusal.ts';
import { columnNumber } from '../../../platform/workbook/sheet-cells.ts';
import { attacks, textCell, workbook } from './attack-workbooks.ts';
import { readInThread } from './read-in-thread.ts';
import { readRows } from './read-sheet.ts';
import { thingColumns } from './things-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-workbooks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kind = { columns: thingColumns, maxRows: 5000 };
let made = 0;
async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, `${made++}.xlsx`);
  await writeFile(path, bytes);
  return path;
}
const read = async (bytes: Buffer) => readRows(await fileOf(bytes), kind);
const keyOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'taken',
    (e: unknown) => (e instanceof Refusal ? e.key : String(e)),
  );

describe('a workbook', () => {
  test('is read by cells: shared and inline texts, numbers, dates, formulas, cells without references', async () => {
    const bytes = await workbook(
      `<row r="2"><c r="A2" t="str"><f>"A"&amp;"BCD"</f><v>ABCD</v></c></row>
      <row r="4"><c t="s"><v>0</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" s="1"><v>46056</v></c><c r="D4" s="2"><v>1.5</v></c></row>
      <row><c r="A5"><v>1E+18</v></c><c r="C5" t="d"><v>2026-02-03T10:00:00</v></c></row>`,
      {
        'xl/sharedStrings.xml':
          '<x:sst xmlns:x="a"><x:si><x:t>ABCE</x:t></x:si><x:si><x:r><x:t>Lake </x:t></x:r><x:r><x:t>house &amp; mill</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si></x:sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-804]yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="0.0&quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      },
      ['Device id', 'Device', 'Installed on', 'Company'],
    );
    expect((await read(bytes)).rows).toEqual([
      { number: 2, cells: { devid: 'ABCD' }, errors: [{ column: 'devid', key: 'formula' }] },
      {
        number: 4,
        cells: { devid: 'ABCE', devname: 'Lake house & mill', installTime: '2026-02-03', company: '1.5' },
        errors: [],
      },
      {
        number: 5,
        cells: { devid: '1000000000000000000', installTime: '2026-02-03' },
        errors: [{ column: 'devid', key: 'longNumber' }],
      },
    ]);
  });

  test.each(attacks)('with %s is refused', async (_name, key, make) => {
    expect(await keyOf(read(await make()))).toBe(key);
  });

  test('with a false unpacked size is refused', async () => {
    const bytes = await workbook('', { 'xl/styles.xml': `<a>${'x'.repeat(10_000)}</a>` });
    const name = bytes.lastIndexOf('xl/styles.xml');
    bytes.writeUInt32LE(10, name - 46 + 24);
    expect(await keyOf(read(bytes))).toBe('unreadable');
  });

  test('is read from its visible sheet, below a title, without its totals', async () => {
    const row = (number: number, cells: string[]) =>
      `<row r="${number}">${cells.map((text, i) => textCell(`${'ABC'[i]}${number}`, text)).join('')}</row>`;
    const bytes = await workbook('', {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="codes" state="hidden" r:id="rId1"/><sheet name="devices" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': `<worksheet><sheetData>
        ${row(1, ['2026年设备清单'])}${row(2, ['编制：张三', '设备'])}${row(4, ['序号', '设备编号', '经度 (°)'])}
        ${row(5, ['1', 'ABCD', '10.5'])}${row(6, ['合 计', '1', '10.5'])}${row(7, ['Total', 'ABCE', 'x'])}</sheetData></worksheet>`,
    });
    const { rows, totalRows, unknownColumns } = await read(bytes);
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [5, { devid: 'ABCD', longitude: '10.5' }],
      [7, { devid: 'ABCE', longitude: 'x' }],
    ]);
    expect([totalRows, unknownColumns]).toEqual([1, ['序号']]);
  });

  test('of OpenDocument is refused with the format to save it in', async () => {
    const bytes = await workbook('', { 'content.xml': '<a/>' });
    const ods = Buffer.from(
      bytes.toString('latin1').replaceAll('xl/workbook.xml', 'xx/workbook.xml'),
      'latin1',
    );
    expect(await keyOf(read(ods))).toBe('openDocument');
  });

  test('that is truncated is refused', async () => {
    const bytes = await workbook(`<row r="2">${textCell('A2', 'ABCD')}</row>`);
    expect(await keyOf(read(bytes.subarray(0, bytes.length - 30)))).toBe('unreadable');
    for (const cut of [4, 100, 500]) expect(await keyOf(read(bytes.subarray(cut)))).toBe('unreadable');
  });

  test('without a sheet, or with a sheet that is not XML, is refused', async () => {
    expect(await keyOf(read(await workbook('', { 'xl/workbook.xml': '<workbook/>' })))).toBe('unreadable');
    expect(await keyOf(read(await workbook('<row></c>')))).toBe('unreadable');
  });
});

describe('the worker thread that reads a workbook', () => {
  const refusalIn = (reading: Promise<unknown>) =>
    reading.then(
      () => 'taken',
      (e: { fields?: { key: string }[]; name?: string }) => e.fields?.[0]?.key ?? e.name,
    );
  const inThread = async (limits: { time_ms: number; memory_MB: number }, signal?: AbortSignal) => {
    const cell = '<c t="inlineStr"><is><t>some text that is read</t></is></c>';
    const rows = Array.from({ length: 4000 }, () => `<row>${cell.repeat(40)}</row>`);
    const path = await fileOf(await workbook(rows));

    return refusalIn(readInThread(path, kind, signal ?? new AbortController().signal, limits));
  };

  test('is terminated when it takes too long, uses too much memory, or is aborted', async () => {
    expect(await inThread({ time_ms: 1, memory_MB: 256 })).toBe('import.tooSlow');
    expect(await inThread({ time_ms: 60_000, memory_MB: 4 })).toBe('import.tooBig');
    expect(await inThread({ time_ms: 60_000, memory_MB: 256 }, AbortSignal.abort())).toBe('AbortError');
    expect(await inThread({ time_ms: 60_000, memory_MB: 256 })).toBe('taken');
  });
});

test('columns are numbered by their letters in the sheet', () => {
  expect(['A', 'Z', 'AA', 'XFD'].map(columnNumber)).toEqual([1, 26, 27, 16_384]);
});
