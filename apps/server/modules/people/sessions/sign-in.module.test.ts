import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { startTestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../accounts/index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
beforeAll(async () => {
  main = await server.tenant();
});
afterEach(async () => {
  // Each test counts its own failures; all of them come from one address.
  await server.services.pool.query('delete from login_limits');
  server.waits.length = 0;
});

const attempt = (username: string, password: string, path = '/v1/admin/control/sessions', from = server) =>
  from.call(null, 'POST', path, { username, password });

async function failTimes(n: number, name: string, path?: string) {
  const replies = [];
  for (let i = 0; i < n; i++) replies.push(await attempt(name, 'Wrong-pass-1', path));
  return replies;
}

describe('signing in', () => {
  test('accepts a password pasted with white space around it, and counts a wrong one once', async () => {
    const { userName } = await server.account('factory', main);
    expect((await attempt(userName, ` ${testPassword}\r\n`)).status).toBe(200);
    expect((await attempt(userName, ' Wrong-pass-1 ')).status).toBe(401);
    const { rows } = await server.services.pool.query('select distinct failures from login_limits');
    expect(rows).toEqual([{ failures: 1 }]);
  });

  test('works by user name and by e-mail, trimmed, in any case', async () => {
    const { userName } = await server.account('factory', main, { email: 'Dana@Works.example' });
    for (const name of [
      userName,
      ` ${userName.toUpperCase()} `,
      'dana@works.example',
      ' DANA@works.EXAMPLE',
    ]) {
      const reply = await attempt(name, testPassword);
      expect([name, reply.status, (reply.data as { user_name: string })?.user_name]).toEqual([
        name,
        200,
        userName,
      ]);
    }
  });

  test('returns the session’s data and the previous sign-in', async () => {
    const account = await server.account('installer', main, { name: 'Tom' });
    const first = await server.signIn(account.userName);
    expect(first).toMatchObject({
      id: account.id,
      user_id: account.id,
      tenant_id: main.tenantId,
      parent_id: main.id,
      parent_name: 'Main',
      user_name: account.userName,
      name: 'Tom',
      kind: 'installer',
      level: 6,
      roleIds: [4],
      roleRenon: 1,
      expires_in: 1800,
      last_login_ip: null,
      last_login_time: null,
    });
    const firstAt = server.clock.now.getTime();
    server.clock.now = new Date(firstAt + 60_000);
    const second = await server.signIn(account.userName);
    expect([second.last_login_ip, second.last_login_time]).toEqual(['127.0.0.1', firstAt]);
    // The first session still shows the sign-in before it.
    const self = await server.call(first.token, 'GET', '/v1/admin/tenant/users/self');
    expect(self.data).toMatchObject({ last_login_time: null, permissionList: [] });
  });

  test('sends the refresh secret as a cookie only, for the calls that use it', async () => {
    const reply = await attempt(main.userName, testPassword);
    const cookies = reply.headers['set-cookie'] as string[];
    expect(cookies.map((c) => /Path=([^;]+)/.exec(c)?.[1])).toEqual([
      '/v1/admin/control/sessions',
      '/v1/auth',
      '/user',
    ]);
    for (const c of cookies) expect(c).toMatch(/; HttpOnly; SameSite=Strict$/);
    const secret = /=([^;]+)/.exec(cookies[0] ?? '')?.[1]?.split('.')[1] ?? '';
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const dump = await server.services.pool.query('select row_to_json(s)::text as row from sessions s');
    expect(dump.rows.length).toBeGreaterThan(0);
    for (const { row } of dump.rows) expect(row).not.toContain(secret);
  });

  test('marks the cookie Secure where the console is served over https', async () => {
    const https = await startTestServer(server.databaseUrl, { PUBLIC_URL: 'https://volt.example' });
    const reply = await attempt(main.userName, testPassword, undefined, https);
    for (const c of reply.headers['set-cookie'] as string[]) expect(c).toContain('; Secure');
    await https.stop();
  });

  test.each([
    ['an unknown name', async () => 'nobody_here'],
    ['a wrong password', async () => main.userName],
    [
      'a disabled account',
      async () => {
        const { id, userName } = await server.account('factory', main);
        await server.services.pool.query('update accounts set disabled_at = now() where id = $1', [id]);
        return userName;
      },
    ],
    [
      'a deleted account',
      async () => {
        const { id, userName } = await server.account('factory', main);
        await server.accounts.deleteAccount(server.as(main), id);
        return userName;
      },
    ],
  ])('refuses %s with the same answer', async (what, name) => {
    const reply = await attempt(await name(), what === 'a wrong password' ? 'Wrong-pass-1' : testPassword);
    const { headers: _, ...rest } = reply;
    expect(rest).toEqual({
      status: 401,
      code: 4010002,
      message: 'UC :password error',
      result: false,
      data: null,
    });
  });

  test('at the asset console opens the same kind of session', async () => {
    const reply = await server.call(null, 'POST', '/user/login', {
      loginName: main.userName,
      password: testPassword,
    });
    const { token, userName, avastar } = reply.data as { token: string; userName: string; avastar: string };
    expect({ userName, avastar }).toEqual({ userName: 'Main', avastar: '' });
    const info = await server.call(token, 'GET', '/user/info');
    expect(info.data).toMatchObject({ token, userName: 'Main', roles: [0] });
    expect((await server.call(null, 'POST', '/user/logout', { token })).status).toBe(200);
    expect((await server.call(token, 'GET', '/user/info')).status).toBe(401);
  });

  test('reports invalid input at its field', async () => {
    const reply = await server.call(null, 'POST', '/v1/admin/control/sessions', { username: '  ' });
    expect(reply.status).toBe(400);
    expect((reply.data as { path: string }[]).map((f) => f.path)).toEqual(['username', 'password']);
  });
});

describe('the limit of failures', () => {
  test('locks the account at the tenth, also for the right password, and opens after fifteen minutes', async () => {
    const { userName } = await server.account('factory', main);
    expect((await failTimes(10, userName)).map((r) => r.status)).toEqual(Array(10).fill(401));
    const locked = await attempt(userName, testPassword);
    expect([locked.status, locked.code, locked.headers['retry-after']]).toEqual([429, 4290001, '900']);
    // Another name from the same address is not affected.
    expect((await attempt(main.userName, testPassword)).status).toBe(200);
    server.clock.now = new Date(server.clock.now.getTime() + 15 * 60_000);
    expect((await attempt(userName, testPassword)).status).toBe(200);
  });

  test('delays answers before that', async () => {
    const { userName } = await server.account('factory', main);
    await failTimes(7, userName);
    expect(server.waits).toEqual([100, 200, 400, 800]);
  });

  test('counts name and e-mail of an account together', async () => {
    const { userName } = await server.account('factory', main, { email: 'both@works.example' });
    await failTimes(5, userName);
    await failTimes(5, 'both@works.example');
    expect((await attempt(userName, testPassword)).status).toBe(429);
  });

  test('treats an unknown name the same', async () => {
    const replies = await failTimes(11, 'no_such_name');
    expect(replies.map((r) => r.status)).toEqual([...Array(10).fill(401), 429]);
    const { rows } = await server.services.pool.query(
      "select key from login_limits where key like '%account%'",
    );
    expect(JSON.stringify(rows)).not.toContain('no_such_name');
  });

  test('resets after a success', async () => {
    const { userName } = await server.account('factory', main);
    await failTimes(9, userName);
    expect((await attempt(userName, testPassword)).status).toBe(200);
    expect((await failTimes(9, userName)).at(-1)?.status).toBe(401);
    expect((await attempt(userName, testPassword)).status).toBe(200);
  });

  test('survives a restart and applies on another node', async () => {
    const { userName } = await server.account('factory', main);
    await failTimes(10, userName);
    const other = await startTestServer(server.databaseUrl);
    other.clock.now = server.clock.now;
    expect((await attempt(userName, testPassword, undefined, other)).status).toBe(429);
    await other.stop();
  });

  test('counts concurrent attempts correctly', async () => {
    const { userName } = await server.account('factory', main);
    const replies = await Promise.all(Array.from({ length: 15 }, () => attempt(userName, 'Wrong-pass-1')));
    expect(replies.filter((r) => r.status === 401).length).toBe(10);
    expect(replies.filter((r) => r.status === 429).length).toBe(5);
  });

  test('locks an address that tries many names', async () => {
    const { userName } = await server.account('factory', main);
    // No more concurrent guesses are checked than the lock allows.
    const statuses: number[] = [];
    for (let batch = 0; batch < 4; batch++) {
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, i) => attempt(`guess_${batch}_${i}`, 'Wrong-pass-1')),
      );
      statuses.push(...replies.map((reply) => reply.status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
    expect((await attempt(userName, testPassword)).status).toBe(429);
    // An account that has signed in from there before is not locked out by others.
    expect((await attempt(main.userName, testPassword)).status).toBe(200);
  });

  test('is counted by address: guesses made elsewhere do not lock the owner out', async () => {
    const { userName } = await server.account('factory', main);
    const from = (remoteAddress: string, password: string) =>
      server.app.inject({
        method: 'POST',
        url: '/v1/admin/control/sessions',
        remoteAddress,
        payload: { username: userName, password },
      });
    const statuses: number[] = [];
    expect((await from('192.0.2.1', testPassword)).statusCode).toBe(200);
    for (let i = 0; i < 12; i++) statuses.push((await from('192.0.2.66', 'Wrong-pass-1')).statusCode);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await from('192.0.2.66', testPassword)).statusCode).toBe(429);
    expect((await from('192.0.2.1', testPassword)).statusCode).toBe(200);
    expect((await from('192.0.2.2', testPassword)).statusCode).toBe(200);
    // Guesses from many addresses are delayed together, but not the first try of a network (decision 126).
    for (let i = 0; i < 15; i++) await from(`192.0.2.${100 + i}`, 'Wrong-pass-1');
    server.waits.length = 0;
    expect((await from('192.0.2.1', testPassword)).statusCode).toBe(200);
    expect(server.waits).toEqual([]);
    expect((await from('192.0.2.3', testPassword)).statusCode).toBe(200);
    expect(server.waits).toEqual([]);
  });

  test('does not count a right password without its second factor, nor a right code', async () => {
    const { id, userName } = await server.account('factory', main);
    for (let i = 0; i < 3; i++) expect((await attempt(userName, testPassword)).status).toBe(200);
    await server.services.pool.query(
      `insert into second_factors (account_id, secret, created_at, confirmed_at) values ($1, '', now(), now())`,
      [id],
    );
    for (let i = 0; i < 3; i++) expect((await attempt(userName, testPassword)).code).toBe(4010003);
    const { rows } = await server.services.pool.query('select * from login_limits');
    expect(rows).toEqual([]);
  });

  test('every refusal is audited, without the password', async () => {
    const { id, userName } = await server.account('factory', main);
    await failTimes(10, userName);
    const { rows } = await server.services.pool.query(
      "select action, result, details, ip, actor_name from audit where object_id = $1 and action = 'session.refuse' order by seq",
      [id],
    );
    expect(rows.length).toBe(10);
    expect(rows[9]).toEqual({
      action: 'session.refuse',
      result: 'refused',
      details: { door: 'portal', locked: ['account'] },
      ip: '127.0.0.1',
      actor_name: userName,
    });
    expect(JSON.stringify(rows)).not.toContain('Wrong-pass');
  });
});

