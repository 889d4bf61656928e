import { rightOf } from '@voltloop/resource-kit';
import { documentRights } from '@voltloop/resource-kit/rights.ts';
import { issue } from '@voltloop/resources/issue/issue.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences, rebuildProjections, sumUpFlows } from '../stock/index.ts';

/** Statistics agree with the ledger, on every day, and require rights. */

const MONTH_MS = 31 * 86_400_000;

const stock = setUp(startTestStock);
let first: { day: string; pack: string; sale: string };
let today: string;
beforeAll(async () => {
  const packs = [1, 2, 3, 4].map(() => stock.newCode());
  await stock.receive(packs.map((code) => ({ code, kg: '400', location: 'L1' })));
  await stock.receive([{ lotNo: 'BM', material: 'black_mass', chemistry: 'C', kg: '500.5', location: 'L1' }]);
  const voided = await stock.receive([{ code: stock.newCode(), kg: '77', location: 'L1' }]);
  expect(await stock.step('/receipt', voided.id, 'void')).toMatchObject({ status: 200 });
  const { id: sale, reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, [
    { code: packs[0], unitPrice: '1200.5' },
  ]);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  first = { day: stock.day, pack: packs[1] as string, sale };

  await stock.office.later(2 * MONTH_MS);
  today = (await get('/statistics/scopes')).today;
  const move = await stock.draft('/movement', { day: today, storeId: stock.store, toStoreId: stock.second }, [
    { code: first.pack, location: 'L1' },
  ]);
  expect(await stock.step('/movement', move, 'post')).toMatchObject({ status: 200 });
  const hold = await stock.draft('/conditionChange', { day: today, preset: 'hold', storeId: stock.store }, [
    { code: packs[2] },
  ]);
  expect(await stock.step('/conditionChange', hold, 'post')).toMatchObject({ status: 200 });
  const out = { side: 'out', lotNo: 'LC', material: 'lithium_carbonate', kg: '80', location: 'L1' };
  const more = { day: today, lossKg: '20' };
  const run = await stock.recycle('hydro', [{ lotNo: 'BM', kg: '100' }, out], more);
  expect(run.reply).toMatchObject({ status: 200 });
});

const get = async (path: string, as?: string) => {
  const reply = await stock.office.get(path, as);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return reply.data;
};
const differences = () => ledgerDifferences(stock.office.server.services.db, stock.office.tenantId);
const sum = (list: readonly { kg: string }[]) =>
  Math.round(list.reduce((all, { kg }) => all + Number(kg), 0) * 1000) / 1000;

