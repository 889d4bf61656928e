import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

const line = {
  material: 'black_mass',
  unit: 'metal',
  quantity: '1000',
  liPct: '3',
  liPrice: '2700',
  coefficientPct: '90',
};
const order = (...lines: object[]) => stock.office.make('/order', { clientId: stock.customer, lines });
const read = async (id: string) => (await stock.office.get(`/order/findById?id=${id}`)).data;
const progress = async (id: string) => (await stock.office.get(`/order/progress?id=${id}`)).data;
let lots = 0;
/** Black mass in the first store. @returns its lot number */
async function blackMass(kg: string): Promise<string> {
  const lotNo = `HF-${++lots}`;
  await stock.receive([{ lotNo, material: 'black_mass', chemistry: 'B', basis: 'wet', kg }]);
  return lotNo;
}
const ship = (orderId: string, lotNo: string, kg: string) =>
  stock.issue({ preset: 'sale', customerId: stock.customer, orderId }, [{ lotNo, kg }]);
const settle = (id: string, values: object, as?: string) =>
  stock.office.post('/order/settleDelivery', { id, values: { settledOn: stock.day, ...values } }, as);
/** Posts a return by the customer. */
async function giveBack(lotNo: string, kg: string): Promise<string> {
  const header = { preset: 'return', storeId: stock.store, customerId: stock.customer };
  const goods = { lotNo, material: 'black_mass', chemistry: 'B', basis: 'wet', kg };
  const id = await stock.draft('/receipt', header, [goods]);
  const reply = await stock.step('/receipt', id, 'post');
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return id;
}
const invoice = (deliveries: readonly string[]) =>
  stock.office.post('/invoice/insertFromDeliveries', {
    clientId: stock.customer,
    invoiceType: 1,
    taxRate: 13,
    deliveries,
  });

