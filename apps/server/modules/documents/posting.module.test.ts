import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestOffice } from '../../testing/office.ts';
import { startTestStock, type TestStock } from '../../testing/stock.ts';

let stock: TestStock;
let office: TestOffice;
beforeAll(async () => {
  stock = await startTestStock([{ code: 'L1', maxKg: '1000' }, { code: 'L2' }]);
  ({ office } = stock);
});
afterAll(() => office.stop());

const receive = (codes: string[], more: object = {}) =>
  stock.receive(codes.map((code) => ({ code, kg: '400', ...more })));
const move = (code: string) =>
  stock.draft('/movement', { storeId: stock.store, toStoreId: stock.second }, [{ code, location: 'L1' }]);

describe('a receipt', () => {
  test('posts codes that nobody knows: batteries, moves, totals and a number', async () => {
    const code = stock.newCode();
    const { reply } = await receive([code], { location: 'L2' });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(reply.data.list[0]).toMatchObject({
      status: 'posted',
      no: expect.stringMatching(/^RK\d{8}-\d{4}$/),
      pieces: 1,
      kg: '400',
    });
    expect(await stock.batteryOf(code)).toMatchObject({
      state: 'in_stock',
      storeId: stock.store,
      location: 'L2',
    });
    const { rows } = await office.server.services.pool.query(
      `select r.type, r.state from reports r join document_lines l on l.id = r.line_id where l.code = $1`,
      [code],
    );
    expect(rows).toEqual([{ type: 8, state: 1 }]);
  });

  test('posts none of its lines where one is refused, and says which', async () => {
    const [good, there] = [stock.newCode(), stock.newCode()];
    await receive([there], { location: 'L2' });
    const { reply } = await receive([good, there], { location: 'L2' });
    expect(reply).toMatchObject({
      status: 409,
      data: [
        { path: expect.stringMatching(/^lines\..+\.code$/), key: expect.stringContaining('inStockAlready') },
      ],
    });
    expect(await stock.batteryOf(good)).toBeUndefined();
  });

  test('refuses more than a location bears', async () => {
    const { reply } = await receive([stock.newCode(), stock.newCode(), stock.newCode()], { location: 'L1' });
    expect(reply).toMatchObject({ status: 409, data: [{ key: expect.stringContaining('locationMass') }] });
  });
});

describe('goods', () => {
  test('go to another store, out to a customer, and come back', async () => {
    const code = stock.newCode();
    await receive([code], { location: 'L2' });
    const moving = await move(code);
    expect(await stock.step('/movement', moving, 'post')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(code)).toMatchObject({ storeId: stock.second, location: 'L1' });

    const sale = await stock.draft(
      '/issue',
      { preset: 'sale', storeId: stock.second, customerId: stock.customer },
      [{ code }],
    );
    expect(await stock.step('/issue', sale, 'submit')).toMatchObject({ status: 200 });
    expect(await stock.step('/issue', sale, 'approve')).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.fourEyes' }],
    });
    const other = await office.staff(5200, 5206);
    expect(await stock.step('/issue', sale, 'approve', {}, other)).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'sold', storeId: null });

    const back = await stock.draft(
      '/receipt',
      { preset: 'return', storeId: stock.store, customerId: stock.customer },
      [{ code }],
    );
    expect(await stock.step('/receipt', back, 'post')).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: stock.store });
  });

  test('are posted once when fifty people post them at once; the others read who was first', async () => {
    const code = stock.newCode();
    await receive([code], { location: 'L2' });
    const ids = await Promise.all(Array.from({ length: 50 }, () => move(code)));
    const replies = await Promise.all(ids.map((id) => stock.step('/movement', id, 'post')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [winner] = replies.flatMap(({ status, data }) => (status === 200 ? data.list[0].no : []));
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expect(reply.status).toBe(409);
      if (reply.data?.[0]) expect(reply.data[0].key).toContain(`no=${winner}`);
    }
  });
});

describe('a void', () => {
  test('takes everything back by a counter-document with a number of its own', async () => {
    const code = stock.newCode();
    const { id } = await receive([code], { location: 'L2' });
    const reply = await stock.step('/receipt', id, 'void', { reason: '重复录入' });
    expect(reply, JSON.stringify(reply)).toMatchObject({
      status: 200,
      data: { list: [{ status: 'voided' }] },
    });
    expect(await stock.batteryOf(code)).toMatchObject({ state: 'registered', storeId: null });
    expect((await receive([code], { location: 'L2' })).reply).toMatchObject({ status: 200 });
  });

  test('is refused once goods have moved on, and names the document', async () => {
    const code = stock.newCode();
    const { id } = await receive([code], { location: 'L2' });
    const moving = await move(code);
    const moved = await stock.step('/movement', moving, 'post');
    expect(await stock.step('/receipt', id, 'void')).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining(moved.data.list[0].no) }],
    });
  });
});

describe('lots', () => {
  test('are received and issued by mass, never more than there is', async () => {
    const receipt = await stock.draft(
      '/receipt',
      { preset: 'purchase', storeId: stock.store, enterpriseId: stock.supplier },
      [{ lotNo: 'LOT-1', material: 'cell', chemistry: 'B', kg: '1200.5', location: 'L2' }],
    );
    const posted = await stock.step('/receipt', receipt, 'post');
    expect(posted, JSON.stringify(posted)).toMatchObject({ status: 200 });
    const take = async (kg: string) => {
      const id = await stock.draft('/issue', { preset: 'production', storeId: stock.store }, [
        { lotNo: 'LOT-1', kg },
      ]);
      await stock.step('/issue', id, 'submit');
      return stock.step('/issue', id, 'approve', {}, await office.staff(5200, 5206));
    };
    expect(await take('1000.25')).toMatchObject({ status: 200 });
    expect(await take('200.251')).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.lotShort?there=200.25' }],
    });
    expect(await take('200.25')).toMatchObject({ status: 200 });
  });
});

test('moves are never changed or deleted', async () => {
  const { pool } = office.server.services;
  await expect(pool.query('update moves set kg = 0')).rejects.toThrow('never changed');
  await expect(pool.query('delete from moves')).rejects.toThrow('never changed');
});
