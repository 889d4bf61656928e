import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../accounts/index.ts';

const nodes = setUp(startTwoNodes);
let server: TestServer;
let other: TestServer;
let main: AccountRow;
let account: AccountRow;
beforeAll(() => {
  ({ server, other, main } = nodes);
});
beforeEach(async () => {
  other.clock.now = server.clock.now;
  account = await server.account('installer', main);
});

/** A browser that stores the refresh cookie. */
function browser() {
  let cookie: string | undefined;
  const keep = (headers: Record<string, unknown>) => {
    const set = headers['set-cookie'] as string[] | undefined;
    const first = set?.find((c) => c.includes('Path=/v1/admin/control/sessions'));
    if (first) cookie = first.split(';')[0];
  };
  return {
    get cookie() {
      return cookie;
    },
    async signIn() {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/v1/admin/control/sessions',
        payload: { username: account.userName, password: testPassword },
      });
      keep(reply.headers);
      return reply.json().data.token as string;
    },
    async refresh(options: { cookie?: string | undefined; headers?: Record<string, string> } = {}) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/v1/admin/control/sessions/refresh',
        headers: options.headers ?? { platform: 'IOT' },
        cookies: asCookies('cookie' in options ? options.cookie : cookie),
      });
      keep(reply.headers);
      return { status: reply.statusCode, token: reply.json().data?.token as string, headers: reply.headers };
    },
  };
}
const asCookies = (cookie: string | undefined): Record<string, string> => {
  const [name, value] = cookie?.split('=') ?? [];
  return name && value ? { [name]: value } : {};
};

const self = (token: string, at = server) => at.call(token, 'GET', '/v1/admin/tenant/users/self');
const later = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
  other.clock.now = server.clock.now;
};