describe('an order by metal content', () => {
  test('has a provisional amount, and returns the flat fields of the specification', async () => {
    const id = await order(line, { productType: 1, unit: 'piece', quantity: '2', unitPrice: '100' });
    expect(await read(id)).toMatchObject({
      lines: [{ ...line, amount: '7290' }, { amount: '200' }],
      amount: '7490',
      productType: null,
      quantity: 1000,
      unitPrice: null,
    });
    const refused = await stock.office.post('/order/insert', {
      clientId: stock.customer,
      lines: [{ unit: 'kg', quantity: '1' }],
    });
    expect(refused.data).toContainEqual(
      expect.objectContaining({ path: 'lines.0.productType', key: 'rule.order.whichGoods' }),
    );
  });

  test('has any sum of its lines; a line above 10,000 t is refused at its quantity', async () => {
    const large = { ...line, quantity: '10000000' };
    expect(await read(await order(large, large))).toMatchObject({
      quantity: 20_000_000,
      amount: '145800000',
    });
    const lines = [large, { ...large, quantity: '10000000.001' }];
    expect(await stock.office.post('/order/insert', { clientId: stock.customer, lines })).toMatchObject({
      status: 400,
      data: [{ path: 'lines.1.quantity', key: 'validation.too_big' }],
    });
  });

  test('with one line keeps one when a flat field is changed', async () => {
    const id = await order(line);
    const { data } = await stock.office.post('/order/update', { id, quantity: 500 });
    expect(data).toMatchObject({
      quantity: 500,
      amount: '3645',
      lines: [{ unit: 'metal', quantity: '500' }],
    });
  });

  test('is shipped by the assay of its lot, settled, and invoiced at the settlement', async () => {
    const id = await order(line);
    const lotNo = await blackMass('600');
    await stock.office.make('/assay', {
      lotNo,
      day: stock.day,
      laboratory: '某化验室',
      moisturePct: '10',
      elements: [{ element: 'Li', pct: '4' }],
    });
    const { reply } = await ship(id, lotNo, '600');
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    const [delivery] = (await progress(id)).deliveries;
    // 600 kg less 10 % water, 4 % Li at 2,700 yuan a point, 90 % of it.
    expect(delivery).toMatchObject({
      place: 1,
      kg: '600',
      amount: '5248.8',
      settled: null,
      invoiced: false,
      terms: { kg: '600', liPct: '4', liPrice: '2700', coefficientPct: '90', waterPct: '10.0000' },
    });
    expect(await read(id)).toMatchObject({ shippedQuantity: 600, state: '2' });
    expect(await invoice([delivery.id])).toMatchObject({
      status: 400,
      data: [{ path: 'lines.0.quantity', key: 'rule.invoice.provisional' }],
    });

    const terms = { kg: '598', waterPct: '9.5', liPct: '3.91', liPrice: '2685.5', coefficientPct: '90' };
    expect(await settle(delivery.id, { ...terms, kg: '0' })).toMatchObject({
      status: 400,
      data: [{ path: 'values.kg', key: 'rule.order.nothingToSettle' }],
    });
    expect(await settle(delivery.id, { ...terms, settledOn: '2999-01-01' })).toMatchObject({ status: 400 });
    expect(await settle(delivery.id, { ...terms, settledOn: '1900-01-01' })).toMatchObject({
      status: 400,
      data: [{ path: 'values.settledOn', key: 'check.businessDay' }],
    });
    expect(await settle(delivery.id, terms)).toMatchObject({ data: { kg: '541.19', amount: '5114.39' } });
    // A second settlement replaces the first.
    const last = await settle(delivery.id, { ...terms, assayNo: 'HY-9', liPct: '3.92' });
    expect(last.data).toEqual({ kg: '541.19', amount: '5127.47' });
    expect((await progress(id)).deliveries[0]).toMatchObject({
      amount: '5127.47',
      settled: { on: stock.day, kg: '541.19', assayNo: 'HY-9' },
    });

    const made = await invoice([delivery.id]);
    const { data } = await stock.office.get(`/invoice/findById?id=${made.data.id}`);
    expect(data).toMatchObject({
      total: '5127.47',
      lines: [{ goods: '黑粉', unit: 'kg', quantity: '541.19' }],
    });
    expect(await progress(id)).toMatchObject({ shippedAmount: '5127.47', invoicedAmount: '5127.47' });
    expect(await settle(delivery.id, terms)).toMatchObject({
      status: 409,
      data: [{ key: expect.stringMatching('rule.order.settlementInvoiced') }],
    });
    const history = (await stock.office.get(`/order/history?id=${id}`)).data;
    expect(history.map((each: { action: string }) => each.action)).toContain('settle');
    expect(await ledgerDifferences(stock.office.server.services.db, stock.office.tenantId)).toEqual([]);
  });

  test('takes no goods of another material, and counts its returns', async () => {
    const id = await order(line);
    const lotNo = await blackMass('300');
    const other = `SM-${++lots}`;
    await stock.receive([{ lotNo: other, material: 'graphite', basis: 'dry', kg: '10' }]);
    expect((await ship(id, other, '10')).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.notOrdered' }],
    });
    await ship(id, lotNo, '300');
    await giveBack(lotNo, '100');
    expect((await progress(id)).deliveries).toMatchObject([{ kg: '200' }]);
  });

  test('is settled for the goods that the customer kept, whenever others are returned', async () => {
    const id = await order({ ...line, liPct: '3', liPrice: '2600', coefficientPct: '100' });
    const lotNo = await blackMass('600');
    await ship(id, lotNo, '600');
    const back = await giveBack(lotNo, '100');
    const [delivery] = (await progress(id)).deliveries;
    expect(delivery.terms.kg).toBe('500');
    await settle(delivery.id, delivery.terms);
    const open = async () =>
      (await stock.office.get(`/invoice/openDeliveries?clientId=${stock.customer}&orderId=${id}`)).data;
    expect(await progress(id)).toMatchObject({ deliveries: [{ amount: '3900' }], shippedAmount: '3900' });
    expect(await open()).toMatchObject({ open: '3900', list: [{ open: '500', amount: '3900' }] });

    // A fifth of the settled goods; the form for another settlement proposes the rest.
    await giveBack(lotNo, '100');
    const settled = { kg: '400', amount: '3120', terms: { kg: '400' }, settled: { kg: '400' } };
    expect(await progress(id)).toMatchObject({ deliveries: [settled], shippedAmount: '3120' });
    expect(await open()).toMatchObject({ list: [{ open: '400', amount: '3120' }] });

    expect(await stock.step('/receipt', back, 'void')).toMatchObject({ status: 200 });
    expect(await open()).toMatchObject({ list: [{ open: '500', amount: '3900' }] });

    await giveBack(lotNo, '500');
    expect(await settle(delivery.id, { ...delivery.terms, kg: '1' })).toMatchObject({
      status: 409,
      data: [{ path: 'id', key: 'rule.order.allReturned' }],
    });
    expect(await open()).toMatchObject({ open: '0', list: [] });
  });

  test('is settled again once its invoice is credited', async () => {
    const id = await order(line);
    await ship(id, await blackMass('50'), '50');
    const [{ id: delivery }] = (await progress(id)).deliveries;
    const values = { kg: '50', liPct: '3', liPrice: '2700' };
    await settle(delivery, values);
    const issue = (made: string, invoiceNo: string) =>
      stock.step('/invoice', made, 'issue', { values: { invoiceNo, issuedOn: stock.day } });
    const original = (await invoice([delivery])).data.id;
    expect(await issue(original, '24312000000000000050')).toMatchObject({ status: 200 });
    expect((await progress(id)).deliveries).toMatchObject([{ invoiced: true }]);
    const credit = (await stock.office.post('/invoice/credit', { id: original })).data.id;
    expect(await issue(credit, '24312000000000000051')).toMatchObject({ status: 200 });
    expect((await progress(id)).deliveries).toMatchObject([{ invoiced: false }]);
    expect(await settle(delivery, { ...values, kg: '49' })).toMatchObject({ status: 200 });
  });

  test('is settled only in the own company', async () => {
    const id = await order(line);
    await ship(id, await blackMass('50'), '50');
    const [delivery] = (await progress(id)).deliveries;
    const values = { kg: '50', liPct: '3', liPrice: '2700' };
    expect(await settle(delivery.id, values, stock.office.stranger)).toMatchObject({ status: 404 });
  });
});
