import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { startTestStock } from '../../../../testing/stock.ts';

const stock = setUp(startTestStock);
let office: TestOffice;
let company: string;
beforeAll(async () => {
  office = stock.office;
  company = await office.make('/client', {
    clientName: '厦门某公司',
    customerType: 1,
    invoiceTitle: '厦门某某新能源有限公司',
    taxNo: '91350200MA2XXXXX1A',
  });
});

let numbers = 0;
const invoiceNo = () => `26352000000000${String(++numbers).padStart(6, '0')}`;
const find = async (id: string) => (await office.get(`/invoice/findById?id=${id}`)).data;
const step = (id: string, name: string, values: object = {}, as?: string) =>
  office.post('/invoice/step', { id, step: name, reason: '测试', values }, as);
const issue = (id: string, values: object = {}) =>
  step(id, 'issue', { invoiceNo: invoiceNo(), issuedOn: stock.day, ...values });
const open = async (clientId: string, orderId?: string) =>
  (await office.get(`/invoice/openDeliveries?clientId=${clientId}${orderId ? `&orderId=${orderId}` : ''}`))
    .data;

/** An order of packs at 1130 yuan with tax, with this many shipped, one by one. */
async function shipped(pieces: number, ordered = pieces, clientId = company) {
  const orderId = await office.make('/order', {
    clientId,
    productType: 1,
    quantity: ordered,
    unitPrice: '1130',
  });
  const codes = Array.from({ length: pieces }, () => stock.newCode());
  await stock.receive(codes.map((code) => ({ code, kg: '10' })));
  const sales: string[] = [];
  for (const code of codes) {
    const { id, reply } = await stock.issue({ preset: 'sale', customerId: clientId, orderId }, [{ code }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    sales.push(id);
  }
  return { orderId, codes, sales };
}
const draftOf = async (orderId: string, more: object = {}) => {
  const { list } = await open(company, orderId);
  return office.post('/invoice/insertFromDeliveries', {
    clientId: company,
    invoiceType: 2,
    taxRate: 13,
    deliveries: list.map(({ id }: { id: string }) => id),
    ...more,
  });
};
/** An issued invoice of all shipments of an order. */
const issued = async (orderId: string): Promise<string> => {
  const { data } = await draftOf(orderId);
  expect(await issue(data.id)).toMatchObject({ status: 200 });
  return data.id;
};
const invoicedOf = async (orderId: string) => {
  const { data } = await office.get(`/order/progress?id=${orderId}`);
  return [data.lines[0].invoiced, data.invoicedAmount];
};

describe('an invoice of shipments', () => {
  test('has a line for each, with tax, and the total in capitals', async () => {
    const { orderId } = await shipped(2, 3);
    const before = await open(company, orderId);
    expect(before).toMatchObject({ delivered: '2260', invoiced: '0', open: '2260' });
    const reply = await draftOf(orderId);
    expect(reply, JSON.stringify(reply)).toMatchObject({
      status: 200,
      data: { no: expect.stringMatching(/^FP\d{8}-\d{4}$/) },
    });
    const draft = await find(reply.data.id);
    expect(draft).toMatchObject({
      status: 'draft',
      orderId,
      partyName: '厦门某某新能源有限公司',
      partyTaxNo: '91350200MA2XXXXX1A',
      net: '2000',
      tax: '260',
      total: '2260',
      totalText: '贰仟贰佰陆拾元整',
    });
    expect(draft.lines).toMatchObject([
      {
        goods: '电池包',
        unit: '件',
        quantity: '1',
        unitPrice: '1130',
        taxRate: 13,
        net: '1000',
        tax: '130',
        total: '1130',
      },
      { quantity: '1' },
    ]);
    expect(await open(company, orderId)).toMatchObject({
      list: [],
      delivered: '2260',
      invoiced: '2260',
      open: '0',
    });
    expect(await invoicedOf(orderId)).toEqual(['2', '2260']);
    const no = invoiceNo();
    expect(await issue(draft.id, { invoiceNo: no })).toMatchObject({
      status: 200,
      data: { list: [{ status: 'issued', invoiceNo: no, issuedOn: stock.day }] },
    });
    const [last] = (await office.get(`/invoice/history?id=${draft.id}`)).data;
    expect(last).toMatchObject({ step: 'issue', changes: { invoiceNo: { from: null, to: no } } });
  });

  test('reserves its shipments from its draft on: of twenty concurrent requests one succeeds, the others get the number of the draft', async () => {
    const { orderId } = await shipped(1);
    const { list } = await open(company, orderId);
    const line = { goods: '电池包', quantity: '1', unitPrice: '1130', taxRate: 13, deliveryId: list[0].id };
    const body = { direction: 'out', invoiceType: 1, clientId: company, lines: [line] };
    const replies = await Promise.all(Array.from({ length: 20 }, () => office.post('/invoice/insert', body)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = replies.filter(({ status }) => status !== 200);
    for (const reply of lost)
      expect(reply).toMatchObject({
        status: 400,
        data: [{ path: 'lines.0.quantity', key: `rule.invoice.claimed?open=0&no=${won[0]?.data.no}` }],
      });
    await step(won[0]?.data.id, 'cancel');
    expect((await office.post('/invoice/insert', body)).status).toBe(200);
  });

  test('covers at most what its own customer received and did not return', async () => {
    const { orderId } = await shipped(1);
    const { list } = await open(company, orderId);
    const line = { goods: '电池包', quantity: '2', unitPrice: '1130', taxRate: 13, deliveryId: list[0].id };
    const body = { direction: 'out', invoiceType: 1, clientId: company, lines: [line] };
    expect(await office.post('/invoice/insert', body)).toMatchObject({
      status: 400,
      data: [{ path: 'lines.0.quantity', key: 'rule.invoice.overDelivered?open=1' }],
    });
    const other = { ...body, clientId: stock.customer, lines: [{ ...line, quantity: '1' }] };
    expect(await office.post('/invoice/insert', other)).toMatchObject({
      status: 400,
      data: [{ key: 'rule.invoice.otherCustomer' }],
    });
    const twice = {
      ...body,
      lines: [
        { ...line, quantity: '1' },
        { ...line, quantity: '0.5' },
      ],
    };
    expect(await office.post('/invoice/insert', twice)).toMatchObject({
      status: 400,
      data: [{ path: 'lines.1.quantity', key: 'rule.invoice.overDelivered?open=0' }],
    });
  });

  test('is not issued after its goods have come back, and returned goods are not offered', async () => {
    const { orderId, codes } = await shipped(2);
    const { data } = await draftOf(orderId);
    const header = { preset: 'return', storeId: stock.store, customerId: company };
    const back = await stock.draft('/receipt', header, [{ code: codes[0] }]);
    expect((await stock.step('/receipt', back, 'post')).status).toBe(200);
    expect(await issue(data.id)).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0.lines.0.quantity', key: 'rule.invoice.overDelivered?open=0' }],
    });
    expect(await open(company, orderId)).toMatchObject({
      delivered: '1130',
      invoiced: '2260',
      open: '-1130',
    });
    await step(data.id, 'cancel');
    expect((await open(company, orderId)).list).toMatchObject([{ quantity: '1', open: '1', amount: '1130' }]);
  });

  test('in parts add up to the delivery: the last part has the remaining cent', async () => {
    const lotNo = 'PARTS-1';
    await stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg: '3' }]);
    const orderId = await office.make('/order', {
      clientId: company,
      lines: [{ productType: 3, unit: 'kg', quantity: '3', unitPrice: '33.3333' }],
    });
    await stock.issue({ preset: 'sale', customerId: company, orderId }, [{ lotNo, kg: '3' }]);
    const { list } = await open(company, orderId);
    const line = { goods: '电芯', quantity: '1', unitPrice: '33.3333', taxRate: 13, deliveryId: list[0].id };
    const part = async () =>
      find(
        await office.make('/invoice', { direction: 'out', invoiceType: 1, clientId: company, lines: [line] }),
      );
    expect([(await part()).total, (await part()).total]).toEqual(['33.33', '33.33']);
    expect(await open(company, orderId)).toMatchObject({
      list: [{ amount: '33.34' }],
      delivered: '100',
      invoiced: '66.66',
      open: '33.34',
    });
    const last = await part();
    expect(last).toMatchObject({ total: '33.34', net: '29.5', tax: '3.84', totalText: '叁拾叁元叁角肆分' });
    expect(last.lines).toMatchObject([{ total: '33.34', net: '29.5', tax: '3.84' }]);
    expect(await open(company, orderId)).toMatchObject({
      list: [],
      delivered: '100',
      invoiced: '100',
      open: '0',
    });
    expect((await issue(last.id)).status).toBe(200);
  });

  test('with several lines of one delivery adds up to it: the last line has the remaining cent', async () => {
    const lotNo = 'PARTS-2';
    await stock.receive([{ lotNo, material: 'cell', chemistry: 'B', kg: '3' }]);
    const orderId = await office.make('/order', {
      clientId: company,
      lines: [{ productType: 3, unit: 'kg', quantity: '3', unitPrice: '33.3333' }],
    });
    await stock.issue({ preset: 'sale', customerId: company, orderId }, [{ lotNo, kg: '3' }]);
    const { list } = await open(company, orderId);
    const line = { goods: '电芯', quantity: '1', unitPrice: '33.3333', taxRate: 13, deliveryId: list[0].id };
    const header = { direction: 'out', invoiceType: 1, clientId: company };
    const made = await find(await office.make('/invoice', { ...header, lines: [line, line, line] }));
    expect(made.lines.map(({ total }: { total: string }) => total)).toEqual(['33.33', '33.33', '33.34']);
    expect(made.total).toBe('100');
    expect(await open(company, orderId)).toMatchObject({ list: [], invoiced: '100', open: '0' });
  });

  test('prevents voiding its sale while it is valid', async () => {
    const { orderId, sales } = await shipped(1);
    const { data } = await draftOf(orderId);
    const undo = () => stock.step('/issue', sales[0] as string, 'void', { reason: '错发' });
    expect(await undo()).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0', key: `rule.document.invoiced?no=${data.no}` }],
    });
    expect((await office.post('/invoice/delete', { ids: [data.id], cause: 'mistake' })).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect(await office.post('/invoice/restore', { ids: [data.id] })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.invoice.notDelivered' }],
    });
  });
});

