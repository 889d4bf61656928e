import type { BatteryTree, ImportPreview, ImportRow, Page } from '@voltloop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOffice } from '../../../../testing/office.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { startTestStock } from '../../../../testing/stock.ts';
import { uploadSheet } from '../../../../testing/upload-sheet.ts';

const stock = setUp(startTestStock);
let office: TestOffice;
let server: TestServer;
let token: string;
beforeAll(async () => {
  ({ office } = stock);
  ({ server, token } = office);
});

type Reply<T> = { status: number; data: T };
const get = <T>(path: string, as = token) => server.call(as, 'GET', path) as Promise<Reply<T>>;
const tree = async (query: string, as = token) => (await get<BatteryTree>(`/battery/tree?${query}`, as)).data;

let made = 0;
/** Makes a pack, module or cell; its code ends in its number. */
async function make(letter: 'P' | 'M' | 'C', parentId?: string, as = token): Promise<string> {
  const body = {
    batteryCode: `001${letter}B030000001F31${String(++made).padStart(7, '0')}`,
    productType: 'PMC'.indexOf(letter) + 1,
    chemistry: 'B',
    parentId,
  };
  const reply = (await server.call(as, 'POST', '/battery/insert', body)) as Reply<{ id: string }>;
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return reply.data.id;
}

test('an import reports doubtful characters of codes, other readings, truncated codes and ignored columns', async () => {
  const { tenantId } = office.main;
  const header = ['电池编码', '电池类型', '出厂编号'];
  const rows = [
    ['001PB030000001F310000077', null, 'x'],
    ['OO1CB24OOOOOOOOOOO000001', '磷酸铁锂电池', null],
    ['04QCB76836300JBC400', null, null],
  ];
  const { data } = await uploadSheet(server, token, tenantId, 'battery', { header, rows });
  const preview = data as ImportPreview;
  // The truncated code reads as an echelon product, which must name its components.
  expect(preview).toMatchObject({ total: 3, doubtful: 1, wrong: 1, unknown_columns: ['出厂编号'] });
  const found = await get<Page<ImportRow>>(
    `/v1/imports/tenants/${tenantId}/previews/${preview.id}/rows?language=zh&doubtful=1`,
  );
  const [misread] = found.data.list.map(({ warnings }) =>
    warnings.map(({ column, key, message }) => `${column} ${key} ${message}`),
  );
  expect(misread).toEqual([
    expect.stringMatching(/^batteryCode code\.misread 可能应为 001CB24/),
    expect.stringMatching(/^batteryCode code\.maker\.letters .*0B5 与 OB5/),
    expect.stringMatching(/^batteryCode code\.date\.year O 不表示任何年/),
    expect.stringMatching(/^batteryCode code\.serial\.digits 序列号含有字母/),
  ]);
  // A warning does not prevent the import.
  expect(
    (
      await server.call(token, 'POST', `/v1/imports/tenants/${tenantId}/previews/${preview.id}/confirm`, {
        skip_wrong: true,
      })
    ).data,
  ).toMatchObject({ imported: 2 });
});

