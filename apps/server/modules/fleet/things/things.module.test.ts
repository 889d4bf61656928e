import type { Thing } from '@voltloop/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { startTestServer } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';
import type { AccountRow } from '../../people/accounts/index.ts';

const server = setUp(startOwnServer);
let main: AccountRow;
let factory: AccountRow;
let installer: AccountRow;
let owner: AccountRow;
let token: Record<'main' | 'factory' | 'installer' | 'owner', string>;
let made = 0;
beforeEach(async () => {
  main = await server.tenant();
  factory = await server.account('factory', main);
  installer = await server.account('installer', factory);
  owner = await server.account('enduser', installer);
  const of = async (a: AccountRow) => (await server.signIn(a.userName)).token;
  token = {
    main: await of(main),
    factory: await of(factory),
    installer: await of(installer),
    owner: await of(owner),
  };
});

const T = () => `/v1/things/tenants/${main.tenantId}`;
const newDevid = () => `DEV_${++made}`;
async function register(by: 'main' | 'factory', more: object = {}) {
  const devid = newDevid();
  const reply = await server.call(token[by], 'POST', `${T()}/things`, { devid, ...more });
  expect(reply.status).toBe(200);
  return { devid, ...(reply.data as { thing: Thing; secret: string }), headers: reply.headers };
}
const bind = (by: keyof typeof token, users: string, devids: unknown) =>
  server.call(token[by], 'POST', `${T()}/users/things?userIds=${users}&auth_parent=1`, devids);
const unbind = (by: keyof typeof token, users: string, devids: unknown, how: 'DELETE' | 'POST' = 'DELETE') =>
  server.call(
    token[by],
    how,
    `${T()}/users/things${how === 'POST' ? '/unbind' : ''}?userIds=${users}`,
    devids,
  );
const sees = async (who: keyof typeof token, devid: string) =>
  (await server.call(token[who], 'GET', `${T()}/things/${devid}`)).status === 200;

test('the time until offline is that of the thing, of its tenant, or of its model', async () => {
  const { devid } = await register('main');
  const after = (thing: unknown) => {
    const { offline_after_s, offline_after_from } = thing as Thing;
    return [offline_after_s, offline_after_from];
  };
  const put = async (offline_after_s: number | null, by: keyof typeof token = 'main') =>
    server.call(token[by], 'PUT', `${T()}/things/${devid}`, { offline_after_s });
  const read = async () => after((await server.call(token.main, 'GET', `${T()}/things/${devid}`)).data);
  expect(await read()).toEqual([300, 'model']);
  await server.services.pool.query('update tenants set offline_after_s = 900 where id = $1', [main.tenantId]);
  expect(await read()).toEqual([900, 'tenant']);
  expect(after((await put(3600)).data)).toEqual([3600, 'thing']);
  expect(after((await put(null)).data)).toEqual([900, 'tenant']);
  await put(3600);
  const cleared = { clearFields: ['offline_after_s'] };
  expect(after((await server.call(token.main, 'PUT', `${T()}/things/${devid}`, cleared)).data)).toEqual([
    900,
    'tenant',
  ]);
  expect((await put(10)).status).toBe(400);
  expect((await put(3600, 'owner')).status).toBe(403);
});