describe('stock', () => {
  test.each(['store', 'site', 'enterprise', 'region', 'chemistry', 'condition', 'grade', 'month'])(
    'by %s adds up to what the stores hold, today and in the past',
    async (by) => {
      for (const day of [first.day, today]) {
        const { list } = await get(`/stock/stores?day=${day}`);
        const found = await get(`/statistics/stock?day=${day}&by=${by}`);
        expect(sum(found.groups)).toBe(sum(list));
        expect(Number(found.kg)).toBe(sum(list));
        expect(found.pieces).toBe(
          list.reduce((all: number, { pieces }: { pieces: number }) => all + pieces, 0),
        );
        const last = found.trend.at(-1);
        expect(last).toMatchObject({ day, kg: found.kg, pieces: found.pieces });
        if (by !== 'grade')
          for (const { kg, ages } of found.groups)
            expect(sum(ages.map((age: string) => ({ kg: age })))).toBe(Number(kg));
      }
    },
  );
  test('ages by month since receipt, also in another store', async () => {
    const { groups, ages } = await get(`/statistics/stock?by=store`);
    expect(ages).toEqual(['80', '1600.5', '0', '0', '0']);
    const of = (key: string) => groups.find((group: { key: string }) => group.key === key);
    // Moved today, received two months ago.
    expect(of(stock.second)).toMatchObject({ pieces: 1, kg: '400', ages: ['0', '400', '0', '0', '0'] });
    // Two packs and the rest of the lot came two months ago, the output of the run today.
    expect(of(stock.store).ages).toEqual(['80', '1200.5', '0', '0', '0']);
  });
  test('is narrowed by store and chemistry', async () => {
    expect((await get(`/statistics/stock?storeId=${stock.second}`)).kg).toBe('400');
    expect((await get(`/statistics/stock?chemistry=C`)).kg).toBe('400.5');
    expect((await get(`/statistics/stock?region=99`)).kg).toBe('0');
  });
  test('has grades of the batteries tested by that day', async () => {
    const { groups } = await get('/statistics/stock?by=grade');
    expect(groups).toMatchObject([{ key: '', ages: null }]);
  });
  test('is grouped by its month of entry, and narrowed to one', async () => {
    const [old, now] = [first.day.slice(0, 7), today.slice(0, 7)];
    const { groups } = await get('/statistics/stock?by=month');
    // In chronological order.
    expect(groups).toMatchObject([
      { key: old, kg: '1600.5' },
      { key: now, kg: '80' },
    ]);
    expect(await get(`/statistics/stock?came=${old}`)).toMatchObject({
      kg: '1600.5',
      ages: ['0', '1600.5', '0', '0', '0'],
    });
    expect((await get(`/statistics/stock?came=${now}&by=condition`)).kg).toBe('80');
    expect((await stock.office.get('/statistics/stock?came=2026-13')).status).toBe(400);
  });
  test('has rejects separately, also by month of entry', async () => {
    const scheme = await stock.office.make('/gradingScheme', {
      name: '方案',
      revision: '1',
      firstDay: first.day,
      bands: [{ grade: 'A', fromPct: '0' }],
    });
    const released = await stock.office.post('/gradingScheme/step', { id: scheme, step: 'release' });
    expect(released).toMatchObject({ status: 200 });
    const { id: batteryId } = await stock.batteryOf(first.pack);
    const id = await stock.office.make('/testReport', {
      batteryId,
      testDay: today,
      method: 'discharge',
      operator: '李工',
      ambientC: '25',
      ratedCapacityAh: '100',
      swelling: 0,
      leak: 1,
      burn: 0,
      deformation: 0,
      water: 0,
      exposed: 0,
      hot: 0,
      odour: 0,
    });
    const signed = await stock.office.post('/testReport/step', { id, step: 'sign' });
    expect(signed, JSON.stringify(signed)).toMatchObject({ status: 200 });
    const { groups } = await get('/statistics/stock?by=grade');
    const rejected = groups.find(({ key }: { key: string }) => key === 'X');
    expect(rejected).toMatchObject({ pieces: 1, kg: '400' });
    const months = [first.day, today].map((day) => day.slice(0, 7));
    const inMonths = await Promise.all(
      months.map(async (month) => {
        const found = await get(`/statistics/stock?by=grade&came=${month}`);
        return found.groups.filter(({ key }: { key: string }) => key === 'X').length;
      }),
    );
    // Its move to another store this month does not make it younger.
    expect(inMonths).toEqual([1, 0]);
  });
});

describe('flows', () => {
  test('count goods in and out, minus voided ones, without moves between our stores', async () => {
    const found = await get(`/statistics/flows?from=${first.day}&to=${first.day}`);
    expect(found).toMatchObject({
      step: 'day',
      total: { inPieces: 4, inKg: '2100.5', outPieces: 1, outKg: '400' },
      list: [{ day: first.day, stockKg: '1700.5' }],
    });
    const later = await get(`/statistics/flows?from=${first.day}&to=${today}`);
    expect(later.list.at(-1).stockKg).toBe((await get('/statistics/stock')).kg);
    expect(later.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['receipt', 'issue', 'recyclingRun']),
    );
    expect(later.kinds.some(({ kind }: { kind: string }) => kind === 'movement')).toBe(false);
  });
  test('of one store include moves from other stores', async () => {
    const { total } = await get(`/statistics/flows?from=${today}&to=${today}&storeId=${stock.second}`);
    expect(total).toMatchObject({ inPieces: 1, inKg: '400', outKg: '0' });
  });
  test('are compared with the previous period', async () => {
    const month = `${today.slice(0, 7)}-01`;
    const { before } = await get(`/statistics/flows?from=${month}&to=${today}`);
    expect(before.from.slice(8)).toBe('01');
    expect(before.to < month).toBe(true);
  });
  test('refuse a period that ends before it begins', async () => {
    const reply = await stock.office.get(`/statistics/flows?from=${today}&to=${first.day}`);
    expect(reply).toMatchObject({ status: 400, data: [{ path: 'to' }] });
  });
});

