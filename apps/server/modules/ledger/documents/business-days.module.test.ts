import { type DocumentKind, lineInput } from '@voltloop/resource-kit';
import { documentKinds } from '@voltloop/resources/documents.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';
import { ledgerDifferences, negativeDays, rebuildProjections } from '../stock/index.ts';

/** Goods by mass obey the business day: no document takes what was not there on its day or is needed later. */

const stock = setUp(startTestStock);
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.parse(stock.day) - days * DAY_MS).toISOString().slice(0, 10);
let lots = 0;
const newLot = () => `D-${++lots}`;

const post = async (path: string, header: object, lines: readonly object[], day = stock.day) => {
  const id = await stock.draft(path, { storeId: stock.store, ...header, day }, lines);
  if (path === '/receipt' || path === '/movement') return { id, reply: await stock.step(path, id, 'post') };
  const reply = await stock.approve(path, id);
  // Its claims are released.
  if (reply.status !== 200) await stock.step(path, id, 'cancel', { reason: '重做' });
  return { id, reply };
};
const receive = async (lotNo: string, kg: string, day = stock.day, more: object = {}) => {
  const header = { preset: 'purchase', enterpriseId: stock.supplier, ...more };
  const done = await post(
    '/receipt',
    header,
    [{ lotNo, material: 'cell', chemistry: 'B', kg, location: 'L1' }],
    day,
  );
  expect(done.reply, JSON.stringify(done.reply)).toMatchObject({ status: 200 });
  return done.id;
};
const issue = (lotNo: string, kg: string, day = stock.day) =>
  post('/issue', { preset: 'production' }, [{ lotNo, kg }], day);
const massOn = async (lotNo: string, day: string, store = stock.store) => {
  const { data } = await stock.office.get(`/stock/contents?id=${store}&day=${day}`);
  const own = data.list.filter((each: { code: string }) => each.code === lotNo);
  return own.map(({ kg }: { kg: string }) => kg).join() || '0';
};
const refusedAt = (field: string, key: string) => ({
  status: 409,
  data: [
    { path: expect.stringMatching(new RegExp(`^lines\\..+\\.${field}$`)), key: expect.stringContaining(key) },
  ],
});

const newStore = () =>
  stock.office.make('/store', {
    code: `C${stock.newCode().slice(-7)}`,
    name: '盘点库',
    kind: 4,
    locations: [{ code: 'L1' }],
  });

describe('goods by mass on a past day', () => {
  test('cannot leave before they arrived', async () => {
    const lot = newLot();
    await receive(lot, '100');
    const { reply } = await issue(lot, '50', ago(5));
    expect(reply).toMatchObject(refusedAt('kg', `lotShortOn?there=0&day=${ago(5)}`));
  });

  test('cannot leave twice: what left later is needed then', async () => {
    const lot = newLot();
    await receive(lot, '100', ago(9));
    expect((await issue(lot, '60', ago(2))).reply.status).toBe(200);
    await receive(lot, '100');
    expect((await issue(lot, '41', ago(5))).reply).toMatchObject(refusedAt('kg', `lotShortOn?there=40`));
    expect((await issue(lot, '40', ago(5))).reply.status).toBe(200);
    expect(await massOn(lot, ago(2))).toBe('0');
    expect(await massOn(lot, stock.day)).toBe('100');
  });

  test('cannot arrive before their transfer left', async () => {
    const lot = newLot();
    await receive(lot, '10', ago(20));
    const ends = { preset: 'transfer', toStoreId: stock.second };
    const transfer = await post('/movement', ends, [{ lotNo: lot, kg: '10' }]);
    expect(transfer.reply.status).toBe(200);
    const arrive = (day: string) =>
      post(
        '/movement',
        { preset: 'arrival', transferId: transfer.id, toStoreId: stock.second },
        [{ lotNo: lot, kg: '10', location: 'L1' }],
        day,
      );
    expect((await arrive(ago(9))).reply).toMatchObject(refusedAt('kg', 'lotShortOn?there=0'));
    expect((await arrive(stock.day)).reply.status).toBe(200);
  });

  test('cannot be recycled or built into products before they arrived', async () => {
    const lot = newLot();
    await receive(lot, '100');
    const input = { lotNo: lot, kg: '100' };
    const output = { side: 'out', material: 'black_mass', kg: '100', location: 'L1' };
    const { reply } = await stock.recycle('crush', [input, output], { day: ago(7) });
    expect(reply).toMatchObject(refusedAt('kg', 'lotShortOn?there=0'));
    const cell = { productType: 3, categoryId: stock.categories.cell, cascadeType: 3 };
    const product = { code: stock.newProduct('cell'), location: 'L1' };
    const produced = await stock.produce([{ ...input, kg: '10' }, product], { day: ago(7), ...cell });
    expect(produced.reply.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: expect.stringContaining('lotShortOn?there=0') }),
      ]),
    );
  });

  test('a correction compares with the mass of its day and must hold on every later one', async () => {
    const lot = newLot();
    await receive(lot, '100', ago(9));
    expect((await issue(lot, '80', ago(2))).reply.status).toBe(200);
    const correct = (kg: string) =>
      post('/correction', { preset: 'mass', reason: '复磅' }, [{ lotNo: lot, kg }], ago(5));
    expect((await correct('70')).reply).toMatchObject(refusedAt('kg', 'lotShortOn?there=20'));
    expect((await correct('100')).reply).toMatchObject(refusedAt('kg', 'massSame?kg=100'));
    expect((await correct('95')).reply.status).toBe(200);
    expect([await massOn(lot, ago(5)), await massOn(lot, stock.day)]).toEqual(['95', '15']);
  });
});

