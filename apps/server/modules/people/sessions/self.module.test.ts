import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../accounts/index.ts';

const SELF = '/v1/admin/tenant/users/self';
const SESSIONS = '/v1/admin/control/sessions';

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
  other.clock.now = server.clock.now;
  await server.services.pool.query('delete from login_limits');
  account = await server.account('installer', main);
  token = (await server.signIn(account.userName)).token;
});

const self = (as: string, at = server) => at.call(as, 'GET', SELF);
const later = (seconds: number) => nodes.later(seconds);
/** Signs in as a browser does; returns the reply and its cookie. */
async function browser(agent: string) {
  const reply = await server.app.inject({
    method: 'POST',
    url: SESSIONS,
    headers: { 'user-agent': agent },
    payload: { username: account.userName, password: testPassword },
  });
  const cookie = (reply.headers['set-cookie'] as string[])[0]?.split(';')[0] ?? '';
  return { token: reply.json().data.token as string, cookie };
}
const refresh = async (cookie: string, at = server) =>
  (
    await at.app.inject({ method: 'POST', url: `${SESSIONS}/refresh`, headers: { platform: 'IOT', cookie } })
  ).json();

describe('the caller’s sessions', () => {
  test('are listed with their details, newest first, the current one marked', async () => {
    later(60);
    const phone = await browser('Phone/1.0');
    const stranger = (await server.signIn(main.userName)).token;
    const list = (await server.call(token, 'GET', SESSIONS)).data as { user_agent: string }[];
    expect(list).toMatchObject([
      { user_agent: 'Phone/1.0', current: false, way: 'password', ip: '127.0.0.1' },
      { current: true, way: 'password' },
    ]);
    expect(((await server.call(stranger, 'GET', SESSIONS)).data as unknown[]).length).toBe(1);
    // An ended session is not listed.
    await server.call(phone.token, 'POST', '/v1/auth/logout');
    expect(((await server.call(token, 'GET', SESSIONS)).data as unknown[]).length).toBe(1);
  });

  test('stop working on both nodes when they are ended, and their holders get the reason', async () => {
    const phone = await browser('Phone/1.0');
    expect((await self(phone.token, other)).status).toBe(200);
    const list = (await server.call(token, 'GET', SESSIONS)).data as { id: string; current: boolean }[];
    const id = list.find((s) => !s.current)?.id;
    expect((await server.call(token, 'DELETE', `${SESSIONS}/${id}`)).status).toBe(200);
    expect((await self(phone.token)).status).toBe(401);
    await vi.waitFor(async () => expect((await self(phone.token, other)).status).toBe(401), {
      timeout: 4000,
    });
    expect(await refresh(phone.cookie)).toMatchObject({ code: 4010005 });
    // Knowing only the session's id is not enough to get the reason.
    const forged = phone.cookie.replace(/\.[^.]+$/, '.0000');
    expect(await refresh(forged)).toMatchObject({ code: 4010001 });
    expect((await self(token)).status).toBe(200);
    expect((await server.call(token, 'DELETE', `${SESSIONS}/${id}`)).status).toBe(404);
  });

  test('do not include those of other accounts, which cannot be ended with any id', async () => {
    const stranger = (await server.signIn(main.userName)).token;
    const list = (await server.call(stranger, 'GET', SESSIONS)).data as { id: string }[];
    for (const id of [list[0]?.id, '00000000-0000-0000-0000-000000000000', 'x', "'"])
      expect((await server.call(token, 'DELETE', `${SESSIONS}/${id}`)).status).toBe(404);
    expect((await self(stranger)).status).toBe(200);
  });

  test('all others end with one call', async () => {
    const [one, two] = [await browser('A'), await browser('B')];
    const reply = await server.call(token, 'POST', `${SESSIONS}/end-others`);
    expect(reply.data).toEqual({ ended: 2 });
    expect([(await self(one.token)).status, (await self(two.token)).status]).toEqual([401, 401]);
    expect((await self(token)).status).toBe(200);
    expect((await server.call(token, 'POST', `${SESSIONS}/end-others`)).data).toEqual({ ended: 0 });
  });

  test('others get the reason after a change of the password', async () => {
    const phone = await browser('Phone/1.0');
    await server.app.inject({
      method: 'PUT',
      url: `${SELF}/password`,
      headers: { authorization: `Bearer ${token}` },
      payload: { password: 'Next-4-tests', origin_password: testPassword },
    });
    expect(await refresh(phone.cookie)).toMatchObject({ code: 4010006, result: false });
  });
});

test('are limited to fifty: the least recently used one ends for another, with a reason', async () => {
  const phone = await browser('Phone/1.0');
  await server.services.pool.query(
    `insert into sessions (account_id, refresh_hash, created_at, refreshed_at, ends_at)
     select $1, sha256(n::text::bytea), $2::timestamptz + interval '1 s', $2::timestamptz + interval '1 s', $2::timestamptz + interval '1 h'
     from generate_series(1, 48) n`,
    [account.id, server.clock.now],
  );
  later(60);
  // The account's first session was used since.
  await server.services.pool.query(
    'update sessions set refreshed_at = $1 where account_id = $2 and user_agent is distinct from $3',
    [server.clock.now, account.id, 'Phone/1.0'],
  );
  expect((await self(phone.token)).status).toBe(200);
  await browser('Tablet/1.0');
  expect((await self(phone.token)).status).toBe(401);
  expect(await refresh(phone.cookie)).toMatchObject({ code: 4010008 });
  expect((await self(token)).status).toBe(200);
  const { rows } = await server.services.pool.query(
    'select count(*)::int as n from sessions where account_id = $1 and revoked_at is null',
    [account.id],
  );
  expect(rows[0].n).toBe(50);
});

