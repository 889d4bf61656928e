import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

const newOrder = (quantity: number, clientId = stock.customer) =>
  stock.office.make('/order', { clientId, productType: 1, quantity });
const orderOf = async (id: string) => {
  const { shippedQuantity, state } = (await stock.office.get(`/order/findById?id=${id}`)).data;
  return { shippedQuantity, state };
};
/** Batteries in the first store. */
const batteries = async (count: number) => {
  const codes = Array.from({ length: count }, () => stock.newCode());
  const { reply } = await stock.receive(codes.map((code) => ({ code, kg: '10' })));
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return codes;
};
const sell = (orderId: string, codes: readonly string[]) =>
  stock.issue(
    { preset: 'sale', customerId: stock.customer, orderId },
    codes.map((code) => ({ code })),
  );

describe('an order', () => {
  test('is shipped partly or fully by posted issues, and their voids reverse that', async () => {
    const order = await newOrder(3);
    const codes = await batteries(3);
    const first = await sell(order, codes.slice(0, 2));
    expect(first.reply, JSON.stringify(first.reply)).toMatchObject({ status: 200 });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 2, state: '2' });
    expect((await sell(order, codes.slice(2))).reply).toMatchObject({ status: 200 });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 3, state: '3' });
    expect(await stock.step('/issue', first.id, 'void', { reason: '错发' })).toMatchObject({ status: 200 });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 1, state: '2' });
    expect((await sell(order, codes.slice(0, 2))).reply).toMatchObject({ status: 200 });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 3, state: '3' });
  });

  test('records in its history which document shipped it', async () => {
    const order = await newOrder(1);
    const { reply } = await sell(order, await batteries(1));
    const { rows } = await stock.office.server.services.pool.query(
      `select details from audit where action = 'order.ship' and object_id = $1`,
      [order],
    );
    expect(rows).toEqual([
      {
        details: {
          no: reply.data.list[0].no,
          changes: { shippedQuantity: { from: 0, to: 1 }, state: { from: '1', to: '3' } },
        },
      },
    ]);
  });

  test('is not shipped by a draft or a check', async () => {
    const order = await newOrder(1);
    const [code] = await batteries(1);
    const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId: order };
    const id = await stock.draft('/issue', header, [{ code }]);
    expect((await stock.office.post('/issue/check', { id })).data.problems).toEqual([]);
    await stock.step('/issue', id, 'submit');
    expect(await orderOf(order)).toEqual({ shippedQuantity: 0, state: '1' });
  });

  test('accepts no more than the ordered quantity, and the refusal states the open one', async () => {
    const order = await newOrder(2);
    const codes = await batteries(4);
    await sell(order, codes.slice(0, 1));
    expect((await sell(order, codes.slice(1, 3))).reply).toMatchObject({
      status: 409,
      data: [{ path: 'orderId', key: 'rule.document.overShipped?line=1&open=1' }],
    });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 1, state: '2' });
    expect(await stock.batteryOf(codes[1] as string)).toMatchObject({ state: 'in_stock' });
  });

  test('is not shipped once it is cancelled', async () => {
    const order = await newOrder(1);
    expect((await stock.office.post('/order/cancel', { id: order })).status).toBe(200);
    expect((await sell(order, await batteries(1))).reply).toMatchObject({
      status: 409,
      data: [{ path: 'orderId', key: 'rule.document.orderCancelled' }],
    });
  });

  test('is shipped only to its own customer, even if that changed after the submission', async () => {
    const other = await stock.office.make('/client', { clientName: '李四', customerType: 0 });
    const order = await newOrder(1);
    const [code] = await batteries(1);
    const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId: order };
    const id = await stock.draft('/issue', header, [{ code }]);
    expect((await stock.step('/issue', id, 'submit')).status).toBe(200);
    expect((await stock.office.post('/order/update', { id: order, clientId: other })).status).toBe(200);
    expect(await stock.step('/issue', id, 'approve', {}, stock.approver)).toMatchObject({
      status: 409,
      data: [{ path: 'orderId', key: 'rule.document.orderOfOther' }],
    });
    expect(await stock.office.post('/issue/insert', { day: stock.day, ...header })).toMatchObject({
      status: 400,
      data: [{ path: 'orderId' }],
    });
  });

  test('by piece accepts no goods by mass', async () => {
    const order = await newOrder(1);
    await stock.receive([{ lotNo: 'O-1', material: 'cell', chemistry: 'B', kg: '50' }]);
    const header = { preset: 'sale', customerId: stock.customer };
    expect(
      (await stock.issue({ ...header, orderId: order }, [{ lotNo: 'O-1', kg: '10' }])).reply,
    ).toMatchObject({ status: 409, data: [{ key: 'rule.document.notOrdered' }] });
    expect((await stock.issue(header, [{ lotNo: 'O-1', kg: '10' }])).reply).toMatchObject({ status: 200 });
  });

  test('belongs to sales: other kinds of issue do not store it', async () => {
    const order = await newOrder(1);
    const { reply } = await stock.issue(
      { preset: 'supplier', enterpriseId: stock.supplier, customerId: stock.customer, orderId: order },
      (await batteries(1)).map((code) => ({ code })),
    );
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await orderOf(order)).toEqual({ shippedQuantity: 0, state: '1' });
  });
});

