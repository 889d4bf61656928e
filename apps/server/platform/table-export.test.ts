import { buffer } from 'node:stream/consumers';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { disposition, type TableCell, tableStream } from './table-export.ts';

const time_ms = Date.parse('2026-03-01T10:00:00Z');
async function* rows(): AsyncGenerator<TableCell[]> {
  yield ['=1+1', 1.5, true, { time_ms, zone: 'Asia/Shanghai' }];
  yield ['电池, "A"', null, false, null];
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
    ['名称', 'n', 'on', 'time'],
    ['=1+1', 1.5, 'true', new Date('2026-03-01T18:00:00Z')],
    ['电池, "A"', null, 'false', null],
  ]);
});

test('a source that fails cuts the file off', async () => {
  async function* broken(): AsyncGenerator<TableCell[]> {
    yield ['a'];
    throw new Error('the store went away');
  }
  const stream = tableStream({ format: 'csv', name: 'x', header: ['a'], rows: broken() });
  await expect(buffer(stream)).rejects.toThrow('the store went away');
});

test.each([
  ['devices.csv', 'attachment; filename="devices.csv"'],
  ['设备.csv', 'attachment; filename="__.csv"; filename*=UTF-8\'\'%E8%AE%BE%E5%A4%87.csv'],
  ['../a"b\r\n.csv', 'attachment; filename=".._a_b__.csv"'],
])('the header of %j', (name, header) => expect(disposition(name)).toBe(header));
