import type { SavedView } from '@voltloop/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startOwnServer } from '../../../testing/own-server.ts';
import { setUp } from '../../../testing/set-up.ts';
import { createPreferences } from './index.ts';

const server = setUp(() => startOwnServer({}, (services) => [createPreferences(services)]));
const token: Record<string, string> = {};
beforeAll(async () => {
  const main = await server.tenant();
  const installer = await server.account('installer', main);
  const stranger = await server.tenant();
  for (const [name, account] of Object.entries({ main, installer, stranger }))
    token[name] = (await server.signIn(account.userName)).token;
});
const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  server.call(token[who] ?? null, method, url, body);
const save = async (who: string, name: string, query = 'state=1') =>
  (await call(who, 'POST', '/v1/views', { screen: 'devices', name, state: { query } })).data as SavedView;

describe('a setting', () => {
  test('is null until it is stored, belongs to the account, and can be deleted', async () => {
    const url = '/v1/preferences/table.devices';
    expect((await call('main', 'GET', url)).data).toEqual({ value: null });
    const value = { columns: [{ id: 'soc', hidden: true, width: 90 }], density: 'compact' };
    expect((await call('main', 'PUT', url, { value })).data).toEqual({ value });
    expect((await call('main', 'GET', url)).data).toEqual({ value });
    expect((await call('installer', 'GET', url)).data).toEqual({ value: null });
    await call('main', 'PUT', url, {});
    expect((await call('main', 'GET', url)).data).toEqual({ value: null });
  });

  test.each([
    ['an invalid key', 'PUT', '/v1/preferences/..%2F', { value: 1 }],
    ['a value that is too large', 'PUT', '/v1/preferences/x', { value: 'x'.repeat(16_001) }],
  ] as const)('refuses %s', async (_, method, url, body) => {
    expect((await call('main', method, url, body)).status).toBe(400);
  });

  test('is limited to 200 for each account', async () => {
    for (let i = 0; i < 200; i++) await call('stranger', 'PUT', `/v1/preferences/k${i}`, { value: i });
    expect((await call('stranger', 'PUT', '/v1/preferences/k200', { value: 1 })).status).toBe(400);
    expect((await call('stranger', 'PUT', '/v1/preferences/k199', { value: 1 })).status).toBe(200);
  });
});

describe('a saved view', () => {
  test('is listed for its owner only, and opened by its link within the tenant', async () => {
    const view = await save('main', 'Faults', 'state=2');
    const listed = async (who: string) =>
      ((await call(who, 'GET', '/v1/views?screen=devices')).data as SavedView[]).map((v) => v.name);
    expect(await listed('main')).toContain('Faults');
    expect(await listed('installer')).not.toContain('Faults');
    const opened = await call('installer', 'GET', `/v1/views/${view.id}`);
    expect(opened.data).toMatchObject({ name: 'Faults', own: false, state: { query: 'state=2' } });
    expect((await call('stranger', 'GET', `/v1/views/${view.id}`)).status).toBe(404);
    expect((await call('main', 'GET', '/v1/views/not-an-id')).status).toBe(404);
  });

  test('of the same name, ignoring case, is replaced and keeps its link', async () => {
    const first = await save('main', 'Mine', 'a=1');
    const second = await save('main', 'MINE', 'a=2');
    expect(second).toMatchObject({ id: first.id, name: 'MINE', state: { query: 'a=2' } });
  });

  test('may be the default, one for each screen', async () => {
    const [a, b] = [await save('main', 'A'), await save('main', 'B')];
    const defaults = async (id?: string) =>
      ((await call('main', 'PUT', '/v1/views/default', { screen: 'devices', id })).data as SavedView[])
        .filter((v) => v.is_default)
        .map((v) => v.id);
    expect(await defaults(a.id)).toEqual([a.id]);
    expect(await defaults(b.id)).toEqual([b.id]);
    expect(await defaults()).toEqual([]);
    expect((await call('main', 'PUT', '/v1/views/default', { screen: 'other', id: a.id })).status).toBe(404);
  });

  test('can be renamed, but not to the name of another of the owner', async () => {
    const view = await save('main', 'Old name');
    await save('main', 'Taken');
    expect((await call('main', 'PUT', `/v1/views/${view.id}`, { name: 'taken' })).status).toBe(409);
    const renamed = await call('main', 'PUT', `/v1/views/${view.id}`, { name: 'New name' });
    expect(renamed.data).toMatchObject({ id: view.id, name: 'New name' });
    expect((await call('main', 'DELETE', `/v1/views/${view.id}`)).status).toBe(200);
    expect((await call('main', 'GET', `/v1/views/${view.id}`)).status).toBe(404);
  });

  test('is limited to 50 for a screen, even when saved concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 55 }, (_, i) =>
        call('installer', 'POST', '/v1/views', { screen: 'many', name: `v${i}`, state: {} }),
      ),
    );
    expect(made.filter((reply) => reply.status === 200)).toHaveLength(50);
  });
});
