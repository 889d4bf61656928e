import { productOf, rightOf } from '@voltloop/resource-kit';
import { order } from '@voltloop/resources/order/order.resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { startTestStock } from '../../../../testing/stock.ts';

const stock = setUp(startTestStock);
let office: TestOffice;
let company: string;
let person: string;
beforeAll(async () => {
  office = stock.office;
  company = await office.make('/client', {
    clientName: '厦门某公司',
    customerType: 1,
  });
  person = await office.make('/client', { clientName: '张三', customerType: 0 });
});

const insert = (more: object = {}) =>
  office.post('/order/insert', { clientId: person, productType: 1, quantity: 10, ...more });
/** Ships this many pieces of an order. @returns the issue */
const ship = async (orderId: string, pieces: number): Promise<string> => {
  const codes = Array.from({ length: pieces }, () => stock.newCode());
  await stock.receive(codes.map((code) => ({ code, kg: '10' })));
  const { id, reply } = await stock.issue(
    { preset: 'sale', customerId: person, orderId },
    codes.map((code) => ({ code })),
  );
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return id;
};
let codes = 0;
const category = (productType: number) => {
  const categoryCode = `Z${++codes}`;
  return office.make('/DeviceCategory', { categoryName: `类别 ${categoryCode}`, categoryCode, productType });
};

