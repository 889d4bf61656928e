import { beforeAll, describe, expect, test } from 'vitest';
import type { TestOffice } from '../../../../testing/office.ts';
import { setUp } from '../../../../testing/set-up.ts';
import { startTestStock } from '../../../../testing/stock.ts';

const stock = setUp(startTestStock);
let office: TestOffice;
let person: string;
let site: string;
beforeAll(async () => {
  office = stock.office;
  person = await office.make('/client', {
    clientName: '李四',
    customerType: 0,
    idCard: '11010519491231002X',
  });
  site = await office.make('/recycle/site', {
    name: '城东网点',
    code: 'WD-0001',
    kind: 1,
    region: '350203',
    address: '福建省厦门市思明区湖滨南路1号',
  });
});

/** This many days from today. */
const dayAt = (days: number) =>
  new Date(Date.parse(stock.day) + days * 86_400_000).toISOString().slice(0, 10);
const cells = { material: 'cell', chemistry: 'B', basis: 'kg', kg: '1000', unitPrice: '7.6' };
const packs = { material: 'pack', chemistry: 'B', basis: 'piece', pieces: 2, kg: '800', unitPrice: '2500.5' };
const blackMass = {
  material: 'black_mass',
  chemistry: 'B',
  basis: 'metal',
  kg: '500',
  liPct: '3',
  liPrice: '2700',
};

const draft = (more: object = {}) =>
  office.make('/collection', {
    customerType: 0,
    clientId: person,
    siteId: site,
    validUntil: dayAt(7),
    lines: [cells, packs, blackMass],
    ...more,
  });
const step = (id: string, name: string, more: object = {}, as?: string) =>
  office.post('/collection/step', { id, step: name, ...more }, as);
const rowOf = async (id: string) => (await office.get(`/collection/findById?id=${id}`)).data;
const progressOf = async (id: string) => (await office.get(`/collection/progress?id=${id}`)).data;

/** The fields of each line, without those from the quotation. */
const inspection = [
  { grossKg: '1500', tareKg: '500', impurityPct: '2', waterPct: '5' },
  { pieces: 2, grossKg: '805' },
  { grossKg: '480', rejectedKg: '30', rejectReason: '受潮' },
];
const settlement = [{ unitPrice: '7.5' }, { unitPrice: '2500.5' }, { liPct: '2.9', liPrice: '2700' }];
const given: Readonly<Record<string, () => object>> = {
  quote: () => ({}),
  accept: () => ({ values: { acceptedOn: stock.day, acceptedBy: '李四' } }),
  receive: () => ({ values: { receivedOn: stock.day, plate: '闽D12345', weighTicketNo: 'BD-1' } }),
  inspect: () => ({ values: { inspectedOn: stock.day, inspection } }),
  settle: () => ({ values: { settledOn: stock.day, assayNo: 'HY-1', settlement } }),
};
/** Takes the steps of a new collection up to and including this one. */
async function taken(to: keyof typeof given, more: object = {}): Promise<string> {
  const id = await draft(more);
  for (const [name, input] of Object.entries(given)) {
    if (name === 'settle') await receive(id);
    const reply = await step(id, name, input());
    if (reply.status !== 200) throw new Error(`${name}: ${JSON.stringify(reply)}`);
    if (name === to) break;
  }
  return id;
}
/** Posts a receipt of a collection. @returns the receipt and the reply */
async function receive(id: string, lines?: readonly object[], header: object = {}) {
  const receipt = await stock.draft(
    '/receipt',
    { preset: 'collection', storeId: stock.store, customerId: person, collectionId: id, ...header },
    lines ?? [{ code: stock.newCode(), kg: '400' }],
  );
  return { receipt, reply: await stock.step('/receipt', receipt, 'post') };
}
const refusal = (field: string, key: string) => ({
  status: 409,
  data: [
    { path: `ids.0.${field}`, key: expect.stringMatching(new RegExp(`^rule\\.collection\\.${key}\\b`)) },
  ],
});

