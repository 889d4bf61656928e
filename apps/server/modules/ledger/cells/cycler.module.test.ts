import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type CyclerMaker, cyclerFile, cyclerLines } from '@voltloop/simulator/cycler/index.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { workbookOf } from '../../../testing/upload-sheet.ts';

const stock = setUp(startTestStock);
let day: string;
beforeAll(async () => {
  ({ day } = stock);
});

/** A cell of 280 Ah in the store. */
async function cellInStore(): Promise<string> {
  const code = stock.newCode().replace('04QPB', '04QCB');
  await stock.office.make('/battery', { batteryCode: code, ratedCapacityAh: '280' });
  await stock.receive([{ code, kg: '5.4' }]);
  return code;
}
const cell = (seed: number) => ({ capacity_Ah: 232.4, dcir_mOhm: 0.45, seed });

async function send(
  path: string,
  name: string,
  bytes: string | Buffer,
  query: Record<string, string> = {},
  as = stock.office.token,
) {
  const form = new FormData();
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const whole = new Response(form);
  const reply = await stock.office.server.app.inject({
    method: 'POST',
    url: `/testReport/${path}?${new URLSearchParams(query)}`,
    payload: Buffer.from(await whole.arrayBuffer()),
    headers: { authorization: `Bearer ${as}`, 'content-type': whole.headers.get('content-type') ?? '' },
  });
  return { ...reply.json(), status: reply.statusCode };
}
const importFile = (name: string, bytes: string | Buffer, query: Record<string, string> = {}, as?: string) =>
  send('importCurve', name, bytes, { testDay: day, operator: '王小明', ...query }, as);

