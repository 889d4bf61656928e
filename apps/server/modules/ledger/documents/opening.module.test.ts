import { expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

/** Registers a battery with a place in its own fields, as forms did before the ledger existed. */
async function before(state: string, more: { location?: string; store?: string; parentId?: string } = {}) {
  const code = stock.newCode().replace('QP', more.parentId ? 'QM' : 'QP');
  const { parentId, store = stock.store, location = null } = more;
  const id = await stock.office.make('/battery', { batteryCode: code, massKg: '40', parentId });
  await stock.office.server.services.pool.query(
    'update batteries set state = $2, store_id = $3, location = $4 where id = $1',
    [id, state, store, location],
  );
  return { id, code };
}
const takeOver = (id: string) => stock.office.post('/opening/takeOver', { id });
const linesOf = async (id: string) => (await stock.office.get(`/opening/lines?id=${id}`)).data.list;
const post = (id: string) => stock.approve('/opening', id);
const differences = () => ledgerDifferences(stock.office.server.services.db, stock.office.tenantId);
const keyOf = ({ data }: { data: { key: string }[] }) => data[0]?.key.replace('rule.document.', '');

test('stock from before the ledger is visible, moved by no document, and taken over by an opening', async () => {
  const shelved = await before('in_stock', { location: 'L1' });
  const loose = await before('in_stock', { location: 'Z9' });
  const tested = await before('in_test');
  const held = await before('scrapped', { location: 'L1' });
  const whole = await before('in_stock', { location: 'L1' });
  const inside = await before('in_stock', { location: 'L1', parentId: whole.id });
  const apart = await before('in_stock', { location: 'L1', store: stock.second, parentId: whole.id });
  const gone = await before('sold');
  const known = stock.newCode();
  await stock.receive([{ code: known, kg: '40', location: 'L1' }]);

  expect(await stock.batteryOf(shelved.code)).toMatchObject({
    state: 'in_stock',
    location: 'L1',
    movedOn: null,
  });
  const sale = await stock.draft(
    '/issue',
    { preset: 'sale', storeId: stock.store, customerId: stock.customer },
    [{ code: shelved.code }],
  );
  const { data } = await stock.office.post('/issue/check', { id: sale });
  expect(data.problems).toMatchObject([{ key: 'rule.document.notInStock' }]);

  const id = await stock.draft('/opening', { storeId: stock.store }, []);
  expect((await takeOver(id)).data).toEqual({ added: 5, left: 0 });
  expect((await takeOver(id)).data).toEqual({ added: 0, left: 0 });
  const lines = await linesOf(id);
  const line = ({ code }: { code: string }) => lines.find((each: { code: string }) => each.code === code);
  expect(line(shelved)).toMatchObject({ location: 'L1', condition: 'available', remark: null });
  expect(line(loose)).toMatchObject({ location: null, remark: 'Z9' });
  expect(line(tested)).toMatchObject({ condition: 'test' });
  expect(line(held)).toMatchObject({ condition: 'scrapped' });
  for (const none of [inside, apart, gone, { code: known }]) expect(line(none)).toBeUndefined();

  const posted = await post(id);
  expect(posted, JSON.stringify(posted)).toMatchObject({
    status: 200,
    data: { list: [{ no: expect.stringMatching(/^QC\d{8}-\d{4}$/), pieces: 5, kg: '200' }] },
  });
  for (const [battery, state, location] of [
    [shelved, 'in_stock', 'L1'],
    [loose, 'in_stock', null],
    [tested, 'in_test', null],
    [held, 'scrapped', 'L1'],
    [inside, 'in_stock', 'L1'],
  ] as const)
    expect(await stock.batteryOf(battery.code)).toMatchObject({ state, location, movedOn: stock.day });
  expect((await stock.batteryOf(inside.code)).parentId).toBe(whole.id);
  expect(await stock.batteryOf(apart.code)).toMatchObject({ storeId: stock.second, movedOn: null });
  expect(await differences()).toEqual([]);

  // The module that lay in another store than its pack is taken over there, and is no longer part of it.
  const other = await stock.draft('/opening', { storeId: stock.second }, []);
  expect((await takeOver(other)).data).toEqual({ added: 1, left: 0 });
  expect((await post(other)).status).toBe(200);
  expect(await stock.batteryOf(apart.code)).toMatchObject({ storeId: stock.second, parentId: null });
  expect(await differences()).toEqual([]);

  await stock.step('/issue', sale, 'submit');
  expect((await stock.step('/issue', sale, 'approve', {}, stock.approver)).status).toBe(200);
});

test('an opening takes in lots and unknown codes, is approved by another person, and can be voided', async () => {
  const code = stock.newCode();
  const id = await stock.draft('/opening', { storeId: stock.store }, [
    { code, kg: '400', location: 'L1' },
    { lotNo: 'QC-LOT', material: 'cell', chemistry: 'B', kg: '120.5', location: 'L1' },
  ]);
  await stock.step('/opening', id, 'submit');
  expect(keyOf(await stock.step('/opening', id, 'approve'))).toBe('fourEyes');
  expect((await stock.step('/opening', id, 'approve', {}, stock.approver)).status).toBe(200);
  expect(await stock.batteryOf(code)).toMatchObject({ state: 'in_stock', storeId: stock.store });
  expect(await stock.step('/opening', id, 'void', { reason: '重复' })).toMatchObject({ status: 200 });
  expect(await stock.batteryOf(code)).toMatchObject({ state: 'registered', storeId: null });
  expect(await differences()).toEqual([]);
  const again = await stock.draft('/opening', { storeId: stock.store }, [{ code, location: 'L1' }]);
  expect((await post(again)).status).toBe(200);
});

test('goods that have moved before need no opening', async () => {
  const code = stock.newCode();
  await stock.receive([{ code, kg: '400', location: 'L1' }]);
  const open = async () => stock.draft('/opening', { storeId: stock.store }, [{ code, location: 'L1' }]);
  expect(keyOf(await post(await open()))).toContain('inStockAlready');
  await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
  expect(keyOf(await post(await open()))).toContain('movedBefore');
});

test('a list is taken over into a draft only', async () => {
  await before('in_stock');
  const id = await stock.draft('/opening', { storeId: stock.store }, []);
  await takeOver(id);
  await stock.step('/opening', id, 'submit');
  expect(await takeOver(id)).toMatchObject({ status: 409, data: [{ key: 'resource.notEditable' }] });
  expect((await stock.office.post('/opening/takeOver', { id }, stock.office.stranger)).status).toBe(404);
});
