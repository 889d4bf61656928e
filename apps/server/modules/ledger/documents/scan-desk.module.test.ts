import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(startTestStock);

/** Packs in the first store. */
async function packs(count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => stock.newCode());
  const { reply } = await stock.receive(codes.map((code) => ({ code, kg: '10' })));
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return codes;
}
const codeLines = (codes: readonly string[]) => codes.map((code) => ({ clientKey: code, code }));
const sale = (orderId: string | undefined, codes: readonly string[]) =>
  stock.draft(
    '/issue',
    { preset: 'sale', storeId: stock.store, customerId: stock.customer, orderId },
    codeLines(codes),
  );
const orderedOf = async (id: string) => (await stock.office.get(`/issue/ordered?id=${id}`)).data;

describe('the ordered quantities that a sale covers', () => {
  test('are counted for each line of the order, next to the quantity that others have shipped', async () => {
    const order = await stock.office.make('/order', {
      clientId: stock.customer,
      lines: [
        { productType: 1, quantity: '3', unit: 'piece' },
        { productType: 2, quantity: '5', unit: 'piece' },
      ],
    });
    const codes = await packs(2);
    await stock.issue(
      { preset: 'sale', customerId: stock.customer, orderId: order },
      codeLines(codes.slice(0, 1)),
    );
    const id = await sale(order, codes.slice(1));
    const { lines, surplus } = await orderedOf(id);
    expect(surplus).toEqual([]);
    expect(lines).toMatchObject([
      { place: 1, productType: 1, unit: 'piece', quantity: '3', shipped: '1', here: '1', missing: '1' },
      { place: 2, productType: 2, quantity: '5', shipped: '0', here: '0', missing: '5' },
    ]);
  });

  test('exclude surplus and goods of another kind, each shown at its line', async () => {
    const order = await stock.office.make('/order', {
      clientId: stock.customer,
      productType: 1,
      quantity: 1,
    });
    const [first = '', second = ''] = await packs(2);
    const module = stock.newCode().replace('QP', 'QM');
    await stock.receive([{ code: module, kg: '5' }]);
    const { lines, surplus } = await orderedOf(await sale(order, [first, second, module]));
    expect(lines).toMatchObject([{ here: '1', missing: '0' }]);
    expect(surplus).toMatchObject([
      { clientKey: second, key: 'rule.document.surplus?line=1' },
      { clientKey: module, key: 'rule.document.notOrdered' },
    ]);
  });

  test('are not counted without an order', async () => {
    const id = await sale(undefined, await packs(1));
    expect(await orderedOf(id)).toEqual({ lines: [], surplus: [] });
  });
});

describe('a return', () => {
  const customerOf = async (id: string) =>
    (await stock.office.get(`/receipt/findById?id=${id}`)).data.customerId;
  const save = async (id: string, codes: readonly string[]) =>
    (await stock.office.post('/receipt/saveLines', { id, lines: codeLines(codes) })).data.filled;
  const draft = (more: object = {}) =>
    stock.office.make('/receipt', { day: stock.day, preset: 'return', storeId: stock.store, ...more });

  test('gets the customer of its first delivered battery, once, and records it', async () => {
    const [sold = '', kept = ''] = await packs(2);
    const { reply } = await stock.issue({ preset: 'sale', customerId: stock.customer }, codeLines([sold]));
    expect(reply.status).toBe(200);
    const id = await draft();
    expect(await save(id, [kept])).toBe(false);
    expect(await customerOf(id)).toBeNull();
    expect(await save(id, [sold])).toBe(true);
    expect(await customerOf(id)).toBe(stock.customer);
    expect(await save(id, [sold])).toBe(false);
    const { rows } = await stock.office.server.services.pool.query(
      `select details from audit where action = 'receipt.update' and object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ details: { changes: { customerId: { from: null, to: stock.customer } } } }]);
  });

  test('keeps a given customer', async () => {
    const other = await stock.office.make('/client', { clientName: '李四', customerType: 0 });
    const [sold = ''] = await packs(1);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, codeLines([sold]));
    const id = await draft({ customerId: other });
    expect(await save(id, [sold])).toBe(false);
    expect(await customerOf(id)).toBe(other);
  });

  test('a receipt of another kind gets no customer', async () => {
    const [sold = ''] = await packs(1);
    await stock.issue({ preset: 'sale', customerId: stock.customer }, codeLines([sold]));
    const id = await draft({ preset: 'purchase' });
    expect(await save(id, [sold])).toBe(false);
    expect(await customerOf(id)).toBeNull();
  });
});
