import { beforeAll, describe, expect, test } from 'vitest';
import { startTestReporting } from '../../../testing/reporting.ts';
import { setUp } from '../../../testing/set-up.ts';
import { prepare } from './payload/prepare.ts';
import type { ProductionFacts, RecyclingFacts, Supply } from './payload/supply.ts';

const desk = setUp(startTestReporting);
beforeAll(async () => {
  await desk.configure([2, 7, 9]);
});

const correct = (ids: readonly string[], values: object) =>
  desk.stock.office.post('/reporting/correct', { ids, values, reason: '补充信息' });
const fieldsOf = (problems: readonly { field: string }[]) => problems.map(({ field }) => field).sort();
/** Submits a record, which the platform accepts. */
const reported = async (id: string) => {
  expect((await desk.submit([id])).data).toEqual({ submitted: 1, refused: [] });
  await desk.send();
  expect(await desk.report(id)).toMatchObject({ state: 3 });
  return desk.sandbox.records.find(({ key }) => key === id)?.payload;
};

describe('the report of a battery scrapped by code', () => {
  const scrapped = async (code: string) => {
    const { storeId, reason } = { storeId: desk.stock.store, reason: '鼓胀' };
    const id = await desk.stock.draft('/scrap', { preset: 'coded', storeId, reason }, [{ code }]);
    expect(await desk.stock.approve('/scrap', id)).toMatchObject({ status: 200 });
    const [report] = (await desk.reportsOf(id)) as [string];
    return desk.report(report);
  };

  test('needs no credit code of a person that it came from', async () => {
    const code = desk.stock.newCode();
    const bought = await desk.stock.draft(
      '/receipt',
      { preset: 'collection', storeId: desk.stock.store, customerId: desk.stock.customer },
      [{ code, kg: '400', location: 'L1' }],
    );
    expect(await desk.stock.step('/receipt', bought, 'post')).toMatchObject({ status: 200 });
    const { payload, problems } = await scrapped(code);
    expect(payload).toMatchObject({ code, sourceKind: 'person' });
    expect(fieldsOf(problems)).toEqual(['disposal', 'scrapStage']);
  });

  test('names the source of the receipt that is valid', async () => {
    const { stock } = desk;
    const code = stock.newCode();
    const line = { code, kg: '400', location: 'L1' };
    const header = { preset: 'collection', storeId: stock.store, customerId: stock.customer };
    const wrong = await stock.draft('/receipt', header, [line]);
    expect(await stock.step('/receipt', wrong, 'post')).toMatchObject({ status: 200 });
    expect(await stock.step('/receipt', wrong, 'void', { reason: '录错' })).toMatchObject({ status: 200 });
    expect((await stock.receive([line])).reply).toMatchObject({ status: 200 });
    expect((await scrapped(code)).payload).toMatchObject({ sourceUscc: '91350100M000100Y43' });
  });

  test('links to its source only for what is stored there', async () => {
    const { office } = desk.stock;
    const enterprise = await office.make('/enterprise', {
      name: '无代码回收点',
      kind: 4,
      duns: '123456789',
      contact: '王小明',
      phone: '13800138000',
      region: '440305',
      address: '科技园路2号',
    });
    const code = desk.stock.newCode();
    const bought = await desk.stock.draft(
      '/receipt',
      { preset: 'purchase', storeId: desk.stock.store, enterpriseId: enterprise },
      [{ code, kg: '400', location: 'L1' }],
    );
    expect(await desk.stock.step('/receipt', bought, 'post')).toMatchObject({ status: 200 });
    await office.server.services.pool.query('update enterprises set duns = null where id = $1', [enterprise]);
    const { problems } = await scrapped(code);
    expect(problems).toContainEqual({
      field: 'sourceUscc',
      key: 'check.required',
      place: { resource: 'enterprise', id: enterprise, field: 'creditCode' },
    });
  });
});

