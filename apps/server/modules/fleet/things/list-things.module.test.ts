import type { Page, Thing } from '@voltloop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let factory: AccountRow;
let company: AccountRow;
let installer: AccountRow;
let owner: AccountRow;
let rival: AccountRow;
const tokens = new Map<string, string>();

beforeAll(async () => {
  main = await server.tenant();
  factory = await server.account('factory', main);
  company = await server.account('company', factory);
  installer = await server.account('installer', company);
  owner = await server.account('enduser', installer);
  rival = await server.account('factory', main);
  for (const a of [main, factory, company, installer, owner, rival]) {
    tokens.set(a.id, (await server.signIn(a.userName)).token);
  }
  await fill();
});

/** 24 things: the owner has 1-6, the installer 4-12, the rival 12-18; 19-24 are unbound. Registered an hour apart. */
async function fill() {
  const towns = ['Kassel', 'Bamberg', 'Erfurt'];
  for (let i = 1; i <= 24; i++) {
    server.clock.now = new Date(Date.UTC(2026, 0, 1, i));
    await server.things.register(server.as(main), [
      {
        devid: `HB_${String(i).padStart(3, '0')}`,
        devtype: 'HE_BAT',
        devname: `${towns[i % 3]} ${25 - i}`,
        desc: {
          name: i === 5 ? 'Zoë 100%_sure' : `Person ${i}`,
          mobile: `0400${1000 + i}`,
          address: `${i} Mill Street`,
          installTime: i % 4 === 0 ? '2025-12-24' : '2025-11-11',
        },
        ...(i % 2 === 0 ? { gps: { longitude: 9 + i / 100, latitude: 51.5 } } : {}),
      },
    ]);
  }
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => `HB_${String(from + i).padStart(3, '0')}`);
  await server.things.bind(server.as(main), [owner.id], range(1, 6));
  await server.things.bind(server.as(main), [installer.id], range(4, 12));
  await server.things.bind(server.as(main), [rival.id], range(12, 18));
  await server.services.pool.query(
    `update thing_state s set status = (substr(devid, 4)::int % 5), soc_pct = case when substr(devid, 4)::int % 6 = 0 then null
       else substr(devid, 4)::int * 3.5 end, last_time = registered_at, hw_version = 'HW' || substr(devid, 4)::int % 2,
       sw_version = case when substr(devid, 4)::int < 10 then '1.0_a' else '1.05a' end
     from things t where t.id = s.thing_id`,
  );
}

const T = () => `/v1/things/tenants/${main.tenantId}`;
const get = async (as: AccountRow, path: string) => server.call(tokens.get(as.id) ?? '', 'GET', path);
async function list(as: AccountRow, query: Record<string, unknown> = {}, of?: string) {
  const text = new URLSearchParams(
    Object.entries(query).map(([k, v]) => [k, typeof v === 'object' ? JSON.stringify(v) : String(v)]),
  );
  const reply = await get(as, `${T()}${of ? `/users/${of}` : ''}/things?${text}`);
  expect([reply.status, reply.message]).toEqual([200, 'ok']);
  return reply.data as Page<Thing>;
}
const numbers = (page: Page<Thing>) => page.list.map((t) => Number(t.devid.slice(3)));
const all = async (as: AccountRow, query: Record<string, unknown> = {}, of?: string) => {
  const page = await list(as, { page_size: 100, ...query }, of);
  expect(page.total).toBe(page.list.length);
  return numbers(page).sort((a, b) => a - b);
};
const from = (a: number, b: number) => Array.from({ length: b - a + 1 }, (_, i) => a + i);

describe('visibility', () => {
  test('each account sees what is bound at or below it; the main account sees everything', async () => {
    expect(await all(main)).toEqual(from(1, 24));
    for (const a of [factory, company, installer]) expect(await all(a)).toEqual(from(1, 12));
    expect(await all(owner)).toEqual(from(1, 6));
    expect(await all(rival)).toEqual(from(12, 18));
  });

  test('the list of one account has the things bound at or below it, for accounts above it', async () => {
    expect(await all(main, {}, factory.id)).toEqual(from(1, 12));
    expect(await all(factory, {}, owner.id)).toEqual(from(1, 6));
    expect(await all(factory, {}, 'self')).toEqual(from(1, 12));
    for (const [as, of] of [
      [factory, rival],
      [factory, main],
      [owner, installer],
      [rival, owner],
    ] as const) {
      expect((await get(as, `${T()}/users/${of.id}/things`)).status).toBe(404);
    }
  });

  test('names of people appear only if the caller may see them', async () => {
    const of = async (as: AccountRow, devid: string) => {
      const t = (await get(as, `${T()}/things/${devid}`)).data as Thing;
      return { parents: t.parents, subusers: [...t.subusers].sort() };
    };
    expect(await of(main, 'HB_012')).toEqual({
      parents: [company.userName, factory.userName, main.userName],
      subusers: [installer.userName, rival.userName].sort(),
    });
    expect(await of(company, 'HB_012')).toEqual({
      parents: [company.userName],
      subusers: [installer.userName],
    });
    expect(await of(rival, 'HB_012')).toEqual({ parents: [], subusers: [rival.userName] });
    expect(await of(owner, 'HB_004')).toEqual({ parents: [], subusers: [owner.userName] });
    expect(await of(main, 'HB_024')).toEqual({ parents: [], subusers: [] });
  });
});

