import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

/** A separate store, so that a count of it finds only what the test has put there. */
async function newStore() {
  const code = `S${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
  const locations = [{ code: 'L1' }, { code: 'L2' }];
  return stock.office.make('/store', { code, name: code, kind: 1, locations });
}
async function receive(storeId: string, lines: object[]) {
  const header = { preset: 'purchase', storeId, enterpriseId: stock.supplier };
  const id = await stock.draft('/receipt', header, lines);
  const reply = await stock.step('/receipt', id, 'post');
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
}
async function batteries(storeId: string, count: number, location = 'L1') {
  const codes = Array.from({ length: count }, () => stock.newCode());
  await receive(
    storeId,
    codes.map((code) => ({ code, kg: '400', location })),
  );
  return codes as [string, ...string[]];
}
const count = (storeId: string, lines: object[] = [], header: object = {}) =>
  stock.draft('/stockTake', { storeId, ...header }, lines);
const add = (id: string, lines: object[]) =>
  stock.office.post('/stockTake/saveLines', {
    id,
    lines: lines.map((line) => ({ clientKey: crypto.randomUUID(), ...line })),
  });
async function differences(id: string, as?: string) {
  const reply = await stock.office.get(`/stockTake/differences?id=${id}`, as);
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return {
    ...reply.data,
    // biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
    found: Object.fromEntries(reply.data.sums.map((each: any) => [each.finding, each.goods])),
  };
}
async function post(id: string) {
  const reply = await stock.approve('/stockTake', id);
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return reply.data.list[0];
}
test('a stock-take shows and stores what it moves: all conditions of a lot, pieces and mass', async () => {
  const storeId = await stock.office.make('/store', { code: 'CM1', name: '盘点库', kind: 4, locations: [] });
  const code = stock.newCode();
  const lot = { material: 'module', chemistry: 'B' };
  const receipt = await stock.draft(
    '/receipt',
    { preset: 'purchase', storeId, enterpriseId: stock.supplier },
    [
      { code, kg: '329.5' },
      { lotNo: 'CM-1', kg: '849.5', ...lot },
      { lotNo: 'CM-1', kg: '150.5', ...lot, condition: 'hold' },
    ],
  );
  expect((await stock.step('/receipt', receipt, 'post')).status).toBe(200);
  const id = await count(storeId);
  await stock.step('/stockTake', id, 'submit');
  const missing = { finding: 'missing', goods: 2, pieces: 1, kg: '1329.5' };
  expect((await differences(id)).sums).toEqual([missing]);
  expect((await stock.step('/stockTake', id, 'approve', {}, stock.approver)).status).toBe(200);
  const found = await differences(id);
  expect(found.sums).toEqual([missing]);
  expect(found.list).toContainEqual(expect.objectContaining({ lotNo: 'CM-1', bookedKg: '1000', kg: '1000' }));
  const { data } = await stock.office.get(`/stockTake/findById?id=${id}`);
  expect(data).toMatchObject({
    missing: 1,
    missingKg: '1329.5',
    surplus: 0,
    surplusKg: '0',
    misplacedKg: '0',
  });
});

const move = async (from: string, to: string, lines: object[]) => {
  const id = await stock.draft('/movement', { storeId: from, toStoreId: to }, lines);
  expect(await stock.step('/movement', id, 'post')).toMatchObject({ status: 200 });
};
const lotOf = async (lotNo: string) => {
  const { rows } = await stock.office.server.services.pool.query(
    `select p.code, sum(b.kg)::text as kg from lot_balances b join lots l on l.id = b.lot_id
        join places p on p.id = b.place_id
      where l.lot_no = $1 and l.tenant_id = $2 and b.kg > 0 group by 1`,
    [lotNo, stock.office.tenantId],
  );
  return Object.fromEntries(rows.map(({ code, kg }) => [code, Number(kg)]));
};

describe('a count', () => {
  test('of goods that lie as booked changes nothing', async () => {
    const store = await newStore();
    const codes = await batteries(store, 2);
    const id = await count(
      store,
      codes.map((code) => ({ code, location: 'L1' })),
    );
    expect((await differences(id)).found).toEqual({ asBooked: 2 });
    expect(await post(id)).toMatchObject({
      no: expect.stringMatching(/^PD\d{8}-\d{4}$/),
      status: 'posted',
      pieces: 2,
      kg: '800',
      missing: 0,
      surplus: 0,
      misplaced: 0,
    });
    expect(await stock.batteryOf(codes[0])).toMatchObject({ state: 'in_stock', location: 'L1' });
  });

  test('offers the locations of its store in the order of their codes', async () => {
    const locations = ['B-2', 'A-1', 'B-1'].map((code) => ({ code }));
    const store = await stock.office.make('/store', { code: 'ORDER', name: '排序库', kind: 1, locations });
    expect((await differences(await count(store))).locations).toEqual(['A-1', 'B-1', 'B-2']);
  });

  test('finds missing, misplaced and surplus goods and those of another store, and books them', async () => {
    const store = await newStore();
    const [lost, moved, good] = await batteries(store, 3);
    const [other] = await batteries(stock.second, 1);
    const registered = stock.newCode();
    await stock.office.make('/battery', { batteryCode: registered, massKg: '55' });
    const never = stock.newCode();
    const id = await count(store, [
      { code: good, location: 'L1' },
      { code: moved, location: 'L2' },
      { code: other, location: 'L1' },
      { code: registered, location: 'L2' },
      { code: never, location: 'L2' },
    ]);
    const live = await differences(id);
    expect(live.found).toEqual({
      asBooked: 1,
      uncounted: 1,
      misplaced: 1,
      elsewhere: 1,
      surplus: 1,
      unknown: 1,
    });
    expect(live.list).toContainEqual(
      expect.objectContaining({ finding: 'uncounted', code: lost, clientKey: null, bookedLocation: 'L1' }),
    );
    expect(live.list).toContainEqual(
      expect.objectContaining({ finding: 'elsewhere', code: other, bookedStore: '待用库', location: 'L1' }),
    );
    expect(await post(id)).toMatchObject({ missing: 1, surplus: 1, misplaced: 2, pieces: 5 });
    expect(await stock.batteryOf(lost)).toMatchObject({ state: 'missing', storeId: null });
    expect(await stock.batteryOf(moved as string)).toMatchObject({ storeId: store, location: 'L2' });
    expect(await stock.batteryOf(other)).toMatchObject({ storeId: store, location: 'L1' });
    expect(await stock.batteryOf(registered)).toMatchObject({ state: 'in_stock', location: 'L2' });
    expect(await stock.batteryOf(never)).toBeUndefined();
    // Its findings remain readable.
    const { uncounted, ...found } = live.found;
    expect((await differences(id)).found).toEqual({ ...found, missing: uncounted });
    const { data } = await stock.office.get(`/stockTake/lines?id=${id}`);
    expect(data.list).toContainEqual(expect.objectContaining({ code: lost, finding: 'missing' }));
    // Missing goods are not counted: the lines add up to the totals of the header.
    expect(data).toMatchObject({ pieces: 5 });
  });

  test('restores never received goods to their former state when it is voided', async () => {
    const store = await newStore();
    const [one, other] = [stock.newCode(), stock.newCode()];
    for (const batteryCode of [one, other])
      await stock.office.make('/battery', { batteryCode, massKg: '55' });
    const id = await count(store, [
      { code: one, location: 'L1' },
      { code: other, location: 'L1' },
    ]);
    expect(await post(id)).toMatchObject({ surplus: 2 });
    expect(await stock.step('/stockTake', id, 'void', { reason: '他人的货' })).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(one)).toMatchObject({ state: 'registered', storeId: null });
    // They are not missing: they cannot be found again, but may be received or counted.
    const header = { preset: 'found', storeId: store, reason: '找到' };
    const found = await stock.draft('/correction', header, [{ code: one, location: 'L1' }]);
    expect(await stock.approve('/correction', found)).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('rule.document.notMissing') }],
    });
    const { id: receipt, reply } = await stock.receive([{ code: one, kg: '55', location: 'L1' }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(one)).toMatchObject({ state: 'in_stock', storeId: stock.store });
    expect(await stock.step('/receipt', receipt, 'void')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(one)).toMatchObject({ state: 'registered', storeId: null });
    expect(await post(await count(store, [{ code: other, location: 'L1' }]))).toMatchObject({ surplus: 1 });
    expect(await stock.batteryOf(other)).toMatchObject({ state: 'in_stock', storeId: store });
  });

  test('of one location leaves the other locations unchanged', async () => {
    const store = await newStore();
    const [here] = await batteries(store, 1, 'L1');
    const [there] = await batteries(store, 1, 'L2');
    const id = await count(store, [{ code: here }], { location: 'L1' });
    expect((await differences(id)).found).toEqual({ asBooked: 1 });
    await add(id, [{ code: there }]);
    expect((await differences(id)).found).toEqual({ asBooked: 1, misplaced: 1 });
    const other = await count(store, [{ code: there, location: 'L1' }], { location: 'L2' });
    expect(await stock.approve('/stockTake', other)).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.countOnly?location=L2' }],
    });
    await post(id);
    expect(await stock.batteryOf(there)).toMatchObject({ location: 'L1' });
  });

  test('ignores goods that have moved since it began', async () => {
    const store = await newStore();
    const [gone, stays] = await batteries(store, 2);
    const id = await count(store, [{ code: stays, location: 'L1' }]);
    expect((await differences(id)).found).toEqual({ asBooked: 1, uncounted: 1 });
    await move(store, stock.second, [{ code: gone, location: 'L1' }]);
    const [came] = await batteries(store, 1);
    expect((await differences(id)).found).toEqual({ asBooked: 1 });
    // Counted before they left, or after they came: both are correct.
    await add(id, [
      { code: gone, location: 'L1' },
      { code: came, location: 'L1' },
    ]);
    expect((await differences(id)).found).toEqual({ asBooked: 1, moved: 2 });
    await post(id);
    expect(await stock.batteryOf(gone)).toMatchObject({ storeId: stock.second });
  });

  test('leaves goods that the ledger has sold to a receipt', async () => {
    const store = await newStore();
    const [sold] = await batteries(stock.store, 1);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: sold }]);
    const id = await count(store, [{ code: sold, location: 'L1' }]);
    expect((await differences(id)).found).toEqual({ outside: 1 });
    await post(id);
    expect((await stock.batteryOf(sold)).state).toBe('sold');
  });

  test('is approved by another person, and voided as a whole', async () => {
    const store = await newStore();
    const [lost] = await batteries(store, 1);
    const id = await count(store);
    await stock.step('/stockTake', id, 'submit');
    expect(await stock.step('/stockTake', id, 'approve')).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.fourEyes' }],
    });
    expect(await stock.step('/stockTake', id, 'approve', {}, stock.approver)).toMatchObject({ status: 200 });
    expect((await stock.batteryOf(lost)).state).toBe('missing');
    expect(await stock.step('/stockTake', id, 'void', { reason: '漏扫' })).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(lost)).toMatchObject({ state: 'in_stock', storeId: store, location: 'L1' });
  });

  test('finds nothing where another count has already recorded the goods as missing', async () => {
    const store = await newStore();
    const [lost] = await batteries(store, 1);
    const [first, second] = [await count(store), await count(store)];
    await post(first);
    expect((await differences(second)).found).toEqual({});
    expect(await post(second)).toMatchObject({ missing: 0 });
    const third = await count(store, [{ code: lost, location: 'L2' }]);
    expect((await differences(third)).found).toEqual({ surplus: 1 });
    await post(third);
    expect(await stock.batteryOf(lost)).toMatchObject({ state: 'in_stock', location: 'L2' });
  });

  test('reports at once that it will not book a scan', async () => {
    const store = await newStore();
    const [good] = await batteries(store, 2);
    const unknown = stock.newCode();
    const id = await count(store, [
      { clientKey: 'good', code: good, location: 'L1' },
      { clientKey: 'unknown', code: unknown },
      { clientKey: 'nowhere', code: stock.newCode(), location: 'L9' },
    ]);
    const check = (...keys: string[]) => stock.office.post('/stockTake/check', { id, keys });
    expect((await check('good')).data.problems).toEqual([]);
    expect((await check('unknown')).data.problems).toMatchObject([
      { path: 'lines.unknown.finding', key: 'rule.document.countedUnknown' },
    ]);
    // Nothing of it is stored.
    expect((await stock.office.get(`/stockTake/lines?id=${id}`)).data.count).toBe(3);
  });

  test('keeps its store and location once it has begun', async () => {
    const id = await count(await newStore());
    expect(
      await stock.office.post('/stockTake/update', { id, storeId: stock.second, clearFields: [] }),
    ).toMatchObject({ status: 400 });
  });
});

test('a count begins either before or after a whole posting', async () => {
  const store = await newStore();
  const [there] = await batteries(store, 1);
  const code = stock.newCode();
  const header = { preset: 'purchase', storeId: store, enterpriseId: stock.supplier };
  const receipt = await stock.draft('/receipt', header, [{ code, kg: '400', location: 'L1' }]);
  const { pool } = stock.office.server.services;
  const gate = await pool.connect();
  const until = async (query: string) => {
    while ((await pool.query(query)).rows.length === 0) await new Promise((done) => setTimeout(done, 20));
  };
  await gate.query('begin');
  await gate.query(
    `select 1 from place_totals where place_id in (select id from places where store_id = $1) for update`,
    [store],
  );
  // The posting has written its move and waits; the new count waits for the posting.
  const posting = stock.step('/receipt', receipt, 'post');
  await until(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%place_totals%'`,
  );
  const counting = count(store, [{ code: there, location: 'L1' }]);
  await until(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
  await gate.query('commit');
  gate.release();
  expect(await posting).toMatchObject({ status: 200 });
  expect((await differences(await counting)).found).toEqual({ asBooked: 1, uncounted: 1 });
});

