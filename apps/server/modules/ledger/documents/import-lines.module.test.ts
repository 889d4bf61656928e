import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { TableCell } from '../../../platform/table-export.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { uploadTo, workbookOf } from '../../../testing/upload-sheet.ts';

const stock = setUp(startTestStock);

const receipt = (lines: readonly object[] = []) =>
  stock.draft('/receipt', { preset: 'purchase', storeId: stock.store, enterpriseId: stock.supplier }, lines);
const linesOf = async (path: string, id: string) =>
  (await stock.office.get(`${path}/lines?id=${id}`)).data.list;
const upload = async (path: string, id: string, name: string, bytes: Buffer, token = stock.office.token) =>
  (await uploadTo(stock.office.server, token, `${path}/importLines?id=${id}&language=zh`, {
    name,
    bytes,
    // biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
  })) as { status: number; data: any };
const HEAD = ['电池编码', '批号', '材料形态', '电池类型', '干湿', '件数', '重量', '库位', '库存状态', '备注'];
const workbook = (rows: readonly TableCell[][], header: readonly string[] = HEAD) => workbookOf(header, rows);

test('the template has the columns of the preset with their allowed values', async () => {
  const template = async (path: string, id: string) => {
    const reply = await stock.office.server.app.inject({
      url: `${path}/linesTemplate?id=${id}&language=zh`,
      headers: { authorization: `Bearer ${stock.office.token}` },
    });
    const [sheet] = await readXlsx(reply.rawPayload);
    return (sheet?.data[0] ?? []).map(String);
  };
  const heads = await template('/receipt', await receipt());
  expect(heads.map((head) => head.split('\n')[0])).toEqual(HEAD);
  expect(heads.find((head) => head.startsWith('干湿'))).toContain('/');
  const correction = await stock.draft(
    '/correction',
    { preset: 'code', storeId: stock.store, reason: '录入错误' },
    [],
  );
  expect(await template('/correction', correction)).toEqual(['电池编码', '正确编码', '备注']);
});

test('lines of a workbook are added in order after the existing ones', async () => {
  const [first, second] = [stock.newCode(), stock.newCode()];
  const id = await receipt([{ code: stock.newCode(), kg: '1' }]);
  const { status, data } = await upload(
    '/receipt',
    id,
    '入库.xlsx',
    await workbook([
      [first.toLowerCase(), null, null, null, null, null, 412.5, 'l1', '可用', '划痕'],
      [],
      [null, 'LOT-9', '黑粉', '磷酸铁锂电池', '湿基', 3, '20'],
      [second],
    ]),
  );
  expect({ status, data }).toEqual({
    status: 200,
    data: { added: 3, wrongCells: 0, wrong: [], unknownColumns: [], before: null },
  });
  const lines = await linesOf('/receipt', id);
  expect(lines).toHaveLength(4);
  expect(lines.slice(1)).toMatchObject([
    { code: first, kg: '412.5', location: 'L1', condition: 'available', remark: '划痕' },
    { code: null, lotNo: 'LOT-9', pieces: 3, kg: '20' },
    { code: second },
  ]);
  expect(lines[2].material).not.toBeNull();
});

test('each invalid cell is named by row and column in the reader’s language, and nothing is added', async () => {
  const here = stock.newCode();
  const good = stock.newCode();
  const id = await receipt([{ code: here }]);
  const { status, data } = await upload(
    '/receipt',
    id,
    'lines.xlsx',
    await workbook(
      [
        [good, null, null, null, null, null, '12.3456', null, '不明', null, 'x'],
        ['ABC'],
        [here],
        [good],
        [null, null, null, null, null, null, 5],
        [null, 'LOT-1', null, null, null, 'many', '5'],
      ],
      [...HEAD, '自编列'],
    ),
  );
  expect(status).toBe(200);
  expect(data.added).toBe(0);
  expect(data.unknownColumns).toEqual(['自编列']);
  expect(data.wrong.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
    [2, '重量'],
    [2, '库存状态'],
    [3, '电池编码'],
    [4, '电池编码'],
    [5, '电池编码'],
    [6, '电池编码'],
    [7, '件数'],
  ]);
  expect(data.wrongCells).toBe(7);
  expect(data.wrong[2].message).toBe('电池编码为 19 位或 24 位');
  expect(data.wrong[3].message).toBe('该编码已在本单据中');
  expect(data.wrong.every(({ message }: { message: string }) => /\p{Script=Han}/u.test(message))).toBe(true);
  expect(await linesOf('/receipt', id)).toHaveLength(1);
});

