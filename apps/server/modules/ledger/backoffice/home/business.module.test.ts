import type * as contract from '@voltloop/contract';
import type { ReplyOf } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { setUp } from '../../../../testing/set-up.ts';
import { startTestStock } from '../../../../testing/stock.ts';

const stock = setUp(startTestStock);
beforeAll(async () => {
  // The test clock is the first of March: the same days of the month before are one day.
  expect(stock.day).toBe('2026-03-01');
});

type Business = ReplyOf<typeof contract.backofficeBusiness>;
type Work = ReplyOf<typeof contract.backofficeWork>;
async function business(as?: string, period = 'month') {
  const { status, data } = await stock.office.get(`/v1/backoffice/business?period=${period}`, as);
  expect(status).toBe(200);
  return data as Business;
}
const work = async (as?: string) => (await stock.office.get('/v1/backoffice/work', as)).data as Work;
async function receive(day: string, kg: string, code = stock.newCode()) {
  const header = { storeId: stock.store, day, preset: 'purchase', enterpriseId: stock.supplier };
  const id = await stock.draft('/receipt', header, [{ code, kg }]);
  expect((await stock.step('/receipt', id, 'post')).status).toBe(200);
  return id;
}

test('intake of a month is compared with the same days of the month before and of the year before', async () => {
  const nothing = { pieces: 0, kg: '0', kwh: '0' };
  expect((await business()).intake).toMatchObject({ now: nothing, before: nothing, yearBefore: nothing });
  const code = stock.newCode();
  await receive('2026-03-01', '100.5', code);
  await receive('2026-03-01', '50');
  await receive('2026-02-01', '30');
  // Later in that month, and in another quarter.
  await receive('2026-02-02', '7');
  await receive('2025-03-01', '9');
  const voided = await receive('2026-03-01', '1000');
  await stock.step('/receipt', voided, 'void', { reason: '重复' });
  const { intake, from, to, before, yearBefore } = await business();
  expect({ from, to, before, yearBefore }).toEqual({
    from: '2026-03-01',
    to: '2026-03-01',
    before: { from: '2026-02-01', to: '2026-02-01' },
    yearBefore: { from: '2025-03-01', to: '2025-03-01' },
  });
  expect(intake).toMatchObject({
    now: { pieces: 2, kg: '150.5', kwh: '0' },
    before: { pieces: 1, kg: '30' },
    yearBefore: { pieces: 1, kg: '9' },
  });
  expect(intake?.months.map(({ month }) => month)).toHaveLength(13);
  expect([intake?.months[0], intake?.months.at(-2), intake?.months.at(-1)]).toEqual([
    { month: '2025-03', kg: '9' },
    { month: '2026-02', kg: '37' },
    { month: '2026-03', kg: '150.5' },
  ]);
  expect((await business(undefined, 'quarter')).intake?.now).toMatchObject({ pieces: 4, kg: '187.5' });
  expect((await business(undefined, 'year')).intake?.before.pieces).toBe(1);

  // Its rated energy is entered later, and corrected.
  const { id } = await stock.batteryOf(code);
  const rate = async (ratedEnergyKwh: string) => {
    expect((await stock.office.post('/battery/update', { id, ratedEnergyKwh })).status).toBe(200);
    return (await business()).intake?.now.kwh;
  };
  expect(await rate('51.2')).toBe('51.2');
  expect(await rate('48.5')).toBe('48.5');
});

test('stages count the pieces that entered them, and those in them now', async () => {
  const of = async (stage: string) => (await business()).stages.find((each) => each.stage === stage);
  expect((await business()).stages.map(({ stage }) => stage)).toEqual([
    'received',
    'tested',
    'graded',
    'produced',
    'sold',
    'recycled',
  ]);
  expect(await of('received')).toMatchObject({ pieces: 2, before: 1 });
  const code = stock.newCode();
  await receive('2026-03-01', '80', code);
  await stock.issue({ preset: 'sale', customerId: stock.customer }, [{ code }]);
  expect(await of('received')).toMatchObject({ pieces: 3 });
  expect(await of('sold')).toMatchObject({ pieces: 1, before: 0 });
});

test('stages count batteries without those inside others', async () => {
  const here = async () => (await business()).stages.find(({ stage }) => stage === 'received')?.here ?? 0;
  // Counts are cached for half a minute.
  await stock.office.later(60_000);
  const before = await here();
  const batteryCode = stock.newCode();
  const parentId = await stock.office.make('/battery', { batteryCode, massKg: '400' });
  await stock.office.make('/battery', { batteryCode: stock.newCode('module'), parentId, massKg: '30' });
  await receive('2026-03-01', '400', batteryCode);
  await stock.office.later(60_000);
  expect(await here()).toBe(before + 1);
});