describe('the tree of a pack with two modules and five cells', () => {
  let pack: string;
  let modules: string[];
  let cells: string[];
  beforeAll(async () => {
    pack = await make('P');
    modules = [await make('M', pack), await make('M', pack)];
    cells = [];
    for (const at of [0, 0, 0, 1, 1]) cells.push(await make('C', modules[at]));
    await make('P');
  });

  test.each(['pack', 'module', 'cell'])('is the same from its %s, with the path to it', async (from) => {
    const id = { pack, module: modules[1], cell: cells[4] }[from] as string;
    const found = await tree(`id=${id}`);
    expect(found).toMatchObject({
      root: { id: pack, depth: 0, children: 2, productType: 1, parentId: null },
      counts: { modules: 2, cells: 5, states: { registered: 8 } },
      total: 7,
    });
    const way = [pack, modules[1], cells[4]].slice(0, ['pack', 'module', 'cell'].indexOf(from) + 1);
    expect(found.path.map(({ id, depth }) => [id, depth])).toEqual(way.map((id, depth) => [id, depth]));
    const ids = [modules[0], ...cells.slice(0, 3), modules[1], ...cells.slice(3)];
    expect(found.list.map((node) => node.id)).toEqual(ids);
    expect(found.list.map((node) => node.depth)).toEqual([1, 2, 2, 2, 1, 2, 2]);
    expect(found.list.map((node) => node.children)).toEqual([3, 0, 0, 0, 2, 0, 0]);
  });

  test('is paged without gaps or duplicates', async () => {
    const whole = (await tree(`id=${pack}`)).list.map((node) => node.id);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => tree(`id=${pack}&page=${page}&size=2`)));
    expect(pages.map(({ list }) => list.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flatMap(({ list }) => list.map((node) => node.id))).toEqual(whole);
  });

  test('lists the direct parts of one of its batteries', async () => {
    const found = await tree(`id=${pack}&under=${modules[0]}&size=2`);
    expect(found).toMatchObject({ total: 3, root: { id: pack } });
    expect(found.list.map((node) => [node.id, node.depth])).toEqual(cells.slice(0, 2).map((id) => [id, 2]));
    expect((await tree(`id=${pack}&under=${cells[0]}`)).list).toEqual([]);
  });

  test('does not contain batteries of other tenants', async () => {
    const other = await make('P');
    const stranger = (await server.signIn((await server.tenant()).userName)).token;
    expect((await get(`/battery/tree?id=${pack}`, stranger)).status).toBe(404);
    for (const query of [`id=${pack}&under=${other}`, `id=${crypto.randomUUID()}`])
      expect((await get(`/battery/tree?${query}`)).status).toBe(404);
    for (const query of ['', 'id=x', `id=${pack}&size=2001`, `id=${pack}&page=0`, `id=${pack}&under=x`])
      expect((await get(`/battery/tree?${query}`)).status).toBe(400);
  });

  test('does not contain deleted batteries', async () => {
    const cell = await make('C', modules[1]);
    expect((await tree(`id=${pack}`)).counts.cells).toBe(6);
    await server.call(token, 'POST', '/battery/delete', { ids: [cell], cause: 'mistake' });
    expect(await tree(`id=${pack}`)).toMatchObject({ counts: { cells: 5 }, total: 7 });
    expect((await get(`/battery/tree?id=${cell}`)).status).toBe(404);
  });

  test('protects referenced rows: a module with cells is not deleted', async () => {
    const reply = await server.call(token, 'POST', '/battery/delete', {
      ids: [modules[0]],
      cause: 'mistake',
    });
    expect(reply.status).toBe(409);
  });
});

