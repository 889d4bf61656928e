import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { type Level, productTypes, startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences, rebuildProjections } from '../stock/index.ts';

/** Production: products with their parts, masses, codes and lists of parts. */

const stock = setUp(startTestStock);

const cells = async (count: number, kg = '5.5') => {
  const codes = Array.from({ length: count }, () => stock.newCode('cell'));
  const { reply } = await stock.receive(codes.map((code) => ({ code, kg, location: 'L1' })));
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return codes;
};
const header = (level: Level, more: object = {}) => ({
  productType: productTypes[level],
  categoryId: stock.categories[level],
  planned: 10,
  storeId: stock.store,
  toStoreId: stock.second,
  enterpriseId: stock.supplier,
  cascadeType: level === 'module' ? 3 : productTypes[level],
  echelonUseType: '1',
  ...more,
});
const draft = (level: Level, lines: readonly object[], more?: object) =>
  stock.draft('/production', header(level, more), lines);
const post = (id: string) => stock.step('/production', id, 'post');
const make = async (level: Level, lines: readonly object[], more?: object) => {
  const id = await draft(level, lines, more);
  return { id, reply: await post(id) };
};
const refused = async (level: Level, lines: readonly object[], more?: object) => {
  const { reply } = await make(level, lines, more);
  expect(reply.status, JSON.stringify(reply)).toBeGreaterThanOrEqual(400);
  return reply.data[0] as { path: string; key: string };
};
const module = async (count = 4) => {
  const parts = await cells(count);
  const product = stock.newProduct('module');
  const { reply, id } = await make('module', [{ code: product }, ...parts.map((code) => ({ code }))]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return { id, product, parts };
};
const rate = async (code: string, ratedEnergyKwh: string) => {
  const { id } = await stock.batteryOf(code);
  const { status } = await stock.office.post('/battery/update', { id, ratedEnergyKwh });
  expect(status).toBe(200);
};
const differences = () => ledgerDifferences(stock.office.server.services.db, stock.office.tenantId);
const query = async (text: string, values: unknown[]) =>
  (await stock.office.server.services.pool.query(text, values)).rows;

describe('a product', () => {
  test('is a battery with its parts inside, their mass and energy, and the values of the header', async () => {
    const parts = await cells(4);
    for (const code of parts) await rate(code, '0.32');
    const product = stock.newProduct('module');
    const made = await make('module', [{ code: product }, ...parts.map((code) => ({ code }))]);
    expect(made.reply, JSON.stringify(made.reply)).toMatchObject({ status: 200 });
    const whole = await stock.batteryOf(product);
    expect(whole).toMatchObject({
      state: 'in_stock',
      storeId: stock.second,
      productType: 2,
      chemistry: 'B',
      isCascade: 1,
      categoryId: stock.categories.module,
      enterpriseId: stock.supplier,
      massKg: '22',
      ratedCapacityAh: '25',
      ratedVoltageV: '51.2',
      ratedEnergyKwh: '1.28',
      cascadeType: 3,
      echelonUseType: '1',
      productionDate: stock.day,
    });
    for (const code of parts) {
      const part = await stock.batteryOf(code);
      expect(part).toMatchObject({ parentId: whole.id, state: 'in_stock', storeId: stock.second });
    }
    const { data } = await stock.office.get(`/battery/tree?id=${whole.id}`);
    expect(data.counts.cells).toBe(4);
    expect(await differences()).toEqual([]);
  });

  test('has no rated energy and capacity where a component states none', async () => {
    const parts = await cells(2);
    await rate(parts[0] as string, '0.32');
    const product = stock.newProduct('module');
    const { reply } = await make('module', [{ code: product }, ...parts.map((code) => ({ code }))]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(product)).toMatchObject({
      ratedCapacityAh: null,
      ratedVoltageV: '51.2',
      ratedEnergyKwh: null,
    });
  });

  test('has the voltage of its components in series, and the capacity that follows', async () => {
    const parts = await cells(4);
    for (const code of parts) {
      const { id } = await stock.batteryOf(code);
      const rated = { id, ratedVoltageV: '3.2', ratedEnergyKwh: '0.32' };
      expect(await stock.office.post('/battery/update', rated)).toMatchObject({ status: 200 });
    }
    const bomId = await stock.office.make('/bom', {
      name: '2S2P',
      parentId: stock.categories.module,
      revision: '2S2P',
      seriesCount: 2,
      parallelCount: 2,
      lines: [{ childId: stock.categories.cell, quantity: 4 }],
    });
    await stock.office.post('/bom/step', { id: bomId, step: 'release' });
    const product = stock.newProduct('module');
    const lines = [{ code: product }, ...parts.map((code) => ({ code }))];
    const { id, reply } = await make('module', lines, { bomId });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    const rated = { ratedVoltageV: '6.4', ratedCapacityAh: '200', ratedEnergyKwh: '1.28' };
    expect(await stock.batteryOf(product)).toMatchObject(rated);

    // Made again of cells that state nothing, it has nothing of the former ones.
    await stock.step('/production', id, 'void', { reason: '重做' });
    const others = await cells(4);
    const again = await make('module', [{ code: product }, ...others.map((code) => ({ code }))], { bomId });
    expect(again.reply, JSON.stringify(again.reply)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(product)).toMatchObject({
      ratedVoltageV: '51.2',
      ratedCapacityAh: null,
      ratedEnergyKwh: null,
    });
  });

  test('is weighed: the difference to its components is corrected at once', async () => {
    const [part] = await cells(1, '10');
    const product = stock.newProduct('module');
    const { reply, id } = await make('module', [{ code: product, kg: '12.5' }, { code: part }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200, data: { list: [{ kg: '12.5' }] } });
    const rows = await query(
      `select f.kind as "from", t.kind as "to", m.kg::float as kg from moves m join places f on f.id = m.from_place
        join places t on t.id = m.to_place where m.document_id = $1 order by m.seq`,
      [id],
    );
    expect(rows).toEqual([
      { from: 'location', to: 'inside', kg: 10 },
      { from: 'inside', to: 'difference', kg: 10 },
      { from: 'difference', to: 'location', kg: 12.5 },
    ]);
    expect(await stock.step('/production', id, 'void')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(part as string)).toMatchObject({ state: 'in_stock', storeId: stock.store });
    expect(await differences()).toEqual([]);
  });

  test('goes into another product as a whole, and its contents move with it', async () => {
    const first = await module(2);
    const second = await module(2);
    const pack = stock.newProduct('pack');
    const { reply } = await make(
      'pack',
      [{ code: pack }, { code: first.product }, { code: second.product }],
      { storeId: stock.second, toStoreId: stock.store, cascadeType: 2 },
    );
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    const deepest = await stock.batteryOf(first.parts[0] as string);
    expect(deepest).toMatchObject({ storeId: stock.store, state: 'in_stock' });
    const whole = await stock.batteryOf(pack);
    const { data } = await stock.office.get(`/battery/tree?id=${deepest.id}`);
    expect(data.path.map(({ batteryCode }: { batteryCode: string }) => batteryCode)).toEqual([
      pack,
      first.product,
      first.parts[0],
    ]);
    // A part keeps its fields when other fields of it are changed.
    const edited = await stock.office.post('/battery/update', {
      id: whole.id,
      version: whole.version,
      remark: '成品',
    });
    expect(edited, JSON.stringify(edited)).toMatchObject({ status: 200 });
    expect(await differences()).toEqual([]);
    const { db } = stock.office.server.services;
    await query(`update batteries set state = 'missing', store_id = null where battery_code = $1`, [
      first.parts[0],
    ]);
    await db.transaction().execute((trx) => rebuildProjections(trx, stock.office.tenantId, new Date()));
    expect(await differences()).toEqual([]);
    expect(await stock.batteryOf(first.parts[0] as string)).toMatchObject({ storeId: stock.store });
  });

  test('takes cells by mass with their source, and cells that lie in production', async () => {
    const lotNo = 'CELLS-1';
    const lot = { lotNo, material: 'cell', chemistry: 'B', kg: '50', pieces: 10, location: 'L1' };
    await stock.receive([lot]);
    const [coded] = await cells(1);
    await stock.issue({ preset: 'production' }, [{ code: coded }]);
    const product = stock.newProduct('module');
    const { reply } = await make('module', [
      { code: product },
      { lotNo, kg: '20', pieces: 4 },
      { code: coded },
    ]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(product)).toMatchObject({
      massKg: '25.5',
      originalCodes: [
        { isCode: 2, source: '某拆解厂', quantity: 4 },
        { isCode: 1, code: coded },
      ],
    });
    expect(await differences()).toEqual([]);
  });
});

describe('a void', () => {
  test('frees components and code for reuse', async () => {
    const { id, product, parts } = await module(2);
    expect(await stock.step('/production', id, 'void', { reason: '漏焊' })).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(product)).toMatchObject({
      state: 'registered',
      storeId: null,
      parentId: null,
      originalCodes: [],
    });
    expect(await differences()).toEqual([]);
    const again = await make('module', [{ code: product }, { code: parts[0] }]);
    expect(again.reply, JSON.stringify(again.reply)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(product)).toMatchObject({
      state: 'in_stock',
      originalCodes: [{ isCode: 1, code: parts[0] }],
    });
    const other = await make('module', [{ code: stock.newProduct('module') }, { code: parts[1] }]);
    expect(other.reply, JSON.stringify(other.reply)).toMatchObject({ status: 200 });
    expect(await differences()).toEqual([]);
  });

  test('is refused after the product has moved, or a component was removed', async () => {
    const { id, product, parts } = await module(2);
    const out = await stock.draft('/conditionChange', { preset: 'remove', storeId: stock.second }, [
      { code: parts[0] },
    ]);
    expect(await stock.step('/conditionChange', out, 'post')).toMatchObject({ status: 200 });
    const reply = await stock.step('/production', id, 'void');
    expect(reply).toMatchObject({ status: 409 });
    expect(reply.data.map(({ key }: { key: string }) => /code=(\w+)/.exec(key)?.[1]).sort()).toEqual(
      [product, parts[0]].sort(),
    );
  });
});