describe('a file of a cycler', () => {
  test('of 100,000 rows becomes a draft with capacity, resistance, voltage and the curve', async () => {
    const code = await cellInStore();
    const text = cyclerFile('neware', { ...cell(1), code, rows: 118_000 });
    const { status, data } = await importFile(`${code}_1.csv`, text, {
      equipment: 'Neware BTS-4000',
      calibrationValidTo: '2030-01-01',
      instrumentPct: '0.1',
    });
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toMatchObject({ batteryCode: code, maker: 'neware' });
    expect(data.rows).toBeGreaterThan(100_000);
    const report = (await stock.office.get(`/testReport/findById?id=${data.id}`)).data;
    expect(report).toMatchObject({
      status: 'draft',
      method: 'discharge',
      ratedCapacityAh: '280',
      equipment: 'Neware BTS-4000',
      calibration: 'valid',
      rawFiles: [expect.stringMatching(/^\/files\//)],
    });
    expect(Number(report.sohPct)).toBeGreaterThan(78);
    expect(Number(report.sohPct)).toBeLessThan(84);
    const curve = (await stock.office.get(`/testReport/curve?id=${data.id}`)).data;
    expect(curve.rows).toBe(data.rows);
    expect(curve.time_s.length).toBeLessThan(2100);
    expect(curve.used.map(({ figure }: { figure: string }) => figure)).toEqual([
      'capacity',
      'resistance',
      'ocv',
    ]);
    // The file itself is stored unchanged.
    const key = report.rawFiles[0].replace('/files/', 'uploads/');
    const raw = await buffer(await stock.office.server.services.files.read(key));
    expect(gunzipSync(raw).toString('utf8')).toBe(text);
  });

  test.each<CyclerMaker>(['arbin', 'maccor'])(
    'of %s, which names the battery in its text or the query',
    async (maker) => {
      const code = await cellInStore();
      const text = cyclerFile(maker, { ...cell(2), code, rows: 3000 });
      const { status, data } = await importFile('channel 7.csv', text, maker === 'arbin' ? { code } : {});
      expect(status, JSON.stringify(data)).toBe(200);
      expect(data).toMatchObject({ batteryCode: code, maker });
    },
  );

  test('can be a workbook, or text in GB 18030', async () => {
    const [first, second] = [await cellInStore(), await cellInStore()];
    const [head = '', ...lines] = [...cyclerLines('arbin', { ...cell(3), code: first, rows: 30_000 })];
    const rows = lines.map((line) => line.split(',').map(Number));
    const workbook = await workbookOf(head.split(','), rows);
    const asWorkbook = await importFile(`${first}.xlsx`, workbook);
    expect(asWorkbook.status, JSON.stringify(asWorkbook.data)).toBe(200);
    expect(asWorkbook.data.rows).toBe(lines.length);
    const text = cyclerFile('neware', { ...cell(4), code: second, rows: 2000 });
    // The head of a Neware export in GB 18030: 总时间, 电流, 电压, and steps.
    const gb = Buffer.concat([
      Buffer.from([0xd7, 0xdc, 0xca, 0xb1, 0xbc, 0xe4, 0x2c, 0xb5, 0xe7, 0xc1, 0xf7, 0x28, 0x41, 0x29, 0x2c]),
      Buffer.from([0xb5, 0xe7, 0xd1, 0xb9, 0x28, 0x56, 0x29, 0x0a]),
      Buffer.from(
        text
          .split('\n')
          .slice(1, -1)
          .map((line) => line.split(',').slice(4, 7).join(','))
          .join('\n'),
      ),
    ]);
    const inGb = await importFile(`${second}.csv`, gb);
    expect(inGb.status, JSON.stringify(inGb.data)).toBe(200);
    expect(inGb.data.maker).toBe('neware');
  });

  test('of an unknown maker is read by a mapping, which can be saved', async () => {
    const code = await cellInStore();
    const text = `T,I,U\n${cyclerFile('arbin', { ...cell(5), code, rows: 2000 })
      .split('\n')
      .slice(1, -1)
      .map((line) => [1, 4, 5].map((n) => line.split(',')[n]).join(','))
      .join('\n')}`;
    const unknown = await importFile(`${code}.csv`, text);
    expect(unknown).toMatchObject({ status: 400, data: [{ path: 'file', key: 'rule.testing.noHeads' }] });
    const heads = await send('readHeads', 'x.csv', text);
    expect(heads).toMatchObject({ status: 200, data: { maker: null } });
    expect(heads.data.first[0]).toEqual(['T', 'I', 'U']);
    const mapping = { time: 'T', current: 'I', voltage: 'U' };
    const saved = await stock.office.post('/testReport/saveMapping', { name: '自定义', mapping });
    expect(saved).toMatchObject({ status: 200, data: { name: '自定义', mapping } });
    expect((await stock.office.get('/testReport/mappings')).data).toEqual([saved.data]);
    expect((await stock.office.get('/testReport/mappings', stock.office.stranger)).data).toEqual([]);
    const read = await importFile(`${code}.csv`, text, { mapping: JSON.stringify(mapping) });
    expect(read.status, JSON.stringify(read.data)).toBe(200);
    expect(
      (await stock.office.post('/testReport/saveMapping', { name: 'x', mapping: { time: 'T' } })).status,
    ).toBe(400);
    const request = { id: saved.data.id };
    expect(
      (await stock.office.post('/testReport/deleteMapping', request, stock.office.stranger)).status,
    ).toBe(404);
    expect((await stock.office.post('/testReport/deleteMapping', request)).status).toBe(200);
    expect((await stock.office.get('/testReport/mappings')).data).toEqual([]);
  });

  test('as a workbook with unknown headings shows its rows, so that its columns can be chosen', async () => {
    const workbook = await workbookOf(
      ['T', 'I', 'U'],
      [
        [0, 1, 3],
        [60, 1, 3.1],
      ],
    );
    const heads = await send('readHeads', 'x.xlsx', workbook);
    expect(heads).toMatchObject({ status: 200, data: { maker: null, mapping: {} } });
    expect(heads.data.first[0]).toEqual(['T', 'I', 'U']);
    const failed = await importFile('x.xlsx', workbook);
    expect(failed).toMatchObject({ status: 400, data: [{ key: 'rule.testing.noHeads' }] });
  });

  test('whose capacity cannot be that of the battery is refused, with both values', async () => {
    const code = await cellInStore();
    const text = cyclerFile('arbin', { ...cell(8), code, rows: 2000 })
      .split('\n')
      .map((line) =>
        line
          .split(',')
          .filter((_, n) => n < 6)
          .join(','),
      )
      .join('\n')
      .replace('Current(A)', 'Current(mA)');
    const { status, data } = await importFile(`${code}.csv`, text);
    expect(status).toBe(400);
    expect(data[0].key).toMatch(/^rule\.testing\.implausibleCapacity\?value=0\.2\d+&rated=280$/);
  });

  test.each<[string, string, (code: string) => string | Buffer, string]>([
    [
      'without a code',
      'x.csv',
      () => 'Test_Time(s),Current(A),Voltage(V),Data_Point\n0,1,3,1\n1,1,3,2',
      'rule.testing.noCode',
    ],
    [
      'of an unregistered battery',
      '04QCB76836300JBC49999999.csv',
      () => 'Test_Time(s),Current(A),Voltage(V),Data_Point\n0,1,3,1\n1,1,3,2',
      'rule.testing.noBattery',
    ],
    ['that is empty', 'x.csv', () => '', 'rule.testing.noHeads'],
    [
      'that is a picture',
      'x.csv',
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 10, 0, 255]),
      'rule.testing.noHeads',
    ],
    [
      'that is a broken workbook',
      'x.xlsx',
      () => Buffer.from('PK\u0003\u0004broken'),
      'rule.testing.unreadable',
    ],
    [
      'whose time runs backwards',
      'x.csv',
      () => 'Test_Time(s),Current(A),Voltage(V),Data_Point\n9,1,3,1\n1,1,3,2',
      'rule.testing.timeBackwards',
    ],
  ])('%s is refused, and nothing of it is stored', async (_name, name, bytes, key) => {
    const count = async () => (await stock.office.get('/testReport/findPage')).data.total;
    const before = await count();
    const { status, data } = await importFile(name, bytes(''));
    expect([status, data?.[0]?.key.split('?')[0]]).toEqual([400, key]);
    expect(await count()).toBe(before);
  });

  test('is accepted once for a battery', async () => {
    const code = await cellInStore();
    const text = cyclerFile('arbin', { ...cell(6), code, rows: 1000 });
    expect((await importFile(`${code}.csv`, text)).status).toBe(200);
    const again = await importFile(`${code}.csv`, text);
    expect([again.status, again.data[0].key.split('?')[0]]).toEqual([400, 'rule.testing.twice']);
  });

  test('has a curve that is visible within the tenant', async () => {
    const code = await cellInStore();
    const text = cyclerFile('arbin', { ...cell(7), code, rows: 1000 });
    const { data } = await importFile(`${code}.csv`, text);
    expect((await stock.office.get(`/testReport/curve?id=${data.id}`, stock.office.stranger)).status).toBe(
      404,
    );
  });
});