/** Shipped and returned quantity of each line, `2/1`. */
const progressOf = async (id: string): Promise<string[]> =>
  (await stock.office.get(`/order/progress?id=${id}`)).data.lines.map(
    ({ shipped, returned }: { shipped: string; returned: string }) => `${shipped}/${returned}`,
  );
const orderOfLines = (lines: readonly object[], more: object = {}) =>
  stock.office.make('/order', { clientId: stock.customer, lines, ...more });
const bringBack = async (lines: readonly object[], customerId = stock.customer) => {
  const header = { preset: 'return', storeId: stock.store, customerId };
  const id = await stock.draft('/receipt', header, lines);
  return { id, reply: await stock.step('/receipt', id, 'post') };
};
let lots = 0;
/** A new lot of cells in the first store. */
const newLot = async (kg: string) => {
  const lotNo = `LOT-${++lots}`;
  await stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg }]);
  return lotNo;
};

describe('the lines of an order', () => {
  const packs = { productType: 1, unit: 'piece', quantity: '2', unitPrice: '1000' };
  const cells = { productType: 3, unit: 'kg', quantity: '1000', unitPrice: '8.1' };

  test('are shipped side by side, in two parts', async () => {
    const order = await orderOfLines([packs, cells]);
    const [lotNo, codes] = [await newLot('1000'), await batteries(2)];
    const header = { preset: 'sale', customerId: stock.customer, orderId: order };
    const first = [{ code: codes[0] }, { lotNo, kg: '400' }];
    expect((await stock.issue(header, first)).reply).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['1/0', '400/0']);
    expect(await orderOf(order)).toEqual({ shippedQuantity: 1, state: '2' });
    const second = [{ code: codes[1] }, { lotNo, kg: '595' }];
    expect((await stock.issue(header, second)).reply).toMatchObject({ status: 200 });
    // Within the tolerance of 1 %, 995 of 1000 kg complete the line.
    expect(await orderOf(order)).toEqual({ shippedQuantity: 2, state: '3' });
    const { data } = await stock.office.get(`/order/progress?id=${order}`);
    expect(data).toMatchObject({ amount: '10100', shippedAmount: '10059.5' });
  });

  test('take only matching goods up to their quantity, and the refusal names the line', async () => {
    const order = await orderOfLines([packs, { ...cells, quantity: '100' }], { tolerancePct: '2' });
    const lotNo = await newLot('200');
    const header = { preset: 'sale', customerId: stock.customer, orderId: order };
    const codes = await batteries(3);
    const all = [...codes.map((code) => ({ code })), { lotNo, kg: '102.001' }];
    const { id, reply } = await stock.issue(header, all);
    expect(reply).toMatchObject({
      status: 409,
      data: [
        { path: 'orderId', key: 'rule.document.overShipped?line=1&open=2' },
        { path: 'orderId', key: 'rule.document.overShippedBy?line=2&open=100&unit=kg' },
      ],
    });
    await stock.step('/issue', id, 'cancel', { reason: '超出订单' });
    const modules = await orderOfLines([{ ...packs, productType: 2 }]);
    expect((await stock.issue({ ...header, orderId: modules }, [{ code: codes[0] }])).reply).toMatchObject({
      status: 409,
      data: [{ path: expect.stringMatching(/^lines\..+\.code$/), key: 'rule.document.notOrdered' }],
    });
    expect((await stock.issue(header, [{ lotNo, kg: '102' }])).reply).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['0/0', '102/0']);
  });

  test('by mass are shipped together by one line of goods', async () => {
    const lotNo = 'TWO-LINES';
    await stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg: '10' }]);
    const kg = { productType: 3, unit: 'kg', quantity: '3' };
    const orderId = await stock.office.make('/order', {
      clientId: stock.customer,
      lines: [
        { ...kg, unitPrice: '10' },
        { ...kg, unitPrice: '12' },
      ],
    });
    const header = { preset: 'sale', customerId: stock.customer, orderId };
    const { id, reply } = await stock.issue(header, [{ lotNo, kg: '5' }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200, data: { list: [{ kg: '5' }] } });
    const { data } = await stock.office.get(`/issue/lines?id=${id}`);
    expect(data.list.map((each: { kg: string }) => each.kg)).toEqual(['3', '2']);
    const { rows } = await stock.office.server.services.pool.query(
      `select order_place, trim_scale(quantity)::text as kg, trim_scale(unit_price)::text as price from deliveries
        where document_id = $1 order by 1`,
      [id],
    );
    expect(rows).toEqual([
      { order_place: 1, kg: '3', price: '10' },
      { order_place: 2, kg: '2', price: '12' },
    ]);
  });

  test('by energy count the rated energy of batteries', async () => {
    const order = await orderOfLines([{ ...packs, unit: 'kwh', quantity: '60.5' }]);
    const [full, unknown] = await batteries(2);
    const battery = await stock.batteryOf(full as string);
    await stock.office.post('/battery/update', { id: battery.id, ratedEnergyKwh: '60.5' });
    const header = { preset: 'sale', customerId: stock.customer, orderId: order };
    expect((await stock.issue(header, [{ code: unknown }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.energyMissing' }],
    });
    expect((await stock.issue(header, [{ code: full }])).reply).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['60.5/0']);
    expect(await orderOf(order)).toMatchObject({ state: '3' });
  });
});

