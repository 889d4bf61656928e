import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { startTestServer, testPassword } from '../../../testing/server.ts';
import { setUp } from '../../../testing/set-up.ts';

const old = setUp(() => startOwnServer({ LEGACY_API: '1' }));
const plain = setUp(() => startTestServer(old.databaseUrl));
const token: Record<string, string> = {};

/** main > company > installer, with a device each for the installer and for the company's neighbour. */
beforeAll(async () => {
  const main = await old.tenant();
  const company = await old.account('company', main, { userName: 'company' });
  const neighbour = await old.account('company', main, { userName: 'neighbour' });
  const installer = await old.account('installer', company, { userName: 'installer' });
  const devids = ['OLD-1', 'OLD-2', 'OLD-3'];
  await old.things.register(
    old.as(main),
    devids.map((devid) => ({ devid, devtype: 'HE_BAT' })),
  );
  await old.things.bind(old.as(main), [installer.id], ['OLD-1', 'OLD-2']);
  await old.things.bind(old.as(main), [neighbour.id], ['OLD-3']);
  for (const account of [main, company, installer]) {
    token[account.kind] = (await old.signIn(account.userName)).token;
  }
});

type Reply = { status: number; data: Record<string, unknown> & { list: Record<string, unknown>[] } };
const call = async (by: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
  (await old.call(token[by] ?? null, method, url, body)) as Reply;
const devidsOf = (reply: Reply) => reply.data.list.map((t) => t.devid).sort();

describe('the legacy calls', () => {
  test.each([
    ['GET', '/v1/devices'],
    ['POST', '/v1/devices'],
    ['DELETE', '/v1/devices/OLD-1'],
    ['POST', '/v1/devices/bind'],
    ['GET', '/v1/subusers'],
    ['POST', '/v1/subusers'],
    ['GET', '/user/list'],
    ['GET', '/user/7b0b4a1e-0000-7000-8000-000000000000'],
  ] as const)('%s %s is available only with LEGACY_API', async (method, url) => {
    expect((await plain.call(token.company ?? null, method, url, {})).status).toBe(404);
    expect((await old.call(null, method, url, {})).status).toBe(401);
  });

  test('without LEGACY_API, count is a device like any other', async () => {
    expect((await plain.call(token.main ?? null, 'GET', '/v1/devices/count')).status).toBe(404);
    expect((await call('main', 'GET', '/v1/devices/count')).data).toEqual({ count: 3 });
  });

  test('list and count show the subtree, or an account of it', async () => {
    expect(devidsOf(await call('main', 'GET', '/v1/devices'))).toEqual(['OLD-1', 'OLD-2', 'OLD-3']);
    expect(devidsOf(await call('company', 'GET', '/v1/devices'))).toEqual(['OLD-1', 'OLD-2']);
    const page = await call('company', 'GET', '/v1/devices?skip=1&limit=1');
    expect(page.data.list).toHaveLength(1);
    expect(page.data.total).toBe(2);
    expect(devidsOf(await call('main', 'GET', '/v1/devices?username=neighbour'))).toEqual(['OLD-3']);
    expect((await call('company', 'GET', '/v1/devices?username=neighbour')).status).toBe(404);
    expect((await call('company', 'GET', '/v1/devices/count?username=installer')).data).toEqual({ count: 2 });
  });

  test('create returns the secret once, bind moves the device down, delete removes it', async () => {
    expect((await call('company', 'POST', '/v1/devices', { devid: 'OLD-NEW' })).status).toBe(403);
    const made = await call('main', 'POST', '/v1/devices', { devid: 'OLD-NEW' });
    expect(made.data.secret).toMatch(/^.{16,}$/);
    const bind = (by: string, username: string, devices: unknown[]) =>
      call(by, 'POST', '/v1/devices/bind', { username, devices });
    expect((await bind('company', 'installer', ['OLD-NEW'])).status).toBe(404);
    expect((await bind('company', 'neighbour', ['OLD-1'])).status).toBe(404);
    expect((await bind('main', 'installer', [{ devid: 'OLD-NEW' }])).data).toEqual({ bound: 1 });
    expect((await call('company', 'GET', '/v1/devices/OLD-NEW')).status).toBe(200);
    expect((await call('main', 'DELETE', '/v1/devices/OLD-NEW')).status).toBe(409);
    expect((await call('main', 'DELETE', '/v1/devices/OLD-3')).status).toBe(409);
    expect((await call('company', 'DELETE', '/v1/devices/OLD-1')).status).toBe(403);
    await call('main', 'POST', '/v1/devices', { devid: 'OLD-GONE' });
    expect((await call('main', 'DELETE', '/v1/devices/OLD-GONE')).status).toBe(200);
    expect((await call('main', 'GET', '/v1/devices/OLD-GONE')).status).toBe(404);
  });

  test('subuser registration needs a session, and creates an account below the caller that can sign in', async () => {
    const body = { username: 'olduser1', password: testPassword, parentStr: 'installer' };
    expect((await old.call(null, 'POST', '/v1/subusers', body)).status).toBe(401);
    const made = await call('company', 'POST', '/v1/subusers', body);
    expect(made.data).toMatchObject({ user_name: 'olduser1', kind: 'enduser', role_id: 5 });
    expect((await old.signIn('olduser1')).level).toBe(7);
    const again = await call('company', 'POST', '/v1/subusers', body);
    expect(again.status).toBe(409);
    const outside = { ...body, username: 'olduser2', parentStr: 'neighbour' };
    expect((await call('company', 'POST', '/v1/subusers', outside)).status).toBe(404);
    const above = { ...body, username: 'olduser3', parentStr: undefined, accessControllerList: [1] };
    expect((await call('company', 'POST', '/v1/subusers', above)).status).toBe(400);
    const weak = { ...body, username: 'olduser4', password: 'short' };
    expect((await call('company', 'POST', '/v1/subusers', weak)).status).toBe(400);
  });

  test('the lists of sub-users contain those below the caller, or below one of them', async () => {
    const names = async (url: string) =>
      (await call('company', 'GET', url)).data.list.map((u) => u.user_name).sort();
    expect(await names('/v1/subusers')).toEqual(['installer', 'olduser1']);
    expect(await names('/user/list?username=installer&skip=0&limit=5')).toEqual(['olduser1']);
    expect((await call('company', 'GET', '/v1/subusers?username=neighbour')).status).toBe(404);
    const [{ id } = { id: '' }] = (await call('company', 'GET', '/v1/subusers?username=installer')).data.list;
    expect((await call('company', 'GET', `/user/${id}`)).data.user_name).toBe('olduser1');
  });
});

describe('GET /v1/devices/{devId}', () => {
  test('returns a thing of the subtree by devid, of the requested type', async () => {
    const get = async (by: string, url: string) => (await plain.call(token[by] ?? null, 'GET', url)) as Reply;
    expect((await get('company', '/v1/devices/OLD-1?devtype=HE_BAT')).data.devid).toBe('OLD-1');
    expect((await get('company', '/v1/devices/OLD-1')).status).toBe(200);
    expect((await get('company', '/v1/devices/OLD-1?devtype=OTHER')).status).toBe(404);
    expect((await get('company', '/v1/devices/OLD-3')).status).toBe(404);
    expect((await get('nobody', '/v1/devices/OLD-1')).status).toBe(401);
  });
});