describe('a token', () => {
  test('expires after thirty minutes; the cookie gets another', async () => {
    const b = browser();
    const token = await b.signIn();
    later(29.9);
    expect((await self(token)).status).toBe(200);
    later(0.2);
    expect((await self(token)).status).toBe(401);
    const refreshed = await b.refresh();
    expect(refreshed.status).toBe(200);
    expect((await self(refreshed.token)).status).toBe(200);
  });

  test('is read from the Authorization header only', async () => {
    const token = await browser().signIn();
    const get = async (headers: Record<string, string>, query = '') =>
      (await server.app.inject({ url: `/v1/admin/tenant/users/self${query}`, headers })).statusCode;
    expect(await get({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await get({ authorization: `bearer ${token}` }, `?jwt=${token}`)).toBe(200);
    expect(await get({ authorization: `Bearer ${token}` }, '?jwt=other')).toBe(401);
    expect(await get({ authorization: `Bearer ${token}` }, `?jwt=${token}&jwt=other`)).toBe(401);
    for (const wrong of [
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token}=`,
      `Bearer ${token}!!!`,
      `Bearer ${token},${token}`,
      token,
    ])
      expect([wrong, await get({ authorization: wrong })]).toEqual([wrong, 401]);
    expect(await get({ authorization: token })).toBe(401);
    expect(await get({}, `?jwt=${token}`)).toBe(401);
    expect(await get({ 'access-token': token })).toBe(401);
    expect(await get({})).toBe(401);
  });

  test('that differs from an access-token header is refused', async () => {
    const token = await browser().signIn();
    const headers = { authorization: `Bearer ${token}`, 'access-token': token };
    expect((await server.app.inject({ url: '/v1/admin/tenant/users/self', headers })).statusCode).toBe(200);
    headers['access-token'] = 'another';
    expect((await server.app.inject({ url: '/v1/admin/tenant/users/self', headers })).statusCode).toBe(401);
  });

  test('of one node is valid on another: the instance has one key', async () => {
    expect((await self(await browser().signIn(), other)).status).toBe(200);
  });
});

describe('refreshing', () => {
  test('puts a new secret into the cookie each time', async () => {
    const b = browser();
    await b.signIn();
    const seen = new Set([b.cookie]);
    for (let i = 0; i < 3; i++) {
      expect((await b.refresh()).status).toBe(200);
      seen.add(b.cookie);
    }
    expect(seen.size).toBe(4);
  });

  test('of two tabs at once works for both, and leaves the newer secret', async () => {
    const b = browser();
    await b.signIn();
    const before = b.cookie;
    expect((await b.refresh()).status).toBe(200);
    const newest = b.cookie;
    later(15 / 60);
    const second = await b.refresh({ cookie: before });
    expect(second.status).toBe(200);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect((await self(second.token)).status).toBe(200);
    expect((await b.refresh({ cookie: newest })).status).toBe(200);
  });

  test('with an old secret ends the session for thief and owner', async () => {
    const b = browser();
    const token = await b.signIn();
    const stolen = b.cookie;
    await b.refresh();
    later(21 / 60);
    const again = await b.refresh({ cookie: stolen });
    expect(again.status).toBe(401);
    expect((await self(token)).status).toBe(401);
    expect((await b.refresh()).status).toBe(401);
    const { rows } = await server.services.pool.query(
      "select details from audit where action = 'session.revoke' and object_id = $1",
      [account.id],
    );
    expect(rows.length).toBe(1);
  });

  test('ends twelve hours after signing in, regardless of earlier refreshes', async () => {
    const b = browser();
    await b.signIn();
    let token = '';
    for (let h = 0; h < 23; h++) {
      later(30);
      const r = await b.refresh();
      expect(r.status).toBe(200);
      token = r.token;
    }
    later(29.9);
    expect((await self(token)).status).toBe(200);
    later(0.2);
    expect((await self(token)).status).toBe(401);
    expect((await b.refresh()).status).toBe(401);
  });

  test('needs the console’s header and a valid cookie', async () => {
    const b = browser();
    await b.signIn();
    expect((await b.refresh({ headers: {} })).status).toBe(400);
    for (const cookie of [undefined, 'voltloop_refresh=x', 'voltloop_refresh=x.y.z']) {
      const reply = await b.refresh({ cookie });
      expect(reply.status).toBe(401);
    }
    const cleared = await b.refresh({ cookie: 'voltloop_refresh=x' });
    expect(String(cleared.headers['set-cookie'])).toContain('Max-Age=0');
  });

  test('stops with the account', async () => {
    const b = browser();
    await b.signIn();
    await server.services.pool.query('update accounts set disabled_at = now() where id = $1', [account.id]);
    expect((await b.refresh()).status).toBe(401);
  });
});

describe('signing out', () => {
  const logout = (
    method: 'GET' | 'POST',
    give: { token?: string; cookie?: string | undefined; platform?: boolean },
    path = '/v1/auth/logout',
  ) =>
    server.app.inject({
      method,
      url: path,
      headers: {
        ...(give.platform === false ? {} : { platform: 'IOT' }),
        ...(give.token ? { authorization: `Bearer ${give.token}` } : {}),
      },
      cookies: asCookies(give.cookie),
    });

  test('by token ends it at once on every node, and a repeated call gets the same answer', async () => {
    const b = browser();
    const token = await b.signIn();
    expect((await self(token, other)).status).toBe(200);
    for (let i = 0; i < 2; i++) {
      const reply = await logout('POST', { token });
      expect([reply.statusCode, reply.json().data]).toEqual([200, null]);
    }
    expect((await self(token)).status).toBe(401);
    // The other node is notified by the database.
    await vi.waitFor(async () => expect((await self(token, other)).status).toBe(401), { timeout: 4000 });
    expect((await b.refresh()).status).toBe(401);
  });

  test('by cookie alone works by POST with the console’s header, and not otherwise', async () => {
    const b = browser();
    const token = await b.signIn();
    await logout('GET', { cookie: b.cookie });
    await logout('POST', { cookie: b.cookie, platform: false });
    expect((await self(token)).status).toBe(200);
    await logout('POST', { cookie: b.cookie });
    expect((await self(token)).status).toBe(401);
  });

  test('by GET works with the Authorization header', async () => {
    const token = await browser().signIn();
    expect((await logout('GET', { token })).statusCode).toBe(200);
    expect((await self(token)).status).toBe(401);
  });

  test('works with an expired token', async () => {
    const b = browser();
    const token = await b.signIn();
    later(40);
    await logout('POST', { token });
    expect((await b.refresh()).status).toBe(401);
  });

  test('leaves the account’s other sessions', async () => {
    const [one, two] = [await browser().signIn(), await browser().signIn()];
    await logout('POST', { token: one });
    expect([(await self(one)).status, (await self(two)).status]).toEqual([401, 200]);
  });
});

describe('changes of an account apply at the next call', () => {
  test('a move changes superior and path', async () => {
    const company = await server.account('company', main);
    const token = await browser().signIn();
    expect((await self(token)).data).toMatchObject({ parent_id: main.id });
    await server.accounts.moveAccount(server.as(main), account.id, company.id);
    expect((await self(token)).data).toMatchObject({ parent_id: company.id });
    const { rows } = await server.services.pool.query('select path::text from accounts where id = $1', [
      account.id,
    ]);
    expect(rows[0].path.startsWith(`${company.path}.`)).toBe(true);
  });

  test('a deletion signs out on both nodes', async () => {
    const token = await browser().signIn();
    expect((await self(token, other)).status).toBe(200);
    await server.accounts.deleteAccount(server.as(main), account.id);
    expect((await self(token)).status).toBe(401);
    await vi.waitFor(async () => expect((await self(token, other)).status).toBe(401), { timeout: 4000 });
  });

  test('changed preferences are returned', async () => {
    const token = await browser().signIn();
    const path = '/v1/admin/tenant/users/self/preferences';
    const good = await server.call(token, 'PATCH', path, { language: 'zh', time_zone: 'Asia/Shanghai' });
    expect(good.data).toMatchObject({ language: 'zh', time_zone: 'Asia/Shanghai' });
    expect((await server.call(token, 'PATCH', path, { language: 'en' })).data).toMatchObject({
      language: 'en',
      time_zone: 'Asia/Shanghai',
    });
    const bad = await server.call(token, 'PATCH', path, { time_zone: 'Mars/Base' });
    expect([bad.status, bad.data]).toEqual([
      400,
      [{ path: 'time_zone', key: 'validation.timeZone', message: 'Not a known time zone' }],
    ]);
  });
});

test('notices resume after their connection is cut, and stale data is not used meanwhile', async () => {
  const token = await browser().signIn();
  expect((await self(token, other)).status).toBe(200);
  await server.services.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'voltloop-notices' and datname = current_database()",
  );
  await server.call(token, 'POST', '/v1/auth/logout');
  await vi.waitFor(async () => expect((await self(token, other)).status).toBe(401), { timeout: 4000 });
  // Reconnected: one connection of each of two nodes.
  await vi.waitFor(
    async () => {
      const { rows } = await server.services.pool.query(
        "select count(*)::int as n from pg_stat_activity where application_name = 'voltloop-notices' and datname = current_database()",
      );
      expect(rows[0].n).toBe(2);
    },
    { timeout: 5000 },
  );
});
