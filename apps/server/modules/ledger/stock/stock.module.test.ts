import { describe, expect, test } from 'vitest';
import { setUp } from '../../../testing/set-up.ts';
import { startTestStock } from '../../../testing/stock.ts';

const stock = setUp(() =>
  startTestStock([
    { code: 'L1', maxKg: '1000', chemistries: 'A,B', note: '货架一' },
    { code: 'L2', maxKg: '100' },
    { code: 'L3' },
  ]),
);

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.parse(stock.day) - days * DAY_MS).toISOString().slice(0, 10);
// biome-ignore lint/suspicious/noExplicitAny: tests read replies without types
type Any = any;
const ask = async (path: string, as?: string): Promise<Any> => {
  const reply = await stock.office.get(path, as);
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return reply.data;
};
const storeStock = (id: string, day?: string) => ask(`/stock/store?id=${id}${day ? `&day=${day}` : ''}`);
const contents = (query: string, of = stock.store) => ask(`/stock/contents?id=${of}&${query}`);
const newStore = (code: string, locations: readonly object[] = []) =>
  stock.office.make('/store', { code, name: `仓库 ${code}`, kind: 1, locations });

/** Posts a document on a day, which may be past. */
async function post(path: string, header: object, lines: readonly object[], day = stock.day) {
  const id = await stock.draft(path, { ...header, day }, lines);
  const reply = await stock.step(path, id, 'post');
  expect(reply.status, JSON.stringify(reply)).toBe(200);
  return id;
}
const purchase = (store: string) => ({ preset: 'purchase', storeId: store, enterpriseId: stock.supplier });
/** A battery with lithium iron phosphate (`B`) in its code. */
const coded = (location: string, kg = '10') => ({ code: stock.newCode(), kg, location });

describe('stock by store', () => {
  test('has every store with its stock, its limits, and its nearly full locations', async () => {
    const store = await newStore('C1', [
      { code: 'X', maxKg: '100' },
      { code: 'Y', maxKg: '100' },
      { code: 'Z' },
    ]);
    const before = (await ask('/stock/stores')).list.find((each: Any) => each.id === store);
    expect(before).toMatchObject({
      code: 'C1',
      pieces: 0,
      kg: '0',
      locations: 3,
      nearlyFull: 0,
      enabled: true,
    });
    await post('/receipt', purchase(store), [
      coded('X', '89.999'),
      coded('Y', '90'),
      { lotNo: 'C1-A', material: 'cell', chemistry: 'B', kg: '250.5', pieces: 40, location: 'Z' },
    ]);
    const { list, day } = await ask('/stock/stores');
    expect(day).toBe(stock.day);
    expect(list.find((each: Any) => each.id === store)).toMatchObject({
      pieces: 42,
      kg: '430.499',
      nearlyFull: 1,
    });
    expect(list.map((each: Any) => each.code)).toEqual(['A1', 'B1', 'C1']);
  });

  test('shows locations with their stock by battery type and condition, in the order of the list', async () => {
    await post('/receipt', purchase(stock.store), [
      coded('L1', '400'),
      { ...coded('L1', '100'), condition: 'hold' },
      { lotNo: 'MIX', material: 'mixed', kg: '60', location: 'L2' },
      { ...coded(''), location: undefined },
    ]);
    const { list, store } = await storeStock(stock.store);
    expect(list.map((each: Any) => each.code)).toEqual(['', 'L1', 'L2', 'L3']);
    expect(list[1]).toEqual({
      code: 'L1',
      listed: true,
      maxKg: '1000',
      chemistries: 'A,B',
      note: '货架一',
      pieces: 2,
      kg: '500',
      parts: [
        { chemistry: 'B', condition: 'available', pieces: 1, kg: '400', lots: 0 },
        { chemistry: 'B', condition: 'hold', pieces: 1, kg: '100', lots: 0 },
      ],
    });
    expect(list[2].parts).toEqual([
      { chemistry: null, condition: 'available', pieces: 0, kg: '60', lots: 1 },
    ]);
    expect(list[3]).toMatchObject({ maxKg: null, pieces: 0, kg: '0', parts: [] });
    expect(store).toMatchObject({ pieces: 3, kg: '570' });
  });

  test('explains the pieces of a store: batteries, lots, and batteries inside others', async () => {
    const store = await newStore('Q1', [{ code: 'X' }, { code: 'Y' }]);
    const pack = stock.newCode();
    const parentId = await stock.office.make('/battery', { batteryCode: pack, massKg: '400' });
    await stock.office.make('/battery', { batteryCode: stock.newCode('module'), parentId, massKg: '30' });
    const lot = { lotNo: 'Q1-A', material: 'cell', chemistry: 'B', kg: '20', pieces: 4 };
    await post('/receipt', purchase(store), [
      { code: pack, location: 'X' },
      { ...lot, location: 'X' },
      { ...lot, location: 'Y' },
      { lotNo: 'Q1-B', material: 'mixed', kg: '60', location: 'Y' },
    ]);
    const { goods, store: totals } = await storeStock(store);
    expect(goods).toEqual({ coded: 1, lots: 2, lotPieces: 8, inside: 1 });
    expect(totals.pieces).toBe(goods.coded + goods.lotPieces);
    expect((await storeStock(store, ago(1))).goods).toEqual({
      coded: 0,
      lots: 0,
      lotPieces: 0,
      inside: null,
    });
    const listed = async (is: string) => {
      const filter = [
        { field: 'storeId', op: 'equals', value: store },
        { field: 'parentId', op: is },
      ];
      return (await ask(`/battery/findPage?filter=${encodeURIComponent(JSON.stringify(filter))}`)).total;
    };
    expect([await listed('empty'), await listed('present')]).toEqual([1, 1]);
  });

  test('keeps a location removed from the list while there is stock in it', async () => {
    const store = await newStore('D1', [{ code: 'OLD' }, { code: 'NEW' }]);
    const line = coded('OLD');
    await post('/receipt', purchase(store), [line]);
    const { version } = (await stock.office.get(`/store/findById?id=${store}`)).data;
    await stock.office.post('/store/update', { id: store, version, locations: [{ code: 'NEW' }] });
    const codes = async () => (await storeStock(store)).list.map(({ code, listed }: Any) => [code, listed]);
    expect(await codes()).toEqual([
      ['NEW', true],
      ['OLD', false],
    ]);
    await post('/movement', { storeId: store, toStoreId: store }, [{ code: line.code, location: 'NEW' }]);
    expect(await codes()).toEqual([['NEW', true]]);
  });
});

