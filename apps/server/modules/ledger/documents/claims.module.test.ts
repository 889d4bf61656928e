import { rights } from '@voltloop/contract/rights.ts';
import { rightOf } from '@voltloop/resource-kit';
import { issue } from '@voltloop/resources/issue/issue.resource.ts';
import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(() => startTestStock([{ code: 'L1' }, { code: 'L2' }]));

const sale = (lines: object[]) =>
  stock.draft('/issue', { preset: 'sale', storeId: stock.store, customerId: stock.customer }, lines);
const submit = (id: string) => stock.step('/issue', id, 'submit');
const keyOf = ({ data }: { data: { key: string }[] }) => data[0]?.key.split('&')[0];

test('documents together claim no more of a lot than there is', async () => {
  const lot = { lotNo: 'P-1', material: 'cell', chemistry: 'B' };
  expect((await stock.receive([{ ...lot, kg: '100', location: 'L1' }])).reply.status).toBe(200);
  const first = await sale([{ lotNo: 'P-1', kg: '60' }]);
  expect((await submit(first)).status).toBe(200);
  const second = await sale([
    { lotNo: 'P-1', kg: '30' },
    { lotNo: 'P-1', kg: '10.5' },
  ]);
  expect(keyOf(await submit(second))).toBe('rule.document.lotClaimed?free=10');
  const third = await sale([{ lotNo: 'P-1', kg: '40' }]);
  expect((await submit(third)).status).toBe(200);
  const hold = { preset: 'hold', storeId: stock.store };
  const held = await stock.draft('/conditionChange', hold, [{ lotNo: 'P-1', kg: '1' }]);
  expect(keyOf(await stock.step('/conditionChange', held, 'post'))).toBe('rule.document.lotClaimed?free=0');
  for (const id of [first, third])
    expect((await stock.step('/issue', id, 'approve', {}, stock.approver)).status).toBe(200);
});

test('claimed goods may be moved within their store, but not out of it', async () => {
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

test('an unknown code is refused at the submission', async () => {
  const id = await sale([{ code: stock.newCode() }]);
  expect(keyOf(await submit(id))).toBe('rule.document.codeUnknown');
});

const itemOf = async (id: string) => (await stock.office.get(`/stock/item?id=${id}`)).data;
const stockOfOrder = async (id: string) => (await stock.office.get(`/order/stock?id=${id}`)).data.lines;

test('goods show the claims on them; a claim is released with the right to do so and a reason', async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '400', location: 'L1' }]);
  const claiming = await sale([{ code }]);
  await submit(claiming);
  const { no } = (await stock.office.get(`/issue/findById?id=${claiming}`)).data;
  const found = await stock.office.get(`/stock/contents?id=${stock.store}&search=${code}`);
  const [{ id: itemId, claims }] = found.data.list;
  expect(claims).toMatchObject([{ document: { id: claiming, kind: 'issue', no }, kg: null }]);
  expect((await itemOf(itemId)).claims).toEqual(claims);

  const other = await sale([{ code }]);
  expect(keyOf(await submit(other))).toMatch(/^rule\.document\.claimed/);
  const body = { documentId: claiming, itemId, reason: '客户取消' };
  const release = (as?: string, more: object = {}) =>
    stock.office.post('/stock/releaseClaim', { ...body, ...more }, as);
  expect((await release(await stock.office.staff(rights.stock.see))).status).toBe(403);
  expect((await release(stock.office.stranger)).status).toBe(404);
  expect((await release(undefined, { reason: ' ' })).status).toBe(400);
  expect((await release(await stock.office.staff(rights.releaseClaims))).status).toBe(200);
  expect((await release()).status).toBe(404);
  expect((await itemOf(itemId)).claims).toEqual([]);
  expect((await stock.office.get(`/issue/history?id=${claiming}`)).data[0]).toMatchObject({
    action: 'release',
    reason: `${code}: 客户取消`,
  });
  expect((await submit(other)).status).toBe(200);
  expect((await stock.step('/issue', other, 'approve', {}, stock.approver)).status).toBe(200);
  expect(keyOf(await stock.step('/issue', claiming, 'approve', {}, stock.approver))).not.toBeUndefined();
});

test('an order shows what is available for it, claimed, promised to others and free', async () => {
  const make = (quantity: string) =>
    stock.office.make('/order', {
      clientId: stock.customer,
      lines: [{ productType: 3, unit: 'piece', quantity, unitPrice: '1' }, cells],
    });
  const cells = { material: 'cell', unit: 'kg', quantity: '80', unitPrice: '2' };
  const [first, second] = [await make('4'), await make('3')];
  const codes = Array.from({ length: 10 }, () => stock.newCode('cell'));
  await stock.receive(codes.map((code) => ({ code, kg: '1' })));
  await stock.receive([{ lotNo: 'C-1', material: 'cell', chemistry: 'B', basis: 'dry', kg: '100' }]);
  const sell = async (orderId: string | null, lines: object[]) => {
    const header = { preset: 'sale', storeId: stock.store, customerId: stock.customer };
    const id = await stock.draft('/issue', { ...header, ...(orderId ? { orderId } : {}) }, lines);
    expect((await submit(id)).status).toBe(200);
    return id;
  };
  const own = await sell(first, [{ code: codes[0] }, { code: codes[1] }, { lotNo: 'C-1', kg: '30' }]);
  await sell(second, [{ code: codes[2] }, { lotNo: 'C-1', kg: '20' }]);
  await sell(null, [{ code: codes[3] }]);
  // 10 cells, minus 2 claimed by others, minus 2 that the second order still needs; 100 kg of the lot and 10 kg of
  // coded cells, minus 20 claimed and 60 on order.
  expect(await stockOfOrder(first)).toEqual([
    {
      place: 1,
      unit: 'piece',
      open: '4',
      available: '10',
      claimedHere: '2',
      claimedByOthers: '2',
      promised: '2',
      free: '6',
    },
    expect.objectContaining({ place: 2, open: '80', claimedHere: '32', promised: '59' }),
  ]);
  await stock.step('/issue', own, 'approve', {}, stock.approver);
  expect(await stockOfOrder(first)).toMatchObject([
    { open: '2', available: '8', claimedHere: '0', free: '4' },
    { open: '50', available: '78', claimedHere: '0', claimedByOthers: '22' },
  ]);
  const clerk = await stock.office.staff(rightOf(issue));
  expect((await stock.office.get(`/order/stock?id=${first}`, clerk)).status).toBe(403);
  expect((await stock.office.get(`/order/stock?id=${first}`, stock.office.stranger)).status).toBe(404);
});