describe('works', () => {
  const works = () => get(`/statistics/works?from=${today}&to=${today}`);
  const post = async (path: string, header: object, lines: readonly object[]) => {
    const id = await stock.draft(path, { day: today, storeId: stock.store, ...header }, lines);
    const { warnings } = (await stock.office.post(`${path}/check`, { id })).data;
    const confirmed = warnings.map((warning: { path: string; key: string }) => ({
      path: warning.path,
      key: warning.key,
    }));
    const reason = confirmed.length > 0 ? { confirmed, reason: '已检测' } : {};
    const reply = path === '/issue' ? await approve(id) : await stock.step(path, id, 'post', reason);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    return id;
  };
  /** The approver's session has expired in the meantime. */
  const approve = async (id: string) => {
    expect(await stock.step('/issue', id, 'submit')).toMatchObject({ status: 200 });
    const approver = await stock.office.staff(rightOf(issue), issue.menu + documentRights.approve);
    return stock.step('/issue', id, 'approve', {}, approver);
  };
  test('show input, output and losses', async () => {
    const { steps, list } = await works();
    expect(steps).toEqual([
      {
        kind: 'recyclingRun',
        preset: 'hydro',
        usedKg: '100',
        madePieces: 0,
        madeKg: '80',
        words: expect.anything(),
      },
    ]);
    expect(list).toMatchObject([{ day: today, recycledKg: '100', recoveredKg: '80', usedKg: '0' }]);
  });
  test('count the goods of consecutive runs once, with reagents and without residue', async () => {
    const out = (lotNo: string, material: string, kg: string) => ({
      side: 'out',
      lotNo,
      material,
      kg,
      location: 'L1',
    });
    const run = (preset: string, lines: readonly object[], more: object) =>
      post('/recyclingRun', { preset, toStoreId: stock.store, ...more }, lines);
    const crush = [{ lotNo: 'BM', kg: '200' }, out('BM-2', 'black_mass', '150'), out('CU', 'copper', '40')];
    const crushed = await run('crush', crush, { lossKg: '10' });
    const hydro = [
      { lotNo: 'BM-2', kg: '150' },
      out('NI', 'nickel_sulfate', '160'),
      out('SM', 'residue', '60'),
    ];
    const dissolved = await run('hydro', hydro, { addedKg: '90', lossKg: '20' });
    const { steps, list } = await works();
    const of = (preset: string) => steps.find((step: { preset: string }) => step.preset === preset);
    expect(of('crush')).toMatchObject({ usedKg: '200', madeKg: '190' });
    // Two runs: 100 and 150 + 90 of reagents into 80 and 160.
    expect(of('hydro')).toMatchObject({ usedKg: '340', madeKg: '240' });
    // The black mass of the first run is neither input nor output: 200 + 90 into 40 + 160.
    expect(list).toMatchObject([{ recycledKg: '390', recoveredKg: '280' }]);
    for (const id of [dissolved, crushed])
      expect(await stock.step('/recyclingRun', id, 'void')).toMatchObject({ status: 200 });
    expect((await works()).list).toMatchObject([{ recycledKg: '100', recoveredKg: '80' }]);
  });
  test('use goods issued to production when products are made of them, and count weighed products', async () => {
    const cells = [1, 2, 3].map(() => stock.newCode('cell'));
    const receipt = { preset: 'purchase', enterpriseId: stock.supplier };
    await post(
      '/receipt',
      receipt,
      cells.map((code) => ({ code, kg: '5', location: 'L1' })),
    );
    await post(
      '/issue',
      { preset: 'production' },
      cells.slice(0, 2).map((code) => ({ code })),
    );
    const issued = { preset: 'issued', usedKg: '10', madeKg: '0', madePieces: 0 };
    expect((await works()).steps).toContainEqual(expect.objectContaining(issued));
    expect((await works()).list).toMatchObject([{ usedKg: '0', madeKg: '0', madePieces: 0 }]);
    const made = await post(
      '/production',
      {
        productType: 2,
        categoryId: stock.categories.module,
        planned: 1,
        toStoreId: stock.store,
        enterpriseId: stock.supplier,
        cascadeType: 3,
        echelonUseType: '1',
      },
      [
        { code: stock.newProduct('module'), kg: '11', location: 'L1' },
        { code: cells[0] },
        { code: cells[2] },
      ],
    );
    const { steps, list } = await works();
    expect(steps).toContainEqual(
      expect.objectContaining({ preset: 'module', usedKg: '10', madeKg: '11', madePieces: 1 }),
    );
    expect(steps).toContainEqual(expect.objectContaining(issued));
    expect(list).toMatchObject([{ usedKg: '10', madeKg: '11', madePieces: 1 }]);
    expect(await stock.step('/production', made, 'void')).toMatchObject({ status: 200 });
    expect((await works()).list).toMatchObject([{ usedKg: '0', madePieces: 0 }]);
  });
});