describe('an order', () => {
  test('requires customer, product type and quantity, and derives the rest', async () => {
    const { data } = await insert({ unitPrice: '0.1', quantity: 3 });
    expect(data).toMatchObject({
      orderNo: expect.stringMatching(/^20\d{6}\d{4}$/),
      customerType: 0,
      shippedQuantity: 0,
      amount: '0.3',
      state: '1',
      status: 1,
    });
    expect(await office.post('/order/insert', {})).toMatchObject({
      status: 400,
      data: [{ path: 'clientId', key: 'resource.required' }],
    });
    expect(await office.post('/order/insert', { clientId: person })).toMatchObject({
      status: 400,
      data: ['productType', 'quantity'].map((path) => ({ path, key: 'resource.required' })),
    });
  });

  test('has an amount with two decimals, exact even if very large, and equal to that of the form', async () => {
    const { data } = await insert({ quantity: 9_999_999, unitPrice: '9999998.9999' });
    expect(data.amount).toBe('99999979999001');
    for (const [quantity, unitPrice] of [
      [12, '123.4567'],
      [1, '0.005'],
      [3, '1.115'],
    ] as const) {
      const changed = await office.post('/order/update', { id: data.id, quantity, unitPrice });
      expect(changed.data.amount).toBe(productOf(2, 'quantity', 'unitPrice').of({ quantity, unitPrice }));
    }
    const without = await office.post('/order/update', { id: data.id, clearFields: ['unitPrice'] });
    expect(without.data.amount).toBeNull();
  });

  test('has a unique number, even with forty made concurrently; each tenant counts separately', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => insert()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const numbers = replies.map(({ data }) => data.orderNo as string);
    expect(new Set(numbers).size).toBe(40);
    const { data } = await office.post(
      '/client/insert',
      { clientName: '李四', customerType: 0 },
      office.stranger,
    );
    const theirs = await office.post(
      '/order/insert',
      { clientId: data.id, productType: 1, quantity: 1 },
      office.stranger,
    );
    expect(theirs.data.orderNo.slice(8)).toBe('0001');
  });

  test('ignores number, state, shipped quantity and amount of a request', async () => {
    const { data } = await insert({
      orderNo: 'MINE',
      state: '3',
      shippedQuantity: 5,
      amount: '1',
      status: 2,
    });
    expect(data).toMatchObject({ state: '1', shippedQuantity: 0, amount: null, status: 1 });
    expect(data.orderNo).not.toBe('MINE');
  });

  test('changes its state with its shipments', async () => {
    const { data } = await insert({ quantity: 3 });
    const state = async () => (await office.get(`/order/findById?id=${data.id}`)).data.state;
    expect(await state()).toBe('1');
    const first = await ship(data.id, 1);
    expect(await state()).toBe('2');
    const rest = await ship(data.id, 2);
    expect(await state()).toBe('3');
    for (const id of [first, rest])
      expect((await stock.step('/issue', id, 'void', { reason: '错发' })).status).toBe(200);
    expect(await state()).toBe('1');
  });

  test('is edited and deleted only while nothing is shipped', async () => {
    const { data } = await insert();
    const issue = await ship(data.id, 1);
    const edit = await office.post('/order/update', { id: data.id, quantity: 20 });
    expect(edit).toMatchObject({ status: 400, data: [{ path: 'state', key: 'rule.order.shipped' }] });
    expect((await office.post('/order/delete', { ids: [data.id], cause: 'mistake' })).status).toBe(409);
    await stock.step('/issue', issue, 'void', { reason: '错发' });
    expect((await office.post('/order/update', { id: data.id, quantity: 20 })).status).toBe(200);
    const other = await insert();
    expect((await office.post('/order/delete', { ids: [other.data.id], cause: 'mistake' })).status).toBe(200);
  });

  test('has a customer of its type and of this tenant', async () => {
    expect(await insert({ customerType: 1 })).toMatchObject({ status: 400, data: [{ path: 'clientId' }] });
    expect(await insert({ customerType: 1, clientId: company })).toMatchObject({ status: 200 });
    const { data } = await office.post(
      '/client/insert',
      { clientName: '别人', customerType: 0 },
      office.stranger,
    );
    for (const clientId of [data.id, crypto.randomUUID()])
      expect(await insert({ clientId })).toMatchObject({
        status: 400,
        data: [{ path: 'clientId', key: 'resource.noReference' }],
      });
  });

  test('has an enabled category of its product type, and a matching form of use', async () => {
    const [pack, cell] = [await category(1), await category(3)];
    expect((await insert({ categoryId: pack, cascadeType: 2 })).status).toBe(200);
    expect(await insert({ categoryId: cell })).toMatchObject({
      status: 400,
      data: [{ path: 'categoryId' }, { path: 'lines.0.categoryId' }],
    });
    for (const [productType, cascadeType] of [
      [1, 3],
      [2, 1],
      [3, 1],
      [3, 2],
    ])
      expect(await insert({ productType, cascadeType })).toMatchObject({
        status: 400,
        data: ['cascadeType', 'lines.0.cascadeType'].map((path) => ({ path, key: 'rule.order.cascadeType' })),
      });
    await office.server.services.pool.query('update device_categories set status = 2 where id = $1', [pack]);
    expect(await insert({ categoryId: pack })).toMatchObject({
      status: 400,
      data: ['categoryId', 'lines.0.categoryId'].map((path) => ({
        path,
        key: 'rule.order.categoryDisabled',
      })),
    });
  });

  test('refuses invalid quantities', async () => {
    for (const quantity of [0, -1, 1e9, 1.5, Number.MAX_SAFE_INTEGER, '1e3', '<script>', [], {}, true])
      expect([quantity, (await insert({ quantity })).status]).toEqual([quantity, 400]);
    expect((await insert({ quantity: ' 12 ' })).data.quantity).toBe(12);
  });
});