describe('issuing', () => {
  const free = {
    direction: 'out',
    invoiceType: 1,
    lines: [{ goods: '检测服务', quantity: '1', unitPrice: '106', taxRate: 6 }],
  };

  test('requires number and day, each number once', async () => {
    const first = await office.make('/invoice', { ...free, clientId: company });
    expect(await step(first, 'issue')).toMatchObject({
      status: 400,
      data: [{ path: 'values.invoiceNo' }, { path: 'values.issuedOn' }],
    });
    expect(await issue(first, { invoiceNo: '123' })).toMatchObject({
      status: 400,
      data: [{ path: 'values.invoiceNo', key: 'check.invoiceNo' }],
    });
    expect(await issue(first, { issuedOn: '2099-01-01' })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.invoice.dayInFuture' }],
    });
    for (const issuedOn of ['1900-01-01', '2100-01-01'])
      expect(await issue(first, { issuedOn })).toMatchObject({
        status: 400,
        data: [{ path: 'values.issuedOn', key: 'check.businessDay' }],
      });
    const no = invoiceNo();
    expect((await issue(first, { invoiceNo: no })).status).toBe(200);
    const second = await office.make('/invoice', { ...free, clientId: company });
    expect(await issue(second, { invoiceNo: no })).toMatchObject({
      status: 400,
      data: [{ path: 'invoiceNo', key: 'resource.taken' }],
    });
  });

  test('a special VAT invoice needs the tax number of the customer', async () => {
    const id = await office.make('/invoice', { ...free, invoiceType: 2, clientId: stock.customer });
    expect(await issue(id)).toMatchObject({ status: 409, data: [{ key: 'rule.invoice.noTaxNo' }] });
    await office.post('/invoice/update', { id, clientId: company });
    expect((await issue(id)).status).toBe(200);
  });

  test('an invoice has the name and tax number that the customer has when it is issued', async () => {
    const clientId = await office.make('/client', { clientName: '旧名', customerType: 1 });
    const id = await office.make('/invoice', { ...free, invoiceType: 2, clientId });
    expect(await issue(id)).toMatchObject({
      status: 409,
      data: [{ path: 'ids.0.clientId', key: 'rule.invoice.noTaxNo' }],
    });
    const taxNo = '91350200MA2XXXXX2B';
    await office.post('/client/update', { id: clientId, clientName: '新名', taxNo });
    expect(await issue(id)).toMatchObject({ status: 200 });
    expect(await find(id)).toMatchObject({ partyName: '新名', partyTaxNo: taxNo });
    await office.post('/client/update', { id: clientId, clientName: '再改', taxNo: '91350200MA2XXXXX3C' });
    const { data } = await office.post('/invoice/credit', { id });
    expect(await find(data.id)).toMatchObject({ partyName: '新名', partyTaxNo: taxNo });
  });

  test('an invoice without lines is not issued', async () => {
    const id = await office.make('/invoice', { direction: 'out', invoiceType: 1, clientId: company });
    expect(await issue(id)).toMatchObject({ status: 409, data: [{ key: 'rule.invoice.noLines' }] });
  });

  test('makes it immutable, in the database as well', async () => {
    const id = await office.make('/invoice', { ...free, clientId: company });
    await issue(id);
    expect((await office.post('/invoice/update', { id, remark: '改' })).status).toBe(409);
    expect((await office.post('/invoice/delete', { ids: [id], cause: 'mistake' })).status).toBe(409);
    expect((await step(id, 'cancel')).status).toBe(409);
    const { pool } = office.server.services;
    for (const change of [
      "remark = 'x'",
      'total = 1',
      "lines = '[]'",
      'deleted_at = now()',
      "status = 'draft'",
    ])
      await expect(pool.query(`update invoices set ${change} where id = $1`, [id])).rejects.toThrow(
        /never changed/,
      );
    await office.post('/client/update', { id: company, invoiceTitle: '新名称' });
    expect((await find(id)).partyName).toBe('厦门某某新能源有限公司');
    await office.post('/client/update', { id: company, invoiceTitle: '厦门某某新能源有限公司' });
  });
});