describe('registering', () => {
  test('by the main account: visible to it alone, not activated, in the tenant’s zone', async () => {
    const { thing, devid } = await register('main');
    expect(thing).toMatchObject({
      devid,
      devname: devid,
      devtype: 'HE_BAT',
      status: 4,
      status_data: { soc: null, last_time: null },
      desc: {},
      gps: null,
      time_zone: 'UTC',
      info_model_id: 'HE_BAT',
      subusers: [],
      parents: [],
    });
    expect([await sees('main', devid), await sees('factory', devid)]).toEqual([true, false]);
  });

  test('by a factory binds it to the factory', async () => {
    const { thing, devid } = await register('factory', { devname: 'Home', time_zone: 'Europe/Berlin' });
    expect(thing).toMatchObject({
      devname: 'Home',
      time_zone: 'Europe/Berlin',
      subusers: [factory.userName],
    });
    expect([await sees('main', devid), await sees('factory', devid), await sees('installer', devid)]).toEqual(
      [true, true, false],
    );
  });

  test('shows the secret once and stores only its hash', async () => {
    const { secret, devid, headers } = await register('main');
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(headers['cache-control']).toBe('no-store');
    const { rows } = await server.services.pool.query(
      'select t::text as row from things t where devid = $1',
      [devid],
    );
    expect(rows[0].row).not.toContain(secret);
    const audit = await server.services.pool.query('select a::text as row from audit a');
    expect(audit.rows.some((r) => r.row.includes(secret))).toBe(false);
    expect(
      JSON.stringify((await server.call(token.main, 'GET', `${T()}/things/${devid}`)).data),
    ).not.toContain(secret);
  });

  test('of an id that exists, in any tenant, is a conflict at its field', async () => {
    const { devid } = await register('main');
    const foreign = await server.tenant();
    const reply = await server.call(
      (await server.signIn(foreign.userName)).token,
      'POST',
      `/v1/things/tenants/${foreign.tenantId}/things`,
      { devid },
    );
    expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([409, 'devid']);
    const body = { devid: newDevid() };
    const both = await Promise.all([1, 2].map(() => server.call(token.main, 'POST', `${T()}/things`, body)));
    expect(both.map((r) => r.status).sort()).toEqual([200, 409]);
  });

  test('of an id that differs only in upper and lower case is a conflict too', async () => {
    const { devid } = await register('main');
    const lower = devid.toLowerCase();
    const reply = await server.call(token.main, 'POST', `${T()}/things`, { devid: lower });
    expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([409, 'devid']);
    expect(await server.things.taken([lower, 'FREE_1'])).toEqual(new Set([lower]));
    await expect(
      server.things.register(server.as(main), [
        { devid: 'twin_1', devtype: 'HE_BAT' },
        { devid: 'TWIN_1', devtype: 'HE_BAT' },
      ]),
    ).rejects.toMatchObject({ codeName: 'validation' });
  });

  test.each([
    [{ devid: 'a b' }, 'devid'],
    [{ devid: 'ab' }, 'devid'],
    [{ devid: 'HB/../1' }, 'devid'],
    [{ devid: '+/#' }, 'devid'],
    [{ devtype: 'TOASTER' }, 'devtype'],
    [{ time_zone: 'Mars/Base' }, 'time_zone'],
    [{ gps: { longitude: 181, latitude: 0 } }, 'gps.longitude'],
    [{ desc: { installTime: '24.12.2025' } }, 'desc.installTime'],
  ])('refuses %j beside %s', async (more, path) => {
    const reply = await server.call(token.main, 'POST', `${T()}/things`, { devid: newDevid(), ...more });
    expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([400, path]);
  });

  test('several registers all or none', async () => {
    const { devid } = await register('main');
    const fresh = newDevid();
    await expect(
      server.things.register(server.as(main), [
        { devid: fresh, devtype: 'HE_BAT' },
        { devid, devtype: 'HE_BAT' },
      ]),
    ).rejects.toMatchObject({ codeName: 'conflict' });
    expect(await sees('main', fresh)).toBe(false);
    await expect(
      server.things.register(server.as(main), [
        { devid: fresh, devtype: 'HE_BAT' },
        { devid: fresh, devtype: 'HE_BAT' },
      ]),
    ).rejects.toMatchObject({ codeName: 'validation', fields: [{ path: '1.devid' }] });
  });
});