describe('a past day', () => {
  test('has the stock of that day: receipts, moves, conditions, voids', async () => {
    const store = await newStore('E1', [{ code: 'P' }, { code: 'Q' }]);
    const [first, second] = [coded('P', '10'), coded('P', '20')];
    const lot = { lotNo: 'E1-LOT', material: 'cell', chemistry: 'A', kg: '100', pieces: 5, location: 'P' };
    await post('/receipt', purchase(store), [first, second, lot], ago(9));
    await post(
      '/movement',
      { storeId: store, toStoreId: store },
      [{ code: first.code, location: 'Q' }],
      ago(6),
    );
    await post('/conditionChange', { preset: 'hold', storeId: store }, [{ code: second.code }], ago(4));
    const away = await post(
      '/movement',
      { storeId: store, toStoreId: stock.second },
      [
        { code: second.code, location: 'L1' },
        { lotNo: 'E1-LOT', kg: '30', location: 'L1' },
      ],
      ago(2),
    );
    expect((await stock.step('/movement', away, 'void', { reason: '误操作' })).status).toBe(200);

    const on = async (day: string) => {
      const { list, store: whole } = await storeStock(store, day);
      const stores = (await ask(`/stock/stores?day=${day}`)).list.find((each: Any) => each.id === store);
      expect(stores).toEqual(whole);
      const found = await contents(`day=${day}`, store);
      expect([found.pieces, found.kg]).toEqual([whole.pieces, whole.kg]);
      return Object.fromEntries(
        list.map(({ code, pieces, kg, parts }: Any) => [
          code,
          [pieces, kg, ...parts.map(({ chemistry, condition }: Any) => `${chemistry} ${condition}`)],
        ]),
      );
    };
    const nothing = { P: [0, '0'], Q: [0, '0'] };
    expect(await on(ago(10))).toEqual(nothing);
    expect(await on(ago(9))).toEqual({ ...nothing, P: [7, '130', 'A available', 'B available'] });
    expect(await on(ago(5))).toEqual({
      ...nothing,
      P: [6, '120', 'A available', 'B available'],
      Q: [1, '10', 'B available'],
    });
    expect(await on(ago(3))).toEqual({
      ...nothing,
      P: [6, '120', 'A available', 'B hold'],
      Q: [1, '10', 'B available'],
    });
    expect(await on(ago(1))).toEqual({
      ...nothing,
      P: [5, '70', 'A available'],
      Q: [1, '10', 'B available'],
    });
    expect(await on(stock.day)).toEqual(await on(ago(3)));
    expect(await on(ago(-30))).toEqual(await on(stock.day));
  });
});