test('a line can be one whole settlement of more than ten million', async () => {
  const id = await office.make('/invoice', {
    direction: 'out',
    invoiceType: 1,
    clientId: company,
    lines: [{ goods: '黑粉', unit: '批', quantity: '1', unitPrice: '16200000.55', taxRate: 13 }],
  });
  expect(await find(id)).toMatchObject({ total: '16200000.55', totalText: '壹仟陆佰贰拾万元伍角伍分' });
});

describe('a credit invoice', () => {
  test('reverses an invoice in parts; once it is issued, its amount can be invoiced again', async () => {
    const { orderId } = await shipped(2);
    const original = await issued(orderId);
    const credit = await office.post('/invoice/credit', { id: original });
    expect(credit, JSON.stringify(credit)).toMatchObject({ status: 200 });
    const draft = await find(credit.data.id);
    expect(draft).toMatchObject({
      originalId: original,
      total: '-2260',
      totalText: '负贰仟贰佰陆拾元整',
      lines: [
        { quantity: '-1', originalPlace: 1 },
        { quantity: '-1', originalPlace: 2 },
      ],
    });
    expect(await office.post('/invoice/credit', { id: original })).toMatchObject({
      status: 409,
      data: [{ key: `rule.invoice.creditOpen?no=${draft.no}` }],
    });
    const [first] = draft.lines;
    expect((await office.post('/invoice/update', { id: draft.id, lines: [first] })).data).toMatchObject({
      total: '-1130',
    });
    expect((await open(company, orderId)).list).toEqual([]);
    expect((await issue(draft.id)).status).toBe(200);
    expect(await find(original)).toMatchObject({ status: 'issued', credited: '1130' });
    expect(await open(company, orderId)).toMatchObject({
      list: [{ open: '1' }],
      invoiced: '1130',
      open: '1130',
    });
    const [noted] = (await office.get(`/invoice/history?id=${original}`)).data;
    expect(noted).toMatchObject({ action: 'update', changes: { credited: { from: '0', to: '1130' } } });

    const rest = await office.post('/invoice/credit', { id: original });
    expect((await find(rest.data.id)).lines).toMatchObject([{ quantity: '-1', originalPlace: 2 }]);
    expect((await issue(rest.data.id)).status).toBe(200);
    expect(await find(original)).toMatchObject({ status: 'credited', credited: '2260' });
    expect(await invoicedOf(orderId)).toEqual(['0', '0']);
    expect((await office.post('/invoice/credit', { id: original })).status).toBe(409);
    expect((await draftOf(orderId)).status).toBe(200);
  });

  test('in parts of one line leaves no rest: the last part is exact to the cent', async () => {
    const line = { goods: '电芯', quantity: '3', unitPrice: '0.335', taxRate: 13 };
    const original = await office.make('/invoice', {
      direction: 'out',
      invoiceType: 1,
      clientId: company,
      lines: [line],
    });
    await issue(original);
    const totals: string[] = [];
    for (let part = 0; part < 3; part += 1) {
      const { data } = await office.post('/invoice/credit', { id: original });
      const { lines } = await find(data.id);
      await office.post('/invoice/update', { id: data.id, lines: [{ ...lines[0], quantity: '-1' }] });
      totals.push((await find(data.id)).total);
      expect((await issue(data.id)).status).toBe(200);
    }
    expect(totals).toEqual(['-0.34', '-0.34', '-0.33']);
    expect(await find(original)).toMatchObject({ status: 'credited', total: '1.01', credited: '1.01' });
  });

  test('has the header of its original, and at most its remaining amount', async () => {
    const { orderId } = await shipped(1);
    const { data } = await office.post('/invoice/credit', { id: await issued(orderId) });
    const [line] = (await find(data.id)).lines;
    for (const [change, path, key] of [
      [{ quantity: '-1.001' }, 'lines.0.quantity', 'overCredited?left=1'],
      [{ quantity: '1' }, 'lines.0.quantity', 'lessThanNothing'],
      [{ unitPrice: '1' }, 'lines.0.goods', 'asOriginal'],
      [{ taxRate: 6 }, 'lines.0.goods', 'asOriginal'],
      [{ originalPlace: 2 }, 'lines.0.goods', 'asOriginal'],
    ] as const)
      expect(
        await office.post('/invoice/update', { id: data.id, lines: [{ ...line, ...change }] }),
      ).toMatchObject({
        status: 400,
        data: [{ path, key: `rule.invoice.${key}` }],
      });
    expect(await office.post('/invoice/update', { id: data.id, invoiceType: 1 })).toMatchObject({
      status: 400,
    });
    const draft = await draftOf(orderId, { deliveries: [line.deliveryId] });
    expect(draft).toMatchObject({ status: 400, data: [{ key: 'rule.invoice.nothingOpen' }] });
  });

  test('is not older than its original', async () => {
    const { orderId } = await shipped(1);
    const { data } = await office.post('/invoice/credit', { id: await issued(orderId) });
    const early = { invoiceNo: '24312000000000099999', issuedOn: '2020-01-01' };
    expect(await office.post('/invoice/step', { id: data.id, step: 'issue', values: early })).toMatchObject({
      status: 409,
      data: [{ key: expect.stringMatching(/^rule.invoice.beforeOriginal/) }],
    });
    expect((await issue(data.id)).status).toBe(200);
  });

  test('is refused for a draft', async () => {
    const { data } = await draftOf((await shipped(1)).orderId);
    expect(await office.post('/invoice/credit', { id: data.id })).toMatchObject({
      status: 409,
      data: [{ key: 'rule.invoice.notIssued' }],
    });
  });
});

