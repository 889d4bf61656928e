import { beforeAll, describe, expect, test } from 'vitest';
import { startTestReporting } from '../../../testing/reporting.ts';
import { setUp } from '../../../testing/set-up.ts';

/** The reports of productions and recycling runs, from their documents alone. */

const desk = setUp(startTestReporting);
let customerId: string;
let producer: string;
beforeAll(async () => {
  await desk.configure([3, 4, 5, 10]);
  const { office } = desk.stock;
  customerId = await office.make('/client', {
    clientName: '某储能公司',
    customerType: 1,
    creditCode: '91350100M000100Y43',
  });
  producer = await office.make('/enterprise', {
    name: '梯次企业',
    kind: 5,
    duns: '123456789',
    makerCode: '04Q',
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '科技园路1号',
  });
});

const post = async (path: string, header: object, lines: readonly object[]) => {
  const id = await desk.stock.draft(path, header, lines);
  const reply = await desk.stock.step(path, id, 'post');
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return id;
};
const sale = async (lines: readonly object[]) => {
  const { id, reply } = await desk.stock.issue({ preset: 'sale', customerId }, lines);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return id;
};
const onlyReport = async (document: string) => {
  const [id, ...others] = (await desk.reportsOf(document)) as [string];
  expect(others).toEqual([]);
  return { id, ...(await desk.report(id)) };
};
/** Submits a record unchanged, which the platform accepts. */
const reported = async (id: string) => {
  expect((await desk.submit([id])).data).toEqual({ submitted: 1, refused: [] });
  await desk.send();
  expect(await desk.report(id)).toMatchObject({ state: 3 });
  return desk.sandbox.records.find(({ key }) => key === id)?.payload;
};
const bom = async (parent: string, child: string, quantity: number, more: object = {}) => {
  const { office } = desk.stock;
  const id = await office.make('/bom', {
    name: `清单 ${crypto.randomUUID().slice(0, 8)}`,
    parentId: parent,
    revision: 'A1',
    lines: [{ childId: child, quantity }],
    ...more,
  });
  expect(await office.post('/bom/step', { id, step: 'release' })).toMatchObject({ status: 200 });
  return id;
};
const rate = async (code: string, rated: object) => {
  const { id } = await desk.stock.batteryOf(code);
  expect((await desk.stock.office.post('/battery/update', { id, ...rated })).status).toBe(200);
};
const signed = async (code: string, capacityAh: string) => {
  const { office, day } = desk.stock;
  const { id: batteryId } = await desk.stock.batteryOf(code);
  const id = await office.make('/testReport', {
    batteryId,
    testDay: day,
    method: 'discharge',
    operator: '李工',
    ambientC: '25',
    ratedCapacityAh: '100',
    capacityAh,
    instrumentPct: '1',
    ...Object.fromEntries(
      ['swelling', 'leak', 'burn', 'deformation', 'water', 'exposed', 'hot', 'odour'].map((q) => [q, 0]),
    ),
  });
  expect(await office.post('/testReport/step', { id, step: 'sign' })).toMatchObject({ status: 200 });
  return (await office.get(`/testReport/findById?id=${id}`)).data.no as string;
};