describe('the contents of a store', () => {
  test('are filtered by location, battery type, condition and code, and paged', async () => {
    const store = await newStore('F1', [{ code: 'P' }, { code: 'Q' }]);
    const lines = [coded('P'), coded('P'), { ...coded('Q'), condition: 'hold' }];
    const lot = { lotNo: 'f1-lot', material: 'black_mass', basis: 'dry', kg: '5', location: 'Q' };
    await post('/receipt', purchase(store), [...lines, lot]);
    const found = async (query: string) => {
      const { list, total, pieces, kg } = await contents(query, store);
      return [list.map((each: Any) => each.code), total, pieces, kg];
    };
    const [a, b, c] = lines.map(({ code }) => code) as [string, string, string];
    expect(await found('')).toEqual([[a, b, c, 'F1-LOT'], 4, 3, '35']);
    expect(await found('location=Q')).toEqual([[c, 'F1-LOT'], 2, 1, '15']);
    expect(await found('location=')).toEqual([[], 0, 0, '0']);
    expect(await found('chemistry=B')).toEqual([[a, b, c], 3, 3, '30']);
    expect(await found('condition=hold')).toEqual([[c], 1, 1, '10']);
    expect(await found(`search=${b.toLowerCase()}`)).toEqual([[b], 1, 1, '10']);
    expect(await found('search=%25')).toEqual([[], 0, 0, '0']);
    expect(await found('size=2&page=2')).toEqual([[c, 'F1-LOT'], 4, 3, '35']);
    const { list } = await contents('location=Q', store);
    expect(list[1]).toEqual({
      id: expect.any(String),
      kind: 'lot',
      code: 'F1-LOT',
      productType: null,
      material: 'black_mass',
      claims: [],
      basis: 'dry',
      chemistry: null,
      condition: 'available',
      location: 'Q',
      pieces: 0,
      kg: '5',
      since: stock.day,
      age: 0,
    });
  });

  test('show the day of arrival in the store: a move within it does not count, a return does', async () => {
    const store = await newStore('G1', [{ code: 'P' }, { code: 'Q' }]);
    const [stays, leaves] = [coded('P'), coded('P')];
    await post('/receipt', purchase(store), [stays, leaves], ago(20));
    await post(
      '/movement',
      { storeId: store, toStoreId: store },
      [{ code: stays.code, location: 'Q' }],
      ago(10),
    );
    await post('/movement', { storeId: store, toStoreId: stock.second }, [{ code: leaves.code }], ago(9));
    await post('/movement', { storeId: stock.second, toStoreId: store }, [{ code: leaves.code }], ago(3));
    const { list } = await contents('', store);
    expect(Object.fromEntries(list.map(({ code, since, age }: Any) => [code, [since, age]]))).toEqual({
      [stays.code]: [ago(20), 20],
      [leaves.code]: [ago(3), 3],
    });
  });

  test('are exported to a file, with a row in the audit trail', async () => {
    const { server, token } = stock.office;
    const reply = await server.app.inject({
      url: `/stock/exportExcel?id=${stock.store}&location=L2&format=csv&language=zh`,
      headers: { authorization: `Bearer ${token}`, platform: 'IOT' },
    });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(reply.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      '库位,编码/批号,类别,电池类型,库存状态,件数,重量(kg),入库日期,库龄(天)',
      `L2,MIX,混合料,,可用,0,60,${stock.day},0`,
    ]);
    const { rows } = await server.services.pool.query(
      "select object_id, details from audit where action = 'stock.export' order by seq desc limit 1",
    );
    expect(rows).toMatchObject([{ object_id: stock.store, details: { rows: 1, location: 'L2' } }]);
  });
});