describe('a stock-take of a past day', () => {
  const count = (storeId: string, lines: readonly object[]) => post('/stockTake', { storeId }, lines, ago(5));

  test('compares with the mass of that day', async () => {
    const store = await newStore();
    const lot = newLot();
    await receive(lot, '100', ago(9), { storeId: store });
    const sale = { preset: 'production', storeId: store };
    expect((await post('/issue', sale, [{ lotNo: lot, kg: '30' }])).reply.status).toBe(200);
    const { reply } = await count(store, [{ lotNo: lot, kg: '100', location: 'L1' }]);
    expect(reply.status, JSON.stringify(reply)).toBe(200);
    expect([await massOn(lot, ago(5), store), await massOn(lot, stock.day, store)]).toEqual(['100', '70']);
  });

  test('finds what is gone by now, and its losses must hold on every later day', async () => {
    const store = await newStore();
    const lot = newLot();
    await receive(lot, '100', ago(9), { storeId: store });
    const sale = { preset: 'production', storeId: store };
    expect((await post('/issue', sale, [{ lotNo: lot, kg: '70' }])).reply.status).toBe(200);
    const refused = await count(store, [{ lotNo: lot, kg: '60', location: 'L1' }]);
    expect(refused.reply).toMatchObject(refusedAt('kg', 'lotShortOn?there=30'));
    expect((await count(store, [{ lotNo: lot, kg: '95', location: 'L1' }])).reply.status).toBe(200);
    expect([await massOn(lot, ago(5), store), await massOn(lot, stock.day, store)]).toEqual(['95', '25']);
  });
});

describe('a battery on a past day', () => {
  const inStore = async (day: string, ...lines: object[]) => {
    const header = { preset: 'purchase', enterpriseId: stock.supplier };
    const { reply } = await post('/receipt', header, lines, day);
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200 });
  };

  test('cannot be removed from its whole before that arrived', async () => {
    const [whole, part] = [stock.newCode(), stock.newCode('module')];
    const battery = await stock.office.make('/battery', { batteryCode: whole, massKg: '400' });
    await stock.office.make('/battery', { batteryCode: part, massKg: '40', parentId: battery });
    await inStore(stock.day, { code: whole, kg: '400', location: 'L1' });
    const id = await stock.draft(
      '/conditionChange',
      { preset: 'remove', storeId: stock.store, day: ago(5) },
      [{ code: part, kg: '40' }],
    );
    expect(await stock.step('/conditionChange', id, 'post')).toMatchObject(
      refusedAt('code', `movedLater?day=${stock.day}`),
    );
  });

  test('of a dissolved production cannot be made again before the day of its void', async () => {
    const component = stock.newCode();
    const code = stock.newProduct();
    await inStore(ago(0), { code: component, kg: '400', location: 'L1' });
    const made = await stock.produce([{ code: component }, { code, location: 'L1' }]);
    expect(made.reply.status, JSON.stringify(made.reply)).toBe(200);
    expect((await stock.step('/production', made.id, 'void', { reason: '重做' })).status).toBe(200);
    const again = await stock.produce([{ code: component }, { code, location: 'L1' }], { day: ago(5) });
    expect(again.reply.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: expect.stringContaining(`movedLater?day=${stock.day}`) }),
      ]),
    );
  });
});

describe('a ledger with negative days, from before they were refused', () => {
  const query = (text: string, values: unknown[] = []) =>
    stock.office.server.services.pool.query(text, values);
  /** An issue of a lot before it arrived. */
  async function legacy(lot: string, day: string) {
    await receive(lot, '100');
    const { id, reply } = await issue(lot, '50');
    expect(reply.status).toBe(200);
    await query('alter table moves disable trigger append_only');
    await query('update moves set day = $2 where document_id = $1', [id, day]);
    await query('alter table moves enable trigger append_only');
    await query('update documents set day = $2 where id = $1', [id, day]);
    const { db } = stock.office.server.services;
    await db.transaction().execute((trx) => rebuildProjections(trx, stock.office.tenantId, new Date()));
    return { id, no: reply.data.list[0].no as string };
  }

  test('is reported with the document, and a void dated that day repairs it', async () => {
    const { id, no } = await legacy(newLot(), ago(6));
    const { db } = stock.office.server.services;
    const found = () => negativeDays(db, stock.office.tenantId);
    expect(await found()).toMatchObject([{ day: ago(6), kg: '-50', documentNo: no, condition: 'available' }]);
    const { status, data } = await stock.step('/issue', id, 'void', { reason: '日期错误' });
    expect(status, JSON.stringify(data)).toBe(200);
    expect(await found()).toEqual([]);
    const { rows } = await query('select day::text from documents where reverses_id = $1', [id]);
    expect(rows).toEqual([{ day: ago(6) }]);
  });

  test('any other document is voided today', async () => {
    const lot = newLot();
    await receive(lot, '100', ago(9));
    const { id } = await issue(lot, '50', ago(5));
    expect((await stock.step('/issue', id, 'void', { reason: '重做' })).status).toBe(200);
    expect([await massOn(lot, ago(1)), await massOn(lot, stock.day)]).toEqual(['50', '100']);
  });
});

