import { randomUUID } from 'node:crypto';
import type { ApiToken, BodyInputOf, createApiToken } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { startTwoNodes } from '../../../testing/two-nodes.ts';
import type { AccountRow } from '../accounts/index.ts';

const SELF = '/v1/admin/tenant/users/self';
const TOKENS = `${SELF}/tokens`;

const nodes = setUp(startTwoNodes);
let server: TestServer;
let other: TestServer;
let main: AccountRow;
let account: AccountRow;
let session: string;
beforeAll(() => {
  ({ server, other, main } = nodes);
});
beforeEach(async () => {
  other.clock.now = server.clock.now;
  await server.services.pool.query('delete from login_limits');
  account = await server.account('installer', main);
  session = (await server.signIn(account.userName)).token;
});

const later = (seconds: number) => nodes.later(seconds);
type TokenInput = Partial<BodyInputOf<typeof createApiToken>>;
const tokenInput = (more: TokenInput = {}) => ({
  name: 'Nightly report',
  scope: 'read',
  days: 90,
  password: testPassword,
  ...more,
});
async function create(more: TokenInput = {}, by = session): Promise<{ token: string; api_token: ApiToken }> {
  const reply = await server.call(by, 'POST', TOKENS, tokenInput(more));
  if (reply.status !== 200) throw new Error(`no token: ${reply.status} ${reply.message}`);
  return reply.data;
}
const list = async (by = session) => (await server.call(by, 'GET', TOKENS)).data as ApiToken[];
const self = (token: string, at = server) => at.call(token, 'GET', SELF);
const users = (of = account) => `/v1/admin/tenant/tenants/${of.tenantId}/users`;
const newest = async (action: string) => {
  const { rows } = await server.services.pool.query(
    'select actor_id, object_id, details from audit where action = $1 order by seq desc limit 1',
    [action],
  );
  return rows[0];
};

describe('a new token', () => {
  test('is shown once, stored as a hash, listed without its value, and audited', async () => {
    const reply = await server.call(session, 'POST', TOKENS, tokenInput({ families: ['portal'] }));
    expect(reply.headers['cache-control']).toBe('no-store');
    const { token, api_token } = reply.data as { token: string; api_token: ApiToken };
    expect(token).toMatch(/^vlt_[\w-]{59}$/);
    const now = server.clock.now.getTime();
    expect(api_token).toMatchObject({
      name: 'Nightly report',
      scope: 'read',
      families: ['portal'],
      last_time: null,
      last_ip: null,
      created_time: now,
      end_time: now + 90 * 86_400_000,
    });
    expect(await list()).toEqual([api_token]);
    const { rows } = await server.services.pool.query('select t::text as row from api_tokens t');
    expect(rows.filter(({ row }) => row.includes(token.slice(4, 20)))).toEqual([]);
    expect(await newest('account.token.create')).toMatchObject({
      actor_id: account.id,
      details: { token: 'Nightly report', token_id: api_token.id, scope: 'read', days: 90 },
    });
    expect(JSON.stringify(await newest('account.token.create'))).not.toContain(token.slice(4, 20));
  });

  test('needs the password, and wrong passwords are counted', async () => {
    const wrong = await server.call(session, 'POST', TOKENS, tokenInput({ password: 'not this' }));
    expect([wrong.status, wrong.data]).toMatchObject([400, [{ path: 'password' }]]);
    for (let i = 1; i < 10; i++)
      await server.call(session, 'POST', TOKENS, tokenInput({ password: 'not this' }));
    expect((await server.call(session, 'POST', TOKENS, tokenInput())).status).toBe(429);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['days', { days: 366 }],
    ['days', { days: 0 }],
    ['days', { days: 1.5 }],
    ['scope', { scope: 'admin' as 'read' }],
    ['families', { families: [] }],
    ['families.0', { families: ['everything' as 'portal'] }],
  ])('with an invalid %s is refused at that field: %j', async (path, more) => {
    const reply = await server.call(session, 'POST', TOKENS, tokenInput(more));
    expect([reply.status, reply.data]).toMatchObject([400, [{ path }]]);
  });

  test('is the twentieth at most, even for two concurrent calls on two nodes; expired ones do not count', async () => {
    await create();
    await server.services.pool.query(
      `insert into api_tokens (account_id, name, token_hash, scope, families, created_at, expires_at)
       select account_id, 'Copy ' || n, sha256(random()::text::bytea), scope, families, created_at, expires_at
       from api_tokens, generate_series(2, 19) n where account_id = $1`,
      [account.id],
    );
    const both = await Promise.all(
      [server, other].map((at) => at.call(session, 'POST', TOKENS, tokenInput())),
    );
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409]);
    const tokens = await list();
    expect(tokens.length).toBe(20);
    expect((await server.call(session, 'DELETE', `${TOKENS}/${tokens[0]?.id}`)).status).toBe(200);
    expect((await server.call(session, 'POST', TOKENS, tokenInput())).status).toBe(200);
  });
});

