import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../accounts/index.ts';

const PATH = '/v1/admin/tenant/users/self/password?update_pwd_way=3';
const NEXT = 'Next-4-tests';

const nodes = setUp(startTwoNodes);
let server: TestServer;
let other: TestServer;
let main: AccountRow;
let account: AccountRow;
let token: string;
beforeAll(() => {
  ({ server, other, main } = nodes);
});
beforeEach(async () => {
  account = await server.account('installer', main, { email: `mail${Math.random()}@works.example` });
  token = (await server.signIn(account.userName)).token;
});

const put = (body: unknown, as = token, path = PATH, at = server) =>
  at.app.inject({
    method: 'PUT',
    url: path,
    headers: { authorization: `Bearer ${as}`, platform: 'IOT' },
    payload: body as object,
  });
const self = (as: string, at = server) => at.call(as, 'GET', '/v1/admin/tenant/users/self');
const signsIn = async (password: string) =>
  (
    await server.call(null, 'POST', '/v1/admin/control/sessions', {
      username: account.userName,
      password,
    })
  ).status;

describe('changing the caller’s password', () => {
  test.each([
    ['origin_password', PATH],
    ['oldpassword', PATH],
    ['origin_password', '/admin/tenant/users/self/password'],
  ])('answers 204 without a body (%s, %s)', async (field, path) => {
    const reply = await put({ password: NEXT, [field]: testPassword }, token, path);
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect([await signsIn(testPassword), await signsIn(NEXT)]).toEqual([401, 200]);
  });

  test('ends every other session at once, on every node, but not its own', async () => {
    const second = (await server.signIn(account.userName)).token;
    const stranger = (await server.signIn(main.userName)).token;
    expect((await self(second, other)).status).toBe(200);
    expect((await put({ password: NEXT, origin_password: testPassword })).statusCode).toBe(204);
    expect((await self(second)).status).toBe(401);
    await vi.waitFor(async () => expect((await self(second, other)).status).toBe(401), { timeout: 4000 });
    expect([(await self(token)).status, (await self(stranger)).status]).toEqual([200, 200]);
  });

  test.each([
    ['too short', 'abc1234', 'account.password.short'],
    ['too long', 'a2345678901234567', 'account.password.long'],
    ['a special character first', '@abc12345', 'account.password.first'],
    ['a space', 'abc 12345', 'account.password.space'],
    ['a common one', 'Password123', 'account.password.common'],
    ['the current one', testPassword, 'account.password.same'],
  ])('refuses %s at the new password', async (_, password, key) => {
    const reply = await put({ password, origin_password: testPassword });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().data).toMatchObject([{ path: 'password', key }]);
    expect(await signsIn(testPassword)).toBe(200);
  });

  test('accepts 8 and 16 characters, not 7 and 17', async () => {
    const tries: [string, number][] = [
      ['abcd123', 400],
      ['abcd1235', 204],
      ['abcd1234567890xy', 204],
      ['abcd1234567890xyz', 400],
    ];
    let old = testPassword;
    for (const [password, status] of tries) {
      expect([password, (await put({ password, origin_password: old })).statusCode]).toEqual([
        password,
        status,
      ]);
      if (status === 204) old = password;
    }
  });

  test('refuses the account’s name as a password', async () => {
    const named = await server.account('installer', main, { userName: 'somebody_here' });
    const as = (await server.signIn(named.userName)).token;
    const reply = await put({ password: 'Somebody_Here', origin_password: testPassword }, as);
    expect(reply.json().data).toMatchObject([{ path: 'password', key: 'account.password.own' }]);
  });

  test('refuses a wrong old password with a message, audits it, and locks after ten', async () => {
    for (let i = 0; i < 10; i++) {
      const reply = await put({ password: NEXT, origin_password: 'Wrong-pass-1' });
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'The old password is wrong']);
      expect(reply.json().data).toMatchObject([{ path: 'origin_password', key: 'account.password.wrong' }]);
    }
    expect((await put({ password: NEXT, origin_password: testPassword })).statusCode).toBe(429);
    // Someone with a stolen session cannot lock the owner out of signing in.
    expect(await signsIn(testPassword)).toBe(200);
    const { rows } = await server.services.pool.query(
      "select result, details from audit where object_id = $1 and action = 'account.confirm' order by seq",
      [account.id],
    );
    expect(rows.length).toBe(10);
    expect(rows[9]).toEqual({ result: 'refused', details: { what: 'password', locked: true } });
  });

  test('reports a missing value at its field, and refuses other ways of changing it', async () => {
    const missing = await put({ password: NEXT });
    expect([missing.statusCode, missing.json().data[0]]).toMatchObject([
      400,
      { path: 'origin_password', message: 'Please input old password' },
    ]);
    const way = await put({ password: NEXT, origin_password: testPassword }, token, PATH.replace('=3', '=1'));
    expect(way.statusCode).toBe(400);
    expect((await put({ password: NEXT, origin_password: testPassword }, 'nobody')).statusCode).toBe(401);
  });

  test('one of two concurrent changes succeeds', async () => {
    const replies = await Promise.all([
      put({ password: 'First-4-tests', origin_password: testPassword }),
      put({ password: 'Second-4-test', origin_password: testPassword }, token, PATH, other),
    ]);
    const codes = replies.map((r) => r.statusCode);
    expect(codes.filter((c) => c === 204).length).toBe(1);
    const works = [await signsIn('First-4-tests'), await signsIn('Second-4-test')];
    expect(works).toEqual(codes.map((c) => (c === 204 ? 200 : 401)));
  });

  test('is audited without any password', async () => {
    await put({ password: NEXT, origin_password: testPassword });
    const { rows } = await server.services.pool.query(
      "select action, result, details::text from audit where object_id = $1 and action = 'account.password'",
      [account.id],
    );
    expect(rows).toEqual([{ action: 'account.password', result: 'ok', details: '{"sessions_ended": 0}' }]);
  });
});

describe('a password set by someone else', () => {
  test('must be changed before any other call works', async () => {
    await server.services.pool.query('update accounts set must_change_password = true where id = $1', [
      account.id,
    ]);
    const login = await server.signIn(account.userName);
    expect(login.must_change_password).toBe(true);
    const things = () => server.call(login.token, 'GET', `/v1/things/tenants/${login.tenant_id}/things`);
    const refused = await things();
    expect([refused.status, refused.code]).toEqual([403, 4030002]);
    const preferences = '/v1/admin/tenant/users/self/preferences';
    expect((await server.call(login.token, 'PATCH', preferences, { language: 'zh' })).code).toBe(4030002);
    expect((await self(login.token)).data).toMatchObject({ must_change_password: true });

    expect((await put({ password: NEXT, origin_password: testPassword }, login.token)).statusCode).toBe(204);
    expect((await things()).status).toBe(200);
    expect((await self(login.token)).data).toMatchObject({ must_change_password: false });
  });
});