test('documents of random days in any order never leave less than nothing at any place on any day', async () => {
  const { db } = stock.office.server.services;
  // Goods of other tests would be missing in each count.
  const storeId = await newStore();
  const lots = [newLot(), newLot()];
  const posted: { path: string; id: string }[] = [];
  const transfers: string[] = [];
  const ends = { toStoreId: stock.second };
  const actions = {
    receive: ['/receipt', { preset: 'purchase', enterpriseId: stock.supplier }],
    sell: ['/issue', { preset: 'sale', customerId: stock.customer }],
    return: ['/receipt', { preset: 'return', customerId: stock.customer }],
    issue: ['/issue', { preset: 'production' }],
    giveBack: ['/receipt', { preset: 'production' }],
    transfer: ['/movement', { preset: 'transfer', ...ends }],
    move: ['/movement', { preset: 'move', ...ends }],
    arrive: ['/movement', { preset: 'arrival', ...ends }],
    hold: ['/conditionChange', { preset: 'hold' }],
    count: ['/stockTake', { location: 'L1' }],
    correct: ['/correction', { preset: 'mass', reason: '复磅' }],
    find: ['/correction', { preset: 'found', reason: '找到' }],
    crush: ['/recyclingRun', { preset: 'crush', toStoreId: stock.second }],
  } as const;
  // What the others need first, more often.
  const more = ['receive', 'receive', 'transfer', 'arrive'] as const;
  const action = fc.record({
    what: fc.constantFrom<keyof typeof actions>(
      ...more,
      ...(Object.keys(actions) as (keyof typeof actions)[]),
    ),
    daysAgo: fc.nat(4),
    lot: fc.constantFrom(...lots),
    kg: fc.constantFrom('0.5', '1', '2.5'),
    // Every sixth document voids an earlier one afterwards.
    voids: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.nat(50)),
  });
  const kinds = new Set<string>();
  const run = async ({
    what,
    daysAgo,
    lot: lotNo,
    kg,
    voids,
  }: typeof action extends fc.Arbitrary<infer T> ? T : never) => {
    const [path, header] = actions[what];
    const material = { material: 'cell', chemistry: 'B' };
    const kind = documentKinds.find(({ resource }) => resource.path === path) as DocumentKind;
    const lines: object[] = [{ lotNo, kg: what === 'receive' ? '6' : kg, ...material, location: 'L1' }];
    if (what === 'crush')
      lines.push({ side: 'out', material: 'black_mass', kg, location: 'L1', lotNo: newLot() });
    const transferId = what === 'arrive' ? transfers[transfers.length - 1] : undefined;
    if (what === 'arrive' && !transferId) return;
    const id = await stock.draft(
      path,
      { storeId, ...header, ...(transferId ? { transferId } : {}), day: ago(daysAgo) },
      lines.map((line) => lineInput(kind, { clientKey: crypto.randomUUID(), ...line })),
    );
    const approved = ['/issue', '/stockTake', '/correction'].includes(path);
    const reply = approved ? await stock.approve(path, id) : await stock.step(path, id, 'post');
    expect([200, 400, 409]).toContain(reply.status);
    if (reply.status === 200) {
      kinds.add(what);
      posted.push({ path, id });
      if (what === 'transfer') transfers.push(id);
    } else await stock.step(path, id, 'cancel', { reason: '重做' });
    const target = voids === null ? undefined : posted[voids % Math.max(posted.length, 1)];
    if (!target) return;
    const voided = await stock.step(target.path, target.id, 'void', { reason: '重做' });
    expect([200, 409]).toContain(voided.status);
    if (voided.status === 200 && transfers.includes(target.id))
      transfers.splice(transfers.indexOf(target.id), 1);
  };
  // Each kind posts at least once, whatever chance draws afterwards.
  const each = Object.keys(actions) as (keyof typeof actions)[];
  for (const [n, what] of each.entries())
    await run({
      what,
      daysAgo: n === 0 ? 4 : 3,
      lot: lots[0] as string,
      kg: what === 'count' ? '1' : '0.5',
      voids: null,
    });
  expect([...kinds]).toEqual(each);
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 10 }), async (list) => {
      for (const each of list) await run(each);
      expect(await negativeDays(db, stock.office.tenantId)).toEqual([]);
      expect(await ledgerDifferences(db, stock.office.tenantId)).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 180_000);
