import { randomBytes } from 'node:crypto';
import type { Brand } from '@voltloop/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { brandNameOf } from '../../../platform/product-name.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../testing/world.ts';
import type { AccountRow } from '../accounts/index.ts';
import { createFiles } from '../files/index.ts';
import { createBrands } from './index.ts';

const start = (databaseUrl: string, env: Record<string, string> = {}) =>
  startTestServer(databaseUrl, env, (services) => {
    const files = createFiles(services);
    return [files, createBrands(services, files)];
  });

let world: TestWorld;
let server: TestServer;
/** Another node on the same database. */
let other: TestServer;
beforeAll(async () => {
  world = await testWorld();
  server = await start(world.databaseUrl, { PUBLIC_URL: 'https://Console.Example:8443/' });
  other = await start(world.databaseUrl);
});
afterAll(async () => {
  await server?.stop();
  await other?.stop();
  await world?.stop();
});

let main: AccountRow;
let factory: AccountRow;
let agent: AccountRow;
let company: AccountRow;
let tokens: Record<'main' | 'factory' | 'agent' | 'company', string>;
let host: string;
beforeEach(async () => {
  main = await server.tenant();
  factory = await server.account('factory', main);
  agent = await server.account('agent1', factory);
  company = await server.account('company', agent);
  const tokenOf = async (row: AccountRow) => (await server.signIn(row.userName)).token;
  tokens = {
    main: await tokenOf(main),
    factory: await tokenOf(factory),
    agent: await tokenOf(agent),
    company: await tokenOf(company),
  };
  host = `h${randomBytes(6).toString('hex')}.example`;
});

const path = (id = 'self', more = '') => `/v1/brands/tenants/${main.tenantId}/accounts/${id}${more}`;
const save = (token: string, body: object, id?: string) => server.call(token, 'PUT', path(id), body);
const setHost = (name: string | undefined, id = agent.id, token = tokens.main) =>
  server.call(token, 'PUT', path(id, '/host'), { host: name });
/** The answer to an anonymous caller under a host name. */
const shown = async (headers: Record<string, string>, at = server) =>
  (await at.app.inject({ url: '/v1/brand', headers })).json().data;
const sendLogo = async (token: string, content: Buffer, id?: string) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'logo.png');
  const headers = { authorization: `Bearer ${token}` };
  const reply = await server.app.inject({ method: 'POST', url: path(id, '/logo'), payload: form, headers });
  return { status: reply.statusCode, data: reply.json().data as Brand };
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 90, b: 60, alpha: 0.5 } } })
    .png()
    .toBuffer();