describe('a new battery', () => {
  const insert = (body: object) =>
    server.call(token, 'POST', '/battery/insert', body) as Promise<Reply<never>>;
  const update = (body: object) =>
    server.call(token, 'POST', '/battery/update', body) as Promise<Reply<never>>;
  const errors = ({ status, data }: Reply<unknown>) => [
    status,
    ...(data as { path: string; key: string }[]).map(({ path, key }) => `${path} ${key}`),
  ];

  test('with a code only has the facts of its code', async () => {
    expect(await insert({ batteryCode: ' 04qcb76836300jbc40000903' })).toMatchObject({
      status: 200,
      data: {
        batteryCode: '04QCB76836300JBC40000903',
        productType: 3,
        chemistry: 'B',
        batteryType: '2',
        isCascade: 2,
        makerCode: '04Q',
        specCode: '76',
        traceCode: '836300J',
        productionDate: '2021-12-04',
        serial: '0000903',
        state: 'registered',
      },
    });
  });

  test('with an echelon code has its use, and is marked as echelon automatically', async () => {
    const reply = await insert({
      batteryCode: '001PB03G1C0221953RP',
      cascadeType: 1,
      echelonUseType: '1',
      originalCodes: [{ isCode: 1, code: '04QCB76836300JBC40000903' }],
    });
    expect(reply).toMatchObject({
      status: 200,
      data: { isCascade: 1, cascadeType: 1, echelonUseType: '1', originalCodes: [{ isCode: 1 }] },
    });
  });

  test('has the server’s values for its fields; the caller’s are refused', async () => {
    const batteryCode = '04QCB76836300JBC40000904';
    expect(await insert({ batteryCode, makerCode: 'XXX', state: 'recycled' })).toMatchObject({
      status: 400,
      data: [{ path: 'makerCode' }, { path: 'state' }],
    });
    const reply = await insert({ batteryCode });
    expect(reply.data).toMatchObject({ makerCode: '04Q', state: 'registered' });
  });

  test('cannot be a part of a battery of the same or a lower level', async () => {
    const part = (letter: 'P' | 'M' | 'C', parentId: string) =>
      insert({ batteryCode: `001${letter}B030000001F31${String(++made).padStart(7, '0')}`, parentId });
    const module = await make('M', await make('P'));
    for (const reply of [part('P', module), part('M', module), part('M', await make('C', module))])
      expect(errors(await reply)).toEqual([400, 'parentId rule.battery.parentLevel']);
    expect((await part('C', await make('P'))).status).toBe(200);
  });

  test('cannot change to a level of its parts', async () => {
    const module = await make('M');
    await make('C', module);
    const batteryCode = `001CB030000001F31${String(++made).padStart(7, '0')}`;
    expect(errors(await update({ id: module, batteryCode }))).toEqual([
      400,
      'productType rule.battery.partsLevel',
    ]);
    expect((await update({ id: await make('M'), batteryCode })).data).toMatchObject({ productType: 3 });
  });

  test('has a valid tree when it changes while a part is added', async () => {
    const packs = await Promise.all(Array.from({ length: 5 }, () => make('P')));
    const code = (letter: string) => `001${letter}B030000001F31${String(++made).padStart(7, '0')}`;
    const replies = await Promise.all(
      packs.flatMap((id) => [
        update({ id, batteryCode: code('C') }),
        insert({ batteryCode: code('M'), parentId: id }),
      ]),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(packs.length);
    const { rows } = await server.services.pool.query(
      `select 1 from batteries c join batteries p on p.id = c.parent_id where p.product_type >= c.product_type`,
    );
    expect(rows).toEqual([]);
  });
});

/** The key of the first error of a reply, with its path. */
const refusal = ({ status, data }: Reply<unknown>) => {
  const [first] = Array.isArray(data) ? (data as { path: string; key: string }[]) : [];
  return [status, first?.path, first?.key.replace('rule.battery.', '')];
};
const send = (path: string, body: object) =>
  server.call(token, 'POST', path, body) as Promise<Reply<{ id: string; batteryCode: string }>>;
const freshCode = (letter: 'P' | 'M' | 'C', chemistry = 'B') =>
  `001${letter}${chemistry}030000001F32${String(++made).padStart(7, '0')}`;
/** Receives a battery and scraps it. */
async function scrap(code: string): Promise<void> {
  const { reply } = await stock.receive([{ code, kg: '30', location: 'L1' }]);
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  const id = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '外壳破损' }, [
    { code },
  ]);
  await stock.step('/scrap', id, 'submit');
  expect((await stock.step('/scrap', id, 'approve', {}, stock.approver)).status).toBe(200);
}
const register = async (row: object = {}) => {
  const reply = await send('/battery/insert', { batteryCode: freshCode('M'), ...row });
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return reply.data;
};

