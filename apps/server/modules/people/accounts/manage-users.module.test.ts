import { type AccountKind, mayBeBelow, portalKinds } from '@voltloop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from './index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let foreign: AccountRow;
/** One account of each kind in one line below `main`, and a second branch beside it. */
let line: Record<Exclude<AccountKind, 'staff'>, AccountRow>;
let beside: AccountRow;

beforeAll(async () => {
  main = await server.tenant();
  foreign = await server.tenant();
  const made: Partial<typeof line> = { main };
  let parent = main;
  for (const kind of portalKinds) {
    parent = await server.account(kind, parent);
    made[kind] = parent;
  }
  line = made as typeof line;
  beside = await server.account('company', main);
});

const root = (row = main) => `/v1/admin/tenant/tenants/${row.tenantId}/users`;
const tokens = new Map<string, string>();
async function as(row: AccountRow): Promise<string> {
  const token = tokens.get(row.id) ?? (await server.signIn(row.userName)).token;
  tokens.set(row.id, token);
  return token;
}
let made = 0;
const form = (more: Record<string, unknown> = {}) => {
  made += 1;
  return { name: `New ${made}`, email: `new${made}@home.example`, password: 'Right-4-form', ...more };
};
const audited = async (action: string, id: string) => {
  const { rows } = await server.services.pool.query(
    'select actor_id, details from audit where action = $1 and object_id = $2 order by seq',
    [action, id],
  );
  return rows as { actor_id: string; details: Record<string, unknown> }[];
};
const signInStatus = async (username: string, password: string) => {
  const reply = await server.call(null, 'POST', '/v1/admin/control/sessions', { username, password });
  return [reply.status, reply.message];
};

