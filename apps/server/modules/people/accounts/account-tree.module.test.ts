import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { startTestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow, NewAccount } from './index.ts';
import { setupCode } from './setup-code.ts';

const server = setUp(() => startOwnServer({ SETUP_CODE: 'CODE-OF-TESTS' }));
let main: AccountRow;

const setup = {
  code: 'code-of-tests',
  user_name: 'first_main',
  password: testPassword,
  name: 'First',
  email: 'first@works.example',
};

describe('setting up a clean instance', () => {
  test('is required, reports weak input at its field, and then creates nothing', async () => {
    expect((await server.call(null, 'GET', '/v1/setup')).data).toMatchObject({
      needs_setup: true,
      demo: false,
    });
    const weak = await server.call(null, 'POST', '/v1/setup', {
      ...setup,
      user_name: 'ab',
      password: 'password1',
    });
    expect([weak.status, (weak.data as { path: string }[]).map((f) => f.path)]).toEqual([
      400,
      ['user_name', 'password'],
    ]);
    expect((await server.services.pool.query('select from tenants')).rowCount).toBe(0);
  });

  test('needs the code that the server printed, in any notation', async () => {
    for (const code of ['CODE-OF-TEST', 'x', '中'.repeat(100)]) {
      const reply = await server.call(null, 'POST', '/v1/setup', { ...setup, code });
      expect([reply.status, (reply.data as { path: string }[]).map((f) => f.path)]).toEqual([400, ['code']]);
    }
    expect((await server.call(null, 'POST', '/v1/setup', { ...setup, code: undefined })).status).toBe(400);
    expect((await server.services.pool.query('select from tenants')).rowCount).toBe(0);
    // Without the setting it is the same on every node, and after a restart.
    const { db } = server.services;
    expect(await setupCode(db, undefined)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await setupCode(db, undefined)).toBe(await setupCode(db, undefined));
  });

  test('needs the console’s header', async () => {
    const reply = await server.app.inject({ method: 'POST', url: '/v1/setup', payload: setup });
    expect(reply.statusCode).toBe(400);
  });

  test('succeeds for one of several concurrent calls and signs it in', async () => {
    const other = await startTestServer(server.databaseUrl, { SETUP_CODE: 'CODE-OF-TESTS' });
    const replies = await Promise.all(
      [server, other, server, other].map((s, i) =>
        s.call(null, 'POST', '/v1/setup', {
          ...setup,
          user_name: `first_main${i}`,
          email: `a${i}@works.example`,
        }),
      ),
    );
    expect(replies.map((r) => r.status).sort()).toEqual([200, 409, 409, 409]);
    const winner = replies.find((r) => r.status === 200) as { data: { token: string } } | undefined;
    const token = winner?.data.token ?? '';
    expect((await server.call(token, 'GET', '/v1/admin/tenant/users/self')).data).toMatchObject({
      kind: 'main',
      level: 1,
      roleIds: [0],
      roleRenon: 0,
      parent_id: null,
    });
    expect((await server.services.pool.query('select from tenants')).rowCount).toBe(1);
    expect((await server.services.pool.query('select from accounts')).rowCount).toBe(1);
    expect((await server.call(null, 'GET', '/v1/setup')).data).toMatchObject({ needs_setup: false });
    await other.stop();
  });
});

