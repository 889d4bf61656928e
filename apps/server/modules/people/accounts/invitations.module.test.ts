import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let company: AccountRow;
let token: string;
let mainToken: string;

beforeAll(async () => {
  main = await server.tenant();
  company = await server.account('company', main, { name: 'Solar Nord' });
  token = (await server.signIn(company.userName)).token;
  mainToken = (await server.signIn(main.userName)).token;
});

const root = () => `/v1/admin/tenant/tenants/${main.tenantId}/invitations`;
let made = 0;
const person = () => {
  made += 1;
  return {
    user_name: `invited_${made}`,
    name: `Invited ${made}`,
    email: `invited${made}@home.example`,
    password: 'Right-4-guest',
  };
};
interface Made {
  code: string;
  invitation: { id: string; state: string; expires_at: number };
}
async function invite(body: object, by = token): Promise<Made> {
  const reply = await server.call(by, 'POST', root(), body);
  expect(reply.status).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  return reply.data;
}
const look = (code: string) => server.call(null, 'POST', '/v1/invitations/look', { code });
const accept = (code: string, more: object = {}) =>
  server.call(null, 'POST', '/v1/invitations/accept', { ...person(), code, ...more });

describe('an invitation', () => {
  test('describes its purpose, creates an account below the inviter and signs it in', async () => {
    const { code, invitation } = await invite({ kind: 'installer', note: 'For Erik' });
    expect(invitation).toMatchObject({
      state: 'open',
      kind: 'installer',
      uses: 0,
      max_uses: 1,
      note: 'For Erik',
    });
    expect((await look(code)).data).toEqual({
      kind: 'installer',
      email: null,
      inviter_name: 'Solar Nord',
      expires_at: invitation.expires_at,
    });
    const reply = await accept(code);
    expect(reply.status).toBe(200);
    expect(reply.data).toMatchObject({
      kind: 'installer',
      parent_id: company.id,
      roleIds: [4],
      must_change_password: false,
    });
    expect(String(reply.headers['set-cookie'])).toContain('voltloop_refresh=');
    const me = await server.call(
      (reply.data as { token: string }).token,
      'GET',
      '/v1/admin/tenant/users/self',
    );
    expect(me.status).toBe(200);
  });

  test('works as often as it allows, once by default, even for concurrent calls', async () => {
    const once = await invite({ kind: 'enduser' });
    const replies = await Promise.all([1, 2, 3, 4].map(() => accept(once.code)));
    expect(replies.map((r) => r.status).sort()).toEqual([200, 404, 404, 404]);
    const thrice = await invite({ kind: 'enduser', max_uses: 3 });
    const more = await Promise.all([1, 2, 3, 4, 5].map(() => accept(thrice.code)));
    expect(more.map((r) => r.status).sort()).toEqual([200, 200, 200, 404, 404]);
    expect((await look(thrice.code)).status).toBe(404);
    const { rows } = await server.services.pool.query(
      'select count(*)::int as n from invitation_uses where invitation_id = $1',
      [thrice.invitation.id],
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  test('is not used up by an invalid form', async () => {
    const { code } = await invite({ kind: 'enduser' });
    const paths = async (more: object) =>
      ((await accept(code, more)).data as { path: string }[]).map((f) => f.path);
    expect(await paths({ password: 'short' })).toEqual(['password']);
    expect(await paths({ user_name: '1x', email: 'no' })).toEqual(['email', 'user_name']);
    const taken = await accept(code, { user_name: company.userName });
    expect([taken.status, taken.data]).toMatchObject([409, [{ path: 'user_name' }]]);
    expect((await accept(code)).status).toBe(200);
  });

  test('grants no more than it was created for', async () => {
    const { code } = await invite({ kind: 'enduser' });
    const more = { kind: 'factory', role_ids: [0], parent_id: main.id };
    const refused = await accept(code, more);
    expect(refused).toMatchObject({ status: 400, data: Object.keys(more).map((path) => ({ path })) });
    const reply = await accept(code);
    expect(reply.data).toMatchObject({ kind: 'enduser', parent_id: company.id, roleIds: [5] });
  });

  test('ends when it expires, is withdrawn, or its inviter is disabled, all with the same answer', async () => {
    const late = await invite({ kind: 'enduser', valid_hours: 1 });
    const withdrawn = await invite({ kind: 'enduser' });
    expect((await server.call(token, 'DELETE', `${root()}/${withdrawn.invitation.id}`)).data).toMatchObject({
      state: 'revoked',
    });
    expect((await server.call(token, 'DELETE', `${root()}/${withdrawn.invitation.id}`)).status).toBe(200);
    const before = server.clock.now;
    server.clock.now = new Date(before.getTime() + 3600_000);
    for (const code of [late.code, withdrawn.code, 'unknown', 'A'.repeat(22)]) {
      for (const reply of [await look(code), await accept(code)]) {
        expect([reply.status, reply.message]).toEqual([404, 'This invitation is no longer valid']);
      }
    }
    server.clock.now = before;
    const inviter = await server.account('company', main);
    const own = await invite({ kind: 'enduser' }, (await server.signIn(inviter.userName)).token);
    const state = `/v1/admin/tenant/tenants/${main.tenantId}/users/${inviter.id}/state`;
    await server.call(mainToken, 'PUT', state, { disabled: true });
    expect((await look(own.code)).status).toBe(404);
    await server.call(mainToken, 'PUT', state, { disabled: false });
    expect((await look(own.code)).status).toBe(200);
    await server.accounts.deleteAccount(server.as(main), inviter.id);
    expect((await accept(own.code)).status).toBe(404);
  });

  test('is stored without its code, which is neither logged nor audited', async () => {
    const { code, invitation } = await invite({ kind: 'enduser' });
    await accept(code);
    const { rows } = await server.services.pool.query(
      `select i::text as row from invitations i union all select a::text from audit a`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.some((r: { row: string }) => r.row.includes(code))).toBe(false);
    const actions = await server.services.pool.query(
      'select action, tenant_id, actor_name from audit where object_id = $1 order by seq',
      [invitation.id],
    );
    expect(actions.rows.map((r) => r.action)).toEqual(['invitation.create', 'invitation.accept']);
    expect(actions.rows.every((r) => r.tenant_id === main.tenantId)).toBe(true);
    const accountRows = await server.services.pool.query(
      "select tenant_id from audit where action = 'account.create' and details->>'user_name' = $1",
      [actions.rows[1].actor_name],
    );
    expect(accountRows.rows).toEqual([{ tenant_id: main.tenantId }]);
    expect(code).toMatch(/^[\w-]{22}$/);
  });
});

describe('listing and creating invitations', () => {
  test('is limited to lower kinds, with bounded uses and time', async () => {
    for (const wrong of [
      { kind: 'company' },
      { kind: 'factory' },
      { kind: 'main' },
      { kind: 'staff' },
      { kind: 'enduser', max_uses: 0 },
      { kind: 'enduser', max_uses: 1001 },
      { kind: 'enduser', valid_hours: 0 },
      { kind: 'enduser', valid_hours: 721 },
      { kind: 'enduser', note: 'x'.repeat(201) },
      {},
    ]) {
      expect([wrong, (await server.call(token, 'POST', root(), wrong)).status]).toEqual([wrong, 400]);
    }
    const user = await server.account('enduser', company);
    const userToken = (await server.signIn(user.userName)).token;
    expect((await server.call(userToken, 'POST', root(), { kind: 'enduser' })).status).toBe(403);
    expect((await server.call(null, 'GET', root())).status).toBe(401);
  });

  test('covers the caller’s subtree; others are answered as not found', async () => {
    const other = await server.account('company', main);
    const otherToken = (await server.signIn(other.userName)).token;
    const theirs = await invite({ kind: 'enduser' }, otherToken);
    const ids = async (by: string, query = '') =>
      ((await server.call(by, 'GET', `${root()}${query}`)).data as { list: { id: string }[] }).list.map(
        (i) => i.id,
      );
    expect(await ids(otherToken)).toEqual([theirs.invitation.id]);
    expect(await ids(token, '?page_size=100')).not.toContain(theirs.invitation.id);
    expect(await ids(mainToken, '?page_size=100')).toContain(theirs.invitation.id);
    expect(await ids(otherToken, '?state=used')).toEqual([]);
    expect((await server.call(token, 'DELETE', `${root()}/${theirs.invitation.id}`)).status).toBe(404);
    expect((await server.call(mainToken, 'DELETE', `${root()}/${theirs.invitation.id}`)).status).toBe(200);
    const foreign = await server.tenant();
    const foreignToken = (await server.signIn(foreign.userName)).token;
    expect((await server.call(foreignToken, 'GET', root())).status).toBe(404);
    const used = await ids(mainToken, '?state=used');
    expect((await server.call(mainToken, 'DELETE', `${root()}/${used[0]}`)).status).toBe(409);
  });

  test('needs the console’s header for accepting one', async () => {
    const { code } = await invite({ kind: 'enduser' });
    const reply = await server.app.inject({
      method: 'POST',
      url: '/v1/invitations/accept',
      payload: { ...person(), code },
    });
    expect(reply.statusCode).toBe(400);
  });
});
