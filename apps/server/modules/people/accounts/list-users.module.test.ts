import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let factory: AccountRow;
let company: AccountRow;
let installer: AccountRow;
let user: AccountRow;
let foreign: AccountRow;

beforeAll(async () => {
  main = await server.tenant();
  foreign = await server.tenant();
  factory = await server.account('factory', main, { name: 'Works 100%' });
  company = await server.account('company', factory, { name: 'Solar Nord', company: 'Nord_GmbH' });
  installer = await server.account('installer', company, { name: 'Erik', email: 'erik.berg@works.example' });
  user = await server.account('enduser', installer, {
    name: 'Anna',
    email: 'anna@home.example',
    mobile: '+49 170 1234567',
    address: 'Hauptstrasse 12, Berlin',
    city: 'Berlin',
    country: 'Germany',
    description: 'Two homes',
  });
  await server.things.register(server.as(main), [
    { devid: 'LIST_1', devtype: 'HE_BAT' },
    { devid: 'LIST_2', devtype: 'HE_BAT' },
    { devid: 'LIST_3', devtype: 'HE_BAT' },
  ]);
  await server.things.bind(server.as(main), [user.id, installer.id], ['LIST_1']);
  await server.things.bind(server.as(main), [company.id], ['LIST_2']);
});

interface Listed {
  total: number;
  page_size: number;
  current_page: number;
  list: { id: string; user_name: string; email: string; mobile: string; address: string }[];
}
const url = (query = '', of = main) => `/v1/admin/tenant/tenants/${of.tenantId}/users${query}`;
const token = async (row: AccountRow) => (await server.signIn(row.userName)).token;
async function list(row: AccountRow, query = ''): Promise<Listed> {
  const reply = await server.call(await token(row), 'GET', url(query));
  expect(reply.status).toBe(200);
  return reply.data;
}
const names = (page: Listed) => page.list.map((u) => u.user_name).sort();
const of = (...rows: AccountRow[]) => rows.map((r) => r.userName).sort();

