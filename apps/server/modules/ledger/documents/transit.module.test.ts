import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences } from '../stock/index.ts';

const stock = setUp(startTestStock);

const inStore = async (count: number) => {
  const codes = Array.from({ length: count }, () => stock.newCode());
  await stock.receive(codes.map((code) => ({ code, kg: '400', location: 'L1' })));
  return codes as [string, ...string[]];
};
const lot = (lotNo: string, kg: string) => ({
  lotNo,
  material: 'cell',
  chemistry: 'B',
  kg,
  location: 'L1',
});
const send = async (lines: object[], header: object = {}) => {
  const ends = { storeId: stock.store, toStoreId: stock.second };
  const id = await stock.draft('/movement', { preset: 'transfer', ...ends, ...header }, lines);
  const reply = await stock.step('/movement', id, 'post');
  expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  return { id, no: reply.data.list[0].no as string };
};
const arrive = async (transferId: string, lines: object[]) => {
  const header = { preset: 'arrival', transferId, toStoreId: stock.second };
  const id = await stock.draft('/movement', header, lines);
  return { id, reply: await stock.step('/movement', id, 'post') };
};
const onTheWay = async (id: string) => (await stock.office.get(`/movement/inTransit?id=${id}`)).data;

describe('a transfer', () => {
  test('is in transit until it arrives, in parts', async () => {
    const [first, second] = await inStore(2);
    const { id, no } = await send([{ code: first }, { code: second }], { plate: '闽D12345' });
    expect(no).toMatch(/^DB\d{8}-\d{4}$/);
    expect(await stock.batteryOf(first)).toMatchObject({ state: 'in_transit', storeId: null });
    expect(await onTheWay(id)).toMatchObject([{ code: first, kg: '400' }, { code: second }]);
    expect((await arrive(id, [{ code: first, location: 'L1' }])).reply).toMatchObject({ status: 200 });
    expect(await stock.batteryOf(first)).toMatchObject({ state: 'in_stock', storeId: stock.second });
    expect(await onTheWay(id)).toMatchObject([{ code: second }]);
    expect((await arrive(id, [{ code: second, location: 'L1' }])).reply).toMatchObject({ status: 200 });
    expect(await onTheWay(id)).toEqual([]);
  });

  test('of a lot arrives in parts, never more than was sent', async () => {
    await stock.receive([lot('T-1', '100')]);
    const { id } = await send([{ lotNo: 'T-1', kg: '60' }]);
    const other = await send([{ lotNo: 'T-1', kg: '10' }]);
    expect((await arrive(id, [{ lotNo: 'T-1', kg: '60.5', location: 'L1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: 'rule.document.lotShort?there=60' }],
    });
    const { id: arrival, reply } = await arrive(id, [{ lotNo: 'T-1', kg: '45.5', location: 'L1' }]);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
    expect(await onTheWay(id)).toMatchObject([{ lotNo: 'T-1', kg: '14.5' }]);
    expect(await onTheWay(other.id)).toMatchObject([{ lotNo: 'T-1', kg: '10' }]);
    expect(await stock.step('/movement', id, 'void')).toMatchObject({ status: 409 });
    expect(await stock.step('/movement', arrival, 'void')).toMatchObject({ status: 200 });
    // The counter-document of an arrival is no arrival.
    const filter = encodeURIComponent(JSON.stringify([{ field: 'transferId', op: 'equals', value: id }]));
    const { list } = (await stock.office.get(`/movement/findPage?filter=${filter}`)).data;
    expect(list.map(({ status }: { status: string }) => status)).toEqual(['draft', 'voided']);
    expect(await stock.step('/movement', id, 'void')).toMatchObject({ status: 200 });
    expect(await onTheWay(id)).toEqual([]);
  });

  test('is moved only by its own arrival', async () => {
    const [here, away] = await inStore(2);
    const { id } = await send([{ code: away }]);
    const other = await send([{ code: here }]);
    expect((await arrive(id, [{ code: here, location: 'L1' }])).reply).toMatchObject({
      status: 409,
      data: [{ key: expect.stringContaining('notInTransit') }],
    });
    expect(
      (await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code: away }])).reply,
    ).toMatchObject({ status: 409, data: [{ key: expect.stringContaining('inTransit') }] });
    await arrive(other.id, [{ code: here, location: 'L1' }]);
  });

  test('arrives at its destination store, and only once it is posted', async () => {
    const [code] = await inStore(1);
    const { id } = await send([{ code }]);
    const wrong = { day: stock.day, preset: 'arrival', transferId: id, toStoreId: stock.store };
    expect(await stock.office.post('/movement/insert', wrong)).toMatchObject({
      status: 400,
      data: [{ path: 'toStoreId', key: 'rule.document.transferElsewhere' }],
    });
    const draft = await stock.draft(
      '/movement',
      { preset: 'transfer', storeId: stock.store, toStoreId: stock.second },
      [],
    );
    expect(
      await stock.office.post('/movement/insert', { ...wrong, transferId: draft, toStoreId: stock.second }),
    ).toMatchObject({ status: 400, data: [{ path: 'transferId', key: 'rule.document.noTransfer' }] });
    await arrive(id, [{ code, location: 'L1' }]);
  });

  test('that has not arrived is listed when its month is closed', async () => {
    const [code] = await inStore(1);
    const { id, no } = await send([{ code }]);
    const month = stock.day.slice(0, 7);
    const path = `/period/findTransits?month=${month}`;
    expect((await stock.office.get(path)).data).toContainEqual(
      expect.objectContaining({ id, no, kind: 'movement', store: '待用库', pieces: 1, kg: '400' }),
    );
    const before = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
    expect((await stock.office.get(`/period/findTransits?month=${before}`)).data).toEqual([]);
    expect((await stock.office.get(path, stock.office.stranger)).data).toEqual([]);
    await arrive(id, [{ code, location: 'L1' }]);
    expect((await stock.office.get(path)).data).not.toContainEqual(expect.objectContaining({ id }));
  });
});

test('a move without transport is marked as such automatically', async () => {
  const [code] = await inStore(1);
  const id = await stock.draft('/movement', { storeId: stock.store, toStoreId: stock.second }, [
    { code, location: 'L1' },
  ]);
  const reply = await stock.step('/movement', id, 'post');
  expect(reply.data.list[0]).toMatchObject({ preset: 'move', no: expect.stringMatching(/^YK/) });
});

test('the projections match the moves', async () => {
  const { server, tenantId } = stock.office;
  expect(await ledgerDifferences(server.services.db, tenantId)).toEqual([]);
});