describe('the trace of a battery', () => {
  test('ends with its scrapping: its code is neither changed nor registered again, and it is not deleted', async () => {
    const { id, batteryCode } = await register();
    await scrap(batteryCode);
    const code = [400, 'batteryCode', 'codeScrapped'];
    expect(refusal(await send('/battery/update', { id, batteryCode: freshCode('M') }))).toEqual(code);
    expect((await send('/battery/update', { id, remark: '破损' })).status).toBe(200);
    expect(refusal(await send('/battery/delete', { ids: [id], cause: 'mistake' }))).toEqual([
      409,
      'ids.0.state',
      'deleteEnded',
    ]);
    expect(refusal(await send('/battery/insert', { batteryCode }))).toEqual(code);
    // Rows deleted before this was refused keep their code too.
    await server.services.pool.query('update batteries set deleted_at = now() where id = $1', [id]);
    expect(refusal(await send('/battery/insert', { batteryCode: batteryCode.toLowerCase() }))).toEqual(code);
    const other = await register();
    expect(refusal(await send('/battery/update', { id: other.id, batteryCode }))).toEqual(code);
    const rows = office.resources.insertRows(server.as(office.main), 'battery', [{ batteryCode }]);
    await expect(rows).rejects.toMatchObject({ fields: [{ path: 'rows.0.batteryCode' }] });
  });

  test('is kept when it was sold; the code is free again when it was registered by mistake', async () => {
    const { id, batteryCode } = await register();
    await stock.receive([{ code: batteryCode, kg: '30', location: 'L1' }]);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: batteryCode }]);
    expect(refusal(await send('/battery/delete', { ids: [id], cause: 'mistake' }))).toEqual([
      409,
      'ids.0.state',
      'deleteEnded',
    ]);
    const mistake = await register();
    expect((await send('/battery/delete', { ids: [mistake.id], cause: 'mistake' })).status).toBe(200);
    expect((await send('/battery/insert', { batteryCode: mistake.batteryCode })).status).toBe(200);
  });
});

