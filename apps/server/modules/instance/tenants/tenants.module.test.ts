import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Route, TenantDetail, TenantSummary } from '@voltloop/contract';
import * as contract from '@voltloop/contract';
import { topicOf } from '@voltloop/protocol';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Actor,
  type Answer,
  OPERATOR_TOKEN,
  type Sent,
  startWholeServer,
  type WholeServer,
} from '../../../every-call/whole-server.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { TestWorld } from '../../../testing/make-world.ts';
import { startTestServer, testPassword } from '../../../testing/server.ts';
import { testWorld } from '../../../testing/world.ts';
import { createTenants } from './index.ts';

/** Two tenants of one server, for the operator and for their people. */

let stores: TestWorld;
let world: WholeServer;
let main: Actor;
let other: Actor;
let mqttUrl: string;
const devices: MqttClient[] = [];

beforeAll(async () => {
  stores = await testWorld();
  const port = await freePort();
  mqttUrl = `mqtt://127.0.0.1:${port}`;
  world = await startWholeServer(stores, { MQTT_PORT: String(port) });
  main = world.callers[0] as Actor;
  other = world.foreign;
}, 120_000);
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.endAsync(true)));
});
afterAll(() => world?.stop());

/** A call of the operator. */
async function operate<T>(route: Route, sent: Sent, status = 200): Promise<T> {
  const answer = await world.send(OPERATOR_TOKEN, route, sent);
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
  return answer.json?.data as T;
}
const limit = (tenantId: string, body: object) =>
  operate<TenantSummary>(contract.setTenantLimits, { params: { id: tenantId }, body });
const setState = (tenantId: string, disabled: boolean) =>
  operate<TenantSummary>(contract.setTenantState, { params: { id: tenantId }, body: { disabled } });
const usage = async (tenantId: string) =>
  (await operate<TenantDetail>(contract.getTenant, { params: { id: tenantId } })).usage;

const as = (actor: Actor, route: Route, sent: Sent) =>
  world.send(actor.token, route, { ...sent, params: { tenantId: actor.tenantId, ...sent.params } });

/** The data of a successful call. */
async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  const { json, text: raw } = await answer;
  if (!json?.result) throw new Error(raw);
  return json.data as T;
}

let made = 0;
const newUser = () => {
  const name = `limited${++made}`;
  return { name, user_name: `${name}_user`, email: `${name}@example.org`, password: 'Volt-test-2026' };
};

async function connect(devid: string, secret: string): Promise<MqttClient> {
  const device = await mqtt.connectAsync(mqttUrl, { username: devid, password: secret, reconnectPeriod: 0 });
  devices.push(device);
  return device;
}
let seq = 0;
const frame = () => JSON.stringify({ ts: Date.now(), seq: seq++, boot: 1, data: { M_SOC: 50 } });
const sendFrame = (device: MqttClient, devid: string) =>
  device.publishAsync(topicOf(devid, 'telemetry'), frame(), { qos: 1 });

/** Runs the command as `npm run tenant` does. */
async function command(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../tenant.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: stores.databaseUrl,
      CLICKHOUSE_URL: stores.clickhouseUrl,
      DATA_DIR: stores.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, code: await ended };
}