test('sales have pieces, mass and money', async () => {
  const found = await get(`/statistics/sales?from=${first.day}&to=${today}`);
  expect(found.total).toEqual({ pieces: 1, kg: '400', money: '1200.50' });
  expect(found.customers).toMatchObject([{ id: stock.customer, money: '1200.50' }]);
  expect(found.goods).toMatchObject([{ unit: 'piece', quantity: '1', money: '1200.50' }]);
  expect(found.list[0]).toMatchObject({ pieces: 1, money: '1200.50' });
});

test('sales priced by metal content count at their settlement', async () => {
  const day = today;
  const orderId = await stock.office.make('/order', {
    clientId: stock.customer,
    lines: [{ material: 'black_mass', unit: 'metal', quantity: '100' }],
  });
  const id = await stock.draft(
    '/issue',
    { day, preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId },
    [{ lotNo: 'BM', kg: '100' }],
  );
  expect(await stock.step('/issue', id, 'submit')).toMatchObject({ status: 200 });
  const approver = await stock.office.staff(rightOf(issue), issue.menu + documentRights.approve);
  const reply = await stock.step('/issue', id, 'approve', {}, approver);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  const sold = async () => {
    const { goods } = await get(`/statistics/sales?from=${day}&to=${day}`);
    return goods.find(({ unit }: { unit: string }) => unit === 'metal');
  };
  expect(await sold()).toMatchObject({ quantity: '100', money: '0.00' });
  const [delivery] = (await get(`/order/progress?id=${orderId}`)).deliveries;
  await stock.office.post('/order/settleDelivery', {
    id: delivery.id,
    values: { settledOn: day, kg: '99', waterPct: '10', liPct: '3', liPrice: '2700' },
  });
  expect(await sold()).toMatchObject({ quantity: '89.1', money: '721.71' });
  expect(await stock.step('/issue', id, 'void')).toMatchObject({ status: 200 });
  expect(await sold()).toBeUndefined();
});