test('orders count those ordered in the period, and open ones that are late and not delivered', async () => {
  const order = (quantity: number, deliveryDate?: string) =>
    stock.office.make('/order', {
      clientId: stock.customer,
      productType: 1,
      cascadeType: 1,
      quantity,
      unitPrice: '1000',
      ...(deliveryDate ? { deliveryDate } : {}),
    });
  expect((await business()).orders).toMatchObject({
    ordered: { count: 0, amount: '0.00', before: '0.00' },
    overdue: { count: 0, amount: '0.00' },
    invoiced: { count: 0, amount: '0.00' },
  });
  await order(2, '2026-02-28');
  await order(3, '2026-03-01');
  const cancelled = await order(50);
  await stock.office.post('/order/step', { id: cancelled, step: 'cancel', reason: '客户取消' });
  expect((await business()).orders).toMatchObject({
    ordered: { count: 2, amount: '5000.00' },
    overdue: { count: 1, amount: '2000.00' },
  });
});

test('each part requires the right to its data, and stays in its tenant', async () => {
  const bare = await business(await stock.office.staff(900));
  expect([bare.intake, bare.stages, bare.orders]).toEqual([null, [], null]);
  const some = await business(await stock.office.staff(900, 5000, 3000, 1200));
  expect(some.stages.map(({ stage }) => stage)).toEqual(['received']);
  expect(some.orders?.invoiced).toBeNull();
  const outside = await stock.office.staff(5000);
  for (const path of ['business', 'work'])
    expect((await stock.office.get(`/v1/backoffice/${path}`, outside)).status).toBe(403);
  const theirs = await business(stock.office.stranger);
  expect([theirs.intake?.now.pieces, theirs.orders?.ordered.count, theirs.stages[0]?.here]).toEqual([
    0, 0, 0,
  ]);
});

test('work lists records that the caller may advance: own ones first, none without the right to the step', async () => {
  const before = (await work()).total;
  const id = await stock.office.make('/receipt', {
    preset: 'purchase',
    day: stock.day,
    storeId: stock.store,
    enterpriseId: stock.supplier,
  });
  const mine = await work();
  expect(mine).toMatchObject({ total: before + 1, drafts: before + 1, counts: 0 });
  expect(mine.list.find((each) => each.id === id)).toEqual({
    resource: 'receipt',
    id,
    no: null,
    status: 'draft',
    day: stock.day,
    own: true,
    about: '收货库',
  });
  // With the right to see and post receipts, with the right to see them, and without both.
  const clerk = await work(await stock.office.staff(900, 5000, 5014));
  expect(clerk.drafts).toBe(0);
  expect(clerk.list.find((each) => each.id === id)?.own).toBe(false);
  expect((await work(await stock.office.staff(900, 5000))).total).toBe(0);
  expect((await work(await stock.office.staff(900))).total).toBe(0);
  expect((await work(stock.office.stranger)).total).toBe(0);
  await stock.office.make('/stockTake', { day: stock.day, storeId: stock.store });
  expect(await work()).toMatchObject({ total: before + 2, counts: 1 });
});

test('all of the work is paged, filtered by kind and by person, and counted the same', async () => {
  const pageOf = async (query: string) =>
    (await stock.office.get(`/v1/backoffice/work?${query}`)).data as Work;
  const seen: string[] = [];
  const { total, kinds } = await work();
  expect(kinds.reduce((all, { count }) => all + count, 0)).toBe(total);
  for (let page = 1; page <= total; page += 1)
    seen.push(...(await pageOf(`size=1&page=${page}`)).list.map(({ id }) => id));
  expect(new Set(seen).size).toBe(total);
  expect(await pageOf(`page=${total + 1}&size=1`)).toMatchObject({ total, list: [] });

  const counts = await pageOf('resource=stockTake&size=100');
  expect(counts.list.map(({ resource }) => resource)).toEqual(Array(counts.total).fill('stockTake'));
  expect(counts.total).toBe(kinds.find(({ resource }) => resource === 'stockTake')?.count);
  expect(await pageOf('resource=nothing')).toMatchObject({ total: 0, list: [], kinds });

  const own = await pageOf('of=own&size=100');
  expect(own.list).toHaveLength(own.total);
  expect(own.list.every((each) => each.own)).toBe(true);
  // Another person has created none of it.
  const clerk = await stock.office.staff(900, 5000, 5014);
  const theirs = (await stock.office.get('/v1/backoffice/work?of=own', clerk)).data as Work;
  expect(theirs).toMatchObject({ total: 0, list: [] });
  expect(theirs.kinds).toEqual([{ resource: 'receipt', count: expect.any(Number) }]);
  for (const query of ['size=0', 'size=101', 'page=0', 'of=theirs'])
    expect((await stock.office.get(`/v1/backoffice/work?${query}`)).status).toBe(400);
});