describe('the lines of an order', () => {
  const pack = { productType: 1, unit: 'piece', quantity: '3', unitPrice: '0.335' };
  const cells = { productType: 3, unit: 'kg', quantity: '12.5', unitPrice: '8.1' };

  test('are a single line if only the flat fields were given, and follow them', async () => {
    const { data } = await insert({ quantity: 2, unitPrice: '1.5', cascadeType: 1 });
    const line = {
      productType: 1,
      cascadeType: 1,
      unit: 'piece',
      quantity: '2',
      unitPrice: '1.5',
      amount: '3',
    };
    expect(data.lines).toEqual([line]);
    const update = { id: data.id, quantity: 3, clearFields: ['cascadeType'] };
    const changed = (await office.post('/order/update', update)).data;
    expect(changed).toMatchObject({ quantity: 3, cascadeType: null, amount: '4.5' });
    expect(changed.lines).toEqual([
      { productType: 1, unit: 'piece', quantity: '3', unitPrice: '1.5', amount: '4.5' },
    ]);
  });

  test('determine the flat fields, and their amounts are rounded one by one', async () => {
    const given = { clientId: person, lines: [pack, cells, { ...pack, quantity: '1', amount: '99' }] };
    const { data } = await office.post('/order/insert', given);
    expect(data).toMatchObject({ productType: 1, quantity: 4, unitPrice: null, amount: '102.6', state: '1' });
    expect(data.lines.map(({ amount }: { amount: string }) => amount)).toEqual(['1.01', '101.25', '0.34']);
    const only = (await office.post('/order/update', { id: data.id, lines: [cells] })).data;
    expect(only).toMatchObject({ productType: 3, quantity: 13, unitPrice: '8.1', amount: '101.25' });
    expect((await office.get(`/order/findByOrderNo?orderNo=${data.orderNo}`)).data).toEqual(only);
  });

  test('are exported with the unit of their quantity', async () => {
    const metal = { material: 'black_mass', unit: 'metal', quantity: '7', liPct: '3', liPrice: '2700' };
    const made = await Promise.all(
      [[pack], [cells, pack], [metal]].map((lines) => office.make('/order', { clientId: person, lines })),
    );
    const rows = async (language: string) => {
      const { body } = await office.server.app.inject({
        url: `/order/exportExcel?format=csv&language=${language}&ids=${made.join(',')}&sort=quantity&columns=quantity,shippedQuantity,amount`,
        headers: { authorization: `Bearer ${office.token}` },
      });
      return body.replace('\uFEFF', '').trim().split('\r\n');
    };
    expect(await rows('zh')).toEqual([
      '订购数量,已出库数量,计量单位,金额合计 (¥)',
      '3,0,件,1.01',
      '7,0,kg,56.7',
      '13,0,kg,102.26',
    ]);
    expect((await rows('en')).slice(0, 2)).toEqual(['Quantity,Shipped,Unit,Amount (¥)', '3,0,Pieces,1.01']);
  });

  test('are not changed by flat fields if there are several', async () => {
    const { data } = await office.post('/order/insert', { clientId: person, lines: [pack, cells] });
    expect(await office.post('/order/update', { id: data.id, quantity: 9 })).toMatchObject({
      status: 400,
      data: [{ path: 'quantity', key: 'rule.order.severalLines' }],
    });
    const whole = await office.post('/order/update', { ...data, remark: '整行回传' });
    expect(whole).toMatchObject({ status: 200, data: { lines: data.lines, remark: '整行回传' } });
  });

  test('are refused with an error at an invalid category or form of use', async () => {
    const lines = [pack, { ...cells, cascadeType: 1 }, { ...pack, categoryId: await category(3) }];
    expect(await office.post('/order/insert', { clientId: person, lines })).toMatchObject({
      status: 400,
      data: [{ path: 'lines.2.categoryId', key: 'resource.notAmong' }],
    });
    expect(await office.post('/order/insert', { clientId: person, lines: lines.slice(0, 2) })).toMatchObject({
      status: 400,
      data: [{ path: 'lines.1.cascadeType', key: 'rule.order.cascadeType' }],
    });
  });

  test('prevent the deletion of their category', async () => {
    const categoryId = await category(1);
    await office.post('/order/insert', { clientId: person, lines: [cells, { ...pack, categoryId }] });
    expect(
      (await office.post('/DeviceCategory/delete', { ids: [categoryId], cause: 'mistake' })).status,
    ).toBe(409);
  });
});

