import { houseLimits } from '@voltloop/domain/matching/index.ts';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);
let bomId = '';
const codes: string[] = [];
const CELLS = 40;
const safe = { swelling: 0, leak: 0, burn: 0, deformation: 0, water: 0, exposed: 0, hot: 0, odour: 0 };

/** Forty cells in the store: 36 of them tested and signed, three without a report, one rejected for a leak. */
beforeAll(async () => {
  const { office, day } = stock;
  const scheme = await office.make('/gradingScheme', {
    name: '方案',
    revision: '1',
    firstDay: '2020-01-01',
    bands: [
      { grade: 'A', fromPct: '80' },
      { grade: 'B', fromPct: '0' },
    ],
  });
  await stock.step('/gradingScheme', scheme, 'release');
  for (let n = 0; n < CELLS; n++) codes.push(stock.newCode().replace('04QPB', '04QCB'));
  await stock.receive(codes.map((code) => ({ code, kg: '5.4' })));
  for (const [n, code] of codes.entries()) {
    if (n >= CELLS - 3) continue;
    const { id: batteryId } = await stock.batteryOf(code);
    const report = await office.make('/testReport', {
      batteryId,
      testDay: day,
      method: 'discharge',
      operator: '王小明',
      ambientC: '25',
      ratedCapacityAh: '280',
      capacityAh: String((n < 18 ? 235 : 200) + (n % 5) * 0.5),
      dcirMohm: (0.4 + (n % 3) * 0.005).toFixed(4),
      ocvV: '3.3',
      ...safe,
      ...(n === 0 ? { leak: 1 } : {}),
    });
    const signed = await stock.step('/testReport', report, 'sign');
    if (signed.status !== 200) throw new Error(JSON.stringify(signed));
  }
  const parentId = await office.make('/DeviceCategory', {
    categoryName: '模块',
    categoryCode: 'M1',
    productType: 2,
  });
  const childId = await office.make('/DeviceCategory', {
    categoryName: '单体',
    categoryCode: 'C1',
    productType: 3,
    chemistry: 'B',
  });
  bomId = await office.make('/bom', {
    name: '8S1P 模块',
    parentId,
    revision: '1',
    seriesCount: 8,
    lines: [{ childId, quantity: 8 }],
  });
});

const run = (more: object = {}, as?: string) =>
  stock.office.post('/matching/run', { storeId: stock.store, bomId, ...more }, as);

test('matching forms packs by the list of parts from graded cells of the store, within the limits', async () => {
  const { status, data } = await run();
  expect(status, JSON.stringify(data)).toBe(200);
  // 36 signed cells without a reject: two packs of each capacity.
  expect(data).toMatchObject({ series: 8, parallel: 1, candidates: 36, bom: '8S1P 模块' });
  expect(data.packs.length).toBe(4);
  const ids = data.packs.flatMap(({ groups }: { groups: string[][] }) => groups.flat());
  expect(new Set(ids).size).toBe(32);
  for (const { spreads } of data.packs) {
    expect(spreads.capacity).toBeLessThanOrEqual(houseLimits.series.capacity_pct);
    expect(spreads.dcir).toBeLessThanOrEqual(houseLimits.series.dcir_pct);
  }
  expect(data.left).toBe(4);
  expect(data.after.capacity).toBeLessThanOrEqual(data.before.capacity);
  const named = new Set(data.cells.map(({ code }: { code: string }) => code));
  expect(named.has(codes[0])).toBe(false);
});

test('matching uses only the chosen grades, and returns the same result for the same seed', async () => {
  const [first, again] = [await run({ grades: ['A'], seed: 5 }), await run({ grades: ['A'], seed: 5 })];
  expect(first.data.candidates).toBe(17);
  expect(again.data.packs).toEqual(first.data.packs);
  expect(new Set(first.data.cells.map(({ grade }: { grade: string }) => grade))).toEqual(new Set(['A']));
});

test('series and parallel follow from the parts of the list', async () => {
  const parallel = await run({ series: 4, parallel: 2 });
  expect(parallel.data.packs[0].groups.map((group: string[]) => group.length)).toEqual([2, 2, 2, 2]);
  const wrong = await run({ series: 3, parallel: 2 });
  expect([wrong.status, wrong.data[0].path, wrong.data[0].key.split('?')[0]]).toEqual([
    400,
    'series',
    'rule.testing.quantity',
  ]);
});

test('a run can be read again and exported, only within its tenant', async () => {
  const { data } = await run();
  expect((await stock.office.get(`/matching/findById?id=${data.id}`)).data).toEqual(data);
  expect((await stock.office.get(`/matching/findById?id=${data.id}`, stock.office.stranger)).status).toBe(
    404,
  );
  const table = await stock.office.server.app.inject({
    url: `/matching/export?id=${data.id}&format=csv&language=zh`,
    headers: { authorization: `Bearer ${stock.office.token}` },
  });
  const lines = table.body.trim().split('\n');
  expect(lines.length).toBe(33);
  expect(lines[0]).toContain('电池编码');
  expect(lines[1]).toMatch(/04QCB/);
});

test('matching requires a store and list of the tenant', async () => {
  expect((await run({}, stock.office.stranger)).status).toBe(400);
  expect((await run({ storeId: bomId })).data[0]).toMatchObject({ path: 'storeId' });
});

test('listed runs exclude cells that a production has claimed', async () => {
  const { clock } = stock.office.server;
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 1000);
  };
  later();
  const { data } = await run();
  later();
  const pack = new Set(data.packs[0].groups.flat());
  const members = data.cells.filter(({ id }: { id: string }) => pack.has(id));
  const id = await stock.draft(
    '/production',
    {
      productType: 2,
      categoryId: data.categoryId,
      planned: 1,
      cascadeType: 3,
      storeId: stock.store,
      toStoreId: stock.store,
      enterpriseId: stock.supplier,
      echelonUseType: '1',
      targetStandard: 'GB/T 36276',
    },
    members.map(({ code }: { code: string }) => ({ code })),
  );
  expect(await stock.office.post('/production/claim', { id })).toMatchObject({ data: { items: 8 } });
  const after = await run();
  expect(after.data.candidates).toBe(data.candidates - 8);
  const { data: listed } = await stock.office.get('/matching/findPage?size=2');
  expect(listed).toMatchObject({
    page: 1,
    size: 2,
    list: [
      { id: after.data.id, packs: 3 },
      { id: data.id, packs: 4 },
    ],
  });
  expect(listed.total).toBeGreaterThan(1);
  expect((await stock.office.get('/matching/findPage', stock.office.stranger)).data.total).toBe(0);
});
