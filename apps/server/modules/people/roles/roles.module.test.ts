import { readFile } from 'node:fs/promises';
import { rights } from '@voltloop/contract';
import { type Resource, rightOf, rightOfStep } from '@voltloop/resource-kit';
import { customer } from '@voltloop/resources/customer/customer.resource.ts';
import { issue } from '@voltloop/resources/issue/issue.resource.ts';
import { menus } from '@voltloop/resources/menus.ts';
import { receipt } from '@voltloop/resources/receipt/receipt.resource.ts';
import { beforeAll, expect, test } from 'vitest';
import { startTestOffice, type TestOffice } from '../../../testing/office.ts';
import type { TestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

const office = setUp(startTestOffice);
let server: TestServer;
let main: TestOffice['main'];
let token: string;
beforeAll(async () => {
  ({ server, main, token } = office);
});

const get: TestOffice['get'] = (...call) => office.get(...call);
const post: TestOffice['post'] = (...call) => office.post(...call);

let made = 0;
const newRole = async (name = `Role ${++made}`) => (await post('/role/insert', { name })).data.id;
async function staff(roleId: number): Promise<string> {
  const account = await server.account('staff', main);
  await server.services.pool.query('update accounts set role_id = $1 where id = $2', [roleId, account.id]);
  return (await server.signIn(account.userName)).token;
}

test('a role is created, renamed, found and deleted', async () => {
  const id = await newRole('仓库主管');
  expect(id).toBeGreaterThanOrEqual(100);
  expect((await post('/role/update', { id, name: 'Keeper', description: 'stores' })).data).toMatchObject({
    id,
    name: 'Keeper',
    description: 'stores',
    accounts_total: 0,
  });
  expect((await get('/role/findPage?name=keep')).data).toMatchObject({ total: 1 });
  expect((await get(`/role/findById?id=${id}`)).data).toMatchObject({ id, name: 'Keeper' });
  expect(JSON.stringify((await get('/role/loadAll')).data)).toContain('Keeper');
  expect((await server.call(token, 'DELETE', `/role/delete?id=${id}`)).status).toBe(200);
  expect((await post(`/role/delete?id=${id}`, {})).status).toBe(404);
  expect((await get(`/role/findById?id=${id}`)).status).toBe(404);
});

test('a name is unique in a tenant, ignoring case', async () => {
  await newRole('Twice');
  expect(await post('/role/insert', { name: 'TWICE' })).toMatchObject({
    status: 400,
    data: [{ path: 'name', key: 'resource.taken' }],
  });
});

test('changed rights of a role apply at once, without a new sign-in', async () => {
  const id = await newRole();
  const keeper = await staff(id);
  expect((await get('/client/findPage', keeper)).status).toBe(403);
  // A button includes its menu entry.
  expect(
    (await post('/role/insertMenu', { roleId: id, menuIds: [rightOf(customer, 'insert')] })).data,
  ).toEqual([rightOf(customer), rightOf(customer, 'insert')]);
  await expect.poll(async () => (await get('/client/findPage', keeper)).status).toBe(200);
  expect(
    (await post('/client/delete', { ids: [crypto.randomUUID()], cause: 'mistake' }, keeper)).status,
  ).toBe(403);
  expect((await get(`/role/findRoleMenu?roleId=${id}`)).data).toEqual([1100, 1101]);
  await post('/role/insertMenu', { roleId: id, menuIds: [] });
  await expect.poll(async () => (await get('/client/findPage', keeper)).status).toBe(403);
});

test('concurrent changes of the menus of one role do not overwrite each other', async () => {
  const id = await newRole();
  const give = (menuIds: number[], before?: number[]) =>
    post('/role/insertMenu', { roleId: id, menuIds, before });
  expect((await give([1100], [])).status).toBe(200);
  const [see, insert] = [rightOf(customer), rightOf(customer, 'insert')];
  const both = await Promise.all([give([see, insert], [see]), give([], [see])]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.data).toMatchObject([
    { path: 'before', key: 'role.changed' },
  ]);
  // With any order of ids, and also without `before`, as in the specification.
  expect((await give([see, insert])).status).toBe(200);
  expect((await give([see], [insert, see])).status).toBe(200);
  expect((await give([insert], [insert, see])).status).toBe(409);
  expect((await get(`/role/findRoleMenu?roleId=${id}`)).data).toEqual([see]);
});

test('a role in use cannot be deleted, and callers cannot grant themselves rights', async () => {
  const id = await newRole();
  const keeper = await staff(id);
  expect((await server.call(token, 'DELETE', `/role/delete?id=${id}`)).status).toBe(409);
  expect((await post('/role/insertMenu', { roleId: id, menuIds: [1100] }, keeper)).status).toBe(403);
  expect((await post('/role/insertMenu', { roleId: id, menuIds: [7] })).status).toBe(400);
});

test('an editor of roles cannot grant rights they lack, or change roles with more rights', async () => {
  const own = await newRole();
  await post('/role/insertMenu', { roleId: own, menuIds: [rights.roles.change, rightOf(customer)] });
  const editor = await staff(own);
  const less = await newRole();
  const give = (roleId: number, ...menuIds: number[]) =>
    post('/role/insertMenu', { roleId, menuIds }, editor);
  expect((await give(less, rightOf(customer))).status).toBe(200);
  expect(await give(less, rightOf(customer, 'delete'))).toMatchObject({
    status: 400,
    data: [{ path: 'menuIds', key: 'role.giveBeyond' }],
  });
  const more = await newRole();
  await post('/role/insertMenu', { roleId: more, menuIds: [rightOf(customer, 'delete')] });
  const beyond = { status: 403, data: [{ path: 'id', key: 'role.beyond' }] };
  expect(await give(more)).toMatchObject(beyond);
  expect(await post('/role/update', { id: more, name: 'Mine' }, editor)).toMatchObject(beyond);
  expect(await server.call(editor, 'DELETE', `/role/delete?id=${more}`)).toMatchObject(beyond);
  expect(await give(own)).toMatchObject({ status: 403, data: [{ path: 'id', key: 'role.own' }] });
});

test('another tenant’s roles are not found', async () => {
  const id = await newRole();
  const stranger = (await server.signIn((await server.tenant()).userName)).token;
  expect((await post('/role/update', { id, name: 'Mine' }, stranger)).status).toBe(404);
  expect((await get(`/role/findRoleMenu?roleId=${id}`, stranger)).data).toEqual([]);
  expect((await post('/role/insertMenu', { roleId: id, menuIds: [] }, stranger)).status).toBe(404);
  expect((await get('/role/loadAll', stranger)).data).toEqual([]);
});

test('GET deletes only with the header that a link cannot send', async () => {
  const id = await newRole();
  const bare = await server.app.inject({
    url: `/role/delete?id=${id}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(bare.statusCode).toBe(404);
  expect((await get(`/role/delete?id=${id}`)).status).toBe(200);
});

test('menu entries are returned by their ids, each id once', async () => {
  expect(new Set(menus.map((menu) => menu.id)).size).toBe(menus.length);
  expect((await get('/role/getMenuByListID?ids=1100,1101')).data).toHaveLength(2);
  expect((await get('/role/getMenuByListID')).data).toHaveLength(menus.length);
});

test('roles that could take every step of a document keep them all, each by a separate right', async () => {
  const [free, approved] = [5000, 5200];
  const role = await newRole();
  const { pool } = office.server.services;
  await pool.query('insert into role_menus select $1, unnest($2::int[])', [
    role,
    [free, free + 6, approved + 6],
  ]);
  await pool.query(
    await readFile(`${import.meta.dirname}/../../../../../db/postgres/0166_step_rights.sql`, 'utf8'),
  );
  const { rows } = await pool.query<{ id: number }>(
    'select menu_id as id from role_menus where role_id = $1 order by 1',
    [role],
  );
  const stepsOf = (resource: Resource) =>
    Object.values(resource.life?.steps ?? {}).map((step) => rightOfStep(resource, step));
  expect(rows.map(({ id }) => id)).toEqual(
    [free, ...stepsOf(receipt), ...stepsOf(issue)].sort((a, b) => a - b),
  );
});