describe('the reports of goods by mass', () => {
  const lot = { lotNo: 'L-1', material: 'cell', chemistry: 'B', basis: 'dry', kg: '120.5', location: 'L1' };

  test('contain their receipt with its weighing', async () => {
    const { id, reply } = await desk.stock.receive([lot]);
    expect(reply).toMatchObject({ status: 200 });
    const [report] = (await desk.reportsOf(id)) as [string];
    const { type, problems } = await desk.report(report);
    expect([type, fieldsOf(problems)]).toEqual([9, ['gross', 'tare', 'weighTicketNo']]);
    expect(await correct([report], { net: '1' })).toMatchObject({ status: 400 });
    await correct([report], { weighTicketNo: 'BD-1', gross: '5120.5', tare: '5000' });
    expect(await reported(report)).toMatchObject({
      batteryType: 'B',
      form: 'cell',
      net: '120.5',
      lotNo: 'L-1',
      inboundDate: desk.stock.day,
      sourceKind: 'company',
      sourceUscc: '91350100M000100Y43',
      weighTicketNo: 'BD-1',
      gross: '5120.5',
    });
  });

  test('contain their scrapping', async () => {
    const id = await desk.stock.draft(
      '/scrap',
      { preset: 'byMass', storeId: desk.stock.store, reason: '受潮' },
      [{ lotNo: 'L-1', kg: '20' }],
    );
    expect(await desk.stock.approve('/scrap', id)).toMatchObject({ status: 200 });
    const [report] = (await desk.reportsOf(id)) as [string];
    const { type, problems } = await desk.report(report);
    expect([type, fieldsOf(problems)]).toEqual([
      7,
      ['destName', 'destUscc', 'disposal', 'gross', 'tare', 'weighTicketNo'],
    ]);
    // They are entered here until the goods are handed over to a receiver: the source is another enterprise.
    expect(problems).toContainEqual({ field: 'destUscc', key: 'check.required', place: null });
    await correct([report], { gross: '5010', tare: '5000' });
    expect((await desk.report(report)).problems).toContainEqual({
      field: 'gross',
      place: null,
      key: 'reporting.heavierThanWeighed?kg=20&weighed=10',
    });
    await correct([report], {
      destName: '某再生企业',
      destUscc: '91350100M000100Y43',
      disposal: 'recycle',
      weighTicketNo: 'BD-2',
      gross: '5020',
      tare: '5000',
    });
    expect(await reported(report)).toMatchObject({
      batteryType: 'B',
      material: 'cell',
      basis: 'dry',
      mass: '20',
      reason: '受潮',
      sourceUscc: '91350100M000100Y43',
      disposal: 'recycle',
    });
  });

  test('of scrapping are not handed over with the rest of the lot', async () => {
    const { stock } = desk;
    await stock.receive([{ ...lot, lotNo: 'L-2' }]);
    const header = { preset: 'byMass', storeId: stock.store, reason: '受潮' };
    const id = await stock.draft('/scrap', header, [{ lotNo: 'L-2', kg: '20' }]);
    expect(await stock.approve('/scrap', id)).toMatchObject({ status: 200 });
    const [report] = (await desk.reportsOf(id)) as [string];
    const issued = async (preset: string, kg: string) => {
      const { reply } = await stock.issue({ preset, enterpriseId: stock.supplier }, [{ lotNo: 'L-2', kg }]);
      expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    };
    await issued('supplier', '50');
    expect((await desk.report(report)).payload.destName).toBeUndefined();
    await issued('handover', '20');
    expect((await desk.report(report)).payload).toMatchObject({ destName: '某拆解厂' });
  });
});

test('a battery is reported with the mass that the ledger has booked, not with its nominal mass', async () => {
  const { stock } = desk;
  const code = stock.newCode();
  const { id } = await stock.receive([{ code, location: 'L1', kg: '400' }]);
  const [report] = (await desk.reportsOf(id)) as [string];
  const battery = await stock.batteryOf(code);
  expect(battery).toMatchObject({ massKg: '400' });
  await stock.office.post('/battery/update', { id: battery.id, massKg: '410' });
  const header = { preset: 'mass', storeId: stock.store, reason: '复磅' };
  const correction = await stock.draft('/correction', header, [{ code, kg: '390' }]);
  expect(await stock.approve('/correction', correction)).toMatchObject({ status: 200 });
  expect(await stock.batteryOf(code)).toMatchObject({ massKg: '410' });
  expect(await desk.report(report)).toMatchObject({ kg: '390', payload: { mass: '390' } });

  // A part that is taken out later, and another weighing at a later receipt, do not change what was received.
  const part = stock.newCode('module');
  await stock.office.make('/battery', { batteryCode: part, parentId: battery.id, massKg: '90' });
  const removal = { preset: 'remove', storeId: stock.store };
  const removed = await stock.draft('/conditionChange', removal, [{ code: part }]);
  expect(await stock.step('/conditionChange', removed, 'post')).toMatchObject({ status: 200 });
  expect(await desk.report(report)).toMatchObject({ kg: '390', payload: { mass: '390' } });
  expect((await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }])).reply).toMatchObject(
    {
      status: 200,
    },
  );
  const again = await stock.receive([{ code, location: 'L1', kg: '305' }]);
  expect(again.reply).toMatchObject({ status: 200 });
  expect(await desk.report(report)).toMatchObject({ kg: '390', payload: { mass: '390' } });
  expect(await desk.report((await desk.reportsOf(again.id))[0] ?? '')).toMatchObject({
    kg: '305',
    payload: { mass: '305' },
  });
});