describe('a reverse invoice', () => {
  const person = (idCard: string | null) =>
    office.make('/client', { clientName: '王五', customerType: 0, ...(idCard ? { idCard } : {}) });
  const of = (clientId: string, unitPrice: string) =>
    office.make('/invoice', {
      direction: 'reverse',
      invoiceType: 1,
      clientId,
      lines: [{ goods: '废旧动力电池', unit: 'kg', quantity: '1', unitPrice, taxRate: 0 }],
    });
  const total = async (clientId: string) =>
    (await office.get(`/invoice/reverseTotal?clientId=${clientId}`)).data.total;

  test('is for a person with an ID card', async () => {
    expect(await issue(await of(company, '10'))).toMatchObject({
      status: 409,
      data: [{ key: 'rule.invoice.noPerson' }],
    });
    expect(await issue(await of(await person(null), '10'))).toMatchObject({
      status: 409,
      data: [{ key: 'rule.invoice.noIdCard' }],
    });
  });

  test('stays within five million yuan in twelve months, even when issued concurrently', async () => {
    const seller = await person('11010519491231002X');
    await issue(await of(seller, '3000000'));
    const both = await Promise.all([of(seller, '2000000'), of(seller, '2000000')]);
    const replies = await Promise.all(both.map((id) => issue(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.data).toMatchObject([
      { path: 'ids.0.clientId', key: 'rule.invoice.reverseLimit?total=7000000&limit=5000000' },
    ]);
    expect(await total(seller)).toBe('5000000');
    // A credit frees the amount.
    const won = both[replies.findIndex(({ status }) => status === 200)] as string;
    const credit = await office.post('/invoice/credit', { id: won });
    expect((await issue(credit.data.id)).status).toBe(200);
    expect(await total(seller)).toBe('3000000');
    const lost = both.find((id) => id !== won) as string;
    expect((await issue(lost)).status).toBe(200);
  });

  test('counts in every span of twelve months that contains it', async () => {
    const seller = await person('440524188001010014');
    const year = Number(stock.day.slice(0, 4));
    const before = `${year - 1}${stock.day.slice(4, 8)}01`;
    await issue(await of(seller, '4000000'), { issuedOn: before });
    // The same month of last year is outside the twelve months until today.
    expect((await issue(await of(seller, '4500000'))).status).toBe(200);
    const half = `${year - 1}-12-15`;
    const between = await of(seller, '600000');
    if (stock.day.slice(5, 7) !== '12') expect((await issue(between, { issuedOn: half })).status).toBe(409);
  });
});

describe('deliveries without an invoice', () => {
  test('are listed by customer, with totals that equal those of the deliveries', async () => {
    const clientId = await office.make('/client', { clientName: '未开票客户', customerType: 0 });
    const { orderId } = await shipped(3, 3, clientId);
    const { data } = await office.get('/invoice/findUninvoiced?size=100');
    const own = data.list.find((row: { clientId: string }) => row.clientId === clientId);
    expect(own).toMatchObject({ clientName: '未开票客户', delivered: '3390', invoiced: '0', open: '3390' });
    expect(await open(clientId, orderId)).toMatchObject({ delivered: '3390', open: '3390' });
    const sum = (name: string) =>
      data.list.reduce((all: number, row: Record<string, string>) => all + Number(row[name]), 0);
    expect({ delivered: sum('delivered'), open: sum('open') }).toEqual({
      delivered: Number(data.delivered),
      open: Number(data.open),
    });
    expect((await office.get('/invoice/findUninvoiced', await office.staff(1300))).status).toBe(403);
    expect((await office.get('/invoice/findUninvoiced', office.stranger)).data).toMatchObject({
      list: [],
      total: 0,
    });
  });
});

describe('the amounts of a customer', () => {
  test('are listed with and without orders, and by order', async () => {
    const clientId = await office.make('/client', { clientName: '金额客户', customerType: 1 });
    const amounts = async (as?: string) => office.get(`/client/amounts?id=${clientId}`, as);
    const { orderId } = await shipped(3, 5, clientId);
    const cancelled = await office.make('/order', { clientId, productType: 1, quantity: 1, unitPrice: '7' });
    await office.post('/order/cancel', { id: cancelled });
    const code = stock.newCode();
    await stock.receive([{ code, kg: '10' }]);
    await stock.issue({ preset: 'sale', customerId: clientId }, [{ code }]);
    const { list } = await open(clientId, orderId);
    const draft = (deliveries: unknown[]) =>
      office.post('/invoice/insertFromDeliveries', { clientId, invoiceType: 1, taxRate: 13, deliveries });
    const first = await draft([list[0].id]);
    expect(await issue(first.data.id)).toMatchObject({ status: 200 });
    await draft([list[1].id]);
    expect((await amounts()).data).toEqual({
      currency: 'CNY',
      ordered: '5650',
      shipped: '3390',
      invoiced: '1130',
      drafts: '1130',
      open: '1130',
      orders: 2,
      list: [
        expect.objectContaining({ id: cancelled, status: 2, ordered: '7', shipped: '0', open: '0' }),
        expect.objectContaining({
          id: orderId,
          state: '2',
          ordered: '5650',
          shipped: '3390',
          invoiced: '2260',
          open: '1130',
        }),
      ],
    });
    await office.post('/invoice/credit', { id: first.data.id });
    expect((await amounts()).data).toMatchObject({ invoiced: '1130', drafts: '1130' });
    expect(await amounts(await office.staff(1300))).toMatchObject({ status: 200 });
    expect(await amounts(await office.staff(1100))).toMatchObject({ status: 403 });
    expect(await amounts(office.stranger)).toMatchObject({ status: 404 });
  });
});