describe('a token', () => {
  test('acts as its account with the current role, on every node', async () => {
    const { token } = await create();
    for (const at of [server, other])
      expect(await self(token, at)).toMatchObject({ status: 200, data: { user_name: account.userName } });
    expect((await server.call(token, 'GET', users())).status).toBe(200);
    expect((await server.call(token, 'GET', users(await server.tenant()))).status).toBe(404);
  });

  test('with read access changes nothing, with write access it does, and the audit names it', async () => {
    const reads = await create();
    const writes = await create({ scope: 'write', name: 'Clean-up' });
    const below = await server.account('enduser', account);
    const path = `${users()}/${below.id}`;
    expect(await server.call(reads.token, 'DELETE', path)).toMatchObject({ status: 403, code: 4030003 });
    expect((await server.call(reads.token, 'GET', path)).status).toBe(200);
    expect((await server.call(writes.token, 'DELETE', path)).status).toBe(200);
    const { rows } = await server.services.pool.query(
      'select actor_id, details from audit where object_id = $1 order by seq desc limit 1',
      [below.id],
    );
    expect(rows[0]).toMatchObject({
      actor_id: account.id,
      details: { api_token: 'Clean-up', api_token_id: writes.api_token.id },
    });
  });

  test('never reaches calls about the account itself or calls that grant access', async () => {
    const { token, api_token } = await create({ scope: 'write' });
    const below = await server.account('enduser', account);
    const calls: ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['GET', TOKENS],
      ['POST', TOKENS, tokenInput()],
      ['DELETE', `${TOKENS}/${api_token.id}`],
      ['PUT', `${SELF}/password`, { password: 'Next-4-tests', origin_password: testPassword }],
      ['PUT', SELF, { email: 'thief@example.org', origin_password: testPassword }],
      ['GET', '/v1/admin/control/sessions'],
      ['POST', '/v1/admin/control/sessions/end-others'],
      ['POST', '/v1/admin/control/sessions/login-codes'],
      ['POST', `${SELF}/two-factor`, { password: testPassword }],
      ['POST', users(), { email: 'new@example.org', password: testPassword, name: 'New', kind: 'enduser' }],
      ['PUT', `${users()}/${below.id}`, { email: 'thief@example.org' }],
      ['POST', `${users()}/${below.id}/reset-password`, { password: 'Next-4-tests' }],
      ['POST', `${users()}/${below.id}/reset-two-factor`],
      ['POST', `/v1/admin/tenant/tenants/${account.tenantId}/invitations`, { kind: 'enduser' }],
    ];
    for (const [method, path, body] of calls) {
      const { status, code } = await server.call(token, method, path, body);
      expect([method, path, status, code]).toEqual([method, path, 403, 4030003]);
    }
    expect((await list()).map((each) => each.id)).toEqual([api_token.id]);
    // Signing out ends sessions; a token is not a session.
    await server.call(token, 'POST', '/v1/auth/logout');
    expect((await self(token)).status).toBe(200);
  });

  test('is limited to its families, regardless of the account’s rights', async () => {
    const mine = (await server.signIn(main.userName)).token;
    const portal = await create({ families: ['portal'] }, mine);
    const backoffice = await create({ families: ['backoffice'] }, mine);
    const staff = `/v1/admin/tenant/tenants/${main.tenantId}/staff`;
    const status = async (token: string, path: string) => (await server.call(token, 'GET', path)).status;
    expect([await status(portal.token, users(main)), await status(portal.token, staff)]).toEqual([200, 403]);
    expect([await status(backoffice.token, users(main)), await status(backoffice.token, staff)]).toEqual([
      403, 200,
    ]);
    expect([await status(portal.token, SELF), await status(backoffice.token, SELF)]).toEqual([200, 200]);
  });

  test('is accepted in the Authorization header only, never in a URL', async () => {
    const { token } = await create();
    const get = async (headers: Record<string, string>, query = '') =>
      (await server.app.inject({ url: `${SELF}${query}`, headers })).statusCode;
    expect(await get({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await get({ authorization: `Bearer ${token}` }, `?jwt=${token}`)).toBe(401);
    expect(await get({ authorization: `Bearer ${token}`, 'access-token': token })).toBe(401);
    expect(await get({}, `?jwt=${token}`)).toBe(401);
    expect(await get({ 'access-token': token })).toBe(401);
    expect(await get({ authorization: token })).toBe(401);
    expect(await get({ authorization: `Bearer ${session}` }, `?jwt=${token}`)).toBe(401);
  });

  test('expires', async () => {
    const { token } = await create({ days: 1 });
    later(86_399);
    expect((await self(token)).status).toBe(200);
    later(1);
    expect((await self(token)).status).toBe(401);
    session = (await server.signIn(account.userName)).token;
    expect(await list()).toEqual([]);
  });

  test('stops working at once on both nodes when it is revoked', async () => {
    const { token, api_token } = await create();
    const kept = await create();
    expect((await self(token, other)).status).toBe(200);
    expect((await server.call(session, 'DELETE', `${TOKENS}/${api_token.id}`)).status).toBe(200);
    expect((await self(token)).status).toBe(401);
    await vi.waitFor(async () => expect((await self(token, other)).status).toBe(401), { timeout: 4000 });
    expect((await self(kept.token)).status).toBe(200);
    expect(await newest('account.token.revoke')).toMatchObject({
      object_id: account.id,
      details: { token: 'Nightly report', token_id: api_token.id },
    });
    expect((await server.call(session, 'DELETE', `${TOKENS}/${api_token.id}`)).status).toBe(404);
  });

  test('of another account cannot be revoked, with any id, not even by a superior', async () => {
    const { token, api_token } = await create();
    const superior = (await server.signIn(main.userName)).token;
    for (const id of [api_token.id, randomUUID(), 'x', "'"])
      expect((await server.call(superior, 'DELETE', `${TOKENS}/${id}`)).status).toBe(404);
    expect((await self(token)).status).toBe(200);
  });

  test('records when and from where it was used, at most once a minute', async () => {
    const { token } = await create();
    const first = server.clock.now.getTime();
    await self(token);
    const used = (at: number) =>
      vi.waitFor(async () => expect(await list()).toMatchObject([{ last_time: at, last_ip: '127.0.0.1' }]));
    await used(first);
    later(59);
    await self(token);
    // The other node has not recorded it yet, and does not write either.
    await self(token, other);
    await new Promise((done) => setTimeout(done, 100));
    await used(first);
    later(1);
    await self(token);
    await used(first + 60_000);
  });
});

describe('an account that', () => {
  const expectRefused = (token: string) =>
    vi.waitFor(async () => expect((await self(token, other)).status).toBe(401), { timeout: 4000 });

  test('is disabled loses its tokens at once, and regains them when it is enabled', async () => {
    const { token } = await create();
    const superior = (await server.signIn(main.userName)).token;
    expect((await self(token, other)).status).toBe(200);
    const state = (disabled: boolean) =>
      server.call(superior, 'PUT', `${users()}/${account.id}/state`, { disabled });
    expect((await state(true)).status).toBe(200);
    expect((await self(token)).status).toBe(401);
    await expectRefused(token);
    expect((await state(false)).status).toBe(200);
    expect((await self(token)).status).toBe(200);
  });

  test('is deleted loses its tokens', async () => {
    const { token } = await create();
    const superior = (await server.signIn(main.userName)).token;
    expect((await self(token, other)).status).toBe(200);
    expect((await server.call(superior, 'DELETE', `${users()}/${account.id}`)).status).toBe(200);
    expect((await self(token)).status).toBe(401);
    await expectRefused(token);
  });

  test('is moved sees its new subtree with its tokens', async () => {
    const agent = await server.account('agent1', main);
    const below = await server.account('enduser', account);
    const { token } = await create();
    const superior = (await server.signIn(main.userName)).token;
    const sees = async (at: TestServer) => (await at.call(token, 'GET', `${users()}/${below.id}`)).status;
    expect([await sees(server), await sees(other)]).toEqual([200, 200]);
    const path = `${users()}/${account.id}/parent`;
    expect((await server.call(superior, 'PUT', path, { parent_id: agent.id })).status).toBe(200);
    // With the former path it would see nothing.
    expect(await sees(server)).toBe(200);
    await vi.waitFor(async () => expect(await sees(other)).toBe(200), { timeout: 4000 });
  });

  test('changes its password loses its tokens and can create new ones', async () => {
    const { token } = await create();
    expect((await self(token, other)).status).toBe(200);
    later(1);
    const reply = await server.app.inject({
      method: 'PUT',
      url: `${SELF}/password`,
      headers: { authorization: `Bearer ${session}` },
      payload: { password: 'Next-4-tests', origin_password: testPassword },
    });
    expect(reply.statusCode).toBe(204);
    expect((await self(token)).status).toBe(401);
    await expectRefused(token);
    expect(await list()).toEqual([]);
    expect((await self((await create({ password: 'Next-4-tests' })).token)).status).toBe(200);
  });

  test('gets a password from a superior loses its tokens', async () => {
    const { token } = await create();
    expect((await self(token, other)).status).toBe(200);
    later(1);
    const superior = (await server.signIn(main.userName)).token;
    const path = `${users()}/${account.id}/reset-password`;
    expect((await server.call(superior, 'POST', path, { password: 'Next-4-tests' })).status).toBe(200);
    expect((await self(token)).status).toBe(401);
    await expectRefused(token);
  });
});

test('calls count against the token; unknown tokens count against the address, without a query', async () => {
  const { token } = await create();
  const second = await create();
  const key = (value: string) =>
    server.sessions.rateKey({
      ip: '203.0.113.7',
      headers: { authorization: `Bearer ${value}` },
      routeOptions: { config: {} },
    } as FastifyRequest);
  expect(key(token)).not.toBe(key(second.token));
  expect(key(token)).not.toContain(token.slice(4, 20));
  const wrong = `vlt_${'A'.repeat(59)}`;
  expect([key(wrong), key('vlt_x'), key(`${token}A`)]).toEqual(Array(3).fill('203.0.113.7'));
  const connected = vi.spyOn(server.services.pool, 'connect');
  expect((await self(wrong)).status).toBe(401);
  expect(connected).not.toHaveBeenCalled();
  expect((await self(second.token)).status).toBe(200);
  expect(connected).toHaveBeenCalled();
  connected.mockRestore();
});