test('a battery from a scrapped vehicle is reported with its way to the receiver', async () => {
  const code = desk.stock.newCode();
  await desk.stock.receive([{ code, kg: '401.5', location: 'L1' }]);
  const header = {
    preset: 'vehicle',
    enterpriseId: desk.stock.supplier,
    plate: '粤B12345',
    waybillNo: 'YD-1',
  };
  const { id, reply } = await desk.stock.issue(header, [{ code }]);
  expect(reply).toMatchObject({ status: 200 });
  const [report] = (await desk.reportsOf(id)) as [string];
  expect(fieldsOf((await desk.report(report)).problems)).toEqual([
    'destKind',
    'handoverSignedOn',
    'receiverConfirmed',
  ]);
  await correct([report], {
    destKind: 'recycler',
    handoverSignedOn: desk.stock.day,
    receiverConfirmed: true,
  });
  expect(await reported(report)).toMatchObject({
    packCode: code,
    outboundDate: desk.stock.day,
    mass: '401.5',
    vehiclePlate: '粤B12345',
    waybillNo: 'YD-1',
    destName: '某拆解厂',
    destUscc: '91350100M000100Y43',
    destPermitNo: 'GD-1',
    destPermitExpiry: '2029-01-01',
  });
});

describe('facts supplied by other modules', () => {
  /** A record of a type that no document makes yet. */
  const record = async (type: number) => {
    const { reports } = await desk.receive();
    const { rows } = await desk.stock.office.server.services.pool.query(
      `insert into reports (tenant_id, type, line_id, day, store_id, site_id, enterprise_id)
        select tenant_id, $2, line_id, day, store_id, site_id, enterprise_id from reports where id = $1 returning id, line_id`,
      [reports[0], type],
    );
    return { id: rows[0].id as string, line: rows[0].line_id as string };
  };
  const prepared = async (id: string, supply: Supply) =>
    (await prepare(desk.stock.office.server.services.db, supply, [id])).get(id);

  test('describe a product with its components', async () => {
    const { id, line } = await record(4);
    const made: ProductionFacts = {
      storageDate: '2026-03-01',
      constitute: '1',
      finished: true,
      grade: 'A',
      testReportNo: 'T-1',
      sohPct: '81.5',
      seriesCount: 4,
      parallelCount: 2,
      bomVersion: 'B-1',
      targetStandard: 'GB/T 36276',
      other: '示范工程',
      saleArea: '广东省-深圳市-南山区',
      components: [{ isCode: true, origCode: '04QPB12345678A6B90000001' }],
      forbiddenUseCheck: true,
    };
    const with_ = await prepared(id, {
      production: async (_, lines) => new Map(lines.map((each) => [each, made])),
    });
    expect(with_?.payload).toMatchObject({
      echelonCompanyName: '某循环科技公司',
      batteryWeight: '400.5',
      ...made,
    });
    const missing = fieldsOf(with_?.problems ?? []);
    for (const name of Object.keys(made)) expect(missing).not.toContain(name);
    // Its time and its receiver come with the hand-over.
    expect(missing).toContain('outboundDate');
    const without = await prepared(id, {});
    expect(fieldsOf(without?.problems ?? [])).toContain('components');
    expect(line).toBeTruthy();
  });

  test('describe a lot of recycled material', async () => {
    const { id } = await record(10);
    const run: RecyclingFacts = {
      processRoute: 'hydro',
      inputMass: '1000',
      inputCodesCount: 2,
      product: 'lithium_carbonate',
      productMass: '90.5',
      residueMass: '12',
      completedOn: '2026-03-01',
      energyUse: null,
      waterReusePct: '91.2',
      inputLots: [{ lotNo: 'L-1', mass: '1000' }],
      assays: [{ element: 'Li', pct: '18.7', metalMass: '16.9', recoveryPct: '91' }],
    };
    const found = await prepared(id, {
      recycling: async (_, lines) => new Map(lines.map((each) => [each, run])),
    });
    expect(found?.payload).toMatchObject({ processRoute: 'hydro', productMass: '90.5', assays: run.assays });
    expect(fieldsOf(found?.problems ?? [])).toEqual(['lotNo']);
  });
});