describe('closing an order short', () => {
  const step = (id: string, name: string, reason?: string) =>
    office.post('/order/step', { id, step: name, ...(reason ? { reason } : {}) });

  test('ends a partly shipped order with a reason, until it is reopened', async () => {
    const { data } = await insert({ quantity: 2 });
    expect(await step(data.id, 'close', '客户不再需要')).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0.state', key: 'rule.order.notPartly' }],
    });
    await ship(data.id, 1);
    expect(await step(data.id, 'close')).toMatchObject({
      status: 400,
      data: [{ path: 'reason', key: 'resource.required' }],
    });
    expect(await step(data.id, 'close', '客户不再需要')).toMatchObject({
      data: { list: [{ status: 3, state: '2' }] },
    });
    const [last] = (await office.get(`/order/history?id=${data.id}`)).data;
    expect(last).toMatchObject({ step: 'close', reason: '客户不再需要' });
    const code = stock.newCode();
    await stock.receive([{ code, kg: '10' }]);
    const sale = { preset: 'sale', customerId: person, orderId: data.id };
    const refused = await stock.issue(sale, [{ code }]);
    expect(refused.reply).toMatchObject({
      status: 409,
      data: [{ path: 'orderId', key: 'rule.document.orderClosed' }],
    });
    await stock.step('/issue', refused.id, 'return', {}, stock.approver);
    expect(await step(data.id, 'reopen')).toMatchObject({ data: { list: [{ status: 1 }] } });
    expect((await stock.issue(sale, [{ code }])).reply).toMatchObject({ status: 200 });
  });
});

describe('findByOrderNo', () => {
  test('finds one order by its full number', async () => {
    const { data } = await insert({ address: '福建省厦门市思明区湖滨南路1号' });
    const found = await office.get(`/order/findByOrderNo?orderNo=${data.orderNo}`);
    expect(found.data).toEqual(data);
    for (const no of [data.orderNo.slice(0, 11), '%25', 'x'])
      expect([no, (await office.get(`/order/findByOrderNo?orderNo=${no}`)).status]).toEqual([no, 404]);
    for (const query of ['', '?orderNo=', `?orderNo=${'1'.repeat(21)}`])
      expect([query, (await office.get(`/order/findByOrderNo${query}`)).status]).toEqual([query, 400]);
  });

  test('masks the address without the right to personal data', async () => {
    const { data } = await insert({ address: '福建省厦门市思明区湖滨南路1号' });
    const path = `/order/findByOrderNo?orderNo=${data.orderNo}`;
    const reader = await office.staff(rightOf(order));
    expect((await office.get(path, reader)).data.address).toContain('*');
  });
});

describe('cancel', () => {
  test('prevents everything but reading and deleting the order', async () => {
    const { data } = await insert();
    const cancelled = await office.post('/order/cancel', { id: data.id });
    expect(cancelled).toMatchObject({ status: 200, data: { id: data.id, status: 2, state: '1' } });
    expect((await office.post('/order/cancel', { id: data.id })).status).toBe(409);
    expect((await office.post('/order/update', { id: data.id, quantity: 2 })).status).toBe(409);
    expect((await office.get(`/order/findByOrderNo?orderNo=${data.orderNo}`)).data.status).toBe(2);
  });

  test('is refused after a shipment', async () => {
    const { data } = await insert();
    await ship(data.id, 1);
    expect(await office.post('/order/cancel', { id: data.id })).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0.state', key: 'rule.order.shipped' }],
    });
  });

  test('requires an existing order', async () => {
    const { data } = await insert();
    const cancel = (id: unknown) => office.post('/order/cancel', { id });
    expect((await cancel(crypto.randomUUID())).status).toBe(404);
    for (const id of [data.orderNo, '', null, 1]) expect((await cancel(id)).status).toBe(400);
  });
});

test('the list of a customer’s orders has their numbers, up to 99999 at once', async () => {
  const other = await office.make('/client', { clientName: '赵六', customerType: 0 });
  for (let i = 0; i < 3; i++) await insert({ clientId: other });
  for (const size of [10, 999, 99_999]) {
    const { data } = await office.get(`/order/findPage?page=1&size=${size}&clientId=${other}`);
    expect(data.total).toBe(3);
    for (const row of data.list) expect(row).toMatchObject({ orderNo: expect.any(String), clientId: other });
  }
  expect((await office.get('/order/findPage?clientId=1')).status).toBe(400);
  expect((await office.get('/client/findPage?page=1&size=99999&customerType=0')).data.list).not.toHaveLength(
    0,
  );
});

test('a customer with orders is not deleted', async () => {
  expect((await office.post('/client/delete', { ids: [person], cause: 'mistake' })).status).toBe(409);
});
