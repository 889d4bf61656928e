import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestStock, type TestStock } from '../../testing/stock.ts';

let stock: TestStock;
beforeAll(async () => {
  stock = await startTestStock([{ code: 'L1' }, { code: 'L2' }]);
});
afterAll(() => stock.office.stop());

const sale = (lines: object[]) =>
  stock.draft('/issue', { preset: 'sale', storeId: stock.store, customerId: stock.customer }, lines);
const submit = (id: string) => stock.step('/issue', id, 'submit');
const keyOf = ({ data }: { data: { key: string }[] }) => data[0]?.key.split('&')[0];

test('of a lot, documents together claim no more than there is', async () => {
  const lot = { lotNo: 'P-1', material: 'cell', chemistry: 'B' };
  expect((await stock.receive([{ ...lot, kg: '100', location: 'L1' }])).reply.status).toBe(200);
  const first = await sale([{ lotNo: 'P-1', kg: '60' }]);
  expect((await submit(first)).status).toBe(200);
  const second = await sale([
    { lotNo: 'P-1', kg: '30' },
    { lotNo: 'P-1', kg: '10.5' },
  ]);
  expect(keyOf(await submit(second))).toBe('rule.document.lotClaimed?free=40');
  const third = await sale([{ lotNo: 'P-1', kg: '40' }]);
  expect((await submit(third)).status).toBe(200);
  const hold = { preset: 'hold', storeId: stock.store };
  const held = await stock.draft('/conditionChange', hold, [{ lotNo: 'P-1', kg: '1' }]);
  expect(keyOf(await stock.step('/conditionChange', held, 'post'))).toBe('rule.document.lotClaimed?free=0');
  for (const id of [first, third])
    expect((await stock.step('/issue', id, 'approve', {}, stock.approver)).status).toBe(200);
});

test('claimed goods may be put elsewhere in their store, but do not leave it', async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '400', location: 'L1' }]);
  const issue = await sale([{ code }]);
  expect((await submit(issue)).status).toBe(200);
  const move = (toStoreId: string, location: string) =>
    stock.draft('/movement', { storeId: stock.store, toStoreId }, [{ code, location }]);
  const away = await move(stock.second, 'L1');
  expect(keyOf(await stock.step('/movement', away, 'post'))).toMatch(/^rule\.document\.claimed\?no=CK/);
  expect((await stock.step('/movement', await move(stock.store, 'L2'), 'post')).status).toBe(200);
  expect((await stock.step('/issue', issue, 'approve', {}, stock.approver)).status).toBe(200);
});

test('an unknown code claims nothing; posting says what is wrong with it', async () => {
  const id = await sale([{ code: stock.newCode() }]);
  expect((await submit(id)).status).toBe(200);
  const refused = await stock.step('/issue', id, 'approve', {}, stock.approver);
  expect(keyOf(refused)).toBe('rule.document.codeUnknown');
});
