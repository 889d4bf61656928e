import { beforeAll, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let factory: AccountRow;
let company: AccountRow;
beforeAll(async () => {
  main = await server.tenant();
  factory = await server.account('factory', main);
  company = await server.account('company', factory);
  await server.account('installer', company);
  await server.things.register(server.as(main), [
    { devid: 'DEV_1', devtype: 'HE_BAT' },
    { devid: 'DEV_2', devtype: 'HE_BAT' },
  ]);
  await server.things.bind(server.as(main), [company.id], ['DEV_1']);
});

type List = { list: Record<string, unknown>[]; total: number };
const get = async (as: AccountRow, path: string) =>
  server.call((await server.signIn(as.userName)).token, 'GET', path);
const things = (of: AccountRow, query: string) =>
  `/v1/things/tenants/${of.tenantId}/developer/things?${query}`;
const users = (of: AccountRow, query = '') =>
  `/v1/admin/tenant/tenants/${of.tenantId}/developer/users?${query}`;
const audited = async () =>
  (
    await server.services.pool.query<{ action: string }>(
      `select action from audit where action like '%developer%' order by seq`,
    )
  ).rows.map((row) => row.action);

test('the exports contain the caller’s subtree, and no secret of any kind', async () => {
  const all = (await get(main, things(main, 'kind=backup&limit=9999'))).data as List;
  expect(all.list.map((row) => row.devid)).toEqual(['DEV_1', 'DEV_2']);
  const own = (await get(factory, things(factory, 'kind=export&limit=9999'))).data as List;
  expect(own.list.map((row) => row.devid)).toEqual(['DEV_1']);
  const below = (await get(factory, users(factory, 'limit=99999'))).data as List;
  expect(below.total).toBe(2);
  const keys = new Set(JSON.stringify([all, own, below]).match(/"[\w]+":/g));
  for (const key of keys) expect(key).not.toMatch(/password|secret|token|hash/i);
});

test('each export is audited with its kind', async () => {
  expect(await audited()).toEqual([
    'things.developer_backup',
    'things.developer_export',
    'accounts.developer_export',
  ]);
});

test('exports need a role with the buttons, are limited in rows, and stay within the tenant', async () => {
  expect((await get(company, things(company, 'kind=export'))).status).toBe(403);
  expect((await get(company, users(company))).status).toBe(403);
  expect((await get(main, things(main, 'kind=export&limit=10000'))).status).toBe(400);
  expect((await get(main, users(main, 'limit=100000'))).status).toBe(400);
  const other = { ...main, tenantId: '00000000-0000-4000-8000-000000000000' };
  expect((await get(main, things(other, 'kind=export'))).status).toBe(404);
  expect((await audited()).length).toBe(3);
});