describe('a brand', () => {
  it('is shown under its host name without further details', async () => {
    expect((await save(tokens.agent, { name: ' Sun & Co ', color: '#304156' })).data).toMatchObject({
      account_id: agent.id,
      name: 'Sun & Co',
      color: '#304156',
      host: null,
      logo: null,
      may_edit: true,
      may_set_host: false,
    });
    expect(await shown({ host })).toBeNull();
    expect((await setHost(host.toUpperCase())).data).toMatchObject({ host });
    const { data } = await sendLogo(tokens.agent, await picture(1200, 100));
    expect(data.logo).toMatch(/^\/brand-logos\/[0-9a-f-]{36}$/);
    const brand = { name: 'Sun & Co', color: '#304156', logo: data.logo };
    for (const name of [host, `${host}:8443`, host.toUpperCase(), `${host}.`])
      expect(await shown({ host: name })).toEqual(brand);
    for (const name of [
      'console.example',
      'localhost',
      '127.0.0.1',
      `x.${host}`,
      `${host}, evil.example`,
      "'",
    ])
      expect(await shown({ host: name })).toBeNull();

    const logo = await server.app.inject({ url: data.logo ?? '' });
    expect(logo.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ width: 480, height: 40, hasAlpha: true });
  });

  it('ignores X-Forwarded-Host unless it comes from a trusted proxy', async () => {
    await save(tokens.agent, { name: 'Sun & Co' });
    await setHost(host);
    const forwarded = { host: 'console.example', 'x-forwarded-host': host };
    expect(await shown(forwarded)).toBeNull();
    const behind = await start(world.databaseUrl, { TRUST_PROXY: '1' });
    try {
      expect(await shown(forwarded, behind)).toMatchObject({ name: 'Sun & Co' });
      expect(await shown({ host }, behind)).toMatchObject({ name: 'Sun & Co' });
    } finally {
      await behind.stop();
    }
  });

  it('changes on every node at once, and is removed with its account', async () => {
    await save(tokens.company, { name: 'First' });
    await setHost(host, company.id);
    const on = (name: string | null) => async () => {
      for (const node of [server, other])
        expect((await shown({ host }, node))?.name ?? null, node === server ? 'here' : 'there').toBe(name);
    };
    await vi.waitFor(on('First'), { timeout: 5000 });
    await save(tokens.company, { name: 'Second' });
    await vi.waitFor(on('Second'), { timeout: 5000 });
    const users = `/v1/admin/tenant/tenants/${main.tenantId}/users/${company.id}`;
    expect((await server.call(tokens.main, 'DELETE', users)).status).toBe(200);
    await vi.waitFor(on(null), { timeout: 5000 });
    // The host name is free again.
    expect((await setHost(host)).status).toBe(200);
  });

  it('names the product for its account and for all below without a nearer brand', async () => {
    const { db } = server.services;
    const installer = await server.account('installer', company);
    const beside = await server.account('agent1', factory);
    await save(tokens.factory, { name: 'Works' });
    await save(tokens.agent, { name: 'Sun & Co' });
    const names = async () =>
      Promise.all([main, factory, agent, company, installer, beside].map(({ id }) => brandNameOf(db, id)));
    expect(await names()).toEqual([null, 'Works', 'Sun & Co', 'Sun & Co', 'Sun & Co', 'Works']);
    expect((await server.call(tokens.company, 'GET', path())).data).toMatchObject({
      name: null,
      above: 'Sun & Co',
    });
    await server.call(tokens.agent, 'DELETE', path());
    expect(await names()).toEqual([null, 'Works', 'Works', 'Works', 'Works', 'Works']);
  });

  it.each([
    [{ name: '' }, 'name', 'brand.name'],
    [{ name: 'a'.repeat(41) }, 'name', 'brand.name'],
    [{ name: 'Sun\u202egnp' }, 'name', 'brand.name'],
    [{ name: '<b>Sun</b>' }, 'name', 'brand.name'],
    [{ name: 'Sun', color: 'red' }, 'color', 'brand.color'],
    [{ name: 'Sun', color: '#304156;}*{display:none' }, 'color', 'brand.color'],
    [{ name: 'Sun', color: 'url(//evil.example)' }, 'color', 'brand.color'],
    [{ name: 'Sun', color: '#787878' }, 'color', 'brand.colorText'],
    [{ name: 'Sun', color: '#fff6d0' }, 'color', 'brand.colorPage'],
  ])('is refused as %j', async (body, field, key) => {
    expect(await save(tokens.agent, body)).toMatchObject({ status: 400, data: [{ path: field, key }] });
  });

  it('loses name, colour and logo when it is removed, and keeps its host name', async () => {
    await save(tokens.agent, { name: 'Sun', color: '#304156' });
    await setHost(host);
    await sendLogo(tokens.agent, await picture(30, 30));
    const { data } = await server.call(tokens.agent, 'DELETE', path());
    expect(data).toMatchObject({ name: null, color: null, logo: null, host });
    expect(await shown({ host })).toBeNull();
    // Without a host name no brand is left.
    await setHost(undefined);
    await server.call(tokens.agent, 'DELETE', path());
    expect((await server.call(tokens.main, 'GET', `/v1/brands/tenants/${main.tenantId}`)).data).toEqual([]);
  });
});