describe('the life of an item', () => {
  test('of a battery has its moves with places, conditions and documents, the latest first', async () => {
    const line = coded('L3', '33.5');
    const receipt = await post('/receipt', purchase(stock.store), [line], ago(5));
    await post('/conditionChange', { preset: 'hold', storeId: stock.store }, [{ code: line.code }], ago(4));
    const { id } = await stock.batteryOf(line.code);
    const item = await ask(`/stock/item?id=${id}`);
    expect(item).toMatchObject({
      id,
      kind: 'coded',
      code: line.code,
      chemistry: 'B',
      inside: null,
      total: 2,
      balances: [
        {
          place: { kind: 'location', storeId: stock.store, name: '收货库', code: 'L3' },
          condition: 'hold',
          pieces: 1,
          kg: '33.5',
        },
      ],
      moves: [
        {
          day: ago(4),
          fromCondition: 'available',
          toCondition: 'hold',
          document: { kind: 'conditionChange' },
        },
        {
          day: ago(5),
          by: stock.office.main.name,
          from: { kind: 'outside', name: '某拆解厂' },
          to: { kind: 'location', name: '收货库', code: 'L3' },
          fromCondition: null,
          document: { id: receipt, kind: 'receipt', preset: 'purchase', status: 'posted', reverses: false },
        },
      ],
    });
    const second = await ask(`/stock/item?id=${id}&page=2&size=1`);
    expect([second.total, second.moves.map(({ day }: Any) => day)]).toEqual([2, [ago(5)]]);
  });

  test('of a lot has its balances by place', async () => {
    await post('/receipt', purchase(stock.store), [
      { lotNo: 'LIFE', material: 'electrode', chemistry: 'A', basis: 'dry', kg: '90', location: 'L3' },
    ]);
    await post('/movement', { storeId: stock.store, toStoreId: stock.second }, [
      { lotNo: 'LIFE', kg: '30', location: 'L1' },
    ]);
    const { id } = (await contents('search=LIFE')).list[0];
    expect(await ask(`/stock/item?id=${id}`)).toMatchObject({
      kind: 'lot',
      code: 'LIFE',
      material: 'electrode',
      basis: 'dry',
      total: 2,
      balances: [
        { place: { name: '收货库', code: 'L3' }, kg: '60' },
        { place: { name: '待用库', code: 'L1' }, kg: '30' },
      ],
    });
  });

  test('of a battery that never moved is empty, and a battery inside another one names it', async () => {
    const whole = await stock.office.make('/battery', { batteryCode: stock.newCode() });
    expect(await ask(`/stock/item?id=${whole}`)).toMatchObject({
      balances: [],
      moves: [],
      total: 0,
      inside: null,
    });
    const { batteryCode } = (await stock.office.get(`/battery/findById?id=${whole}`)).data;
    const part = await stock.office.make('/battery', {
      batteryCode: stock.newCode().replace('P', 'M'),
      parentId: whole,
    });
    expect(await ask(`/stock/item?id=${part}`)).toMatchObject({ inside: { id: whole, code: batteryCode } });
  });
});

describe('access to stock', () => {
  test('requires a right and the tenant; the file requires a separate right', async () => {
    const { id } = (await contents('location=L2')).list[0];
    const paths = [
      '/stock/stores',
      `/stock/store?id=${stock.store}`,
      `/stock/contents?id=${stock.store}`,
      `/stock/item?id=${id}`,
      `/stock/exportExcel?id=${stock.store}`,
    ];
    const statuses = (as: string) =>
      Promise.all(paths.map(async (path) => (await stock.office.get(path, as)).status));
    expect(await statuses(await stock.office.staff(5950))).toEqual([200, 200, 200, 200, 403]);
    expect(await statuses(await stock.office.staff(5000))).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(await stock.office.staff(3000))).toEqual([403, 403, 403, 200, 403]);
    expect(await statuses(stock.office.stranger)).toEqual([200, 404, 404, 404, 404]);
    expect((await ask('/stock/stores', stock.office.stranger)).list).toEqual([]);
  });
});
