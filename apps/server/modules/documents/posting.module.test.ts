import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestOffice, type TestOffice } from '../../testing/office.ts';

let office: TestOffice;
let store: string;
let second: string;
let supplier: string;
let customer: string;
let day: string;
beforeAll(async () => {
  office = await startTestOffice();
  store = await office.make('/store', {
    code: 'A1',
    name: '收货库',
    kind: 1,
    locations: [{ code: 'L1', maxKg: '1000' }, { code: 'L2' }],
  });
  second = await office.make('/store', { code: 'B1', name: '待用库', kind: 4, locations: [{ code: 'X1' }] });
  supplier = await office.make('/enterprise', {
    name: '某拆解厂',
    kind: 3,
    creditCode: '91350100M000100Y43',
    contact: '王小明',
    phone: '13800138000',
    region: '440305',
    address: '科技园路1号',
    permits: [{ type: 2, no: 'GD-1', issuer: '某厅', validFrom: '2024-01-01', validTo: '2029-01-01' }],
  });
  customer = await office.make('/client', { clientName: '张三', customerType: 0 });
  day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    office.server.services.clock(),
  );
});
afterAll(() => office.stop());

let serial = 0;
/** A code that nobody has used. */
const newCode = () => `04QPB12345678A6B9${String(++serial).padStart(7, '0')}`;
const line = (more: object = {}) => ({ clientKey: crypto.randomUUID(), ...more });

async function draft(path: string, header: object, lines: object[]): Promise<string> {
  const id = await office.make(path, { day, ...header });
  const saved = await office.post(`${path}/saveLines`, { id, lines });
  expect(saved, JSON.stringify(saved)).toMatchObject({ status: 200 });
  return id;
}
const step = (path: string, id: string, name: string, more: object = {}, as?: string) =>
  office.post(`${path}/step`, { id, step: name, ...more }, as);
const receive = async (codes: string[], more: object = {}) => {
  const id = await draft(
    '/receipt',
    { preset: 'purchase', storeId: store, enterpriseId: supplier },
    codes.map((code) => line({ code, kg: '400', ...more })),
  );
  return { id, reply: await step('/receipt', id, 'post') };
};
const batteryOf = async (code: string) =>
  (await office.get(`/battery/findPage?batteryCode=${code}`)).data.list[0];

describe('a receipt', () => {
  test('posts codes that nobody knows: batteries, moves, totals and a number', async () => {
    const code = newCode();
    const { reply } = await receive([code], { location: 'L2' });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(reply.data.list[0]).toMatchObject({
      status: 'posted',
      no: expect.stringMatching(/^RK\d{8}-\d{4}$/),
      pieces: 1,
      kg: '400',
    });
    expect(await batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: store, location: 'L2' });
    const { rows } = await office.server.services.pool.query(
      `select r.type, r.state from reports r join document_lines l on l.id = r.line_id where l.code = $1`,
      [code],
    );
    expect(rows).toEqual([{ type: 8, state: 1 }]);
  });

  test('posts none of its lines where one is refused, and says which', async () => {
    const [good, there] = [newCode(), newCode()];
    await receive([there], { location: 'L2' });
    const { reply } = await receive([good, there], { location: 'L2' });
    expect(reply).toMatchObject({
      status: 409,
      data: [
        { path: expect.stringMatching(/^lines\..+\.code$/), key: expect.stringContaining('inStockAlready') },
      ],
    });
    expect(await batteryOf(good)).toBeUndefined();
  });

  test('refuses more than a location bears', async () => {
    const { reply } = await receive([newCode(), newCode(), newCode()], { location: 'L1' });
    expect(reply).toMatchObject({ status: 409, data: [{ key: expect.stringContaining('locationMass') }] });
  });
});

describe('goods', () => {
  test('go to another store, out to a customer, and come back', async () => {
    const code = newCode();
    await receive([code], { location: 'L2' });
    const move = await draft('/movement', { storeId: store, toStoreId: second }, [
      line({ code, location: 'X1' }),
    ]);
    expect(await step('/movement', move, 'post')).toMatchObject({ status: 200 });
    expect(await batteryOf(code)).toMatchObject({ storeId: second, location: 'X1' });

    const sale = await draft('/issue', { preset: 'sale', storeId: second, customerId: customer }, [
      line({ code }),
    ]);
    expect(await step('/issue', sale, 'submit')).toMatchObject({ status: 200 });
    expect(await step('/issue', sale, 'approve')).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.fourEyes' }],
    });
    const other = await office.staff(5200, 5206);
    expect(await step('/issue', sale, 'approve', {}, other)).toMatchObject({ status: 200 });
    expect(await batteryOf(code)).toMatchObject({ state: 'sold', storeId: null });

    const back = await draft('/receipt', { preset: 'return', storeId: store, customerId: customer }, [
      line({ code }),
    ]);
    expect(await step('/receipt', back, 'post')).toMatchObject({ status: 200 });
    expect(await batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: store });
  });

  test('are posted once when fifty people post them at once; the others read who was first', async () => {
    const code = newCode();
    await receive([code], { location: 'L2' });
    const ids = await Promise.all(
      Array.from({ length: 50 }, () =>
        draft('/movement', { storeId: store, toStoreId: second }, [line({ code, location: 'X1' })]),
      ),
    );
    const replies = await Promise.all(ids.map((id) => step('/movement', id, 'post')));
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
    const code = newCode();
    const { id } = await receive([code], { location: 'L2' });
    const reply = await step('/receipt', id, 'void', { reason: '重复录入' });
    expect(reply, JSON.stringify(reply)).toMatchObject({
      status: 200,
      data: { list: [{ status: 'voided' }] },
    });
    expect(await batteryOf(code)).toMatchObject({ state: 'registered', storeId: null });
    expect((await receive([code], { location: 'L2' })).reply).toMatchObject({ status: 200 });
  });

  test('is refused once goods have moved on, and names the document', async () => {
    const code = newCode();
    const { id } = await receive([code], { location: 'L2' });
    const move = await draft('/movement', { storeId: store, toStoreId: second }, [
      line({ code, location: 'X1' }),
    ]);
    const moved = await step('/movement', move, 'post');
    expect(await step('/receipt', id, 'void')).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining(moved.data.list[0].no) }],
    });
  });
});

describe('lots', () => {
  test('are received and issued by mass, never more than there is', async () => {
    const receipt = await draft('/receipt', { preset: 'purchase', storeId: store, enterpriseId: supplier }, [
      line({ lotNo: 'LOT-1', material: 'cell', chemistry: 'B', kg: '1200.5', location: 'L2' }),
    ]);
    const posted = await step('/receipt', receipt, 'post');
    expect(posted, JSON.stringify(posted)).toMatchObject({ status: 200 });
    const take = async (kg: string) => {
      const id = await draft('/issue', { preset: 'production', storeId: store }, [
        line({ lotNo: 'LOT-1', kg }),
      ]);
      await step('/issue', id, 'submit');
      return step('/issue', id, 'approve', {}, await office.staff(5200, 5206));
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
