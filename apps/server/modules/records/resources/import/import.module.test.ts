import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { TableCell } from '../../../../platform/table-export.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { startEngine } from '../../../../testing/shelves.ts';
import { uploadFile, uploadSheet } from '../../../../testing/upload-sheet.ts';

const world = setUp(() =>
  startEngine({
    crate: {
      derive: ({ values }) => ({ stamp: `S-${values.no}` }),
      check: async (_facts, drafts) =>
        drafts.map(({ values }) =>
          values.no === 'BAD' ? [{ field: 'no', key: 'no.words', message: 'Only in English' }] : [],
        ),
    },
  }),
);

const HEAD = ['编号 *', '库房', '货架', '件数', '封存'];
const upload = async (rows: TableCell[][], header = HEAD) =>
  (await uploadSheet(world.server, world.token, world.main.tenantId, 'crate', { header, rows })).data as {
    id: string;
    total: number;
    wrong: number;
    key?: string;
  }[] & { id: string };
const at = (id: string, more = '') => `/v1/imports/tenants/${world.main.tenantId}/previews/${id}${more}`;
const errorsOf = async (id: string) =>
  (
    (await world.get(at(id, '/rows?language=zh'))).data.list as {
      errors: { column: string; message: string }[];
    }[]
  ).map(({ errors }) => errors.map(({ column, message }) => `${column}: ${message}`));

test('names of options, rows and areas are resolved, and derived values are filled in', async () => {
  const [shelf] = await world.resources.insertRows(world.server.as(world.main), 'shelf', [
    { label: '东架', hall: 'E' },
  ]);
  const { id } = await upload([
    ['i 1', 'e', '东架', 12, '是'],
    ['I2', null, shelf as string, null, 'no'],
  ]);
  expect(await errorsOf(id)).toEqual([[], []]);
  expect((await world.post(at(id, '/confirm'), {})).data).toMatchObject({ imported: 2 });
  const { data } = await world.get('/crate/findPage?search=I&sort=no');
  expect(data.list).toMatchObject([
    { no: 'I1', hall: 'E', shelfId: shelf, pieces: 12, sealed: 1, stamp: 'S-I1', state: 1 },
    { no: 'I2', shelfId: shelf, sealed: 0, stamp: 'S-I2' },
  ]);
});

test('each invalid cell is reported in the language of the reader, duplicates with the row above or as stored', async () => {
  const ctx = world.server.as(world.main);
  await world.resources.insertRows(ctx, 'shelf', [{ label: '西架', hall: 'W' }]);
  await world.resources.insertRows(ctx, 'crate', [{ no: 'HERE' }]);
  const { id } = await upload([
    ['T1'],
    ['t 1'],
    ['here'],
    [null, 'E'],
    ['T5', null, '无此架'],
    ['T6', 'E', '西架'],
    ['T7', null, null, 1001, '也许'],
    ['BAD'],
  ]);
  expect(await errorsOf(id)).toEqual([
    [],
    ['no: 与第 2 行重复'],
    ['no: 该值已被其他记录使用'],
    ['no: 必填项'],
    ['shelfId: 所选记录不存在'],
    ['shelfId: 所选记录与其他字段不匹配'],
    ['pieces: 请输入 0 至 1000 之间的数字', 'sealed: 请填写以下之一：是、否'],
    ['no: Only in English'],
  ]);
  const file = await world.server.app.inject({
    url: at(id, '/errors?language=zh'),
    headers: { authorization: `Bearer ${world.token}` },
  });
  const [sheet] = await readXlsx(file.rawPayload);
  expect(sheet?.data[1]?.at(-1)).toBe('编号: 与第 2 行重复');
});

test('the template lists the allowed values of each column, and can be filled and read', async () => {
  const reply = await world.server.app.inject({
    url: `/v1/imports/tenants/${world.main.tenantId}/templates/crate?language=zh`,
    headers: { authorization: `Bearer ${world.token}` },
  });
  const [sheet] = await readXlsx(reply.rawPayload);
  const head = (sheet?.data[0] ?? []).map(String);
  expect(sheet?.data).toHaveLength(1);
  expect(head).toContain('编号 *');
  expect(head.find((text) => text.startsWith('封存'))).toBe('封存\n是 / 否');
  expect(head.find((text) => text.startsWith('货架'))).toBe('货架\nShelf：标签');
  expect(head.some((text) => text.startsWith('金额') || text.startsWith('部件'))).toBe(false);
  const filled = await upload([head.map((text) => (text === '编号 *' ? 'FROM1' : null))], head);
  expect(await errorsOf(filled.id)).toEqual([[]]);
  expect(
    (await uploadFile(world.server, world.token, world.main.tenantId, 'crate', reply.rawPayload)).status,
  ).toBe(400);
});

test('a value taken between preview and confirmation is reported, and nothing is written', async () => {
  const { id } = await upload([['LATE1'], ['LATE2']]);
  await world.post('/crate/insert', { no: 'LATE2' });
  expect((await world.post(at(id, '/confirm'), {})).status).toBe(409);
  expect(await errorsOf(id)).toEqual([[], ['no: 该值已被其他记录使用']]);
  expect((await world.get('/crate/findPage?search=LATE1')).data.total).toBe(0);
});

test('an unknown resource, or one without the right, is not imported', async () => {
  const tenantId = world.main.tenantId;
  const sheet = { header: HEAD, rows: [['X1']] };
  expect((await uploadSheet(world.server, world.token, tenantId, 'nothing', sheet)).status).toBe(404);
  const reader = await world.staff(90_200, 90_201, 90_202);
  expect((await uploadSheet(world.server, reader, tenantId, 'crate', sheet)).status).toBe(403);
});
