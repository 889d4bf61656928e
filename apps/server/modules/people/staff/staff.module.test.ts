import type { Page, StaffDetail, StaffMember } from '@voltloop/contract';
import { rights } from '@voltloop/contract';
import { beforeAll, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let token: string;
beforeAll(async () => {
  main = await server.tenant();
  token = (await server.signIn(main.userName)).token;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async <T>(method: Method, path: string, body?: unknown, as = token, tenantId = main.tenantId) =>
  (await server.call(as, method, `/v1/admin/tenant/tenants/${tenantId}/staff${path}`, body)) as {
    status: number;
    data: T;
  };

let made = 0;
/** A role of a tenant with these rights. */
async function role(menus: readonly number[], tenantId = main.tenantId): Promise<number> {
  const { pool } = server.services;
  const { rows } = await pool.query<{ id: number }>(
    'insert into roles (tenant_id, name) values ($1, $2) returning id',
    [tenantId, `Role ${++made}`],
  );
  const id = rows[0]?.id as number;
  await pool.query('insert into role_menus select $1, unnest($2::int[])', [id, menus]);
  return id;
}
const body = (roleId: number, more: object = {}) => ({
  user_name: `keeper${++made}`,
  name: '王小明',
  role_id: roleId,
  password: testPassword,
  must_change_password: false,
  ...more,
});
/** A signed-in staff account with these rights. */
async function member(...menus: number[]): Promise<StaffDetail & { token: string }> {
  const { status, data } = await call<StaffDetail>('POST', '', body(await role(menus)));
  expect(status).toBe(200);
  return { ...data, token: (await server.signIn(data.user_name)).token };
}
const audited = async (id: string) => {
  const { rows } = await server.services.pool.query<{ action: string; details: Record<string, unknown> }>(
    'select action, details from audit where object_id = $1 order by seq',
    [id],
  );
  return rows;
};

test('a staff account is created with a role, found, changed and deleted, and each change is audited', async () => {
  const roleId = await role([1100]);
  const { data } = await call<StaffDetail>('POST', '', body(roleId, { email: 'Wang@example.cn' }));
  expect(data).toMatchObject({
    name: '王小明',
    role_id: roleId,
    state: 'never',
    untouchable: null,
    email: 'Wang@example.cn',
    must_change_password: false,
  });
  const { data: found } = await call<Page<StaffMember>>('GET', `?search=wang@example`);
  expect(found).toMatchObject({ total: 1, list: [{ id: data.id, email: 'W***@example.cn' }] });
  const other = await role([1200]);
  const changed = await call<StaffDetail>('PUT', `/${data.id}`, {
    name: '王大明',
    role_id: other,
    mobile: '13800138000',
    clearFields: ['email'],
  });
  expect(changed.data).toMatchObject({ name: '王大明', role_id: other, email: null, mobile: '13800138000' });
  expect((await call('GET', `/${data.id}`)).status).toBe(200);
  expect((await call('DELETE', `/${data.id}`)).status).toBe(200);
  expect((await call('GET', `/${data.id}`)).status).toBe(404);
  const rows = await audited(data.id);
  expect(rows.map((row) => row.action)).toEqual([
    'account.create',
    'account.update',
    'account.read',
    'account.delete',
  ]);
  expect(rows[1]?.details).toMatchObject({
    fields: ['email', 'mobile', 'name', 'role_id'],
    role: { from: roleId, to: other },
  });
});

test('the list is filtered by role and state, and sorted', async () => {
  const owner = await server.tenant();
  const as = (await server.signIn(owner.userName)).token;
  const list = async (query: string) =>
    (await call<Page<StaffMember>>('GET', `?${query}`, undefined, as, owner.tenantId)).data;
  const [a, b] = [await role([], owner.tenantId), await role([], owner.tenantId)];
  for (const [name, roleId] of [
    ['Chen', b],
    ['An', a],
    ['Bao', b],
  ] as const)
    await call('POST', '', body(roleId, { name }), as, owner.tenantId);
  await server.account('staff', owner, { name: 'Without' });
  const names = ({ list }: Page<StaffMember>) => list.map((each) => each.name);
  expect(names(await list('sort=name'))).toEqual(['An', 'Bao', 'Chen', 'Without']);
  expect(names(await list('sort=name&order=desc&page_size=2'))).toEqual(['Without', 'Chen']);
  expect(await list(`role_id=${b}&page_size=1`)).toMatchObject({ total: 2 });
  expect(await list('role_id=100')).toMatchObject({ list: [{ name: 'Without', role_id: null }] });
  expect((await list('state=active')).total).toBe(0);
  expect((await list('state=never')).total).toBe(4);
  const { user_name, id } = (await list(`search=Bao`)).list[0] as StaffMember;
  await server.signIn(user_name);
  expect(names(await list('state=active'))).toEqual(['Bao']);
  await call('PUT', `/${id}/state`, { disabled: true }, as, owner.tenantId);
  expect(names(await list('state=disabled'))).toEqual(['Bao']);
});

test('an account without a role has no rights', async () => {
  await role([1100, rights.staff.see]);
  const bare = await server.account('staff', main);
  const { token: as, permissionList, role_name } = await server.signIn(bare.userName);
  expect({ permissionList, role_name }).toEqual({ permissionList: [], role_name: null });
  expect((await call('GET', '', undefined, as)).status).toBe(403);
});

test('login data contain the rights and the name of the role; a new role applies at the next call', async () => {
  const someone = await member(rights.staff.see);
  const { permissionList, role_name } = await server.signIn(someone.user_name);
  expect({ permissionList, role_name }).toEqual({
    permissionList: [rights.staff.see],
    role_name: someone.role_name,
  });
  expect((await call('GET', '', undefined, someone.token)).status).toBe(200);
  await call('PUT', `/${someone.id}`, { role_id: await role([]) });
  expect((await call('GET', '', undefined, someone.token)).status).toBe(403);
});

test('callers cannot grant rights that they lack', async () => {
  const { staff } = rights;
  const superior = await member(staff.see, staff.insert, staff.update, 1100);
  const [less, more] = [await role([1100]), await role([1100, 1101])];
  const refused = { status: 400, data: [{ path: 'role_id', key: 'staff.roleBeyond' }] };
  expect(await call('POST', '', body(more), superior.token)).toMatchObject(refused);
  const { data } = await call<StaffDetail>('POST', '', body(less), superior.token);
  expect(data).toMatchObject({ role_id: less, untouchable: null });
  expect(await call('PUT', `/${data.id}`, { role_id: more }, superior.token)).toMatchObject(refused);
  const { data: roles } = await call<{ id: number; grantable: boolean }[]>(
    'GET',
    '/roles',
    undefined,
    superior.token,
  );
  expect(roles.find((each) => each.id === less)?.grantable).toBe(true);
  expect(roles.find((each) => each.id === more)?.grantable).toBe(false);
});

test('callers cannot change an account with more rights, whose password would give them these rights', async () => {
  const { staff } = rights;
  const superior = await member(...Object.values(staff));
  const above = await member(...Object.values(staff), 1100);
  const refused = { status: 403, data: [{ path: 'id', key: 'staff.beyond' }] };
  for (const [method, path, sent] of [
    ['PUT', '', { name: 'X' }],
    ['PUT', '/state', { disabled: true }],
    ['POST', '/reset-password', { password: 'Quite-new-1' }],
    ['POST', '/reset-two-factor', undefined],
    ['DELETE', '', undefined],
  ] as const)
    expect(await call(method, `/${above.id}${path}`, sent, superior.token)).toMatchObject(refused);
  const { data } = await call<Page<StaffMember>>(
    'GET',
    `?search=${above.user_name}`,
    undefined,
    superior.token,
  );
  expect(data.list[0]?.untouchable).toBe('beyond');
});

test('callers cannot lock, delete or change their own account here', async () => {
  const { staff } = rights;
  const superior = await member(...Object.values(staff));
  const refused = { status: 403, data: [{ path: 'id', key: 'staff.own' }] };
  expect(await call('PUT', `/${superior.id}/state`, { disabled: true }, superior.token)).toMatchObject(
    refused,
  );
  expect(await call('PUT', `/${superior.id}`, { role_id: await role([]) }, superior.token)).toMatchObject(
    refused,
  );
  expect(await call('DELETE', `/${superior.id}`, undefined, superior.token)).toMatchObject(refused);
  const path = `/${superior.id}/reset-password`;
  expect(await call('POST', path, { password: 'Quite-new-1' }, superior.token)).toMatchObject(refused);
});

test('a lock ends the sessions at once, and lasts until it is removed', async () => {
  const someone = await member(rights.staff.see);
  expect((await call('PUT', `/${someone.id}/state`, { disabled: true })).data).toMatchObject({
    state: 'disabled',
  });
  expect((await call('GET', '', undefined, someone.token)).status).toBe(401);
  const signIn = () =>
    server.call(null, 'POST', '/v1/admin/control/sessions', {
      username: someone.user_name,
      password: testPassword,
    });
  expect((await signIn()).status).not.toBe(200);
  await call('PUT', `/${someone.id}/state`, { disabled: false });
  expect((await signIn()).status).toBe(200);
});

test('a new password from a superior ends the sessions and must be changed', async () => {
  const someone = await member(rights.staff.see);
  const reset = (password: string) => call('POST', `/${someone.id}/reset-password`, { password });
  expect(await reset('12345678')).toMatchObject({ status: 400, data: [{ path: 'password' }] });
  expect((await reset('Quite-new-1')).status).toBe(200);
  expect((await call('GET', '', undefined, someone.token)).status).toBe(401);
  expect((await server.signIn(someone.user_name, 'Quite-new-1')).must_change_password).toBe(true);
  expect((await audited(someone.id)).at(-2)?.action).toBe('account.reset_password');
});

test('an initial password must be changed too, unless the superior decides otherwise', async () => {
  const { data } = await call<StaffDetail>('POST', '', {
    ...body(await role([])),
    must_change_password: undefined,
  });
  expect((await server.signIn(data.user_name)).must_change_password).toBe(true);
});

test('invalid input is reported at its field', async () => {
  const roleId = await role([]);
  const { data: first } = await call<StaffDetail>('POST', '', body(roleId, { email: 'one@example.cn' }));
  for (const [more, path] of [
    [{ user_name: '1x' }, 'user_name'],
    [{ password: 'short' }, 'password'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(51) }, 'name'],
    [{ email: 'nowhere' }, 'email'],
    [{ role_id: 5 }, 'role_id'],
    [{ role_id: 100 }, 'role_id'],
    [{ role_id: 2_000_000_000 }, 'role_id'],
    [{ role_id: 'many' }, 'role_id'],
  ] as const)
    expect(await call('POST', '', body(roleId, more))).toMatchObject({ status: 400, data: [{ path }] });
  expect(await call('POST', '', body(roleId, { user_name: first.user_name }))).toMatchObject({
    status: 409,
    data: [{ path: 'user_name' }],
  });
  expect(await call('POST', '', body(roleId, { email: 'ONE@example.cn' }))).toMatchObject({
    status: 409,
    data: [{ path: 'email' }],
  });
});

test('another tenant’s staff and roles are not found, and neither are accounts of the portal', async () => {
  const stranger = await server.tenant();
  const as = (await server.signIn(stranger.userName)).token;
  const someone = await member();
  const installer = await server.account('factory', main);
  for (const [method, path, sent] of [
    ['GET', '', undefined],
    ['PUT', '', { name: 'X' }],
    ['PUT', '/state', { disabled: true }],
    ['POST', '/reset-password', { password: 'Quite-new-1' }],
    ['POST', '/reset-two-factor', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    expect((await call(method, `/${someone.id}${path}`, sent, as)).status).toBe(404);
    expect((await call(method, `/${someone.id}${path}`, sent, as, stranger.tenantId)).status).toBe(404);
    expect((await call(method, `/${installer.id}${path}`, sent)).status).toBe(404);
    expect((await call(method, `/${main.id}${path}`, sent)).status).toBe(404);
  }
  expect(await call('POST', '', body(await role([], stranger.tenantId)))).toMatchObject({
    status: 400,
    data: [{ path: 'role_id', key: 'staff.noRole' }],
  });
  const { data } = await call<Page<StaffMember>>('GET', '', undefined, as, stranger.tenantId);
  expect(data.total).toBe(0);
});

test('an exported list is named by the day in the zone of its times', async () => {
  const superior = await member(rights.staff.see, rights.staff.export);
  const nameIn = async (zone: string) => {
    const reply = await server.app.inject({
      url: `/v1/admin/tenant/tenants/${main.tenantId}/staff/export?format=csv&time_zone=${zone}`,
      headers: { authorization: `Bearer ${superior.token}` },
    });
    return String(reply.headers['content-disposition']);
  };
  // 25 hours apart, so that their days always differ.
  const [first, last] = [await nameIn('Pacific/Pago_Pago'), await nameIn('Pacific/Kiritimati')];
  expect(first).toMatch(/filename="staff_\d{4}-\d\d-\d\d\.csv"/);
  expect(last).not.toBe(first);
});

test('the list is exported as a file, filtered and ordered as shown, and that is audited', async () => {
  const superior = await member(rights.staff.see, rights.staff.export);
  const keepers = await role([]);
  const make = async (more: object) =>
    (await call<StaffDetail>('POST', '', body(keepers, more))).data.user_name;
  const first = await make({ name: '乙', mobile: '13800138000' });
  const second = await make({ name: '=1+1', email: 'keeper@example.org', description: 'a, b' });
  const file = async (query: string, as = superior.token) => {
    const reply = await server.app.inject({
      url: `/v1/admin/tenant/tenants/${main.tenantId}/staff/export?role_id=${keepers}&${query}`,
      headers: { authorization: `Bearer ${as}` },
    });
    return {
      status: reply.statusCode,
      lines: reply.body
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n'),
    };
  };
  const wanted = 'format=csv&language=zh&columns=user_name,name,state,mobile,email,description';
  expect((await file(`${wanted}&sort=user_name`)).lines).toEqual([
    '用户名,姓名,状态,手机,邮箱,备注',
    `${first},乙,从未登录,13800138000,,`,
    `${second},'=1+1,从未登录,,keeper@example.org,"a, b"`,
  ]);
  expect((await file(`${wanted}&search=${second}`)).lines).toHaveLength(2);
  expect((await file('format=xlsx')).status).toBe(200);
  expect((await file('format=csv&columns=password')).status).toBe(400);
  expect((await file('format=csv&time_zone=Nowhere')).status).toBe(400);
  const other = (await server.signIn((await server.tenant()).userName)).token;
  expect((await file('format=csv', other)).status).toBe(404);
  const { rows } = await server.services.pool.query<{ details: object }>(
    `select details from audit where action = 'account.export' and actor_id = $1 order by seq`,
    [superior.id],
  );
  expect(rows.map(({ details }) => details)).toMatchObject([
    { kind: 'staff', format: 'csv', rows: 2 },
    { kind: 'staff', format: 'csv', rows: 1 },
    { kind: 'staff', format: 'xlsx', rows: 2 },
  ]);
});