describe('paging', () => {
  test('is newest first, accepts both styles, and lets skip and limit win', async () => {
    expect(await list(main, { limit: 0 })).toMatchObject({ current_page: 1 });
    expect(numbers(await list(main))).toEqual(from(1, 24).reverse());
    expect((await list(main)).page_size).toBe(9999);
    expect(numbers(await list(main, { current_page: 3, page_size: 10 }))).toEqual([4, 3, 2, 1]);
    expect(numbers(await list(main, { skip: 1, limit: 2, current_page: 3, page_size: 5 }))).toEqual([23, 22]);
    expect(await list(main, { skip: 20, limit: 10 })).toMatchObject({
      total: 24,
      current_page: 3,
      page_size: 10,
    });
    expect(await list(main, { current_page: 99 })).toMatchObject({ list: [], total: 24, current_page: 99 });
    expect(await list(factory, { limit: 0 })).toMatchObject({ list: [], total: 12 });
    expect((await list(main, { limit: 1e6 })).list).toHaveLength(24);
  });

  test.each([{ current_page: 0 }, { page_size: -1 }, { page_size: 'x' }, { limit: -1 }, { skip: -1 }])(
    'refuses %j',
    async (query) => {
      const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
      const reply = await get(main, `${T()}/things?${text}`);
      expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([
        400,
        `query.${Object.keys(query)[0]}`,
      ]);
    },
  );

  test('every order lists every thing exactly once across pages, for every account', async () => {
    for (const as of [main, factory, rival]) {
      const total = (await list(as)).total;
      for (const sort of ['devid', 'devname', 'status', 'soc', 'last_time', 'registertime']) {
        for (const order of ['asc', 'desc']) {
          const seen: number[] = [];
          for (let page = 1; page <= Math.ceil(total / 5); page++) {
            seen.push(...numbers(await list(as, { sort, order, current_page: page, page_size: 5 })));
          }
          expect([sort, order, new Set(seen).size, seen.length]).toEqual([sort, order, total, total]);
        }
      }
    }
  });
});

describe('sorting', () => {
  const byName = new Intl.Collator('zh', { numeric: true }).compare;
  const column = async (as: AccountRow, sort: string, order: string) => {
    const { list: rows } = await list(as, { sort, order, page_size: 100 });
    return rows.map((t) =>
      sort === 'soc'
        ? t.status_data.soc
        : sort === 'last_time'
          ? t.status_data.last_time
          : t[sort as 'devid'],
    );
  };
  test.each(['devid', 'devname', 'status', 'soc', 'last_time', 'registertime'])(
    'by %s, unknown values last',
    async (sort) => {
      for (const as of [main, factory]) {
        for (const order of ['asc', 'desc']) {
          const values = await column(as, sort, order);
          const known = values.filter((v) => v !== null) as (string | number)[];
          expect(values.slice(known.length).every((v) => v === null)).toBe(true);
          const sorted = [...known].sort((a, b) =>
            sort === 'devname' ? byName(String(a), String(b)) : a < b ? -1 : a > b ? 1 : 0,
          );
          expect(known).toEqual(order === 'asc' ? sorted : sorted.reverse());
        }
      }
    },
  );
  test('descend is a column, or true for newest first', async () => {
    expect(numbers(await list(main, { descend: 'devid', page_size: 3 }))).toEqual([24, 23, 22]);
    expect(numbers(await list(main, { descend: 'true', page_size: 3 }))).toEqual([24, 23, 22]);
    expect(numbers(await list(main, { descend: 'false', page_size: 3 }))).toEqual([1, 2, 3]);
  });
});