describe('the lineage of an echelon product', () => {
  let products = 0;
  const product = (codes: readonly string[], chemistry = 'B') =>
    send('/battery/insert', {
      batteryCode: `001M${chemistry}03G11${String(++products).padStart(7, '0')}RM`,
      originalCodes: codes.map((code) => ({ isCode: 1, code })),
    });
  const at = (key: string) => [400, 'originalCodes.0.code', key];

  test('names existing batteries that are not scrapped and have its chemistry, or the origin of uncoded parts', async () => {
    expect(refusal(await product([]))).toEqual([400, 'originalCodes', 'originalsMissing']);
    expect(refusal(await product([freshCode('M')]))).toEqual(at('originalUnknown'));
    const ended = await register();
    await scrap(ended.batteryCode);
    expect(refusal(await product([ended.batteryCode]))).toEqual(at('originalScrapped'));
    const parentId = ended.id;
    expect(refusal(await send('/battery/insert', { batteryCode: freshCode('C'), parentId }))).toEqual([
      400,
      'parentId',
      'parentClosed',
    ]);
    const ternary = await register({ batteryCode: freshCode('M', 'E') });
    expect(refusal(await product([ternary.batteryCode]))).toEqual(at('originalChemistry'));
    expect((await product([ternary.batteryCode], 'E')).status).toBe(200);
    const batteryCode = '001MB03G120000001RM';
    const originalCodes = [{ isCode: 2, source: '某拆解厂', quantity: 12 }];
    expect((await send('/battery/insert', { batteryCode, originalCodes })).status).toBe(200);
  });

  test('can be given in one cell of a sheet', async () => {
    const originals = await Promise.all([register(), register()]);
    const batteryCode = '001MB03G130000001RM';
    const cell = originals.map((each) => each.batteryCode).join('，');
    const { tenantId } = office.main;
    const { data } = await uploadSheet(server, token, tenantId, 'battery', {
      header: ['电池编码', '原电池编码'],
      rows: [
        [batteryCode, cell],
        ['001MB03G130000002RM', `${cell} ${freshCode('M')}`],
      ],
    });
    const { id, wrong } = data as ImportPreview;
    expect(wrong).toBe(1);
    const path = `/v1/imports/tenants/${tenantId}/previews/${id}`;
    const found = await get<Page<ImportRow>>(`${path}/rows?wrong=1`);
    const [refused] = found.data.list;
    expect(refused?.errors.map(({ column }) => column)).toContain('originalCodes');
    const done = await server.call(token, 'POST', `${path}/confirm`, { skip_wrong: true });
    expect(done.data).toMatchObject({ imported: 1, skipped: 1 });
    const [row] = (await get<Page<{ originalCodes: unknown[] }>>(`/battery/findPage?search=${batteryCode}`))
      .data.list;
    expect(row?.originalCodes).toEqual(
      originals.map(({ batteryCode: code }) => expect.objectContaining({ isCode: 1, code })),
    );
  });

  test('uses each battery once, even with two products made concurrently, and stays unchanged', async () => {
    const { id, batteryCode } = await register();
    const replies = await Promise.all([product([batteryCode]), product([batteryCode])]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const made = replies.find(({ status }) => status === 200)?.data;
    const refused = replies.find(({ status }) => status === 400);
    expect(refused && refusal(refused)).toEqual(at(`originalUsed?code=${made?.batteryCode}`));
    // The product itself can be changed.
    expect((await send('/battery/update', { id: made?.id, remark: 'x' })).status).toBe(200);
    expect(refusal(await send('/battery/delete', { ids: [id], cause: 'mistake' }))[0]).toBe(409);
    expect(refusal(await send('/battery/update', { id, batteryCode: freshCode('M') }))).toEqual([
      400,
      'batteryCode',
      `codeUsed?code=${made?.batteryCode}`,
    ]);
    // A deletion cannot be undone once the battery is part of another product.
    await send('/battery/delete', { ids: [made?.id], cause: 'mistake' });
    expect((await product([batteryCode])).status).toBe(200);
    expect(refusal(await send('/battery/restore', { ids: [made?.id] }))).toEqual([
      409,
      'ids.0.originalCodes.0.code',
      expect.stringMatching(/^originalUsed/),
    ]);
    const free = await register();
    const rows = ['0000001', '0000002'].map((serial) => ({
      batteryCode: `001MB03G13${serial}RM`,
      originalCodes: [{ isCode: 1, code: free.batteryCode }],
    }));
    await expect(office.resources.insertRows(server.as(office.main), 'battery', rows)).rejects.toMatchObject({
      fields: [{ path: 'rows.1.originalCodes.0.code' }],
    });
  });

  test('also applies within its tree: an NCM cell cannot be part of an LFP pack', async () => {
    const { id: parentId } = await register({ batteryCode: freshCode('P') });
    const cell = { batteryCode: freshCode('C', 'E'), parentId };
    expect(refusal(await send('/battery/insert', cell))).toEqual([400, 'parentId', 'parentChemistry']);
    await register({ batteryCode: freshCode('C'), parentId });
    expect(
      refusal(await send('/battery/update', { id: parentId, batteryCode: freshCode('P', 'E') })),
    ).toEqual([400, 'chemistry', 'partsChemistry']);
  });
});

describe('a code finds its battery', () => {
  const find = (code: string, as = token) =>
    get<{ id: string; batteryCode: string }>(`/battery/findByCode?code=${encodeURIComponent(code)}`, as);

  test('in every form that a scanner reads', async () => {
    const id = await make('C');
    const { batteryCode } = (await find(`001CB030000001F31${String(made).padStart(7, '0')}`)).data;
    for (const code of [
      batteryCode.toLowerCase(),
      ` ${batteryCode.slice(0, 12)}\r\n${batteryCode.slice(12)}\t`,
      [...batteryCode]
        .map((letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0))
        .join(''),
    ])
      expect((await find(code)).data).toMatchObject({ id, batteryCode });
  });

  test('only in its own tenant, and only if it is not deleted', async () => {
    const id = await make('P');
    const code = `001PB030000001F31${String(made).padStart(7, '0')}`;
    const stranger = (await server.signIn((await server.tenant()).userName)).token;
    expect((await find(code, stranger)).status).toBe(404);
    await server.call(token, 'POST', '/battery/delete', { ids: [id], cause: 'mistake' });
    expect((await find(code)).status).toBe(404);
    expect((await find('%')).status).toBe(404);
    expect((await get('/battery/findByCode?code=')).status).toBe(400);
  });
});