describe('the tenant-manager sign-in', () => {
  const adminPath = '/v1/admin/control/sessions/tenant-manager';

  test('is for the main account, factories and staff', async () => {
    const kinds = ['factory', 'staff', 'agent1', 'agent2', 'company', 'installer', 'enduser'] as const;
    const results: Record<string, number> = {
      main: (await attempt(main.userName, testPassword, adminPath)).status,
    };
    for (const kind of kinds) {
      const { userName } = await server.account(kind, main);
      results[kind] = (await attempt(userName, testPassword, adminPath)).status;
    }
    expect(results).toEqual({
      main: 200,
      factory: 200,
      staff: 200,
      agent1: 401,
      agent2: 401,
      company: 401,
      installer: 401,
      enduser: 401,
    });
  });

  test('locks at the fifth failure, on a separate counter', async () => {
    const { userName } = await server.account('factory', main);
    expect((await failTimes(6, userName, adminPath)).map((r) => r.status)).toEqual([
      ...Array(5).fill(401),
      429,
    ]);
    expect((await attempt(userName, testPassword)).status).toBe(200);
  });

  test('answers unlisted addresses with the usual failure', async () => {
    const strict = await startTestServer(server.databaseUrl, { ADMIN_ADDRESSES: '10.0.0.0/8, 192.0.2.7' });
    const from = (remoteAddress: string) =>
      strict.app.inject({
        method: 'POST',
        url: adminPath,
        remoteAddress,
        payload: { username: main.userName, password: testPassword },
      });
    expect((await from('10.9.8.7')).statusCode).toBe(200);
    expect((await from('192.0.2.7')).statusCode).toBe(200);
    expect((await from('192.0.2.8')).json()).toMatchObject({ code: 4010002, message: 'UC :password error' });
    await strict.stop();
  });
});