describe('production refuses', () => {
  test('a component that is scrapped, of another chemistry or level, or used already', async () => {
    const [part] = await cells(1);
    const product = stock.newProduct('module');
    const scrap = await stock.draft('/scrap', { preset: 'coded', storeId: stock.store, reason: '漏液' }, [
      { code: part },
    ]);
    expect(await stock.approve('/scrap', scrap)).toMatchObject({ status: 200 });
    expect(await refused('module', [{ code: product }, { code: part }])).toMatchObject({
      key: expect.stringContaining('rule.document.condition?is=scrapped'),
    });
    const ternary = (stock.newCode('cell') as string).replace('CB', 'CE');
    await stock.receive([{ code: ternary, kg: '5', location: 'L1' }]);
    expect(await refused('module', [{ code: product }, { code: ternary }])).toMatchObject({
      key: 'rule.document.componentChemistry',
    });
    const pack = stock.newCode('pack');
    await stock.receive([{ code: pack, kg: '400', location: 'L1' }]);
    expect(await refused('module', [{ code: product }, { code: pack }])).toMatchObject({
      key: 'rule.document.componentLevel',
    });
    const { parts } = await module(1);
    expect(await refused('module', [{ code: product }, { code: parts[0] }])).toMatchObject({
      key: expect.stringMatching(/^rule\.document\.insideAnother\?no=SC/),
    });
  });

  test('a code that is taken, of another chemistry, or of a future day', async () => {
    const { product } = await module(1);
    const [part] = await cells(1);
    expect(await refused('module', [{ code: product }, { code: part }])).toMatchObject({
      key: expect.stringMatching(/^rule\.document\.codeTaken\?no=SC/),
    });
    const other = stock.newProduct('module').replace('04QMB', '04QME');
    expect(await refused('module', [{ code: other }, { code: part }])).toMatchObject({
      key: 'rule.document.productChemistry',
    });
    const later = stock.newProduct('module').replace(/^(04QMBT2)..(.)/, '$1GA$2');
    expect(await refused('module', [{ code: later }, { code: part }])).toMatchObject({
      key: 'rule.document.productDay',
    });
  });

  test('a component without a product where there are several, a product without components, more than planned', async () => {
    const [a, b] = await cells(2);
    const [p, q] = [stock.newProduct('module'), stock.newProduct('module')];
    expect(
      await refused('module', [{ code: p }, { code: q }, { code: a, product: p }, { code: b }]),
    ).toMatchObject({
      path: expect.stringMatching(/^lines\..+\.product$/),
      key: 'rule.document.productMissing',
    });
    expect(
      await refused('module', [{ code: p }, { code: a, product: p }, { code: b, product: q }]),
    ).toMatchObject({ key: 'rule.document.productUnknown' });
    expect(await refused('module', [{ code: p }, { code: q }, { code: a, product: p }])).toMatchObject({
      key: 'rule.document.noComponents',
    });
    expect(await refused('module', [{ code: a }])).toMatchObject({ key: 'rule.document.noProducts' });
    const lines = [{ code: p }, { code: q }, { code: a, product: p }, { code: b, product: q }];
    expect(await refused('module', lines, { planned: 1 })).toMatchObject({
      path: 'planned',
      key: 'rule.document.morePlanned?planned=1&count=2',
    });
  });

  test('a product that differs from its list of parts', async () => {
    const bomId = await stock.office.make('/bom', {
      name: '模块 4S',
      parentId: stock.categories.module,
      revision: 'A',
      lines: [{ childId: stock.categories.cell, quantity: 4 }],
    });
    const [first] = await cells(1);
    const product = stock.newProduct('module');
    const lines = [{ code: product }, { code: first }];
    const unreleased = await stock.office.post('/production/insert', {
      day: stock.day,
      ...header('module', { bomId }),
    });
    expect(unreleased.data).toMatchObject([{ path: 'bomId', key: 'rule.production.bomNotReleased' }]);
    await stock.office.post('/bom/step', { id: bomId, step: 'release' });
    expect(await refused('module', lines, { bomId })).toMatchObject({
      key: 'rule.document.bomShort?part=%E6%A2%AF%E6%AC%A1+cell&count=3',
    });
    const more = (await cells(4)).map((code) => ({ code }));
    expect(await refused('module', [...lines, ...more], { bomId })).toMatchObject({
      key: 'rule.document.bomSurplus?count=1',
    });
    const { reply } = await make('module', [...lines, ...more.slice(1)], { bomId });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  });

  test('a scanned component that is invalid even without its product', async () => {
    const [part] = await cells(1);
    const id = await draft('module', [
      { clientKey: 'good', code: part },
      { clientKey: 'bad', code: stock.newCode('cell') },
    ]);
    const check = async (key: string) =>
      (await stock.office.post('/production/check', { id, keys: [key] })).data.problems;
    expect(await check('good')).toEqual([]);
    expect(await check('bad')).toMatchObject([{ path: 'lines.bad.code', key: 'rule.document.codeUnknown' }]);
  });
});