describe('goods that a customer returns', () => {
  test('stay shipped and are counted separately, until the return is voided', async () => {
    const order = await newOrder(2);
    const codes = await batteries(2);
    await sell(order, codes);
    const back = await bringBack([{ code: codes[1] }]);
    expect(back.reply, JSON.stringify(back.reply)).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['2/1']);
    expect(await orderOf(order)).toEqual({ shippedQuantity: 2, state: '2' });
    await stock.step('/receipt', back.id, 'void', { reason: '录错' });
    expect(await progressOf(order)).toEqual(['2/0']);
    const again = await bringBack([{ code: codes[1] }]);
    expect(again.reply, JSON.stringify(again.reply)).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['2/1']);
  });

  test('by mass are counted against the oldest delivery of the lot, and prevent voiding its sale', async () => {
    const order = await orderOfLines([{ productType: 3, unit: 'kg', quantity: '50' }]);
    const lotNo = await newLot('100');
    const header = { preset: 'sale', customerId: stock.customer, orderId: order };
    const sale = await stock.issue(header, [{ lotNo, kg: '30' }]);
    await stock.issue(header, [{ lotNo, kg: '20' }]);
    const back = await bringBack([{ lotNo, material: 'cell', kg: '10' }]);
    expect(await progressOf(order)).toEqual(['50/10']);
    expect(await stock.step('/issue', sale.id, 'void', { reason: '错发' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.returned' }],
    });
    await stock.step('/receipt', back.id, 'void', { reason: '录错' });
    expect(await stock.step('/issue', sale.id, 'void', { reason: '错发' })).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['20/0']);
  });

  test('of a sale without an order, or to another customer, leave orders unchanged', async () => {
    const order = await newOrder(1);
    const [free, ordered] = await batteries(2);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: free }]);
    await sell(order, [ordered as string]);
    const other = await stock.office.make('/client', { clientName: '王五', customerType: 0 });
    expect((await bringBack([{ code: free }])).reply).toMatchObject({ status: 200 });
    const wrong = await bringBack([{ code: ordered }], other);
    const warning = {
      path: expect.stringMatching(/^lines\..+\.code$/),
      key: `rule.document.notDelivered?goods=${ordered}`,
    };
    expect(wrong.reply).toMatchObject({ status: 409, data: [warning] });
    const confirmed = wrong.reply.data;
    expect(await stock.step('/receipt', wrong.id, 'post', { confirmed })).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['1/0']);
  });

  test('by mass may cover several deliveries, the oldest first', async () => {
    const order = await orderOfLines([{ productType: 3, unit: 'kg', quantity: '10', unitPrice: '100' }]);
    const lotNo = await newLot('100');
    const header = { preset: 'sale', customerId: stock.customer, orderId: order };
    for (const kg of ['3', '3']) await stock.issue(header, [{ lotNo, kg }]);
    const back = await bringBack([{ lotNo, material: 'cell', kg: '5' }]);
    expect(back.reply, JSON.stringify(back.reply)).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['6/5']);
    const open = `/invoice/openDeliveries?clientId=${stock.customer}&orderId=${order}`;
    expect((await stock.office.get(open)).data).toMatchObject({ list: [{ open: '1' }], open: '100' });
    const { list } = (await stock.office.get(`/receipt/lines?id=${back.id}`)).data;
    expect(list.map(({ kg }: { kg: string }) => kg)).toEqual(['3', '2']);
    expect((await stock.step('/receipt', back.id, 'void', { reason: '录错' })).status).toBe(200);
    expect(await progressOf(order)).toEqual(['6/0']);
  });

  test('by mass beyond their deliveries, or before them, need confirmation of exactly the remainder', async () => {
    const lotNo = await newLot('100');
    const header = { preset: 'sale', customerId: stock.customer };
    for (const kg of ['30', '20']) await stock.issue(header, [{ lotNo, kg }]);
    const left = (kg: string, rest: string) => ({
      status: 409,
      data: [
        {
          path: expect.stringMatching(/^lines\..+\.lotNo$/),
          key: `rule.document.notAllDelivered?goods=${lotNo}&kg=${kg}&left=${rest}`,
        },
      ],
    });
    const more = await bringBack([{ lotNo, material: 'cell', kg: '60' }]);
    expect(more.reply).toMatchObject(left('60', '10'));
    const confirmed = more.reply.data;
    expect(await stock.step('/receipt', more.id, 'post', { confirmed })).toMatchObject({ status: 200 });
    await stock.issue(header, [{ lotNo, kg: '5' }]);
    const day = new Date(Date.parse(stock.day) - 86_400_000).toISOString().slice(0, 10);
    const before = { preset: 'return', storeId: stock.store, customerId: stock.customer, day };
    const id = await stock.draft('/receipt', before, [{ lotNo, material: 'cell', kg: '5' }]);
    expect(await stock.step('/receipt', id, 'post')).toMatchObject({
      status: 409,
      data: [{ key: `rule.document.notDelivered?goods=${lotNo}` }],
    });
  });

  test('are open on their order line again, for a replacement', async () => {
    const order = await newOrder(2);
    const codes = await batteries(3);
    await sell(order, codes.slice(0, 2));
    const back = await bringBack([{ code: codes[1] }]);
    expect(await orderOf(order)).toEqual({ shippedQuantity: 2, state: '2' });
    const { reply } = await sell(order, codes.slice(2));
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await progressOf(order)).toEqual(['3/1']);
    expect(await orderOf(order)).toEqual({ shippedQuantity: 3, state: '3' });
    expect(await stock.step('/receipt', back.id, 'void', { reason: '录错' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.replaced' }],
    });
    const { db } = stock.office.server.services;
    expect(await ledgerDifferences(db, stock.office.tenantId)).toEqual([]);
  });
});