describe('the list of users', () => {
  test('excludes the back office, and so does the tree', async () => {
    const top = await server.tenant();
    await server.account('staff', top);
    const below = await server.account('factory', top);
    const topToken = await token(top);
    const page = await server.call(topToken, 'GET', url('?with_self=true', top));
    expect((page.data as Listed).list.map((u) => u.id)).toEqual([top.id, below.id]);
    const tree = await server.call(topToken, 'GET', url('/tree', top));
    expect(tree.data).toMatchObject({ total: 1, parent: { children_total: 1 }, list: [{ id: below.id }] });
    expect((await server.call(topToken, 'GET', url('?kind=staff', top))).data).toMatchObject({ total: 0 });
  });
  test('shows the place and the description of an account', async () => {
    const [row] = (await list(installer)).list;
    expect(row).toMatchObject({ city: 'Berlin', country: 'Germany', description: 'Two homes' });
  });

  test.each(['page_size=100000', 'limit=1000000'])('caps a page at 9999 rows: %s', async (query) => {
    expect(await list(main, `?${query}`)).toMatchObject({ total: 4, page_size: 9999 });
  });

  test('has all accounts below the caller, but not the caller', async () => {
    expect(names(await list(main))).toEqual(of(factory, company, installer, user));
    expect(names(await list(company))).toEqual(of(installer, user));
    expect(await list(main)).toMatchObject({ total: 4, current_page: 1, page_size: 9999 });
  });

  test('narrows to direct sub-users or to the subtree of an account, and can include the account itself', async () => {
    expect(names(await list(main, '?only_sub_user=true'))).toEqual(of(factory));
    expect(names(await list(main, `?parent_id=${company.id}`))).toEqual(of(installer, user));
    expect(names(await list(main, `?parent_id=${company.id}&only_sub_user=true`))).toEqual(of(installer));
    const self = await list(company, '?with_self=true&sort=name');
    expect(self.list[0]?.user_name).toBe(company.userName);
    expect(self.total).toBe(3);
  });

  test('searches "name" in the name and "search" in every field, both literally', async () => {
    expect(names(await list(main, '?name=ann'))).toEqual(of(user));
    expect(names(await list(main, '?name=erik.berg'))).toEqual([]);
    expect(names(await list(main, '?search=ERIK.berg'))).toEqual(of(installer));
    expect(names(await list(main, '?search=170%201234567'))).toEqual(of(user));
    expect(names(await list(main, `?search=${encodeURIComponent('d_g')}`))).toEqual(of(company));
    expect(names(await list(main, `?search=${encodeURIComponent('%')}`))).toEqual(of(factory));
    expect(names(await list(main, `?search=${encodeURIComponent("' or 1=1 --")}`))).toEqual([]);
  });

  test('pages in both styles, where skip and limit take precedence and the total counts all', async () => {
    const second = await list(main, '?sort=user_name&current_page=2&page_size=3');
    expect([second.total, second.list.length, second.current_page]).toEqual([4, 1, 2]);
    const skipped = await list(main, '?sort=user_name&skip=1&limit=2&current_page=9&page_size=1');
    expect([skipped.total, skipped.list.map((u) => u.user_name)]).toEqual([
      4,
      of(factory, company, installer, user).slice(1, 3),
    ]);
    expect((await list(main, '?page_size=99999')).page_size).toBe(9999);
    expect((await list(main, '?page_size=999')).page_size).toBe(999);
    for (const wrong of ['?current_page=0', '?skip=-1', '?sort=password_hash', '?kind=king']) {
      expect((await server.call(await token(main), 'GET', url(wrong))).status).toBe(400);
    }
  });

  test('filters by kind and state and sorts both ways', async () => {
    expect(names(await list(main, '?kind=company,enduser'))).toEqual(of(company, user));
    const fresh = await server.account('enduser', installer, { name: 'Zed' });
    expect(names(await list(main, '?state=never'))).toContain(fresh.userName);
    expect(names(await list(main, '?state=disabled'))).toEqual([]);
    const up = (await list(main, '?sort=kind&order=asc')).list.map((u) => u.id);
    expect((await list(main, '?sort=kind&order=desc')).list.map((u) => u.id)).toEqual([...up].reverse());
    expect(up[0]).toBe(factory.id);
    await server.accounts.deleteAccount(server.as(main), fresh.id);
  });

  test('counts children and things, each thing once', async () => {
    const { list: rows } = await list(main);
    const at = new Map(rows.map((row) => [row.id, row]));
    expect(at.get(factory.id)).toMatchObject({ children_total: 1, things_total: 2 });
    expect(at.get(company.id)).toMatchObject({ children_total: 1, things_total: 2 });
    expect(at.get(installer.id)).toMatchObject({ children_total: 1, things_total: 1 });
    expect(at.get(user.id)).toMatchObject({ children_total: 0, things_total: 1 });
    expect((await list(main, '?with_self=1')).list[0]).toMatchObject({ things_total: 3 });
  });

  test('masks personal data; an account’s page shows them and is audited', async () => {
    const [masked] = (await list(main, `?name=Anna`)).list;
    expect(masked).toMatchObject({ email: 'a***@home.example', mobile: '+49****567', address: 'Haupts***' });
    const reply = await server.call(await token(company), 'GET', url(`/${user.id}`));
    expect(reply.data).toMatchObject({
      email: 'anna@home.example',
      mobile: '+49 170 1234567',
      ancestors: [{ id: company.id }, { id: installer.id }],
    });
    expect(JSON.stringify(reply.data)).not.toMatch(/password_hash|argon2/);
    const { rows } = await server.services.pool.query(
      "select actor_id from audit where action = 'account.read' and object_id = $1",
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: company.id }]);
  });

  test('answers 404 outside the subtree', async () => {
    const sibling = await server.account('company', main);
    const companyToken = await token(company);
    for (const path of [
      `/${sibling.id}`,
      `/${factory.id}`,
      `/${foreign.id}`,
      '/nonsense',
      `?parent_id=${main.id}`,
    ]) {
      expect((await server.call(companyToken, 'GET', url(path))).status).toBe(404);
    }
    expect((await server.call(companyToken, 'GET', url('', foreign))).status).toBe(404);
    expect((await server.call(await token(main), 'GET', url(`?parent_id=${foreign.id}`))).status).toBe(404);
  });
});