describe('a product', () => {
  const header = (level: 'pack' | 'module' | 'cell', more: object) => ({
    productType: { pack: 1, module: 2, cell: 3 }[level],
    categoryId: desk.stock.categories[level],
    planned: 5,
    storeId: desk.stock.store,
    toStoreId: desk.stock.store,
    enterpriseId: producer,
    echelonUseType: '1',
    targetStandard: 'GB/T 36276',
    saleRegion: '440305',
    ...more,
  });
  const scheme = async () => {
    const { office } = desk.stock;
    const id = await office.make('/gradingScheme', {
      name: '方案',
      revision: '1',
      firstDay: '2026-01-01',
      bands: [
        { grade: 'A', fromPct: '80' },
        { grade: 'B', fromPct: '0' },
      ],
    });
    expect(await office.post('/gradingScheme/step', { id, step: 'release' })).toMatchObject({ status: 200 });
  };

  test('made of tested cells is reported with them, and with the health of the weakest', async () => {
    await scheme();
    const { stock } = desk;
    const cells = [stock.newCode('cell'), stock.newCode('cell')];
    await stock.receive(cells.map((code) => ({ code, kg: '2.503', location: 'L1' })));
    await signed(cells[0] as string, '91');
    const weakest = await signed(cells[1] as string, '75');
    for (const code of cells) await rate(code, { ratedEnergyKwh: '2.56' });
    const bomId = await bom(stock.categories.module, stock.categories.cell, 2, {
      seriesCount: 2,
      parallelCount: 1,
    });
    const code = stock.newProduct('module');
    const made = await post('/production', header('module', { bomId, cascadeType: 3 }), [
      { code, location: 'L1' },
      ...cells.map((cell) => ({ code: cell })),
    ]);
    await sale([{ code }]);
    const { id, type, problems, payload } = await onlyReport(made);
    expect([type, problems]).toEqual([4, []]);
    expect(payload).toMatchObject({
      echelonCompanyName: '某循环科技公司',
      productCode: code,
      storageDate: stock.day,
      constitute: '1',
      finished: true,
      grade: 'B',
      testReportNo: weakest,
      sohPct: '75',
      batteryWeight: '5.01',
      batteryRatedPower: '5.12',
      seriesCount: 2,
      parallelCount: 1,
      targetStandard: 'GB/T 36276',
      forbiddenUseCheck: true,
      saleArea: '广东省-深圳市-南山区',
      toCompanyOrPersonFlag: 'company',
      destName: '某储能公司',
      components: cells.map((origCode) => ({ isCode: true, origCode })),
    });
    expect(await reported(id)).toEqual(payload);
  });

  test('sold to a person is reported with the customer’s ID card, masked without the right to it', async () => {
    const { stock } = desk;
    const idCard = '11010519491231002X';
    const person = await stock.office.make('/client', { clientName: '张三', customerType: 0, idCard });
    const cell = stock.newCode('cell');
    await stock.receive([{ code: cell, kg: '2.5', location: 'L1' }]);
    const code = stock.newProduct('cell');
    const made = await post('/production', header('cell', { cascadeType: 3 }), [
      { code, location: 'L1' },
      { code: cell },
    ]);
    const { reply } = await stock.issue({ preset: 'sale', customerId: person }, [{ code }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    const { id, type, payload } = await onlyReport(made);
    expect(type).toBe(5);
    expect(payload).toMatchObject({
      toCompanyOrPersonFlag: 'person',
      dirPersonName: '张三',
      dirPersonId: idCard,
    });
    const shownIdCard = async (...rights: number[]) => {
      const { data } = await stock.office.get(
        `/reporting/findById?id=${id}`,
        await stock.office.staff(...rights),
      );
      return data.payload.dirPersonId;
    };
    expect(await shownIdCard(5970)).toBe('110********002X');
    expect(await shownIdCard(5970, 5972)).toBe(idCard);
  });

  test('made of goods without codes is reported with their supplier, and with the health from its own test report', async () => {
    const { stock } = desk;
    const lotNo = 'CELLS-1';
    const goods = { lotNo, material: 'cell', chemistry: 'B', kg: '100', pieces: 40, location: 'L1' };
    // The source of a voided receipt is none.
    const enterpriseId = await stock.office.make('/enterprise', {
      name: '误选供应商',
      kind: 4,
      duns: '987654321',
      contact: '王小明',
      phone: '13800138000',
      region: '440305',
      address: '科技园路2号',
    });
    const wrong = { preset: 'purchase', storeId: stock.store, enterpriseId };
    const voided = await post('/receipt', wrong, [goods]);
    await stock.step('/receipt', voided, 'void', { reason: '录错' });
    await stock.receive([goods]);
    const code = stock.newProduct('pack');
    const bomId = await bom(stock.categories.pack, stock.categories.cell, 4, {
      seriesCount: 4,
      parallelCount: 1,
    });
    const made = await post('/production', header('pack', { bomId, cascadeType: 2 }), [
      { code, location: 'L1' },
      { lotNo, kg: '10', pieces: 4 },
    ]);
    const no = await signed(code, '88');
    // Goods without codes state no energy.
    await rate(code, { ratedCapacityAh: '100', ratedEnergyKwh: '5.12' });
    await sale([{ code }]);
    const { id, type, payload } = await onlyReport(made);
    expect(type).toBe(3);
    expect(payload).toMatchObject({
      constitute: '1',
      testReportNo: no,
      sohPct: '88',
      grade: 'A',
      components: [{ isCode: false, sourceDuns: '91350100M000100Y43', sourceEnt: '某拆解厂' }],
    });
    await reported(id);
  });

  test('that is part of another one is not reported as a finished product', async () => {
    const { stock } = desk;
    const old = stock.newCode('cell');
    await stock.receive([{ code: old, kg: '2.5', location: 'L1' }]);
    const cell = stock.newProduct('cell');
    const made = await post('/production', header('cell', { cascadeType: 3 }), [
      { code: cell, location: 'L1' },
      { code: old },
    ]);
    const report = await onlyReport(made);
    expect(report).toMatchObject({ type: 5, payload: { finished: true } });
    await post('/production', header('module', { cascadeType: 3 }), [
      { code: stock.newProduct('module'), location: 'L1' },
      { code: cell },
    ]);
    expect((await desk.report(report.id)).payload).toMatchObject({ finished: false });
  });

  test('that is part of another one is handed over with it, and not when it is taken out', async () => {
    const { stock } = desk;
    const cells = [1, 2].map(() => stock.newCode('cell'));
    await stock.receive(cells.map((code) => ({ code, kg: '2.5', location: 'L1' })));
    const module = stock.newProduct('module');
    const made = await post('/production', header('module', { cascadeType: 3 }), [
      { code: module, location: 'L1' },
      ...cells.map((code) => ({ code })),
    ]);
    const { id } = await onlyReport(made);
    const packed = async () => {
      const pack = stock.newProduct('pack');
      await post('/production', header('pack', { cascadeType: 2 }), [
        { code: pack, location: 'L1' },
        { code: module },
      ]);
      return pack;
    };
    const dismantle = { preset: 'dismantle', storeId: stock.store, toStoreId: stock.store };
    await post('/recyclingRun', dismantle, [
      { code: await packed() },
      { side: 'out', code: module, location: 'L1' },
    ]);
    expect((await desk.report(id)).payload.outboundDate).toBeUndefined();
    const sold = await sale([{ code: await packed() }]);
    expect((await desk.report(id)).payload).toMatchObject({
      outboundDate: stock.day,
      destName: '某储能公司',
      finished: false,
    });
    expect(await stock.step('/issue', sold, 'void')).toMatchObject({ status: 200 });
    expect((await desk.report(id)).payload.outboundDate).toBeUndefined();
  });
});

test('a handed-over recycled lot is reported with its run and its assays', async () => {
  const { stock } = desk;
  const [pack] = [stock.newCode()];
  await stock.receive([
    { code: pack, kg: '200', location: 'L1' },
    { lotNo: 'BM-1', material: 'black_mass', chemistry: 'E', kg: '800', location: 'L1' },
  ]);
  const assay = (lotNo: string, pct: string) =>
    stock.office.make('/assay', {
      lotNo,
      day: stock.day,
      laboratory: '某检测中心',
      elements: [{ element: 'Li', pct }],
    });
  const out = (lotNo: string, material: string, kg: string) => ({
    side: 'out',
    lotNo,
    material,
    kg,
    basis: 'dry',
    location: 'L1',
  });
  await post(
    '/recyclingRun',
    {
      preset: 'hydro',
      processRoute: 'hydro',
      storeId: stock.store,
      toStoreId: stock.store,
      lossKg: '100',
      energyKwh: '310.25',
      waterReusePct: '91',
    },
    [
      { code: pack },
      { lotNo: 'BM-1', kg: '800' },
      out('LC-1', 'lithium_carbonate', '180'),
      out('REST-1', 'residue', '720'),
    ],
  );
  await assay('BM-1', '4');
  const found = await assay('LC-1', '18.7');
  const issue = await sale([{ lotNo: 'LC-1', kg: '60' }]);
  const report = await onlyReport(issue);
  const payload = {
    lotNo: 'LC-1',
    processRoute: 'hydro',
    inputMass: '1000',
    inputCodesCount: 1,
    inputLots: [{ lotNo: 'BM-1', mass: '800' }],
    product: 'lithium_carbonate',
    productMass: '60',
    residueMass: '720',
    completedOn: stock.day,
    outboundDate: stock.day,
    destName: '某储能公司',
    energyUse: '310.25',
    waterReusePct: '91',
  };
  // More metal out than in means a wrong assay, to be corrected there.
  expect(report).toMatchObject({
    type: 10,
    payload: {
      ...payload,
      assays: [{ element: 'Li', pct: '18.7', metalMass: '11.22', recoveryPct: '105.19' }],
    },
    problems: [
      {
        field: 'assays.0.recoveryPct',
        key: 'check.range?min=0&max=100',
        place: { resource: 'assay', id: found, field: 'elements' },
      },
    ],
  });
  await stock.office.post('/assay/update', {
    id: found,
    version: 1,
    elements: [{ element: 'Li', pct: '17' }],
  });
  expect(await reported(report.id)).toMatchObject({
    ...payload,
    assays: [{ element: 'Li', pct: '17', metalMass: '10.2', recoveryPct: '95.63' }],
  });
});
