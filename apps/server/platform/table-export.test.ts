import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import { expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { disposition, refuseLongSheet, type TableCell, tableStream } from './table-export.ts';
import { xlsxStream } from './xlsx-stream.ts';

const time_ms = Date.parse('2026-03-01T10:00:00Z');
async function* rows(): AsyncGenerator<TableCell[]> {
  yield ['=1+1', 1.5, true, { time_ms, zone: 'Asia/Shanghai' }];
  yield ['电池, "A"', null, false, { time_ms: null, zone: 'Asia/Shanghai' }];
}
const file = { name: 'devices', header: ['名称', 'n', 'on', 'time'], rows: rows() };

test('csv: no formula, quoted, local times', async () => {
  const bytes = await buffer(tableStream({ ...file, format: 'csv', rows: rows() }));
  expect(bytes.toString('utf8')).toBe(
    '\uFEFF名称,n,on,time\r\n' + "'=1+1,1.5,true,2026-03-01T18:00:00+08:00\r\n" + '"电池, ""A""",,false,\r\n',
  );
});

test('xlsx: another program reads texts, numbers and dates', async () => {
  const bytes = await buffer(tableStream({ ...file, format: 'xlsx', rows: rows() }));
  const [sheet] = await readXlsx(bytes);
  expect(sheet?.data).toEqual([
    ['名称', 'n', 'on', 'time', 'time (UTC±)'],
    ['=1+1', 1.5, 'true', new Date('2026-03-01T18:00:00Z'), '+08:00'],
    ['电池, "A"', null, 'false', null, null],
  ]);
});

test('xlsx: dates show their offset, also in a column, which distinguishes the hour that is repeated when daylight saving ends', async () => {
  async function* hours(): AsyncGenerator<TableCell[]> {
    for (const hour of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      yield [{ time_ms: Date.parse(hour), zone: 'Europe/Berlin' }];
  }
  const bytes = await buffer(tableStream({ format: 'xlsx', name: 'x', header: ['time'], rows: hours() }));
  const [sheet] = await readXlsx(bytes);
  const local = new Date('2026-10-25T02:30:00Z');
  expect(sheet?.data).toEqual([
    ['time', 'time (UTC±)'],
    [local, '+02:00'],
    [local, '+01:00'],
  ]);
  const parts = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  const formats = [...(parts.get('xl/styles.xml') ?? '').matchAll(/formatCode="([^"]*)"/g)].map(
    ([, code]) => code,
  );
  expect(formats.map((code) => code?.replaceAll('&quot;', '"'))).toEqual(
    ['+02:00', '+01:00'].map((offset) => `yyyy\\-mm\\-dd\\ hh:mm:ss"${offset}"`),
  );
  const cells = [...(parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/r="A[23]" s="(\d)"/g)].map(
    ([, style]) => style,
  );
  expect(cells).toEqual(['2', '3']);
});

test('rows beyond the limit of a sheet continue in further sheets, each with the heading', async () => {
  async function* numbers(): AsyncGenerator<number[]> {
    for (let i = 1; i <= 5; i++) yield [i];
  }
  const name = 'a name that is far longer than a sheet may have';
  const bytes = await buffer(Readable.from(xlsxStream(name, ['n'], numbers(), 3), { objectMode: false }));
  const sheets = await readXlsx(bytes);
  expect(sheets.map(({ sheet, data }) => [sheet, data])).toEqual([
    ['a name that is far longer than ', [['n'], [1], [2]]],
    ['a name that is far longer t (2)', [['n'], [3], [4]]],
    ['a name that is far longer t (3)', [['n'], [5]]],
  ]);
});

test('a workbook without rows has a sheet with the heading', async () => {
  async function* none(): AsyncGenerator<number[]> {}
  const [sheet] = await readXlsx(await buffer(Readable.from(xlsxStream('x', ['n'], none()))));
  expect(sheet?.data).toEqual([['n']]);
});

test.each(['csv', 'xlsx'] as const)('%s: a failing source truncates the file', async (format) => {
  async function* broken(): AsyncGenerator<TableCell[]> {
    yield ['a'];
    throw new Error('the store is unreachable');
  }
  let closed = 0;
  const onClose = () => closed++;
  const stream = tableStream({ format, name: 'x', header: ['a'], rows: broken(), onClose });
  await expect(buffer(stream)).rejects.toThrow('the store is unreachable');
  expect(closed).toBe(1);
});

test.each(['csv', 'xlsx'] as const)(
  '%s: rows are created only as fast as they are read, and no longer when the reader disconnects',
  async (format) => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<TableCell[]> {
      try {
        for (;;) {
          made++;
          yield [`row ${made}`, Math.random(), Math.random(), Math.random()];
        }
      } finally {
        ended = true;
      }
    }
    const stream = tableStream({ format, name: 'x', header: ['a', 'b', 'c', 'd'], rows: endless() });
    for (let read = 0; read < 5_000_000; ) {
      const chunk: Buffer | null = stream.read();
      if (chunk) read += chunk.length;
      else await once(stream, 'readable');
    }
    // Without a reader the buffers fill, and then the source pauses.
    let before = -1;
    while (made !== before) {
      before = made;
      await new Promise((done) => setTimeout(done, 50));
    }
    // 5 MB are read; 15,000 more rows would be another megabyte or two that nobody requested.
    const rowsRead = format === 'csv' ? 5_000_000 / 68 : 5_000_000 / 42;
    expect(made).toBeLessThan(rowsRead + 25_000);
    stream.destroy();
    await once(stream, 'close');
    await vi.waitFor(() => expect(ended).toBe(true));
  },
);

test.each([
  ['devices.csv', 'attachment; filename="devices.csv"'],
  ['设备.csv', 'attachment; filename="__.csv"; filename*=UTF-8\'\'%E8%AE%BE%E5%A4%87.csv'],
  ['../a"b\r\n.csv', 'attachment; filename=".._a_b__.csv"'],
  ['a\ud83d.csv', `attachment; filename="a_.csv"; filename*=UTF-8''a%EF%BF%BD.csv`],
])('the header of %j', (name, header) => expect(disposition(name)).toBe(header));

test('a workbook has at most the rows of one sheet without its heading; CSV has no limit', () => {
  expect(() => refuseLongSheet('xlsx', 1_048_575)).not.toThrow();
  expect(() => refuseLongSheet('csv', 2_000_000)).not.toThrow();
  expect(() => refuseLongSheet('xlsx', 1_048_576)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ key: 'validation.sheetTooLarge' })] }),
  );
});
