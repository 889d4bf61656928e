import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestStock, type TestStock } from '../../../testing/stock.ts';

let stock: TestStock;
beforeAll(async () => {
  stock = await startTestStock();
  // The clock of tests stands at the first of March: the same days of the month before are one.
  expect(stock.day).toBe('2026-03-01');
});
afterAll(() => stock.office.stop());

type Business = ReplyOf<typeof contract.backofficeBusiness>;
const business = async (as?: string) => {
  const { status, data } = await stock.office.get('/v1/backoffice/business', as);
  expect(status).toBe(200);
  return data as Business;
};
async function receive(
  day: string,
  kg: string,
  preset: object = { preset: 'purchase', enterpriseId: stock.supplier },
) {
  const id = await stock.draft('/receipt', { storeId: stock.store, day, ...preset }, [
    { code: stock.newCode(), kg },
  ]);
  expect((await stock.step('/receipt', id, 'post')).status).toBe(200);
  return id;
}

test('intake is what posted receipts brought this month, against the same days of the month before', async () => {
  const nothing = { pieces: 0, kg: '0' };
  expect((await business()).intake).toMatchObject({ month: '2026-03', ...nothing, before: nothing });
  await receive('2026-03-01', '100.5');
  await receive('2026-03-01', '50');
  await receive('2026-02-01', '30');
  // Later in that month, and before it.
  await receive('2026-02-02', '7');
  await receive('2026-01-31', '9');
  const voided = await receive('2026-03-01', '1000');
  await stock.step('/receipt', voided, 'void', { reason: '重复' });
  const { intake } = await business();
  expect(intake).toMatchObject({
    ...{ month: '2026-03', pieces: 2, kg: '150.5' },
    before: { pieces: 1, kg: '30' },
  });
  expect(intake?.days).toHaveLength(30);
  expect(intake?.days.at(-1)).toBe(150.5);
  expect(intake?.days.at(-28)).toBe(7);
});

test('open orders have their value, what of it is shipped, and what is overdue', async () => {
  const order = (quantity: number, deliveryDate?: string) =>
    stock.office.make('/order', {
      ...{ clientId: stock.customer, productType: 1, cascadeType: 1, quantity, unitPrice: '1000' },
      ...(deliveryDate ? { deliveryDate } : {}),
    });
  const before = (await business()).orders;
  expect(before).toEqual({
    open: { count: 0, amount: '0.00' },
    shipped: '0.00',
    overdue: { count: 0, amount: '0.00' },
  });
  await order(2, '2026-02-28');
  await order(3, '2026-03-01');
  const cancelled = await order(50);
  await stock.office.post('/order/step', { id: cancelled, step: 'cancel', reason: '客户取消' });
  expect((await business()).orders).toEqual({
    open: { count: 2, amount: '5000.00' },
    shipped: '0.00',
    overdue: { count: 1, amount: '2000.00' },
  });
});

test('each part needs the right to what it is made of, and stays in its tenant', async () => {
  expect(await business(await stock.office.staff(900))).toEqual({ intake: null, orders: null });
  expect(await business(await stock.office.staff(900, 5000))).toMatchObject({ intake: {}, orders: null });
  expect((await stock.office.get('/v1/backoffice/business', await stock.office.staff(5000))).status).toBe(
    403,
  );
  const theirs = await business(stock.office.stranger);
  expect([theirs.intake?.pieces, theirs.orders?.open.count]).toEqual([0, 0]);
});