describe('lots', () => {
  const lot = (lotNo: string, kg: string, location = 'L1') => ({
    lotNo,
    material: 'cell',
    chemistry: 'B',
    kg,
    location,
  });

  test('are counted by mass: less, more, and at another location', async () => {
    const store = await newStore();
    await receive(store, [lot('P-1', '100'), lot('P-2', '100'), lot('P-3', '100'), lot('P-4', '60')]);
    const id = await count(store, [
      { lotNo: 'P-1', kg: '90.5', location: 'L1' },
      { lotNo: 'P-2', kg: '103', location: 'L1' },
      { lotNo: 'P-3', kg: '100', location: 'L2' },
    ]);
    const { list, found } = await differences(id);
    expect(found).toEqual({ missing: 1, uncounted: 1, surplus: 1, misplaced: 2 });
    expect(list).toContainEqual(expect.objectContaining({ lotNo: 'P-1', finding: 'missing', kg: '9.5' }));
    await post(id);
    expect(await lotOf('P-1')).toEqual({ L1: 90.5 });
    expect(await lotOf('P-2')).toEqual({ L1: 103 });
    expect(await lotOf('P-3')).toEqual({ L2: 100 });
    expect(await lotOf('P-4')).toEqual({});
    expect(await stock.step('/stockTake', id, 'void', { reason: '漏称' })).toMatchObject({ status: 200 });
    expect(await lotOf('P-1')).toEqual({ L1: 100 });
    expect(await lotOf('P-3')).toEqual({ L1: 100 });
    expect(await lotOf('P-4')).toEqual({ L1: 60 });
  });

  test('must be counted again if they have moved since the count began', async () => {
    const store = await newStore();
    await receive(store, [lot('P-5', '100')]);
    const id = await count(store, [{ lotNo: 'P-5', kg: '80', location: 'L1' }]);
    expect((await differences(id)).found).toEqual({ missing: 1 });
    await move(store, stock.second, [{ lotNo: 'P-5', kg: '20', location: 'L1' }]);
    expect((await differences(id)).found).toEqual({ moved: 1 });
    await post(id);
    expect(await lotOf('P-5')).toEqual({ L1: 100 });
  });

  test('need a location where they lie at several', async () => {
    const store = await newStore();
    await receive(store, [lot('P-6', '100'), { ...lot('P-6', '50', 'L2') }]);
    const whole = await count(store, [{ lotNo: 'P-6', kg: '149' }]);
    expect((await differences(whole)).found).toEqual({ missing: 1 });
    await add(whole, [{ lotNo: 'P-6', kg: '10', location: 'L2' }]);
    expect(await stock.approve('/stockTake', whole)).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.lotLocation' }],
    });
  });
});

test('the projections match the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