describe('the logo', () => {
  it('is replaced and removed, and the former address no longer works', async () => {
    const first = (await sendLogo(tokens.agent, await picture(30, 30))).data.logo ?? '';
    const second = (await sendLogo(tokens.agent, await picture(40, 30))).data.logo ?? '';
    expect((await server.app.inject({ url: first })).statusCode).toBe(404);
    expect((await server.app.inject({ url: second })).statusCode).toBe(200);
    for (const _ of [1, 2])
      expect((await server.call(tokens.agent, 'DELETE', path('self', '/logo'))).data).toMatchObject({
        logo: null,
      });
    expect((await server.app.inject({ url: second })).statusCode).toBe(404);
    expect((await server.app.inject({ url: "/brand-logos/'" })).statusCode).toBe(404);
  });

  it('must have the content of an image, and can be set ten times a minute', async () => {
    expect((await sendLogo(tokens.agent, Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415);
    const content = await picture(10, 10);
    for (let i = 0; i < 10; i++) expect((await sendLogo(tokens.agent, content)).status).toBe(200);
    expect((await sendLogo(tokens.agent, content)).status).toBe(429);
    // The limit does not apply to another account.
    expect((await sendLogo(tokens.main, content, factory.id)).status).toBe(200);
  });
});

describe('a host name', () => {
  it('is set by the main account alone, is unique over all tenants, and is never that of the platform', async () => {
    for (const token of [tokens.agent, tokens.factory])
      expect((await setHost(host, agent.id, token)).status).toBe(403);
    expect((await setHost(host)).status).toBe(200);
    expect(await setHost(host, factory.id)).toMatchObject({
      status: 409,
      data: [{ path: 'host', key: 'brand.hostTaken' }],
    });
    const stranger = await server.tenant();
    const theirs = `/v1/brands/tenants/${stranger.tenantId}/accounts/self/host`;
    const token = (await server.signIn(stranger.userName)).token;
    expect((await server.call(token, 'PUT', theirs, { host: host.toUpperCase() })).status).toBe(409);
    expect(await setHost('CONSOLE.example')).toMatchObject({ data: [{ key: 'brand.hostReserved' }] });
    // Setting it again is no conflict.
    expect((await setHost(host)).status).toBe(200);
  });

  it.each([
    'localhost',
    '127.0.0.1',
    'sun.example:443',
    'https://sun.example',
    '*.example',
    "x'; drop table",
  ])('is refused as %s', async (name) => {
    expect(await setHost(name)).toMatchObject({ status: 400, data: [{ path: 'host', key: 'brand.host' }] });
  });

  it('of another script is stored in the browser’s form', async () => {
    await save(tokens.agent, { name: '阳光储能' });
    const { data } = await setHost(`阳光.${host}`);
    expect((data as Brand).host).toBe(`xn--54qy39n.${host}`);
    expect(await shown({ host: `xn--54qy39n.${host}` })).toMatchObject({ name: '阳光储能' });
  });
});

describe('permissions', () => {
  it('allow reading the brands below, changing the own one, and all of the tenant as the main account', async () => {
    await save(tokens.agent, { name: 'Sun' });
    expect((await server.call(tokens.factory, 'GET', path(agent.id))).data).toMatchObject({
      may_edit: false,
    });
    expect((await save(tokens.factory, { name: 'Moon' }, agent.id)).status).toBe(403);
    expect((await sendLogo(tokens.factory, await picture(9, 9), agent.id)).status).toBe(403);
    for (const more of ['', '/logo'])
      expect((await server.call(tokens.factory, 'DELETE', path(agent.id, more))).status).toBe(403);
    expect((await server.call(tokens.agent, 'GET', path(factory.id))).status).toBe(404);
    expect((await save(tokens.main, { name: 'Moon' }, agent.id)).data).toMatchObject({ name: 'Moon' });
    const list = await server.call(tokens.main, 'GET', `/v1/brands/tenants/${main.tenantId}`);
    expect(list.data).toMatchObject([{ account_id: agent.id, name: 'Moon', may_set_host: true }]);
    expect((await server.call(tokens.agent, 'GET', `/v1/brands/tenants/${main.tenantId}`)).status).toBe(403);
  });

  it('exclude installers and end users, who have no brand', async () => {
    const installer = await server.account('installer', company);
    const { token } = await server.signIn(installer.userName);
    expect((await server.call(token, 'GET', path())).status).toBe(403);
    expect((await save(tokens.main, { name: 'Sun' }, installer.id)).status).toBe(404);
  });

  it('are used with an audit row for each change', async () => {
    await save(tokens.agent, { name: 'Sun', color: '#304156' });
    await setHost(host);
    await sendLogo(tokens.agent, await picture(9, 9));
    await server.call(tokens.agent, 'DELETE', path('self', '/logo'));
    await server.call(tokens.agent, 'DELETE', path());
    const { rows } = await server.services.pool.query<{ action: string; details: object }>(
      "select action, details from audit where object_id = $1 and action like 'brand.%' order by seq",
      [agent.id],
    );
    expect(rows).toMatchObject([
      { action: 'brand.save', details: { name: 'Sun', color: '#304156', before: { name: null } } },
      { action: 'brand.host', details: { host, before: null } },
      { action: 'brand.logo' },
      { action: 'brand.logo_remove' },
      { action: 'brand.remove', details: { before: { name: 'Sun' } } },
    ]);
  });
});