describe('creating an account', () => {
  beforeAll(async () => {
    main = await server.tenant();
  });
  const input = (parent: AccountRow, more: Partial<NewAccount> = {}): NewAccount => ({
    kind: 'factory',
    parentId: parent.id,
    userName: 'some_factory',
    name: 'A factory',
    password: testPassword,
    ...more,
  });

  test('derives level and role from its kind and places it below its parent', async () => {
    const factory = await server.accounts.createAccount(server.as(main), input(main));
    expect(factory).toMatchObject({
      kind: 'factory',
      level: 2,
      roleId: 1,
      parentId: main.id,
      tenantId: main.tenantId,
    });
    expect(factory.path).toMatch(new RegExp(`^${main.path}\\.\\d+$`));
    const user = await server.accounts.createAccount(
      server.as(factory),
      input(factory, { kind: 'enduser', userName: 'some_enduser' }),
    );
    expect(user).toMatchObject({ level: 7, roleId: 5, parentId: factory.id });
    expect(user.path.startsWith(`${factory.path}.`)).toBe(true);
  });

  test('is refused where the child cannot be below the parent, and for roles that manage no accounts', async () => {
    const company = await server.account('company', main);
    for (const kind of ['main', 'factory', 'agent2', 'company', 'staff'] as const) {
      await expect(
        server.accounts.createAccount(server.as(main), input(company, { kind, userName: `x_${kind}_x` })),
      ).rejects.toMatchObject({ codeName: 'validation', fields: [{ path: 'kind' }] });
    }
    for (const kind of ['enduser', 'staff'] as const) {
      const nobody = await server.account(kind, main);
      await expect(
        server.accounts.createAccount(server.as(nobody), input(nobody, { kind: 'enduser' })),
      ).rejects.toMatchObject({ codeName: 'forbidden' });
    }
  });

  test('below a parent outside the caller’s subtree is answered as not found', async () => {
    const [one, two] = [await server.account('factory', main), await server.account('factory', main)];
    const foreign = await server.tenant();
    for (const parent of [two, main, foreign]) {
      await expect(
        server.accounts.createAccount(
          server.as(one),
          input(parent, { kind: 'enduser', userName: 'sneaky_user' }),
        ),
      ).rejects.toMatchObject({ codeName: 'notFound' });
    }
  });

  test('reports all invalid fields at once', async () => {
    const error = await server.accounts
      .createAccount(
        server.as(main),
        input(main, {
          userName: 'x',
          password: 'short',
          name: ' ',
          address: 'a'.repeat(201),
          timeZone: 'Mars/Base',
        }),
      )
      .catch((e) => e);
    expect(error.fields.map((f: { path: string }) => f.path)).toEqual([
      'user_name',
      'password',
      'name',
      'address',
      'time_zone',
    ]);
  });

  test('with a name or address in use is a conflict, in any case of letters; those of a deleted account are free', async () => {
    const taken = await server.account('factory', main, { email: 'taken@works.example' });
    const userName = taken.userName.toUpperCase();
    await expect(
      server.accounts.createAccount(server.as(main), input(main, { userName })),
    ).rejects.toMatchObject({ codeName: 'conflict', fields: [{ path: 'user_name' }] });
    await expect(
      server.accounts.createAccount(
        server.as(main),
        input(main, { userName: 'other_name', email: 'Taken@Works.example' }),
      ),
    ).rejects.toMatchObject({ codeName: 'conflict', fields: [{ path: 'email' }] });
    await server.accounts.deleteAccount(server.as(main), taken.id);
    await server.accounts.createAccount(server.as(main), input(main, { userName }));
  });

  test('a tenant has one main account', async () => {
    await expect(
      server.accounts.createAccount(server.system(), {
        ...input(main, { kind: 'main', userName: 'second_main' }),
        parentId: null,
        tenantId: main.tenantId,
      }),
    ).rejects.toMatchObject({ codeName: 'conflict' });
  });
});