test('fifty people shipping one order at once never exceed the ordered quantity', async () => {
  const order = await newOrder(30);
  const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId: order };
  let open = await Promise.all(
    (await batteries(50)).map(async (code) => {
      const id = await stock.draft('/issue', header, [{ code }]);
      await stock.step('/issue', id, 'submit');
      return id;
    }),
  );
  let shipped = 0;
  let refused = 0;
  // A caller that waits too long for the order gets the error to try again.
  while (open.length > 0) {
    const replies = await Promise.all(
      open.map(async (id) => ({ id, ...(await stock.step('/issue', id, 'approve', {}, stock.approver)) })),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const over = replies.filter(({ data }) => data?.[0]?.key === 'rule.document.overShipped?line=1&open=0');
    shipped += replies.filter(({ status }) => status === 200).length;
    refused += over.length;
    expect(await orderOf(order)).toMatchObject({ shippedQuantity: shipped });
    open = replies.flatMap((reply) => (reply.status === 409 && !over.includes(reply) ? [reply.id] : []));
  }
  expect({ shipped, refused }).toEqual({ shipped: 30, refused: 20 });
  expect(await orderOf(order)).toEqual({ shippedQuantity: 30, state: '3' });
});

test('a concurrent cancellation and shipment never both succeed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await newOrder(1);
    const [code] = await batteries(1);
    const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId: order };
    const id = await stock.draft('/issue', header, [{ code }]);
    await stock.step('/issue', id, 'submit');
    const [shipment, cancellation] = await Promise.all([
      stock.step('/issue', id, 'approve', {}, stock.approver),
      stock.office.post('/order/cancel', { id: order }),
    ]);
    expect([shipment.status, cancellation.status].sort()).toEqual([200, 409]);
  }
});

test('the quantities of orders match the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
