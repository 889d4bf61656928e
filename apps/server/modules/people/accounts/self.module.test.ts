import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const SELF = '/v1/admin/tenant/users/self';

const server = setUp(startOwnServer);
let main: AccountRow;
let account: AccountRow;
let token: string;
beforeAll(async () => {
  main = await server.tenant();
});
beforeEach(async () => {
  account = await server.account('installer', main, { company: 'Old Works', city: 'Perth' });
  token = (await server.signIn(account.userName)).token;
});

const self = (as: string) => server.call(as, 'GET', SELF);

describe('the caller’s profile', () => {
  test.each([SELF, '/admin/tenant/users/self'])('PUT %s changes only given fields', async (path) => {
    const reply = await server.call(token, 'PUT', path, {
      name: ' Tom F. ',
      email: `Tom.${path.length}@works.example`,
      origin_password: testPassword,
      mobile: '+61 2 9999 0000',
      address: '1 Harbour St',
    });
    expect(reply.status).toBe(200);
    const expected = {
      name: 'Tom F.',
      email: `Tom.${path.length}@works.example`,
      mobile: '+61 2 9999 0000',
      address: '1 Harbour St',
      company: 'Old Works',
      city: 'Perth',
      role_ids: [4],
    };
    expect(reply.data).toMatchObject(expected);
    expect((await self(token)).data).toMatchObject(expected);
  });

  test('empties what clearFields names, and only optional fields', async () => {
    const reply = await server.call(token, 'PUT', SELF, { clearFields: ['company', 'city'] });
    expect(reply.data).toMatchObject({ company: null, city: null });
    for (const field of ['name', 'email', 'password_hash', 'role_id'])
      expect((await server.call(token, 'PUT', SELF, { clearFields: [field] })).status).toBe(400);
  });

  test('cannot change what a person may not change about itself', async () => {
    await server.call(token, 'PUT', SELF, {
      role_id: 0,
      kind: 'main',
      user_name: 'boss_of_all',
      parent_id: null,
      tenant_id: main.id,
      must_change_password: true,
    });
    expect((await self(token)).data).toMatchObject({
      user_name: account.userName,
      kind: 'installer',
      roleIds: [4],
      parent_id: main.id,
      must_change_password: false,
    });
  });

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(51)],
    ['email', 'nobody'],
    ['mobile', 'call me'],
    ['address', 'x'.repeat(201)],
    ['description', 'x'.repeat(501)],
    ['city', 7],
  ])('refuses a wrong %s at its field', async (field, value) => {
    const reply = await server.call(token, 'PUT', SELF, { [field]: value });
    expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([400, field]);
  });

  test('refuses the e-mail address of another account, in any case of letters', async () => {
    await server.account('installer', main, { email: 'first@works.example' });
    const reply = await server.call(token, 'PUT', SELF, {
      email: 'First@works.example',
      origin_password: testPassword,
    });
    expect([reply.status, reply.data]).toMatchObject([409, [{ path: 'email', key: 'account.emailTaken' }]]);
  });

  test('is audited with the names of the fields', async () => {
    await server.call(token, 'PUT', SELF, { city: 'Hobart', clearFields: ['company'] });
    const { rows } = await server.services.pool.query(
      "select details::text from audit where object_id = $1 and action = 'account.update'",
      [account.id],
    );
    expect(rows).toEqual([{ details: '{"fields": ["city", "company"]}' }]);
  });
});

test('lists the events of the account for its owner only', async () => {
  await server.call(null, 'POST', '/v1/admin/control/sessions', {
    username: account.userName,
    password: 'Wrong-pass-1',
  });
  await server.call(token, 'PUT', SELF, { city: 'Hobart' });
  const list = (await server.call(token, 'GET', `${SELF}/activity`)).data;
  expect(list).toMatchObject([
    { action: 'account.update', result: 'ok', by: null },
    { action: 'session.refuse', result: 'refused', ip: '127.0.0.1' },
    { action: 'session.create', result: 'ok' },
  ]);
  expect(list).toHaveLength(3);
});