describe('moving an account', () => {
  test('moves its whole subtree', async () => {
    const [a, b] = [await server.account('agent1', main), await server.account('agent1', main)];
    const company = await server.account('company', a);
    const installer = await server.account('installer', company);
    const user = await server.account('enduser', installer);
    await server.accounts.moveAccount(server.as(main), company.id, b.id);
    const { rows } = await server.services.pool.query(
      'select id, path::text, parent_id from accounts where id = any($1)',
      [[company.id, installer.id, user.id]],
    );
    const at = new Map(rows.map((r) => [r.id, r]));
    const label = (row: AccountRow) => row.path.split('.').at(-1);
    const moved = `${b.path}.${label(company)}`;
    expect(at.get(company.id)).toMatchObject({ path: moved, parent_id: b.id });
    expect(at.get(installer.id)).toMatchObject({
      path: `${moved}.${label(installer)}`,
      parent_id: company.id,
    });
    expect(at.get(user.id)).toMatchObject({
      path: `${moved}.${label(installer)}.${label(user)}`,
      parent_id: installer.id,
    });
  });

  test('is refused into itself, below its own kind, of the caller, and outside the subtree', async () => {
    const agent = await server.account('agent1', main);
    const company = await server.account('company', agent);
    const installer = await server.account('installer', company);
    const other = await server.account('company', main);
    const refused = (by: AccountRow, id: string, to: string) =>
      server.accounts.moveAccount(server.as(by), id, to).then(
        () => 'moved',
        (e) => e.codeName,
      );
    expect(await refused(main, company.id, company.id)).toBe('validation');
    expect(await refused(main, agent.id, installer.id)).toBe('validation');
    expect(await refused(main, company.id, other.id)).toBe('validation');
    expect(await refused(agent, agent.id, company.id)).toBe('forbidden');
    expect(await refused(main, main.id, company.id)).toBe('forbidden');
    expect(await refused(agent, installer.id, other.id)).toBe('notFound');
    expect(await refused(agent, other.id, agent.id)).toBe('notFound');
  });

  test('during a concurrent creation below it leaves the new account with the new path', async () => {
    const [a, b] = [await server.account('agent1', main), await server.account('agent1', main)];
    const company = await server.account('company', a);
    const work: Promise<unknown>[] = [];
    for (let i = 0; i < 6; i++) {
      work.push(server.account('installer', company));
      work.push(server.accounts.moveAccount(server.as(main), company.id, i % 2 === 0 ? b.id : a.id));
    }
    await Promise.all(work);
    const { rows } = await server.services.pool.query(
      `select c.path::text from accounts c join accounts p on p.id = c.parent_id
       where c.parent_id = $1 and c.path <> p.path || c.node::text`,
      [company.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('deleting an account', () => {
  test('is refused while accounts or things depend on it', async () => {
    const company = await server.account('company', main);
    const installer = await server.account('installer', company);
    await server.things.register(server.as(main), [{ devid: 'DEL_1', devtype: 'HE_BAT' }]);
    await server.things.bind(server.as(main), [installer.id], ['DEL_1']);
    const remove = (row: AccountRow) => server.accounts.deleteAccount(server.as(main), row.id);
    await expect(remove(company)).rejects.toMatchObject({ codeName: 'conflict' });
    await expect(remove(installer)).rejects.toMatchObject({ codeName: 'conflict' });
    await server.things.unbind(server.as(main), [installer.id], ['DEL_1']);
    await remove(installer);
    await remove(company);
    await expect(remove(company)).rejects.toMatchObject({ codeName: 'notFound' });
    await expect(remove(main)).rejects.toMatchObject({ codeName: 'forbidden' });
  });
});

test('the audit trail of a tenant is one valid chain, and a changed row breaks it', async () => {
  const chain = async () => {
    const { rows } = await server.services.pool.query(
      `select tenant_id, actor_id, actor_name, role_id, action, object_type, object_id, host(ip) as ip, result,
        details::text as details, at, prev_hash, hash from audit where chain = $1 order by seq`,
      [main.tenantId],
    );
    let previous = Buffer.alloc(0);
    let broken = 0;
    for (const r of rows) {
      // Tests of the chain check (backoffice/log) cover the hashes of contents.
      if (r.prev_hash !== null && !previous.equals(r.prev_hash)) broken += 1;
      previous = r.hash;
    }
    return { rows: rows.length, broken };
  };
  const before = await chain();
  expect(before.rows).toBeGreaterThan(20);
  expect(before.broken).toBe(0);
  await server.services.pool.query(
    'update audit set hash = $1 where seq = (select seq from audit where chain = $2 order by seq desc offset 3 limit 1)',
    [createHash('sha256').update('forged').digest(), main.tenantId],
  );
  expect((await chain()).broken).toBe(1);
});