test('reporting counts each record once', async () => {
  const { total, types, list } = await get(`/statistics/reporting?from=${first.day}&to=${today}`);
  const all = (each: Record<string, number>) =>
    ['onTime', 'late', 'overdue', 'waiting'].reduce((count, name) => count + (each[name] ?? 0), 0);
  const { rows } = await stock.office.server.services.pool.query(
    'select count(*)::int as count from reports where tenant_id = $1 and voided_by is null',
    [stock.office.tenantId],
  );
  expect(all(total)).toBe(rows[0].count);
  expect(types.reduce((count: number, each: Record<string, number>) => count + all(each), 0)).toBe(
    all(total),
  );
  expect(list.reduce((count: number, each: Record<string, number>) => count + all(each), 0)).toBe(all(total));
});

describe('the flows of stores', () => {
  const rows = async () =>
    (
      await stock.office.server.services.pool.query(
        'select count(*)::int as count from stock_flows where tenant_id = $1',
        [stock.office.tenantId],
      )
    ).rows[0].count;
  test('equal the moves, whether appended, summed up, or rebuilt', async () => {
    const { services } = stock.office.server;
    expect(await differences()).toEqual([]);
    const before = await rows();
    expect(await sumUpFlows(services.db)).toBeGreaterThan(0);
    expect(await sumUpFlows(services.db)).toBe(0);
    expect(await rows()).toBeLessThan(before);
    expect(await differences()).toEqual([]);
    await services.pool.query('update stock_flows set in_kg = in_kg + 1 where tenant_id = $1', [
      stock.office.tenantId,
    ]);
    expect(new Set((await differences()).map(({ what }) => what))).toEqual(new Set(['flow']));
    await services.db
      .transaction()
      .execute((trx) => rebuildProjections(trx, stock.office.tenantId, new Date()));
    expect(await differences()).toEqual([]);
  });
  test('follow a corrected chemistry', async () => {
    const { pool } = stock.office.server.services;
    const before = (await get('/statistics/stock?by=chemistry')).kg;
    await pool.query(`update batteries set chemistry = 'D' where battery_code = $1`, [first.pack]);
    expect(await differences()).toEqual([]);
    const { kg, groups } = await get('/statistics/stock?by=chemistry');
    expect(kg).toBe(before);
    expect(groups).toContainEqual(expect.objectContaining({ key: 'D', kg: '400' }));
  });
});

describe('access to statistics', () => {
  const period = () => `from=${first.day}&to=${today}`;
  test('is limited to the own tenant', async () => {
    const { server } = stock.office;
    const stranger = (await server.signIn((await server.tenant()).userName)).token;
    expect(await get('/statistics/stock', stranger)).toMatchObject({ kg: '0', groups: [] });
    expect((await get(`/statistics/flows?${period()}`, stranger)).total.inKg).toBe('0');
    expect((await get(`/statistics/flows?${period()}&storeId=${stock.store}`, stranger)).total.inKg).toBe(
      '0',
    );
    expect((await get(`/statistics/sales?${period()}`, stranger)).total.money).toBe('0.00');
    expect((await get(`/statistics/works?${period()}`, stranger)).steps).toEqual([]);
    expect((await get(`/statistics/reporting?${period()}`, stranger)).types).toEqual([]);
    expect(await get('/statistics/scopes', stranger)).toMatchObject({ stores: [], sites: [] });
  });
  test.each([
    ['stock', '分组'],
    ['flows', '入库重量(kg)'],
    ['works', '投入(kg)'],
    ['sales', '金额'],
    ['reporting', '按期'],
  ])('the table of %s is exported to a file, with a row in the audit trail', async (table, head) => {
    const response = await stock.office.server.app.inject({
      url: `/statistics/exportExcel?${period()}&table=${table}&format=csv&language=zh`,
      headers: { authorization: `Bearer ${stock.office.token}`, platform: 'IOT' },
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.body).toContain(head);
    const { rows } = await stock.office.server.services.pool.query(
      `select details from audit where tenant_id = $1 and action = 'statistics.export' order by seq desc limit 1`,
      [stock.office.tenantId],
    );
    expect(rows[0].details).toMatchObject({ table });
  });
});