describe('a new tenant', () => {
  test('gets its first password by a link that works once; its people see nothing of others', async () => {
    const body = {
      name: 'Solar North',
      time_zone: 'Europe/Berlin',
      user_name: 'north_main',
      email: 'main@north.example',
    };
    const { tenant, set_up } = await operate<{ tenant: TenantSummary; set_up: contract.SetUpLink }>(
      contract.createTenant,
      { body },
    );
    expect(tenant).toMatchObject({
      name: 'Solar North',
      main_account: 'north_main',
      usage: { devices: 0, accounts: 1 },
    });
    const choose = (password: string) =>
      world.send(null, contract.resetPasswordByLink, { body: { code: set_up.code, password } });
    expect((await choose('North-2026')).status).toBe(200);
    expect((await choose('Other-2026')).status).toBe(404);

    const { token } = await dataOf<{ token: string }>(
      world.send(null, contract.createSession, {
        body: { username: 'north_main', password: 'North-2026' },
      }),
    );
    const north = { params: { tenantId: tenant.id } };
    const users = await dataOf<{ list: unknown[] }>(world.send(token, contract.listUsers, north));
    expect(users.list).toEqual([]);
    const things = await world.send(token, contract.listThings, north);
    expect(things.text).not.toMatch(/INSIDE|OUTSIDE|FOREIGN/);
    expect(
      (await world.send(token, contract.listUsers, { params: { tenantId: main.tenantId } })).status,
    ).toBe(404);

    const again = await world.send(OPERATOR_TOKEN, contract.renewTenantSetUp, { params: { id: tenant.id } });
    expect(again.status).toBe(409);
  });

  test('shares user names with all others: a taken one is refused at its field', async () => {
    const body = { name: 'Twin', user_name: main.userName, email: 'twin@example.org' };
    const answer = await world.send(OPERATOR_TOKEN, contract.createTenant, { body });
    expect(answer.status).toBe(409);
    expect(answer.json?.data).toEqual([
      expect.objectContaining({ path: 'user_name', key: 'account.userNameTaken' }),
    ]);
    const { list } = { list: await operate<TenantSummary[]>(contract.listTenants, {}) };
    expect(list.map(({ name }) => name)).not.toContain('Twin');
  });

  test('has a name of its own, even if two are created at once', async () => {
    const body = (name: string, n: number) => ({
      name,
      user_name: `unique_${n}`,
      email: `${n}@unique.example`,
    });
    const create = (name: string, n: number) =>
      world.send(OPERATOR_TOKEN, contract.createTenant, { body: body(name, n) });
    const answers = await Promise.all([create('Solar Élan', 1), create(' solar élan ', 2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json?.data).toEqual([
      expect.objectContaining({ path: 'name', key: 'tenant.nameTaken' }),
    ]);
    const named = (await operate<TenantSummary[]>(contract.listTenants, {})).map(({ name }) => name);
    expect(named.filter((name) => /élan/i.test(name))).toHaveLength(1);
    const again = await command(
      'create',
      '--name',
      'SOLAR ÉLAN',
      '--user-name',
      'unique_3',
      '--email',
      '3@unique.example',
    );
    expect(again).toMatchObject({ code: 2, err: 'name: There is a tenant of this name\n' });
  });

  test('is created, shown and limited by command, which prints no password', async () => {
    const created = await command(
      'create',
      '--name',
      'Solar South',
      '--user-name',
      'south_main',
      '--email',
      's@south.example',
      '--devices',
      '3',
    );
    expect(created).toMatchObject({ code: 0, out: expect.stringContaining('0 of 3 devices') });
    expect(created.out).toMatch(/\/reset#[\w-]{43}/);
    const renewed = await command('set-up-link', 'Solar South');
    expect(renewed.out).toMatch(/\/reset#[\w-]{43}/);
    const [before, after] = [created, renewed].map(({ out }) => /#([\w-]{43})/.exec(out)?.[1]);
    expect(after).not.toBe(before);
    const old = await world.send(null, contract.resetPasswordByLink, {
      body: { code: before, password: 'South-2026' },
    });
    expect(old.status).toBe(404);

    const limited = await command('limits', 'Solar South', '--devices', 'none', '--frames', '2.5');
    expect(limited.out).toMatch(/: 0 devices, 1 accounts, 0 MB of files, 2.5 frames a second/);
    const kept = await command('retention', 'Solar South', '--raw', '0', '--events', '95');
    expect(kept.out).toContain('raw kept for ever, events kept 95 days');
    expect(await command('retention', 'Solar South', '--events', '10')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--events is wrong: it must be at least 95, or 0 \(for ever\) or none\.$/m),
    });
    // As an unset variable of a shell: not a limit of 0.
    expect((await command('limits', 'Solar South', '--devices=')).err).toMatch(
      /^--devices is wrong: it must be a number, or none\.$/m,
    );
    expect((await command('show', 'Solar South')).out).toContain('0 frames in the last hour');
    expect((await command('disable', 'Nobody')).err).toContain('There is no tenant Nobody');
  });
});

describe('limits', () => {
  test('of accounts apply to concurrent creation and to invitations, separately for each tenant', async () => {
    const { accounts } = await usage(main.tenantId);
    await limit(main.tenantId, { accounts: accounts + 2 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => as(main, contract.createUser, { body: newUser() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 409, json: { code: contract.codes.tenantLimit.code } });
    expect(refused?.json?.data).toEqual([
      expect.objectContaining({ path: 'user_name', key: `tenant.limit.accounts?max=${accounts + 2}` }),
    ]);

    const { code } = await dataOf<{ code: string }>(
      as(main, contract.createInvitation, { body: { kind: 'enduser' } }),
    );
    const accept = () => world.send(null, contract.acceptInvitation, { body: { code, ...newUser() } });
    expect((await accept()).status).toBe(409);
    expect((await as(other, contract.createUser, { body: newUser() })).status).toBe(200);

    await limit(main.tenantId, { accounts: null });
    expect((await accept()).status).toBe(200);
  });

  test('of devices apply to concurrent registration', async () => {
    const { devices: before } = await usage(main.tenantId);
    await limit(main.tenantId, { devices: before + 2 });
    const register = (actor: Actor, i: number) =>
      as(actor, contract.registerThing, { body: { devid: `LIMIT-${actor.name}-${i}` } });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => register(main, i)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    expect((await register(other, 0)).status).toBe(200);
    expect((await usage(main.tenantId)).devices).toBe(before + 2);
    await limit(main.tenantId, { devices: null });
  });

  test('of files count the tenant’s stored bytes', async () => {
    await limit(main.tenantId, { files_mb: 0 });
    const image = () => {
      const form = new FormData();
      form.append('file', new Blob([PIXEL]), 'pixel.png');
      return form;
    };
    const refused = await as(main, contract.uploadFile, { form: image() });
    expect(refused).toMatchObject({ status: 413 });
    expect(refused.text).toContain('upload.tenantQuota?max=0');
    expect((await as(other, contract.uploadFile, { form: image() })).status).toBe(200);
    await limit(main.tenantId, { files_mb: null });
    expect((await as(main, contract.uploadFile, { form: image() })).status).toBe(200);
  });

  test('of frames slow the devices of the tenant, lose nothing, and do not affect others', async () => {
    const [first, second, foreign] = await Promise.all([
      world.freshThing(main),
      world.freshThing(main),
      world.freshThing(other),
    ]);
    const clients = await Promise.all(
      [first, second, foreign].map(({ devid, secret }) => connect(devid, secret)),
    );
    await limit(main.tenantId, { frames_per_second: 5 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = await operate<TenantDetail>(contract.getTenant, { params: { id: main.tenantId } });

    const begun = performance.now();
    const finished: string[] = [];
    const foreigners = (async () => {
      for (let i = 0; i < 5; i++) await sendFrame(clients[2] as MqttClient, foreign.devid);
      finished.push('other tenant');
    })();
    // Forty frames, four seconds' worth, pass at once; the other twenty take four seconds.
    const limited = Promise.all(
      [first, second].map(async ({ devid }, n) => {
        for (let i = 0; i < 20; i++) await sendFrame(clients[n] as MqttClient, devid);
        return performance.now() - begun;
      }),
    );
    const took_ms = Math.max(...(await limited));
    finished.push('limited tenant');
    await foreigners;
    expect(took_ms).toBeGreaterThan(3500);
    expect(finished).toEqual(['other tenant', 'limited tenant']);
    const after = await operate<TenantDetail>(contract.getTenant, { params: { id: main.tenantId } });
    expect(after.frames.last_hour - before.frames.last_hour).toBe(40);

    const http = async (devid: string, secret: string) => {
      const authorization = `Basic ${Buffer.from(`${devid}:${secret}`).toString('base64')}`;
      const url = `${world.url}${contract.deviceIngest.path.replace(':id', devid)}`;
      return fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: frame(),
      });
    };
    const answers = await Promise.all(Array.from({ length: 40 }, () => http(first.devid, first.secret)));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toMatchObject({
      message: 'The organization of this device sends more frames than it may',
    });
    expect((await http(foreign.devid, foreign.secret)).status).toBe(200);
    await limit(main.tenantId, { frames_per_second: null });
  }, 30_000);
});

describe('a disabled tenant', () => {
  test('has no sessions, API tokens, sign-in, invitations or devices until it is enabled again', async () => {
    const thing = await world.freshThing(main);
    const foreignThing = await world.freshThing(other);
    const [device, foreignDevice] = await Promise.all(
      [thing, foreignThing].map(({ devid, secret }) => connect(devid, secret)),
    );
    const { token: program } = await dataOf<{ token: string }>(
      as(main, contract.createApiToken, {
        body: { name: 'program', scope: 'read', families: ['portal'], days: 1, password: testPassword },
      }),
    );
    const { code } = await dataOf<{ code: string }>(
      as(main, contract.createInvitation, { body: { kind: 'enduser' } }),
    );
    expect((await world.send(program, contract.getSelf, {})).status).toBe(200);

    const closed = new Promise<void>((resolve) => device?.once('close', () => resolve()));
    expect((await setState(main.tenantId, true)).disabled_at).not.toBeNull();
    await closed;
    // All nodes are notified within moments.
    await vi.waitFor(async () =>
      expect((await world.send(main.token, contract.getSelf, {})).status).toBe(401),
    );
    await vi.waitFor(async () => expect((await world.send(program, contract.getSelf, {})).status).toBe(401));
    const signIn = (name: string) =>
      world.send(null, contract.createSession, { body: { username: name, password: testPassword } });
    expect(await signIn(main.userName)).toMatchObject({
      status: 401,
      json: { message: 'UC :password error' },
    });
    expect((await world.send(null, contract.lookInvitation, { body: { code } })).status).toBe(404);
    await expect(connect(thing.devid, thing.secret)).rejects.toThrow(
      /Bad username or password|Not authorized/,
    );

    expect((await as(other, contract.getSelf, {})).status).toBe(200);
    expect((await signIn(other.userName)).status).toBe(200);
    expect(foreignDevice?.connected).toBe(true);
    await sendFrame(foreignDevice as MqttClient, foreignThing.devid);

    await setState(main.tenantId, false);
    main.token = (await world.signIn(main.userName)).token;
    await vi.waitFor(async () => expect((await world.send(program, contract.getSelf, {})).status).toBe(200));
    await vi.waitFor(() => connect(thing.devid, thing.secret), { timeout: 5000 });
  }, 30_000);
});

test('the trail of a tenant contains the operator’s actions on it, and is not shown to others', async () => {
  const { rows } = await world.test.services.pool.query<{ action: string; actor_id: string | null }>(
    `select distinct action, actor_id from audit where tenant_id = $1 and action like 'tenant.%' order by 1`,
    [main.tenantId],
  );
  expect(rows).toEqual([
    { action: 'tenant.disable', actor_id: null },
    { action: 'tenant.enable', actor_id: null },
    { action: 'tenant.limits', actor_id: null },
  ]);
});

test('without OPERATOR_TOKEN the calls of the operator do not exist', async () => {
  const { app, stop } = await startTestServer(stores.databaseUrl, {}, (services) => [
    createTenants(services),
  ]);
  const reply = await app.inject({
    method: 'GET',
    url: '/v1/operator/tenants',
    headers: { authorization: 'Bearer ' },
  });
  expect(reply.statusCode).toBe(404);
  await stop();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