describe('a collection', () => {
  test('is quoted, accepted, received, inspected and settled, each with its own fields', async () => {
    const id = await draft();
    expect(await rowOf(id)).toMatchObject({
      no: expect.stringMatching(/^HS\d{8}-\d{4}$/),
      status: 'draft',
      // 1000 × 7.6 + 2 × 2500.5 + 0.5 t × 3 × 2700
      amount: '16651',
    });
    await step(id, 'quote');
    await step(id, 'accept', given.accept?.());
    await step(id, 'receive', given.receive?.());
    const inspected = await step(id, 'inspect', given.inspect?.());
    expect(inspected.data.list[0]).toMatchObject({
      status: 'inspected',
      settledKg: '2186',
      inspection: [
        { material: 'cell', chemistry: 'B', basis: 'kg', settledKg: '931' },
        { material: 'pack', basis: 'piece', pieces: 2, settledKg: '805' },
        { material: 'black_mass', basis: 'metal', rejectedKg: '30', settledKg: '450' },
      ],
    });
    await receive(id);
    const settled = await step(id, 'settle', given.settle?.());
    expect(settled.data.list[0]).toMatchObject({
      status: 'settled',
      plate: '闽D12345',
      assayNo: 'HY-1',
      settlement: [
        { settledKg: '931', unitPrice: '7.5', amount: '6982.5' },
        { pieces: 2, unitPrice: '2500.5', amount: '5001' },
        { settledKg: '450', liPct: '2.9', amount: '3523.5' },
      ],
      settledAmount: '15507',
      amount: '16651',
    });
    const history = (await office.get(`/collection/history?id=${id}`)).data;
    expect(history.map((each: { step: string | null }) => each.step)).toEqual([
      'settle',
      'inspect',
      'receive',
      'accept',
      'quote',
      null,
    ]);
  });

  test('is settled by the masses and goods of the inspection, not by those of the caller', async () => {
    const id = await taken('inspect');
    await receive(id);
    const forged = settlement.map((line) => ({
      ...line,
      settledKg: '9999',
      pieces: 99,
      basis: 'kg',
      amount: '1',
    }));
    const values = { settledOn: stock.day, settledAmount: '1', settlement: forged };
    expect((await step(id, 'settle', { values })).data.list[0]).toMatchObject({
      settledAmount: '15507',
      settlement: [{ settledKg: '931' }, { pieces: 2, basis: 'piece' }, { settledKg: '450', basis: 'metal' }],
    });
  });

  test('is declined or cancelled with a reason, and a declined quotation can be revised', async () => {
    const id = await taken('quote');
    expect((await step(id, 'decline')).status).toBe(400);
    expect((await step(id, 'decline', { reason: '价格偏低' })).status).toBe(200);
    expect((await step(id, 'revise')).data.list[0]).toMatchObject({ status: 'draft' });
    expect((await step(id, 'cancel')).status).toBe(400);
    expect((await step(id, 'cancel', { reason: '客户改卖他人' })).data.list[0]).toMatchObject({
      status: 'cancelled',
    });
  });

  test('is quoted only with quantity and price of each line, and before its last day', async () => {
    const quoted = async (more: object) => step(await draft(more), 'quote');
    expect(await quoted({ lines: [] })).toMatchObject(refusal('lines', 'noLines'));
    expect(await quoted({ lines: [cells, { ...packs, pieces: 0 }] })).toMatchObject(
      refusal('lines.1.pieces', 'howMuch'),
    );
    expect(await quoted({ lines: [{ ...blackMass, liPrice: undefined }] })).toMatchObject(
      refusal('lines.0.liPct', 'noPrice'),
    );
    expect(await quoted({ validUntil: dayAt(-1) })).toMatchObject(refusal('validUntil', 'expired'));
  });

  test('has its days in order, and none in the future', async () => {
    const id = await taken('quote');
    const accept = (acceptedOn: string) => step(id, 'accept', { values: { acceptedOn, acceptedBy: '李四' } });
    expect(await accept(dayAt(8))).toMatchObject(refusal('acceptedOn', 'expired'));
    expect(await accept('1900-01-01')).toMatchObject({
      status: 400,
      data: [{ path: 'values.acceptedOn', key: 'check.businessDay' }],
    });
    expect(await accept(dayAt(1))).toMatchObject(refusal('acceptedOn', 'dayInFuture'));
    expect(await accept(stock.day)).toMatchObject({ status: 200 });
    expect(await step(id, 'receive', { values: { receivedOn: dayAt(-1) } })).toMatchObject(
      refusal('receivedOn', 'dayBefore'),
    );
  });

  test('is inspected and settled line by line', async () => {
    const id = await taken('receive');
    const inspect = (lines: readonly object[]) =>
      step(id, 'inspect', { values: { inspectedOn: stock.day, inspection: lines } });
    expect(await inspect(inspection.slice(1))).toMatchObject(refusal('inspection', 'lineForEach'));
    expect(await inspect([...inspection, inspection[0] as object])).toMatchObject(
      refusal('inspection', 'lineForEach'),
    );
    const [first, second, third] = inspection as [object, object, object];
    expect(await inspect([{ ...first, tareKg: '2000' }, second, third])).toMatchObject(
      refusal('inspection.0.tareKg', 'moreThanGross'),
    );
    expect(await inspect([first, { grossKg: '805' }, third])).toMatchObject(
      refusal('inspection.1.pieces', 'howMuch'),
    );
    expect(await inspect([first, second, { ...third, rejectReason: '' }])).toMatchObject(
      refusal('inspection.2.rejectReason', 'whyRejected'),
    );
    expect(await inspect(inspection)).toMatchObject({ status: 200 });
    // A second weighing replaces the first.
    const again = [{ ...first, waterPct: '0' }, second, third];
    expect((await inspect(again)).data.list[0]).toMatchObject({ status: 'inspected', settledKg: '2235' });
    await receive(id);
    const values = { settledOn: stock.day, settlement: [{}, ...settlement.slice(1)] };
    expect(await step(id, 'settle', { values })).toMatchObject(refusal('settlement.0.unitPrice', 'noPrice'));
  });

  test('is not settled before its goods are in stock, and not cancelled while they are', async () => {
    const id = await taken('inspect');
    expect(await step(id, 'settle', given.settle?.())).toMatchObject(refusal('status', 'notInStock'));
    const { receipt } = await receive(id);
    expect(await step(id, 'cancel', { reason: '退货' })).toMatchObject(refusal('status', 'inStock'));
    await stock.step('/receipt', receipt, 'void', { reason: '录错' });
    expect(await step(id, 'settle', given.settle?.())).toMatchObject(refusal('status', 'notInStock'));
    expect(await step(id, 'cancel', { reason: '退货' })).toMatchObject({ status: 200 });
  });

  test('of a person has a private customer, of an enterprise an enterprise', async () => {
    const company = await office.make('/client', { clientName: '某公司', customerType: 1 });
    const body = { customerType: 0, clientId: company, siteId: site, validUntil: stock.day };
    expect(await office.post('/collection/insert', body)).toMatchObject({
      status: 400,
      data: [{ path: 'clientId', key: 'resource.notAmong' }],
    });
    const id = await draft({ customerType: 1, enterpriseId: stock.supplier, clientId: undefined });
    expect(await rowOf(id)).toMatchObject({ clientId: null, enterpriseId: stock.supplier });
  });
});