describe('one-time sign-in codes', () => {
  const make = async (as = token) =>
    ((await server.call(as, 'POST', `${SESSIONS}/login-codes`)).data as { code: string }).code;
  const redeem = (code: string, at = server) => at.call(null, 'POST', `${SESSIONS}/login-code`, { code });

  test('open a session of the account that created it, with the profile of the server', async () => {
    const forged = { code: await make(), id: main.id, roleIds: [0] };
    expect(await server.call(null, 'POST', `${SESSIONS}/login-code`, forged)).toMatchObject({
      status: 400,
      data: [{ path: 'id' }, { path: 'roleIds' }],
    });
    const reply = await redeem(await make(), other);
    expect([reply.status, reply.data]).toMatchObject([
      200,
      { id: account.id, user_name: account.userName, roleIds: [4] },
    ]);
    expect(reply.headers['set-cookie']).toBeDefined();
    const opened = (reply.data as { token: string }).token;
    expect((await self(opened)).status).toBe(200);
    const list = (await server.call(token, 'GET', SESSIONS)).data as { way: string }[];
    expect(list.map((s) => s.way).sort()).toEqual(['code', 'password']);
  });

  test('replace the previous session of the browser', async () => {
    const had = await browser('Browser/1.0');
    const reply = await server.app.inject({
      method: 'POST',
      url: `${SESSIONS}/login-code`,
      headers: { platform: 'IOT', authorization: `Bearer ${had.token}`, cookie: had.cookie },
      payload: { code: await make() },
    });
    expect(reply.statusCode).toBe(200);
    expect((await self(had.token)).status).toBe(401);
    expect((await self(reply.json().data.token)).status).toBe(200);
    expect((await self(token)).status).toBe(200);
    // An invalid code ends nothing.
    const kept = await browser('Browser/1.0');
    await server.app.inject({
      method: 'POST',
      url: `${SESSIONS}/login-code`,
      headers: { platform: 'IOT', authorization: `Bearer ${kept.token}`, cookie: kept.cookie },
      payload: { code: 'nothing' },
    });
    expect((await self(kept.token)).status).toBe(200);
  });

  test('are valid once, even when two calls use them at once', async () => {
    const code = await make();
    const both = await Promise.all([redeem(code), redeem(code, other)]);
    expect(both.map((r) => r.status).sort()).toEqual([200, 401]);
    expect((await redeem(code)).code).toBe(4010007);
  });

  test('expire after sixty seconds', async () => {
    const [one, two] = [await make(), await make()];
    later(59);
    expect((await redeem(one)).status).toBe(200);
    later(2);
    expect((await redeem(two)).code).toBe(4010007);
  });

  test('become invalid when the second factor is enabled: they were created without one', async () => {
    const code = await make();
    await server.services.pool.query(
      `insert into second_factors (account_id, secret, created_at, confirmed_at) values ($1, '', $2, $2)`,
      [account.id, server.clock.now],
    );
    expect((await redeem(code)).code).toBe(4010007);
    later(1);
    expect((await redeem(await make())).status).toBe(200);
  });

  test('end with the session that created them, with a new password, and with the account', async () => {
    const ended = await make();
    await server.call(token, 'POST', '/v1/auth/logout');
    expect((await redeem(ended)).status).toBe(401);

    token = (await server.signIn(account.userName)).token;
    const before = await make();
    await server.app.inject({
      method: 'PUT',
      url: `${SELF}/password`,
      headers: { authorization: `Bearer ${token}` },
      payload: { password: 'Next-4-tests', origin_password: testPassword },
    });
    expect((await redeem(before)).status).toBe(401);

    const last = await make();
    await server.services.pool.query('update accounts set disabled_at = now() where id = $1', [account.id]);
    expect((await redeem(last)).status).toBe(401);
  });

  test('need a session to be created and the console’s header to be used, and are stored as a hash', async () => {
    expect((await server.call(null, 'POST', `${SESSIONS}/login-codes`)).status).toBe(401);
    const code = await make();
    const foreign = await server.app.inject({
      method: 'POST',
      url: `${SESSIONS}/login-code`,
      payload: { code },
    });
    expect(foreign.statusCode).toBe(400);
    const { rows } = await server.services.pool.query(
      'select row_to_json(c)::text as row from login_codes c',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(code);
  });

  test('are protected by a limit of guesses for each address', async () => {
    for (let i = 0; i < 50; i++) expect((await redeem(`guess-${i}`)).status).toBe(401);
    expect((await redeem(await make())).status).toBe(429);
  });
});

test('security shows when the password was last changed', async () => {
  const read = async () => (await server.call(token, 'GET', `${SELF}/security`)).data;
  expect(await read()).toMatchObject({ password_time: null, two_factor: { enabled: false } });
  await server.app.inject({
    method: 'PUT',
    url: `${SELF}/password`,
    headers: { authorization: `Bearer ${token}` },
    payload: { password: 'Next-4-tests', origin_password: testPassword },
  });
  expect(await read()).toMatchObject({ password_time: server.clock.now.getTime() });
});
