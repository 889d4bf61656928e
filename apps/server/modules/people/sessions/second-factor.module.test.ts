import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../accounts/index.ts';

const BASE = '/v1/admin/tenant/users/self/two-factor';

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
  await server.services.pool.query('delete from login_limits');
  later(3600);
  account = await server.account('installer', main);
  token = (await server.signIn(account.userName)).token;
});

const later = (seconds: number) => nodes.later(seconds);
const codeOf = (key: string) =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: server.clock.now.getTime() });
const post = (path: string, body: unknown, as = token, at = server) => at.call(as, 'POST', path, body);
const attempt = (otp?: string, password = testPassword, at = server) =>
  at.call(null, 'POST', '/v1/admin/control/sessions', {
    username: account.userName,
    password,
    ...(otp === undefined ? {} : { otp }),
  });
const security = async () =>
  (await server.call(token, 'GET', '/v1/admin/tenant/users/self/security')).data as {
    two_factor: { enabled: boolean; since: number | null; recovery_codes_left: number };
  };

/** Enrols an authenticator; returns its key and recovery codes, with the clock one step later. */
async function enrol(): Promise<{ key: string; codes: string[] }> {
  const begun = await post(BASE, { password: testPassword });
  expect(begun.status).toBe(200);
  const { secret } = begun.data as { secret: string; uri: string };
  const confirmed = await post(`${BASE}/confirm`, { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  later(30);
  return { key: secret, codes: (confirmed.data as { recovery_codes: string[] }).recovery_codes };
}

describe('enrolling an authenticator', () => {
  test('needs the password, then one of its codes, and only then takes effect', async () => {
    expect((await post(BASE, { password: 'Wrong-pass-1' })).data).toMatchObject([
      { path: 'password', key: 'account.password.wrong' },
    ]);
    const begun = (await post(BASE, { password: testPassword })).data as { secret: string; uri: string };
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect((await attempt()).status).toBe(200);
    expect((await security()).two_factor.enabled).toBe(false);

    const wrong = await post(`${BASE}/confirm`, { code: '000000' });
    expect([wrong.status, wrong.data]).toMatchObject([400, [{ path: 'code', key: 'account.code.wrong' }]]);
    expect((await attempt()).status).toBe(200);

    const code = codeOf(begun.secret);
    const on = await post(`${BASE}/confirm`, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(on.status).toBe(200);
    expect((on.data as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect(await security()).toMatchObject({
      two_factor: { enabled: true, since: server.clock.now.getTime(), recovery_codes_left: 10 },
    });
    // The code that confirmed it is used up.
    expect((await attempt(code)).code).toBe(4010004);
  });

  test('stores neither key nor recovery codes in readable form', async () => {
    const { key, codes } = await enrol();
    const { rows } = await server.services.pool.query(
      `select row_to_json(f)::text || coalesce((select string_agg(row_to_json(r)::text, '') from recovery_codes r
        where r.account_id = f.account_id), '') as text from second_factors f where account_id = $1`,
      [account.id],
    );
    const hex = Secret.fromBase32(key).hex.toLowerCase();
    expect(rows[0].text.length).toBeGreaterThan(500);
    for (const secret of [key, hex, ...codes, ...codes.map((c) => c.replaceAll('-', ''))])
      expect(rows[0].text).not.toContain(secret);
  });

  test('again before it is confirmed voids the former key; afterwards it is refused', async () => {
    const first = (await post(BASE, { password: testPassword })).data as { secret: string };
    const second = (await post(BASE, { password: testPassword })).data as { secret: string };
    expect((await post(`${BASE}/confirm`, { code: codeOf(first.secret) })).status).toBe(400);
    expect((await post(`${BASE}/confirm`, { code: codeOf(second.secret) })).status).toBe(200);
    expect((await post(BASE, { password: testPassword })).status).toBe(409);
    expect((await post(`${BASE}/confirm`, { code: codeOf(second.secret) })).status).toBe(409);
  });

  test('cannot be confirmed before it was started', async () => {
    expect((await post(`${BASE}/confirm`, { code: '123456' })).status).toBe(409);
  });
});

describe('signing in with a second factor', () => {
  test('needs a current code besides the password, at every sign-in call', async () => {
    const { key } = await enrol();
    const needed = await attempt();
    expect([needed.status, needed.code, needed.data, needed.headers['set-cookie']]).toEqual([
      401,
      4010003,
      null,
      undefined,
    ]);
    const asset = { loginName: account.userName, password: testPassword };
    expect((await server.call(null, 'POST', '/user/login', asset)).code).toBe(4010003);
    const good = await attempt(codeOf(key));
    expect([good.status, (good.data as { id: string }).id]).toEqual([200, account.id]);
    later(30);
    expect((await server.call(null, 'POST', '/user/login', { ...asset, otp: codeOf(key) })).status).toBe(200);
  });

  test('accepts a code once, on any node, even when two calls use it at once', async () => {
    const { key } = await enrol();
    const code = codeOf(key);
    const both = await Promise.all([attempt(code), attempt(code, testPassword, other)]);
    expect(both.map((r) => r.status).sort()).toEqual([200, 401]);
    expect((await attempt(code)).code).toBe(4010004);
    // A code of an earlier step is refused after one of a later step, too.
    later(60);
    const early = codeOf(key);
    later(30);
    expect((await attempt(codeOf(key))).status).toBe(200);
    expect((await attempt(early)).code).toBe(4010004);
  });

  test('neither checks nor uses up a code without the right password', async () => {
    const { key } = await enrol();
    const wrong = await attempt(codeOf(key), 'Wrong-pass-1');
    expect([wrong.code, wrong.message]).toEqual([4010002, 'UC :password error']);
    expect((await attempt(codeOf(key))).status).toBe(200);
  });

  test('locks the account at the tenth guess, and a known password does not reset the count', async () => {
    const { key } = await enrol();
    for (let i = 0; i < 10; i++) {
      expect((await attempt('000000')).code).toBe(4010004);
      if (i < 9) expect((await attempt()).code).toBe(4010003);
    }
    const locked = await attempt(codeOf(key));
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '900']);
  });

  test('limits codes guessed from many addresses, and lets the owner in at a known one', async () => {
    const { key } = await enrol();
    const from = (remoteAddress: string, otp: string) =>
      server.app.inject({
        method: 'POST',
        url: '/v1/admin/control/sessions',
        remoteAddress,
        payload: { username: account.userName, password: testPassword, otp },
      });
    for (let i = 0; i < 10; i++) expect((await from(`198.51.100.${i}`, '000000')).statusCode).toBe(401);
    const locked = await from('198.51.100.99', codeOf(key));
    expect([locked.statusCode, locked.headers['retry-after']]).toEqual([429, '900']);
    expect((await attempt(codeOf(key))).status).toBe(200);
  });

  test('accepts each recovery code once, in any notation', async () => {
    const { codes } = await enrol();
    const [first = '', second = ''] = codes;
    expect((await attempt(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await attempt(first)).code).toBe(4010004);
    const both = await Promise.all([attempt(second), attempt(second, testPassword, other)]);
    expect(both.map((r) => r.status).sort()).toEqual([200, 401]);
    expect((await security()).two_factor.recovery_codes_left).toBe(8);
    const { rows } = await server.services.pool.query(
      "select details from audit where object_id = $1 and action = 'session.create' order by seq desc limit 1",
      [account.id],
    );
    expect(rows[0].details).toMatchObject({ factor: 'recovery' });
  });
});

describe('changing it', () => {
  test('disabling it needs password and code, and then the password is enough again', async () => {
    const { key, codes } = await enrol();
    const off = (password: string, code: string) => post(`${BASE}/disable`, { password, code });
    expect((await off('Wrong-pass-1', codeOf(key))).data).toMatchObject([{ path: 'password' }]);
    expect((await off(testPassword, '000000')).data).toMatchObject([{ path: 'code' }]);
    expect((await attempt()).code).toBe(4010003);
    expect((await off(testPassword, codeOf(key))).status).toBe(200);
    expect((await attempt()).status).toBe(200);
    expect((await security()).two_factor).toEqual({ enabled: false, since: null, recovery_codes_left: 0 });
    // After a new enrolment the earlier codes are invalid.
    later(60);
    await enrol();
    expect((await attempt(codes[0])).code).toBe(4010004);
  });

  test('new recovery codes void the former ones', async () => {
    const { key, codes } = await enrol();
    const renewed = await post(`${BASE}/recovery-codes`, { password: testPassword, code: codeOf(key) });
    const fresh = (renewed.data as { recovery_codes: string[] }).recovery_codes;
    expect([renewed.status, fresh.length]).toEqual([200, 10]);
    expect((await attempt(codes[0])).code).toBe(4010004);
    expect((await attempt(fresh[0])).status).toBe(200);
  });

  test('guesses with a stolen session are limited', async () => {
    await enrol();
    for (let i = 0; i < 10; i++)
      expect((await post(`${BASE}/disable`, { password: testPassword, code: '000000' })).status).toBe(400);
    expect((await post(`${BASE}/disable`, { password: testPassword, code: '000000' })).status).toBe(429);
  });

  test('a superior may remove it, nobody else may, and its sessions end', async () => {
    await enrol();
    const path = (id: string, tenant = main.tenantId) =>
      `/v1/admin/tenant/tenants/${tenant}/users/${id}/reset-two-factor`;
    const mainToken = (await server.signIn(main.userName)).token;
    const neighbour = await server.account('installer', main);
    const stranger = await server.tenant();
    const as = async (row: AccountRow) => (await server.signIn(row.userName)).token;
    expect((await post(path(account.id), {}, await as(neighbour))).status).toBe(404);
    expect((await post(path(account.id), {}, await as(stranger))).status).toBe(404);
    expect((await post(path(account.id, stranger.tenantId), {}, await as(stranger))).status).toBe(404);
    expect((await post(path(account.id), {}, token)).status).toBe(403);
    expect((await post(path(neighbour.id), {}, mainToken)).status).toBe(409);
    expect((await post(path(account.id), {}, mainToken)).status).toBe(200);
    expect((await server.call(token, 'GET', '/v1/admin/tenant/users/self')).status).toBe(401);
    expect((await attempt()).status).toBe(200);
    const { rows } = await server.services.pool.query(
      "select actor_name, details from audit where object_id = $1 and action = 'account.factor.reset'",
      [account.id],
    );
    expect(rows).toEqual([{ actor_name: main.userName, details: { sessions_ended: 1 } }]);
  });
});