describe('a settled collection', () => {
  test('cannot be changed, neither by a call nor by SQL', async () => {
    const id = await taken('settle');
    for (const [name, input] of Object.entries(given))
      expect([name, (await step(id, name, input())).status]).toEqual([name, 409]);
    expect((await step(id, 'cancel', { reason: 'x' })).status).toBe(409);
    expect((await office.post('/collection/update', { id, remark: 'x' })).status).toBe(409);
    expect((await office.post('/collection/delete', { ids: [id], cause: 'mistake' })).status).toBe(409);
    const { pool } = office.server.services;
    await expect(pool.query("update collections set remark = 'x' where id = $1", [id])).rejects.toThrow(
      'never changed',
    );
    await expect(pool.query('delete from collections where id = $1', [id])).rejects.toThrow('never changed');
  });

  test('is settled only once by two concurrent requests', async () => {
    const id = await taken('inspect');
    await receive(id);
    const both = await Promise.all(
      ['7.5', '7.6'].map((unitPrice) =>
        step(id, 'settle', {
          values: { settledOn: stock.day, settlement: [{ unitPrice }, ...settlement.slice(1)] },
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200);
    expect((await rowOf(id)).settledAmount).toBe(winner?.data.list[0].settledAmount);
  });

  test('prevents voiding its receipt, and takes no further one', async () => {
    const id = await taken('inspect');
    const { receipt } = await receive(id);
    const late = await stock.draft(
      '/receipt',
      { preset: 'collection', storeId: stock.store, customerId: person, collectionId: id },
      [{ code: stock.newCode(), kg: '1' }],
    );
    await step(id, 'settle', given.settle?.());
    expect(await stock.step('/receipt', receipt, 'void', { reason: '录错' })).toMatchObject({
      status: 409,
      data: [{ key: expect.stringMatching('collectionSettled') }],
    });
    expect(await stock.step('/receipt', late, 'post')).toMatchObject({
      status: 409,
      data: [{ path: 'collectionId', key: 'rule.document.collectionNotOpen' }],
    });
  });
});

describe('receipts of a collection', () => {
  test('are counted next to the quoted quantities, until they are voided', async () => {
    const id = await taken('accept');
    await receive(id, [
      { code: stock.newCode(), kg: '401.5' },
      { lotNo: `L-${id.slice(0, 8)}`, material: 'cell', chemistry: 'B', basis: 'wet', pieces: 40, kg: '990' },
    ]);
    const second = await receive(id, [{ code: stock.newCode(), kg: '398.5' }]);
    const goods = async () =>
      (await progressOf(id)).goods.map((each: Record<string, unknown>) => [
        each.material,
        each.quotedPieces,
        each.quotedKg,
        each.receivedPieces,
        each.receivedKg,
      ]);
    expect(await goods()).toEqual([
      ['cell', 0, '1000', 40, '990'],
      ['pack', 2, '800', 2, '800'],
      ['black_mass', 0, '500', 0, '0'],
    ]);
    expect(await stock.step('/receipt', second.receipt, 'void', { reason: '录错' })).toMatchObject({
      status: 200,
    });
    expect((await goods())[1]).toEqual(['pack', 2, '800', 1, '401.5']);
  });

  test('come from its seller, while its goods are expected', async () => {
    const id = await taken('quote');
    const header = { preset: 'collection', day: stock.day, storeId: stock.store, collectionId: id };
    const insert = (more: object) => office.post('/receipt/insert', { ...header, ...more });
    const refused = (key: string) => ({ status: 400, data: [{ path: 'collectionId', key }] });
    expect(await insert({ customerId: person })).toMatchObject(refused('rule.document.collectionNotOpen'));
    await step(id, 'accept', given.accept?.());
    expect(await insert({ customerId: person })).toMatchObject({ status: 200 });
    expect(await insert({})).toMatchObject(refused('rule.document.collectionOfOther'));
    expect(await insert({ customerId: stock.customer })).toMatchObject(refused('resource.notAmong'));
    expect(await insert({ customerId: person, enterpriseId: stock.supplier })).toMatchObject({ status: 400 });
  });

  test('are not posted after it is cancelled', async () => {
    const id = await taken('accept');
    const receipt = await stock.draft(
      '/receipt',
      { preset: 'collection', storeId: stock.store, customerId: person, collectionId: id },
      [{ code: stock.newCode(), kg: '1' }],
    );
    await step(id, 'cancel', { reason: '客户反悔' });
    expect(await stock.step('/receipt', receipt, 'post')).toMatchObject({
      status: 409,
      data: [{ path: 'collectionId', key: 'rule.document.collectionNotOpen' }],
    });
  });
});

describe('invoices of a collection', () => {
  const invoiceOf = (id: string, more: object = {}, as?: string) =>
    office.post('/invoice/insertFromCollection', { id, invoiceType: 1, taxRate: 1, ...more }, as);
  const issue = (id: string) =>
    office.post('/invoice/step', {
      id,
      step: 'issue',
      values: { invoiceNo: String(Math.random()).slice(2).padEnd(20, '7').slice(0, 20), issuedOn: stock.day },
    });

  test('are reverse invoices for a person, up to the settled amount', async () => {
    const id = await taken('settle');
    const made = await invoiceOf(id);
    const draftRow = (await office.get(`/invoice/findById?id=${made.data.id}`)).data;
    expect(draftRow).toMatchObject({
      direction: 'reverse',
      clientId: person,
      collectionId: id,
      total: '15507',
      lines: [
        { goods: '单体 磷酸铁锂电池', unit: 'kg', quantity: '931', unitPrice: '7.5', total: '6982.5' },
        { unit: '件', quantity: '2', total: '5001' },
        { unit: '批', quantity: '1', total: '3523.5' },
      ],
    });
    expect(await invoiceOf(id)).toMatchObject({
      status: 409,
      data: [{ path: 'id', key: 'rule.invoice.nothingLeft' }],
    });
    const more = { direction: 'reverse', clientId: person, collectionId: id };
    const line = { goods: '黑粉', quantity: '1', unitPrice: '0.01', taxRate: 1 };
    expect(await office.post('/invoice/insert', { ...more, invoiceType: 1, lines: [line] })).toMatchObject({
      status: 400,
      data: [{ path: 'lines', key: expect.stringMatching('overSettledBy\\?open=0') }],
    });
    expect(await progressOf(id)).toMatchObject({ invoicedAmount: '15507', openAmount: '0' });
    // A smaller draft leaves the rest for another one.
    await office.post('/invoice/update', {
      id: draftRow.id,
      lines: draftRow.lines.slice(0, 1).map(({ net, tax, total, ...each }: Record<string, unknown>) => each),
    });
    const rest = await invoiceOf(id);
    expect((await office.get(`/invoice/findById?id=${rest.data.id}`)).data).toMatchObject({
      total: '8524.5',
    });
    expect(await issue(draftRow.id)).toMatchObject({ status: 200 });
    expect(await progressOf(id)).toMatchObject({ invoicedAmount: '15507' });
    // A credited amount can be invoiced again.
    const credit = await office.post('/invoice/credit', { id: draftRow.id });
    expect(credit).toMatchObject({ status: 200 });
    expect(await progressOf(id)).toMatchObject({ invoicedAmount: '15507' });
    expect(await issue(credit.data.id)).toMatchObject({ status: 200 });
    expect(await progressOf(id)).toMatchObject({ invoicedAmount: '8524.5', openAmount: '6982.5' });
  });

  test('are incoming invoices for an enterprise', async () => {
    const seller = { customerType: 1, clientId: undefined, enterpriseId: stock.supplier };
    const id = await taken('inspect', seller);
    await receive(id, undefined, { customerId: undefined, enterpriseId: stock.supplier });
    expect(await step(id, 'settle', given.settle?.())).toMatchObject({ status: 200 });
    const made = await invoiceOf(id, { invoiceType: 2, taxRate: 13 });
    expect((await office.get(`/invoice/findById?id=${made.data.id}`)).data).toMatchObject({
      direction: 'in',
      enterpriseId: stock.supplier,
      clientId: null,
      total: '15507',
    });
  });

  test('never exceed the settled amount, even when made concurrently', async () => {
    const id = await taken('settle');
    const body = {
      direction: 'reverse',
      clientId: person,
      collectionId: id,
      invoiceType: 1,
      lines: [{ goods: '电池包', quantity: '1', unitPrice: '10000', taxRate: 1 }],
    };
    const replies = await Promise.all(Array.from({ length: 6 }, () => office.post('/invoice/insert', body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await progressOf(id)).toMatchObject({ invoicedAmount: '10000', openAmount: '5507' });
  });

  test('belong to its seller, and only once it is settled', async () => {
    const id = await taken('inspect');
    expect(await invoiceOf(id)).toMatchObject({ status: 409, data: [{ key: 'rule.invoice.notSettled' }] });
    const body = { direction: 'reverse', collectionId: id, invoiceType: 1, lines: [] };
    expect(await office.post('/invoice/insert', { ...body, clientId: person })).toMatchObject({
      status: 400,
      data: [{ path: 'collectionId', key: 'rule.invoice.notSettled' }],
    });
    expect(await office.post('/invoice/insert', { ...body, clientId: stock.customer })).toMatchObject({
      status: 400,
      data: [{ path: 'collectionId', key: 'resource.notAmong' }],
    });
  });
});

test('the progress of a collection is not found by another tenant', async () => {
  const id = await taken('quote');
  expect((await office.get(`/collection/progress?id=${id}`, office.stranger)).status).toBe(404);
});

describe('a company that sells', () => {
  test('is an enterprise or a customer, and its invoice is incoming', async () => {
    const company = await office.make('/client', { clientName: '某贸易公司', customerType: 1 });
    const body = { customerType: 1, siteId: site, validUntil: dayAt(7), lines: [cells] };
    const insert = (more: object) => office.post('/collection/insert', { ...body, ...more });
    expect(await insert({})).toMatchObject({
      status: 400,
      data: ['enterpriseId', 'clientId'].map((path) => ({ path, key: 'resource.required' })),
    });
    expect(await insert({ enterpriseId: stock.supplier, clientId: company })).toMatchObject({
      status: 400,
      data: [{ path: 'clientId', key: 'rule.collection.oneSeller' }],
    });
    expect(await insert({ clientId: person })).toMatchObject({
      status: 400,
      data: [{ path: 'clientId', key: 'resource.notAmong' }],
    });
    const { id } = (await insert({ clientId: company })).data;
    for (const name of ['quote', 'accept', 'receive']) await step(id, name, given[name]?.());
    await step(id, 'inspect', { values: { inspectedOn: stock.day, inspection: [{ grossKg: '990' }] } });
    const lotNo = `${(await rowOf(id)).no}-1`;
    const lot = { lotNo, material: 'cell', chemistry: 'B', basis: 'wet', kg: '990' };
    expect((await receive(id, [lot], { customerId: company })).reply).toMatchObject({ status: 200 });
    await step(id, 'settle', { values: { settledOn: stock.day, settlement: [{ unitPrice: '7' }] } });
    expect((await progressOf(id)).goods).toMatchObject([
      { place: 1, quotedKg: '1000', receivedKg: '990', settledKg: '990', settledAmount: '6930' },
    ]);
    const { data } = await office.post('/invoice/insertFromCollection', { id, invoiceType: 2, taxRate: 13 });
    expect((await office.get(`/invoice/findById?id=${data.id}`)).data).toMatchObject({
      direction: 'in',
      clientId: company,
      enterpriseId: null,
      partyName: '某贸易公司',
      total: '6930',
    });
    const amounts = (query: string, as?: string) => office.get(`/collection/amounts?${query}`, as);
    expect((await amounts(`clientId=${company}`)).data).toMatchObject({
      quoted: '7600',
      receivedKg: '990',
      settledKg: '990',
      settled: '6930',
      invoiced: '0',
      drafts: '6930',
      open: '0',
      collections: 1,
      list: [{ id, status: 'settled', quoted: '7600', invoiced: '6930', open: '0' }],
    });
    expect((await amounts(`enterpriseId=${stock.supplier}&clientId=${company}`)).status).toBe(400);
    expect((await amounts(`clientId=${company}`, await office.staff(1100))).status).toBe(403);
    expect((await amounts(`clientId=${company}`, office.stranger)).data).toMatchObject({ collections: 0 });
  });

  test('is received line by line: packs of two lines are separate', async () => {
    const big = { ...packs, spec: 'L300', pieces: 1, kg: '500' };
    const id = await taken('accept', { lines: [packs, big] });
    await receive(
      id,
      ['400', '401', '500'].map((kg) => ({ code: stock.newCode(), kg })),
    );
    const { goods } = await progressOf(id);
    expect(goods).toMatchObject([
      { place: 1, receivedPieces: 2, receivedKg: '801' },
      { place: 2, spec: 'L300', receivedPieces: 1, receivedKg: '500' },
    ]);
  });
});