describe('creating a sub-user', () => {
  test('accepts the fields of the specification, and the new user signs in with the address', async () => {
    const body = {
      email: 'spec@home.example',
      password: 'Right-4-spec',
      name: 'Spec User',
      address: 'A 1',
      role_ids: [5],
    };
    const reply = await server.call(await as(line.installer), 'POST', root(), body);
    expect(reply.data).toMatchObject({
      kind: 'enduser',
      level: 7,
      role_id: 5,
      parent_id: line.installer.id,
      user_name: 'spec00',
      email: 'spec@home.example',
      address: 'A 1',
      state: 'never',
    });
    expect(await signInStatus('spec@home.example', 'Right-4-spec')).toEqual([200, 'ok']);
    expect(await signInStatus('spec00', 'Right-4-spec')).toEqual([200, 'ok']);
  });

  test.each([
    ['main', 'company', 3],
    ['factory', 'company', 3],
    ['agent1', 'company', 3],
    ['agent2', 'company', 3],
    ['company', 'installer', 4],
    ['installer', 'enduser', 5],
  ] as const)('by a %s creates a %s by default (A26)', async (creator, kind, roleId) => {
    const reply = await server.call(await as(line[creator]), 'POST', root(), form());
    expect(reply.data).toMatchObject({ kind, role_id: roleId, parent_id: line[creator].id });
  });

  test('needs name, address and password, and reports invalid values at their fields', async () => {
    const paths = async (body: unknown) => {
      const reply = await server.call(await as(main), 'POST', root(), body);
      expect([reply.status, reply.code]).toEqual([400, 4000001]);
      return (reply.data as { path: string }[]).map((f) => f.path).sort();
    };
    expect(await paths({})).toEqual(['email', 'name', 'password']);
    expect(await paths(form({ email: 'nonsense', name: ' ' }))).toEqual(['email', 'name']);
    expect(await paths(form({ password: 'short', time_zone: 'Mars/Base' }))).toEqual([
      'password',
      'time_zone',
    ]);
    expect(await paths(form({ address: 'a'.repeat(201) }))).toEqual(['address']);
    expect(await paths(form({ user_name: '1abc' }))).toEqual(['user_name']);
    expect(await paths(form({ kind: 'main' }))).toEqual(['kind']);
    expect(await paths(form({ kind: 'staff' }))).toEqual(['kind']);
    expect(await paths(form({ role_ids: [0] }))).toEqual(['kind']);
    expect(await paths(form({ name: { $ne: '' } }))).toEqual(['name']);
  });

  test('refuses a name or address in use at its field', async () => {
    const body = form({ user_name: 'taken_name' });
    expect((await server.call(await as(main), 'POST', root(), body)).status).toBe(200);
    const again = await server.call(await as(main), 'POST', root(), form({ user_name: 'Taken_Name' }));
    expect([again.status, again.code, again.data]).toMatchObject([409, 4090001, [{ path: 'user_name' }]]);
    const mail = await server.call(await as(main), 'POST', root(), form({ email: body.email.toUpperCase() }));
    expect([mail.status, mail.data]).toMatchObject([409, [{ path: 'email' }]]);
  });

  test('follows the rules for every creator × parent × kind', async () => {
    const wrong: string[] = [];
    const parents = { ...line, beside, foreign };
    for (const [creatorName, creator] of Object.entries(line)) {
      const token = await as(creator);
      const ownAndBelow = Object.values(line).filter((row) => row.path.startsWith(creator.path));
      for (const [parentName, parent] of Object.entries(parents)) {
        const seen = ownAndBelow.includes(parent) || (creator === main && parent === beside);
        for (const kind of portalKinds) {
          const expected =
            creator.kind === 'enduser' ? 403 : !seen ? 404 : mayBeBelow(kind, parent.kind) ? 200 : 400;
          // Nothing is created: where the form would be accepted, its time zone is invalid.
          const body = form({
            kind,
            parent_id: parent.id,
            ...(expected === 200 ? { time_zone: 'No/Where' } : {}),
          });
          const reply = await server.call(token, 'POST', root(), body);
          const got =
            reply.status === 400 && (reply.data as { path: string }[])[0]?.path === 'time_zone'
              ? 200
              : reply.status;
          if (got !== expected)
            wrong.push(`${creatorName} makes ${kind} below ${parentName}: ${got}, not ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('changing an account', () => {
  test('replaces given fields, empties named ones, keeps the rest, and audits the names of fields', async () => {
    const user = await server.account('enduser', line.installer, { mobile: '13812345678', city: 'Hamburg' });
    const reply = await server.call(await as(line.company), 'PUT', `${root()}/${user.id}`, {
      name: 'Renamed',
      company: 'New GmbH',
      city: '',
      clearFields: ['mobile'],
    });
    expect(reply.data).toMatchObject({ name: 'Renamed', company: 'New GmbH', city: 'Hamburg', mobile: null });
    const [row] = await audited('account.update', user.id);
    expect(row).toMatchObject({
      actor_id: line.company.id,
      details: { fields: ['company', 'mobile', 'name'] },
    });
    expect(JSON.stringify(row)).not.toContain('New GmbH');
  });

  test('cannot empty a name, change the kind or the owner, or use an address in use', async () => {
    const user = await server.account('enduser', line.installer, { email: 'one@home.example' });
    await server.account('enduser', line.installer, { email: 'two@home.example' });
    const put = async (body: unknown) => server.call(await as(main), 'PUT', `${root()}/${user.id}`, body);
    expect((await put({ clearFields: ['name'] })).status).toBe(400);
    expect((await put({ clearFields: ['password_hash'] })).status).toBe(400);
    expect((await put({ email: 'TWO@home.example' })).status).toBe(409);
    const others = { kind: 'factory', role_id: 0, tenant_id: foreign.tenantId, path: '1' };
    expect(await put({ name: 'Other', ...others })).toMatchObject({
      status: 400,
      data: Object.keys(others).map((path) => ({ path, key: 'validation.unknownField' })),
    });
    const { rows } = await server.services.pool.query(
      'select kind, role_id, tenant_id from accounts where id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ kind: 'enduser', role_id: 5, tenant_id: main.tenantId }]);
  });
});

describe('resetting a password', () => {
  test('takes the password from the body; the old one and all sessions end, and a new one must be chosen', async () => {
    const user = await server.account('enduser', line.installer);
    const session = await server.signIn(user.userName);
    const url = `${root()}/${user.id}/reset-password?password=`;
    expect(
      (await server.call(await as(line.installer), 'POST', url, { password: 'Reset-4-you' })).status,
    ).toBe(200);
    const selfUrl = '/v1/admin/tenant/users/self';
    expect((await server.call(session.token, 'GET', selfUrl)).status).toBe(401);
    expect(await signInStatus(user.userName, testPassword)).toEqual([401, 'UC :password error']);
    const login = await server.signIn(user.userName, 'Reset-4-you');
    expect(login.must_change_password).toBe(true);
    const audits = await audited('account.reset_password', user.id);
    expect(audits).toMatchObject([{ actor_id: line.installer.id, details: { sessions_ended: 1 } }]);
    expect(JSON.stringify(audits)).not.toContain('Reset-4-you');
  });

  test('refuses a password in the query and a weak one, and changes nothing', async () => {
    const user = await server.account('enduser', line.installer);
    const token = await as(line.installer);
    const reset = (query: string, body: unknown) =>
      server.call(token, 'POST', `${root()}/${user.id}/reset-password${query}`, body);
    expect((await reset('?password=Reset-4-you', { password: 'Reset-4-you' })).status).toBe(400);
    for (const password of ['short', 'password1', '-begins-wrong', user.userName, 'x'.repeat(17), 7]) {
      expect((await reset('', { password })).status).toBe(400);
    }
    expect((await reset('', undefined)).status).toBe(400);
    expect(await signInStatus(user.userName, testPassword)).toEqual([200, 'ok']);
  });

  test('unlocks an account that was locked by guesses', async () => {
    const user = await server.account('enduser', line.installer);
    for (let i = 0; i < 10; i++) await signInStatus(user.userName, 'Wrong-guess-1');
    expect((await signInStatus(user.userName, testPassword))[0]).toBe(429);
    await server.call(await as(main), 'POST', `${root()}/${user.id}/reset-password`, {
      password: 'Reset-4-you',
    });
    await server.services.pool.query("delete from login_limits where key like '%address%'");
    expect((await signInStatus(user.userName, 'Reset-4-you'))[0]).toBe(200);
  });
});

describe('disabling an account', () => {
  test('ends its sessions at once and gets the answer of a wrong password; enabling allows signing in again', async () => {
    const company = await server.account('company', main);
    const installer = await server.account('installer', company);
    const [one, two] = [await server.signIn(company.userName), await server.signIn(company.userName)];
    const below = await server.signIn(installer.userName);
    const set = async (disabled: boolean) =>
      server.call(await as(main), 'PUT', `${root()}/${company.id}/state`, { disabled });
    expect((await set(true)).data).toMatchObject({ id: company.id, state: 'disabled' });
    const selfUrl = '/v1/admin/tenant/users/self';
    for (const { token } of [one, two]) expect((await server.call(token, 'GET', selfUrl)).status).toBe(401);
    expect((await server.call(below.token, 'GET', selfUrl)).status).toBe(200);
    expect(await signInStatus(company.userName, testPassword)).toEqual([401, 'UC :password error']);
    expect((await set(true)).status).toBe(200);
    expect(await audited('account.disable', company.id)).toHaveLength(1);
    expect((await set(false)).data).toMatchObject({ state: 'active' });
    expect(await signInStatus(company.userName, testPassword)).toEqual([200, 'ok']);
    // Ended sessions stay ended.
    expect((await server.call(one.token, 'GET', selfUrl)).status).toBe(401);
  });
});

describe('deleting by the call', () => {
  test('reports everything that blocks a deletion, and deletes once nothing does', async () => {
    const company = await server.account('company', main);
    const installer = await server.account('installer', company);
    await server.things.register(server.as(main), [{ devid: 'USR_DEL_1', devtype: 'HE_BAT' }]);
    await server.things.bind(server.as(main), [company.id], ['USR_DEL_1']);
    const remove = async (row: AccountRow) => server.call(await as(main), 'DELETE', `${root()}/${row.id}`);
    const refused = await remove(company);
    expect([refused.status, refused.code]).toEqual([409, 4090001]);
    expect((refused.data as { key: string }[]).map((f) => f.key)).toEqual([
      'account.hasChildren',
      'account.hasThings',
    ]);
    expect((await remove(installer)).status).toBe(200);
    expect(((await remove(company)).data as { key: string }[]).map((f) => f.key)).toEqual([
      'account.hasThings',
    ]);
    await server.things.unbind(server.as(main), [company.id], ['USR_DEL_1']);
    const session = await server.signIn(company.userName);
    expect((await remove(company)).status).toBe(200);
    expect((await server.call(session.token, 'GET', '/v1/admin/tenant/users/self')).status).toBe(401);
    expect((await remove(company)).status).toBe(404);
  });
});

describe('moving by the call', () => {
  test('returns the account at its new place', async () => {
    const [a, b] = [await server.account('agent1', main), await server.account('agent1', main)];
    const company = await server.account('company', a);
    const move = async (row: AccountRow, to: AccountRow) =>
      server.call(await as(main), 'PUT', `${root()}/${row.id}/parent`, { parent_id: to.id });
    expect((await move(company, b)).data).toMatchObject({
      id: company.id,
      parent_id: b.id,
      parent_name: b.name,
    });
    for (const wrong of [
      [a, a],
      [b, company],
      [company, beside],
    ] as const) {
      const reply = await move(...wrong);
      expect([reply.status, reply.data]).toMatchObject([400, [{ path: 'parent_id' }]]);
    }
    expect((await move(company, foreign)).status).toBe(404);
  });
});

describe('the tree', () => {
  test('is loaded level by level with counts, by kind and name', async () => {
    const agent = await server.account('agent1', main, { name: 'Tree agent' });
    const company = await server.account('company', agent, { name: 'b company' });
    const installer = await server.account('installer', agent, { name: 'A installer' });
    await server.account('enduser', company);
    const open = async (query: string) => server.call(await as(agent), 'GET', `${root()}/tree${query}`);
    const top = (await open('')).data as { total: number; parent: object; list: object[] };
    expect(top).toMatchObject({
      total: 2,
      parent: { id: agent.id, children_total: 2, things_total: 0 },
      list: [
        { id: company.id, children_total: 1 },
        { id: installer.id, children_total: 0 },
      ],
    });
    expect((await open('?limit=1&skip=1')).data).toMatchObject({ total: 2, list: [{ id: installer.id }] });
    expect((await open(`?parent_id=${company.id}`)).data).toMatchObject({ total: 1 });
    for (const other of [main, beside, foreign])
      expect((await open(`?parent_id=${other.id}`)).status).toBe(404);
  });
});

describe('changing the caller’s account or the main account', () => {
  test('is refused by each call', async () => {
    for (const row of [main, line.company]) {
      const token = await as(row);
      for (const [method, path, body] of [
        ['PUT', '', { city: 'X' }],
        ['POST', '/reset-password', { password: 'Reset-4-you' }],
        ['PUT', '/state', { disabled: false }],
        ['PUT', '/parent', { parent_id: 'self' }],
        ['DELETE', '', undefined],
      ] as const) {
        const reply = await server.call(token, method, `${root()}/${row.id}${path}`, body);
        expect([method, path, reply.status]).toEqual([method, path, 403]);
      }
    }
  });
});

describe('the export', () => {
  test('has the rows of the filter, no formula and no secret, and is audited', async () => {
    const agent = await server.account('agent1', main);
    await server.account('enduser', agent, {
      name: '=HYPERLINK("x")',
      email: 'full@home.example',
      address: 'Street 1',
    });
    await server.account('company', agent, { name: 'Left out' });
    const reply = await server.app.inject({
      url: `${root()}/export?format=csv&kind=enduser&time_zone=Europe/Berlin`,
      headers: { platform: 'IOT', authorization: `Bearer ${await as(agent)}` },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toMatch(/filename="users_\d{4}-\d\d-\d\d\.csv"/);
    const lines = reply.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('full@home.example');
    expect(lines[1]).toContain("'=HYPERLINK");
    expect(reply.body).not.toMatch(/argon2|Left out/);
    expect(await audited('account.export', agent.id)).toMatchObject([
      { details: { format: 'csv', rows: 1 } },
    ]);
    const chosen = await server.app.inject({
      url: `${root()}/export?format=csv&kind=enduser&columns=email,things`,
      headers: { platform: 'IOT', authorization: `Bearer ${await as(agent)}` },
    });
    expect(chosen.body.replace('\uFEFF', '').trim()).toBe('E-mail,Devices\r\nfull@home.example,0');
    const unknown = await server.call(await as(agent), 'GET', `${root()}/export?columns=password_hash`);
    expect(unknown.status).toBe(400);
    const wrong = await server.call(await as(agent), 'GET', `${root()}/export?time_zone=Mars/Base`);
    expect(wrong.status).toBe(400);
  });
});

test('ten thousand accounts: pages, search and tree use their indexes', async () => {
  const { pool } = server.services;
  const big = await server.tenant();
  const factory = await server.account('factory', big);
  await pool.query(
    `insert into accounts (node, tenant_id, parent_id, path, kind, level, role_id, user_name, name, email, password_hash)
     overriding system value
     select n, $1, $2, $3::ltree || n::text::ltree, 'company', 5, 3, 'bulk_' || n, 'Bulk ' || n, 'bulk' || n || '@x.example', ''
     from (select nextval(pg_get_serial_sequence('accounts', 'node')) as n from generate_series(1, 10000)) s`,
    [big.tenantId, factory.id, factory.path],
  );
  // Rows that were just inserted are on the pending list of the trigram index, which makes it look expensive until then.
  await pool.query('vacuum analyze accounts');
  const token = await as(big);
  const page = await server.call(token, 'GET', `${root(big)}?page_size=20&sort=name`);
  expect(page.data).toMatchObject({ total: 10_001, page_size: 20 });
  expect((page.data as { list: unknown[] }).list).toHaveLength(20);
  const { rows } = await pool.query(
    "select user_name from accounts where name like 'Bulk %' order by node desc limit 1",
  );
  const found = await server.call(token, 'GET', `${root(big)}?search=${rows[0].user_name}`);
  expect(found.data).toMatchObject({ total: 1 });
  expect((await server.call(token, 'GET', `${root(big)}/tree?parent_id=${factory.id}`)).data).toMatchObject({
    total: 10_000,
    page_size: 200,
  });
  const plan = async (text: string, values: unknown[]) =>
    JSON.stringify((await pool.query(`explain (format json) ${text}`, values)).rows);
  expect(
    await plan("select id from accounts where deleted_at is null and search like '%' || $1 || '%'", [
      'bulk_12345',
    ]),
  ).toContain('accounts_search');
  expect(
    await plan('select id from accounts where parent_id = $1 and deleted_at is null limit 200', [main.id]),
  ).toContain('accounts_parent');
});