describe('filtering', () => {
  test('the free search matches devid, name, owner, telephone and address, in any case', async () => {
    expect(await all(main, { search: 'hb_00' })).toEqual(from(1, 9));
    expect(await all(main, { search: 'KASSEL' })).toEqual([3, 6, 9, 12, 15, 18, 21, 24]);
    expect(await all(main, { search: 'person 17' })).toEqual([17]);
    expect(await all(main, { search: '04001003' })).toEqual([3]);
    expect(await all(main, { search: '7 mill' })).toEqual([7, 17]);
    expect(await all(main, { search: 'zo' })).toEqual([5]);
    expect(await all(main, { search: ' kassel ' })).toHaveLength(8);
    expect(await all(main, { search: 'nothing like it' })).toEqual([]);
    expect(await all(rival, { search: 'kassel' })).toEqual([12, 15, 18]);
  });
  test('treats pattern characters literally', async () => {
    expect(await all(main, { search: '100%_' })).toEqual([5]);
    expect(await all(main, { search: '%' })).toEqual([5]);
    expect(await all(main, { search: '\\' })).toEqual([]);
    expect(await all(main, { search: "' or 1=1 --" })).toEqual([]);
    expect(await all(main, { filter: { devid: 'HB_01_' } })).toEqual([]);
    expect(await all(main, { filter: { devid: { $regex: '.*', $options: 'i' } } })).toEqual([]);
  });
  test('the filters of the specification', async () => {
    expect(await all(main, { filter: { devid: { $regex: 'hb_01', $options: 'i' } } })).toEqual(from(10, 19));
    expect(await all(main, { filter: { devid: '4' } })).toEqual([4, 14, 24]);
    expect(await all(main, { description: { installTime: '2025-12-24' } })).toEqual([4, 8, 12, 16, 20, 24]);
    expect(await all(main, { devtype: 'HE_BAT' })).toEqual(from(1, 24));
    expect(await all(main, { devtype: 'OTHER' })).toEqual([]);
    const sw = (status_value: string) => ({ status_name: 'sw_version', op: 'like', status_value });
    const hw = { status_name: 'hw_version', op: 'like', status_value: 'hw1' };
    expect(await all(main, { status_filters: [sw('1.0_')] })).toEqual(from(1, 9));
    expect(await all(factory, { status_filters: [sw('1.05'), hw] })).toEqual([11]);
  });
  test('by state, and with all filters combined', async () => {
    expect(await all(main, { state: 0 })).toEqual([5, 10, 15, 20]);
    expect(await all(installer, { state: 4 })).toEqual([4, 9]);
    expect(await all(installer, { state: 4, search: 'bamberg', filter: { devid: 'HB' } })).toEqual([4]);
    expect(await all(main, { state: 3, sort: 'soc' }, installer.id)).toEqual([3, 8]);
  });
  test.each([
    ['filter', '{"devid":{"$where":"1"}}'],
    ['filter', 'no json'],
    ['status_filters', '[{"status_name":"password","op":"like","status_value":"x"}]'],
    ['status_filters', '[{"status_name":"hw_version","op":"=","status_value":"x"}]'],
    ['description', '[]'],
    ['search', 'x'.repeat(101)],
    ['state', '5'],
    ['sort', 'secret_hash'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await get(main, `${T()}/things?${new URLSearchParams([[name, value]])}`);
    expect(reply.status).toBe(400);
    expect((reply.data as { path: string }[])[0]?.path.startsWith(`query.${name}`)).toBe(true);
  });
});

describe('the fleet as a whole', () => {
  test('counts by state agree with the list', async () => {
    for (const [as, accounts] of [
      [main, 5],
      [factory, 3],
      [owner, 0],
      [rival, 0],
    ] as const) {
      const summary = (await get(as, `${T()}/summary`)).data as Record<string, number>;
      const states = ['offline', 'online', 'fault', 'upgrading', 'notActivated'];
      for (const [state, name] of states.entries()) {
        expect([name, summary[name]]).toEqual([name, (await list(as, { state })).total]);
      }
      expect([summary.total, summary.accounts]).toEqual([(await list(as)).total, accounts]);
    }
  });
  test('current power adds up the caller’s online things only', async () => {
    await server.services.pool.query(
      `update thing_state s set bat_power_w = substr(devid, 4)::int * 100, grid_power_w = -50, pv_power_w = 0.5,
         load_power_w = 10, rated_wh = 1000, left_wh = 10 * soc_pct from things t where t.id = s.thing_id`,
    );
    const power = async (as: AccountRow) => (await get(as, `${T()}/power`)).data as Record<string, number>;
    // Status is the number modulo five: 4 and 5 of the owner's six are not activated and offline.
    expect(await power(owner)).toMatchObject({
      things: 4,
      bat_power_w: 1200,
      grid_power_w: -200,
      pv_power_w: 2,
      load_power_w: 40,
      soc_pct: 7,
      left_wh: 210,
      rated_wh: 3000,
      batteries: 4,
      counted: 3,
    });
    expect(await power(company)).toMatchObject({ things: 8, bat_power_w: 5000 });
    expect((await get(owner, '/v1/things/tenants/00000000-0000-4000-8000-000000000000/power')).status).toBe(
      404,
    );
  });
  test('positions include only things that have one', async () => {
    const points = (await get(factory, `${T()}/positions`)).data as {
      devid: string;
      longitude: number;
      latitude: number;
    }[];
    expect(points.map((p) => p.devid)).toEqual(['HB_002', 'HB_004', 'HB_006', 'HB_008', 'HB_010', 'HB_012']);
    expect(points[0]).toMatchObject({ longitude: 9.02, latitude: 51.5, status: 2, soc: 7 });
  });
  test('versions in use are counted', async () => {
    expect((await get(owner, `${T()}/versions`)).data).toEqual([
      { hw_version: 'HW0', sw_version: '1.0_a', total: 3 },
      { hw_version: 'HW1', sw_version: '1.0_a', total: 3 },
    ]);
  });
});