test('a csv file in the encoding of Chinese Excel is read', async () => {
  const code = stock.newCode();
  const id = await receipt();
  // "电池编码;重量;备注" in GB 18030.
  const head = Buffer.from('b5e7b3d8b1e0c2eb3bd6d8c1bf3bb1b8d7a20d0a', 'hex');
  const rows = Buffer.from(`${code};7.5;"a;""b"""\r\n`);
  const { data } = await upload('/receipt', id, 'lines.CSV', Buffer.concat([head, rows]));
  expect(data).toMatchObject({ added: 1, unknownColumns: [] });
  expect(await linesOf('/receipt', id)).toMatchObject([{ code, kg: '7.5', remark: 'a;"b"' }]);
});

test('no file, and no sequence of files, exceeds the maximum number of lines', async () => {
  const id = await receipt();
  const rows = (count: number) => Array.from({ length: count }, (): TableCell[] => [stock.newCode()]);
  const most = await upload('/receipt', id, 'most.xlsx', await workbook(rows(5000)));
  expect(most.data).toMatchObject({ added: 5000 });
  expect((await upload('/receipt', id, 'more.xlsx', await workbook(rows(1)))).status).toBe(400);
  expect((await upload('/receipt', await receipt(), 'long.xlsx', await workbook(rows(5001)))).status).toBe(
    400,
  );
  expect(await linesOf('/receipt', id)).toHaveLength(5000);
});

test('without the right to edit the document, or after it is posted, nothing is added', async () => {
  const bytes = await workbook([[stock.newCode()]]);
  const id = await receipt([{ code: stock.newCode(), kg: '1' }]);
  const reader = await stock.office.staff(5000);
  expect((await upload('/receipt', id, 'lines.xlsx', bytes, reader)).status).toBe(403);
  expect((await upload('/receipt', crypto.randomUUID(), 'lines.xlsx', bytes)).status).toBe(404);
  expect((await upload('/receipt', id, 'lines.xlsx', Buffer.from('no workbook'))).status).toBe(400);
  await stock.step('/receipt', id, 'post');
  expect(await upload('/receipt', id, 'lines.xlsx', bytes)).toMatchObject({
    status: 409,
    data: [{ key: 'resource.notEditable' }],
  });
  expect(await linesOf('/receipt', id)).toHaveLength(1);
});

test('adding the same content twice needs confirmation, however the file was saved', async () => {
  const id = await receipt();
  const lot: TableCell[] = [null, 'LOT-A', '黑粉', '磷酸铁锂电池', '湿基', 3, '20'];
  const send = async (rows: readonly TableCell[][], query = '') =>
    (
      (await uploadTo(
        stock.office.server,
        stock.office.token,
        `/receipt/importLines?id=${id}&language=zh${query}`,
        { name: '入库.xlsx', bytes: await workbook(rows) },
        // biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
      )) as { data: any }
    ).data;
  expect(await send([lot])).toMatchObject({ added: 1, before: null });
  expect(await send([[], lot])).toMatchObject({
    added: 0,
    wrongCells: 0,
    before: { lines: 1, at: expect.any(Number), by: expect.any(String) },
  });
  expect(await linesOf('/receipt', id)).toHaveLength(1);
  expect(await send([[...lot.slice(0, 6), '21']])).toMatchObject({ added: 1, before: null });
  expect(await send([lot], '&again=true')).toMatchObject({ added: 1, before: null });
  expect(await linesOf('/receipt', id)).toHaveLength(3);
});