describe('the device sign-in', () => {
  test('accepts the secret of that device', async () => {
    const { devid, secret, thing } = await register('main', { time_zone: 'Asia/Tokyo' });
    const row = await server.things.authenticateDevice(devid, secret, '127.0.0.1');
    expect(row).toMatchObject({
      id: thing.id,
      tenantId: main.tenantId,
      timeZone: 'Asia/Tokyo',
      infoModelId: 'HE_BAT',
    });
    expect(row).toEqual(await server.things.byDevid(devid));
    const other = await register('main');
    expect(await server.things.authenticateDevice(devid, other.secret, '127.0.0.1')).toBeNull();
    expect(await server.things.authenticateDevice('NOBODY', secret, '127.0.0.1')).toBeNull();
  });

  test('a new secret replaces the old one immediately, on every node, and disconnects the device', async () => {
    const node = await startTestServer(server.databaseUrl);
    const { devid, secret } = await register('factory');
    expect(await node.things.authenticateDevice(devid, secret, '127.0.0.1')).not.toBeNull();
    const reply = await server.call(token.factory, 'POST', `${T()}/things/${devid}/secret`);
    const fresh = (reply.data as { secret: string }).secret;
    expect(fresh).not.toBe(secret);
    expect(server.disconnected.at(-1)).toBe(devid);
    expect(await server.things.authenticateDevice(devid, secret, '127.0.0.1')).toBeNull();
    expect(await server.things.authenticateDevice(devid, fresh, '127.0.0.1')).not.toBeNull();
    await vi.waitFor(
      async () => expect(await node.things.authenticateDevice(devid, secret, '127.0.0.1')).toBeNull(),
      { timeout: 10_000 },
    );
    expect(await node.things.authenticateDevice(devid, fresh, '127.0.0.1')).not.toBeNull();
    await node.stop();
  });

  test('a device that was looked up too early is known once it is registered', async () => {
    const node = await startTestServer(server.databaseUrl);
    const devid = newDevid();
    expect([await server.things.byDevid(devid), await node.things.byDevid(devid)]).toEqual([null, null]);
    await server.things.register(server.as(main), [{ devid, devtype: 'HE_BAT' }]);
    expect(await server.things.byDevid(devid)).not.toBeNull();
    await vi.waitFor(async () => expect(await node.things.byDevid(devid)).not.toBeNull(), {
      timeout: 10_000,
    });
    await node.stop();
  });

  test('a deleted thing is inaccessible to device and people; its id is free', async () => {
    const { devid, secret, thing } = await register('factory');
    await server.things.remove(server.as(factory), devid);
    expect(await server.things.authenticateDevice(devid, secret, '127.0.0.1')).toBeNull();
    expect([await sees('main', devid), await sees('main', thing.id), await sees('factory', devid)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(server.disconnected.at(-1)).toBe(devid);
    const again = await server.things.register(server.as(main), [{ devid, devtype: 'HE_BAT' }]);
    expect(again[0]?.thing.id).not.toBe(thing.id);
  });

  test('a new secret is only for accounts that may register, for things they see', async () => {
    const { devid } = await register('main');
    expect((await server.call(token.factory, 'POST', `${T()}/things/${devid}/secret`)).status).toBe(404);
    expect((await server.call(token.installer, 'POST', `${T()}/things/${devid}/secret`)).status).toBe(403);
  });
});

describe('binding', () => {
  test('makes the thing visible to the account and all above it until it ends', async () => {
    const { devid } = await register('main');
    expect((await bind('main', owner.id, [devid])).data).toMatchObject({ bound: 1 });
    for (const who of ['main', 'factory', 'installer', 'owner'] as const)
      expect(await sees(who, devid)).toBe(true);
    expect((await unbind('main', owner.id, [devid])).data).toMatchObject({ unbound: 1 });
    for (const who of ['factory', 'installer', 'owner'] as const) expect(await sees(who, devid)).toBe(false);
  });

  test('may be repeated, and counts only new bindings', async () => {
    const [a, b] = [await register('main'), await register('main')];
    await bind('main', owner.id, [a.devid]);
    const users = `${owner.id},${installer.id}`;
    expect((await bind('main', users, [a.devid, b.devid, a.devid])).data).toMatchObject({ bound: 3 });
    expect((await bind('main', users, [a.devid, b.devid])).data).toMatchObject({ bound: 0 });
    expect((await unbind('main', users, [a.devid, b.devid])).data).toMatchObject({ unbound: 4 });
    expect((await unbind('main', users, [a.devid, b.devid])).data).toMatchObject({ unbound: 0 });
  });

  test('takes ids, devids and objects', async () => {
    const [a, b, c] = [await register('main'), await register('main'), await register('main')];
    const reply = await bind('main', owner.id, [a.thing.id, b.devid, { devid: c.devid, devtype: 'HE_BAT' }]);
    expect(reply.data).toMatchObject({ bound: 3 });
  });

  test('is all or nothing: one thing or account outside refuses the whole call', async () => {
    const mine = await register('factory');
    const unseen = await register('main');
    const foreign = await server.tenant();
    for (const [users, devids] of [
      [owner.id, [mine.devid, unseen.devid]],
      [owner.id, [mine.devid, 'NOT_THERE']],
      [`${owner.id},${foreign.id}`, [mine.devid]],
      [`${owner.id},${main.id}`, [mine.devid]],
      [`${owner.id},nobody`, [mine.devid]],
    ] as const) {
      expect((await bind('factory', users, devids)).status).toBe(404);
      expect(await sees('owner', mine.devid)).toBe(false);
    }
    expect((await bind('factory', owner.id, [mine.devid, unseen.devid, 'NOT_THERE'])).message).toBe(
      `Unknown devices: ${unseen.devid}, NOT_THERE`,
    );
  });

  test('is refused to end users, and for accounts that own no things', async () => {
    const { devid } = await register('main');
    const staff = await server.account('staff', main);
    expect((await bind('owner', owner.id, [devid])).status).toBe(403);
    for (const id of [staff.id, main.id]) {
      const reply = await bind('main', id, [devid]);
      expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([400, 'userIds']);
    }
  });

  test('requires a body and at least one account', async () => {
    const { devid } = await register('main');
    expect((await bind('main', owner.id, undefined)).status).toBe(400);
    expect((await bind('main', owner.id, [])).status).toBe(400);
    expect((await bind('main', '', [devid])).status).toBe(400);
    expect((await unbind('main', owner.id, undefined)).status).toBe(400);
  });

  test('may be ended again by an account that no longer sees the thing', async () => {
    const { devid } = await register('main');
    await bind('main', owner.id, [devid]);
    expect((await unbind('installer', owner.id, [devid])).data).toMatchObject({ unbound: 1 });
    expect((await unbind('installer', owner.id, [devid], 'POST')).data).toMatchObject({ unbound: 0 });
    const never = await register('main');
    expect((await unbind('installer', owner.id, [never.devid])).status).toBe(404);
  });

  test('in two branches: ending one keeps the other', async () => {
    const { devid } = await register('main');
    const rival = await server.account('factory', main);
    await bind('main', `${owner.id},${rival.id}`, [devid]);
    await unbind('main', rival.id, [devid]);
    expect(await sees('owner', devid)).toBe(true);
  });

  test('done concurrently leaves one binding', async () => {
    const { devid } = await register('main');
    const replies = await Promise.all(Array.from({ length: 5 }, () => bind('main', owner.id, [devid])));
    expect(replies.map((r) => (r.data as { bound: number }).bound).sort()).toEqual([0, 0, 0, 0, 1]);
  });

  test('has a history that names the author, if the caller may see the author', async () => {
    const { devid } = await register('main');
    const at = (day: number) => {
      server.clock.now = new Date(Date.UTC(2026, 4, day));
    };
    // Sessions live twelve hours: the verbs are called for the accounts.
    at(1);
    await server.things.bind(server.as(main), [installer.id], [devid]);
    at(2);
    await server.things.bind(server.as(installer), [owner.id], [devid]);
    at(3);
    await server.things.unbind(server.as(main), [installer.id], [devid]);
    at(4);
    const read = async (who: AccountRow) =>
      (await server.call((await server.signIn(who.userName)).token, 'GET', `${T()}/things/${devid}/bindings`))
        .data;
    const ms = (day: number) => Date.UTC(2026, 4, day);
    const ownBinding = {
      account_id: owner.id,
      user_name: owner.userName,
      since: ms(2),
      until: null,
      bound_by: installer.userName,
      unbound_by: null,
    };
    const pastBinding = {
      account_id: installer.id,
      user_name: installer.userName,
      since: ms(1),
      until: ms(3),
      bound_by: main.userName,
      unbound_by: main.userName,
    };
    expect(await read(main)).toEqual([ownBinding, pastBinding]);
    expect(await read(installer)).toEqual([ownBinding, { ...pastBinding, bound_by: null, unbound_by: null }]);
    const forOwner = await server.call(
      (await server.signIn(owner.userName)).token,
      'GET',
      `${T()}/things/${devid}/bindings`,
    );
    expect(forOwner.status).toBe(403);
  });

  test('follows an account that is moved', async () => {
    const { devid } = await register('main');
    await bind('main', owner.id, [devid]);
    const rival = await server.account('factory', main);
    await server.accounts.moveAccount(server.as(main), installer.id, rival.id);
    expect([
      await sees('factory', devid),
      await sees('installer', devid),
      await sees('owner', devid),
    ]).toEqual([false, true, true]);
    expect((await server.things.visibleKeys(server.as(rival).caller)).map((t) => t.devid)).toEqual([devid]);
  });
});

describe('changing a description', () => {
  const put = (who: keyof typeof token, devid: string, body: object) =>
    server.call(token[who], 'PUT', `${T()}/things/${devid}`, body);

  test('replaces, clears and keeps fields; searching finds the new text', async () => {
    const { devid } = await register('factory', {
      desc: { name: 'Anna', mobile: '04129', address: 'Old 1' },
    });
    const reply = await put('factory', devid, {
      devname: 'Lake house',
      desc: { address: 'Seeweg 9' },
      clearFields: ['mobile'],
    });
    expect(reply.data).toMatchObject({ devname: 'Lake house', desc: { name: 'Anna', address: 'Seeweg 9' } });
    expect((reply.data as Thing).desc).not.toHaveProperty('mobile');
    const found = await server.call(token.factory, 'GET', `${T()}/things?search=seeweg`);
    expect((found.data as { total: number }).total).toBe(1);
  });

  test.each(['desc', 'description'])('%s may be JSON text, or an object', async (field) => {
    const { devid } = await register('factory', { desc: { name: 'Anna' } });
    const text = await put('factory', devid, { [field]: JSON.stringify({ address: 'Seeweg 9' }) });
    expect([text.status, (text.data as Thing).desc]).toEqual([200, { name: 'Anna', address: 'Seeweg 9' }]);
    const given = await put('factory', devid, { [field]: { company: 'Nord' } });
    expect((given.data as Thing).desc).toEqual({ name: 'Anna', address: 'Seeweg 9', company: 'Nord' });
    for (const wrong of ['{not json', '{"email":"nobody"}', { email: 'nobody' }]) {
      const refused = await put('factory', devid, { [field]: wrong });
      expect([refused.status, (refused.data as { path: string }[])[0]?.path]).toMatchObject([
        400,
        expect.stringMatching(`^${field}`),
      ]);
    }
  });

  test('is part of the thing’s details, with its readings and owners', async () => {
    const { devid } = await register('factory', { desc: { name: 'Anna' } });
    const { status, data } = await server.call(token.factory, 'GET', `${T()}/things/${devid}`);
    expect([status, data]).toMatchObject([
      200,
      { devid, devtype: 'HE_BAT', desc: { name: 'Anna' }, status: 4, status_data: { soc: null }, gps: null },
    ]);
  });

  test('two concurrent changes are both kept', async () => {
    const { devid } = await register('factory');
    await Promise.all([
      put('factory', devid, { desc: { name: 'Anna' } }),
      put('factory', devid, { desc: { mobile: '04129' } }),
    ]);
    const { data } = await server.call(token.factory, 'GET', `${T()}/things/${devid}`);
    expect((data as Thing).desc).toEqual({ name: 'Anna', mobile: '04129' });
  });

  test('does not clear unknown fields', async () => {
    const { devid } = await register('main');
    await bind('main', owner.id, [devid]);
    const reply = await put('installer', devid, { clearFields: ['devid'] });
    expect([reply.status, (reply.data as { path: string }[])[0]?.path]).toEqual([400, 'clearFields']);
  });

  test('is audited with the names of the fields, not their values', async () => {
    const { devid, thing } = await register('factory');
    await put('factory', devid, { desc: { mobile: '0412999888' }, clearFields: ['company'] });
    const { rows } = await server.services.pool.query(
      "select details from audit where object_id = $1 and action = 'thing.update'",
      [thing.id],
    );
    expect(rows).toEqual([{ details: { devid, changed: ['mobile'], cleared: ['company'] } }]);
  });
});

describe('a NUL or half a surrogate pair, which PostgreSQL cannot store', () => {
  test.each([
    ['GET', '/things/%00', undefined, 'params.devNo'],
    ['GET', '/things?search=a%00b', undefined, 'query.search'],
    ['POST', '/things', { devid: 'NUL_1', desc: { mobile: 'a\0' } }, 'desc.mobile'],
    ['POST', '/things', { devid: 'NUL_1', devname: 'a\ud83d' }, 'devname'],
  ] as const)('is refused beside its field: %s %s', async (method, path, body, field) => {
    const reply = await server.call(token.main, method, T() + path, body);
    expect(reply.status).toBe(400);
    expect(reply.data).toEqual([
      { path: field, key: 'validation.nul', message: expect.stringContaining('NUL') },
    ]);
  });
});

test('a deeply nested body is refused like other invalid bodies', async () => {
  const payload = `${'['.repeat(200_000)}"a"${']'.repeat(200_000)}`;
  const headers = { authorization: `Bearer ${token.main}`, 'content-type': 'application/json' };
  const reply = await server.app.inject({ method: 'POST', url: `${T()}/things`, payload, headers });
  expect(reply.statusCode).toBe(400);
});

describe('calls of other modules', () => {
  test('findMany keeps the order, removes duplicates, and refuses all when one is missing', async () => {
    const [a, b] = [await register('factory'), await register('factory')];
    const caller = server.as(factory).caller;
    const found = await server.things.findMany(caller, [b.devid, a.thing.id.toUpperCase(), a.devid]);
    expect(found.map((t) => t.devid)).toEqual([b.devid, a.devid]);
    expect(await server.things.findMany(caller, [])).toEqual([]);
    const hidden = await register('main');
    await expect(server.things.findMany(caller, [a.devid, hidden.devid])).rejects.toMatchObject({
      codeName: 'notFound',
    });
  });

  test('visibleDevids never returns `all` while there is another tenant', async () => {
    const { devid } = await register('main');
    expect(await server.things.visibleDevids(server.as(main).caller)).toEqual(new Set([devid]));
    expect(await server.things.visibleDevids(server.as(owner).caller)).toEqual(new Set());
  });
});
