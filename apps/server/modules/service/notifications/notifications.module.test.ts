import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server as HttpServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NotificationRuleBody } from '@voltloop/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../../../demo/mailbox.ts';
import { webhookSignature } from '../../../platform/outbound/signed-request.ts';
import { until } from '../../../testing/devices.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../testing/world.ts';
import { clearEvents, raiseEvents } from '../../fleet/events/index.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createMail } from '../../people/mail/index.ts';
import { MAX_MESSAGES } from './gather.ts';
import { createNotifications, type Notifications } from './index.ts';

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: TestWorld;
let mailbox: Mailbox;
let hook: HttpServer;
let hookUrl: string;
let answer: { status: number; after?: () => void } = { status: 200 };
const got: Got[] = [];
let server: TestServer;
let notifications: Notifications;
let main: AccountRow;
let owner: AccountRow;
let thing: { id: string; devid: string };
let made = 0;

beforeAll(async () => {
  world = await testWorld();
  mailbox = await startMailbox();
  hook = createServer((request, reply) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      answer.after?.();
      reply.writeHead(answer.status, { Location: 'http://127.0.0.1:1/' }).end('{"errcode":0}');
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  server = await startTestServer(
    world.databaseUrl,
    {
      SMTP_URL: mailbox.url,
      PUBLIC_URL: 'https://console.example.org',
      WEBHOOK_HOSTS: new URL(hookUrl).host,
    },
    (services) => {
      notifications = createNotifications(services, createMail(services));
      // The tests run the rounds.
      return [{ routes: (http) => notifications.routes?.(http) }];
    },
  );
  main = await server.tenant();
});
beforeEach(async () => {
  owner = await server.account('installer', main);
  const devid = `NOTE${++made}`;
  await server.things.register(server.as(main), [{ devid, devtype: 'HE_BAT' }]);
  await server.things.bind(server.as(main), [owner.id], [devid]);
  const { rows } = await server.services.pool.query('select id from things where devid = $1', [devid]);
  thing = { id: rows[0].id, devid };
  got.length = 0;
  mailbox.messages.length = 0;
  mailbox.refuse = null;
  answer = { status: 200 };
});
afterAll(async () => {
  await server?.stop();
  hook?.closeAllConnections();
  hook?.close();
  await mailbox?.stop();
  await world?.stop();
});

/** A new session each time: the tests advance the clock far. */
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as?: string) =>
  server.call(as ?? (await server.signIn(owner.userName)).token, method, `/v1/notifications${path}`, body);
const addHook = async (more: object = {}) =>
  (await call('POST', '/channels', { kind: 'webhook', name: 'Hook', target: hookUrl, ...more })).data as {
    id: string;
    secret: string;
  };
const addRule = (channel: string, more: Partial<NotificationRuleBody> = {}) =>
  call('POST', '/rules', { name: 'All', least_level: 1, channel_ids: [channel], ...more });
const kind = (code: string, level = 2) => ({
  code,
  level,
  source: 'EMS',
  name_en: `Name ${code}`,
  name_zh: code,
});
const begin = (code: string, level = 2, thingId = thing.id) =>
  raiseEvents(server.services.db, [
    { thingId, kind: kind(code, level), begin_ms: server.clock.now.getTime() },
  ]);
const end = (code: string) =>
  clearEvents(server.services.db, [
    { thingId: thing.id, kind: kind(code), end_ms: server.clock.now.getTime() },
  ]);
const later = (minutes: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000);
};
const messages = async () =>
  (await call('GET', '/messages')).data as { list: Record<string, unknown>[]; total: number };
const saidOf = ({ body }: Got) =>
  (JSON.parse(body).events as { code: string; what: string }[]).map(({ code, what }) => `${code} ${what}`);

test('a time zone that does not exist any more delays no notification of others', async () => {
  const { pool } = server.services;
  const other = await server.account('installer', main);
  const as = (await server.signIn(other.userName)).token;
  await server.things.bind(server.as(main), [other.id], [thing.devid]);
  const hookOf = async (token?: string) =>
    (await call('POST', '/channels', { kind: 'webhook', name: 'Hook', target: hookUrl }, token)).data as {
      id: string;
    };
  const broken = { name: 'All', least_level: 1, channel_ids: [(await hookOf(as)).id], digest: 'hourly' };
  expect((await call('POST', '/rules', broken, as)).status).toBe(200);
  await pool.query("update accounts set time_zone = 'Mars/Olympus' where id = $1", [other.id]);
  await addRule((await hookOf()).id);
  await begin('E1');
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['E1 begin']]);
  later(61);
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['E1 begin'], ['E1 begin']]);
});

test('an e-mail address is confirmed before use, then receives begins and ends', async () => {
  const target = `${owner.userName}@example.org`;
  const { id } = (await call('POST', '/channels', { kind: 'email', name: 'Me', target })).data as {
    id: string;
  };
  const [, code = ''] = /code (\d{6})/.exec(mailbox.messages[0]?.email.text ?? '') ?? [];
  await addRule(id, { least_level: 2 });
  await begin('A');
  await notifications.send();
  expect(mailbox.messages).toHaveLength(1);
  expect(await call('POST', `/channels/${id}/confirm`, { code: '000' })).toMatchObject({ status: 400 });
  expect(await call('POST', `/channels/${id}/confirm`, { code })).toMatchObject({ status: 200 });
  await begin('B');
  await begin('N', 1);
  await notifications.send();
  await end('B');
  await notifications.send();
  expect(mailbox.messages.slice(1).map(({ to, email }) => [to, email.subject])).toEqual([
    [[target], `Warning: Name B · ${thing.devid}`],
    [[target], `Ended: Warning: Name B · ${thing.devid}`],
  ]);
  expect(mailbox.messages[2]?.email.text).toContain('ended');
  expect(await messages()).toMatchObject({
    total: 2,
    list: [{ state: 'sent', tries: 1 }, { state: 'sent' }],
  });
});

test('a code is valid for five tries', async () => {
  const target = `${owner.userName}@example.org`;
  const { id } = (await call('POST', '/channels', { kind: 'email', name: 'Me', target })).data as {
    id: string;
  };
  const [, code = ''] = /code (\d{6})/.exec(mailbox.messages[0]?.email.text ?? '') ?? [];
  for (let i = 0; i < 5; i++) await call('POST', `/channels/${id}/confirm`, { code: 'wrong' });
  expect(await call('POST', `/channels/${id}/confirm`, { code })).toMatchObject({ status: 400 });
});

test('a webhook is signed, retried with the same id, and abandoned with the reason', async () => {
  const { id, secret } = await addHook();
  await addRule(id);
  answer = { status: 503 };
  await begin('A');
  await notifications.send();
  expect(await messages()).toMatchObject({ list: [{ state: 'waiting', tries: 1, error: 'HTTP 503' }] });
  answer = { status: 302 };
  for (let i = 0; i < 12; i++) {
    later(61);
    await notifications.send();
  }
  expect(await messages()).toMatchObject({
    total: 1,
    list: [{ state: 'dead', tries: 8, error: 'HTTP 302' }],
  });
  expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  for (const { headers, body } of got) {
    const time = Number(headers['x-voltloop-timestamp']);
    const expected = webhookSignature(secret, String(headers['x-voltloop-id']), time, body);
    expect(headers['x-voltloop-signature']).toBe(expected);
  }
  const { channels } = (await call('GET', '')).data as { channels: { target: string }[] };
  expect(channels).toMatchObject([{ target: new URL(hookUrl).host }]);
});

test('a bot is refused at another address than that of its service', async () => {
  const target = 'https://example.org/robot/send';
  const bot = { kind: 'dingtalk', name: 'x', target };
  expect(await call('POST', '/channels', bot)).toMatchObject({ status: 400 });
});

test('accounts that no longer see a device, or are disabled, receive nothing of it, including queued items', async () => {
  const { id } = await addHook();
  await addRule(id, { digest: 'hourly' });
  await begin('A');
  await notifications.send();
  await server.things.unbind(server.as(main), [owner.id], [thing.devid]);
  later(61);
  await notifications.send();
  expect(got).toEqual([]);
  expect(await messages()).toMatchObject({ list: [{ state: 'dropped' }] });
  await begin('B');
  later(61);
  await notifications.send();
  expect((await messages()).total).toBe(1);
});

test('quiet hours delay everything except faults; a digest collects an hour', async () => {
  const { id } = await addHook();
  await addRule(id, { on_end: false });
  server.clock.now = new Date('2026-03-02T23:00:00Z');
  await call('PUT', '/quiet-hours', { quiet_from: 22 * 60, quiet_to: 7 * 60 });
  await begin('A');
  await begin('F', 3);
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['F begin']]);
  later(8 * 60);
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['F begin'], ['A begin']]);
});

test('an account without a time zone has its quiet hours in the zone of the browser that set them', async () => {
  const { id } = await addHook();
  await addRule(id, { on_end: false });
  // 23:00 in Sydney, noon in UTC.
  server.clock.now = new Date('2026-03-02T12:00:00Z');
  const night = { quiet_from: 22 * 60, quiet_to: 7 * 60, time_zone: 'Australia/Sydney' };
  await call('PUT', '/quiet-hours', night);
  expect((await call('GET', '')).data).toMatchObject({ time_zone: 'Australia/Sydney' });
  expect(await call('PUT', '/quiet-hours', { ...night, time_zone: 'Mars/Olympus' })).toMatchObject({
    status: 400,
  });
  await begin('A');
  await notifications.send();
  expect(got).toEqual([]);
  later(8 * 60);
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['A begin']]);
  await call('PUT', '/quiet-hours', {});
});

test('a storm becomes one message after the first few', async () => {
  const { id } = await addHook();
  await addRule(id, { codes: ['S'], on_end: false });
  for (let i = 0; i < 20; i++) {
    await begin(`S@${i}`);
    await notifications.send();
  }
  expect(got).toHaveLength(MAX_MESSAGES);
  later(11);
  await notifications.send();
  expect(got.map((each) => saidOf(each).length)).toEqual([...Array(MAX_MESSAGES).fill(1), 20 - MAX_MESSAGES]);
});

test('an outage of hundreds of devices is one message to people, and complete to a webhook', async () => {
  const { id: hookId } = await addHook();
  const { id: botId } = await addHook({ kind: 'wecom', name: 'Bot' });
  await call('POST', '/rules', { name: 'All', least_level: 1, channel_ids: [hookId, botId] });
  await raiseEvents(
    server.services.db,
    Array.from({ length: 250 }, (_, i) => ({
      thingId: thing.id,
      kind: kind(`O@${i}`),
      begin_ms: server.clock.now.getTime(),
    })),
  );
  await notifications.send();
  const isForPeople = ({ body }: Got) => body.includes('msgtype');
  expect(got.filter(isForPeople).map(({ body }) => /\d+ events/.exec(body)?.[0])).toEqual(['250 events']);
  const sizes = got.filter((each) => !isForPeople(each)).map((each) => saidOf(each).length);
  expect(sizes.sort((a, b) => a - b)).toEqual([50, 200]);
});

test('unresponsive channels do not delay others, and have one message in progress', async () => {
  const { pool } = server.services;
  const held: (() => void)[] = [];
  const slow = createServer((_request, reply) => {
    held.push(() => reply.end('{"errcode":0}'));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  server.services.config.webhookHosts.add(host);
  const add = async (target: string, tries: number, minutes: number) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into notification_channels (account_id, kind, name, target, created_at, verified_at)
       values ($1, 'dingtalk', 'Bot', $2, $3, $3) returning id`,
      [owner.id, target, server.clock.now],
    );
    const due = new Date(server.clock.now.getTime() - minutes * 60_000);
    await pool.query(
      `insert into notification_messages (account_id, channel_id, what, tries, next_at, created_at)
       select $1, $2, 'test', $3, $4, $4 from generate_series(1, 2)`,
      [owner.id, rows[0]?.id, tries, due],
    );
  };
  for (let i = 0; i < 20; i += 1) await add(`http://${host}/${i}`, 1, 5);
  await add(hookUrl, 0, 1);
  const sending = notifications.send();
  // The pending answers: half of the slots, for messages that failed before.
  await until(() => got.length === 2 && held.length === 8);
  await until(async () => {
    const { rows } = await pool.query<{ channels: number; messages: number }>(
      `select count(distinct channel_id)::int as channels, count(*)::int as messages from notification_messages
       where account_id = $1 and leased_until is not null`,
      [owner.id],
    );
    return rows[0]?.channels === 8 && rows[0].messages === 8;
  });
  const answers = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 5);
  await sending;
  clearInterval(answers);
  slow.close();
  const { rows } = await pool.query(
    'select state, count(*)::int as n from notification_messages where account_id = $1 group by state',
    [owner.id],
  );
  expect(rows).toEqual([{ state: 'sent', n: 42 }]);
});

test('an unacknowledged event goes to a further channel, an acknowledged one does not', async () => {
  const { id } = await addHook();
  const other = await addHook({ name: 'Second' });
  await addRule(id, { on_end: false, remind_min: 10, remind_channel_id: other.id });
  const [seen] = await begin('SEEN');
  await begin('OPEN');
  await notifications.send();
  await server.services.pool.query('update events set ack_time = now() where id = $1', [seen?.id]);
  later(11);
  await notifications.send();
  expect(got.slice(1).map(saidOf)).toEqual([['OPEN reminder']]);
});

test('a rolled-back event notifies nobody, and a committed one is sent once by several nodes', async () => {
  const { id } = await addHook();
  await addRule(id);
  const rolledBack = server.services.db.transaction().execute(async (trx) => {
    await raiseEvents(trx, [{ thingId: thing.id, kind: kind('GONE'), begin_ms: 0 }]);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  const second = createNotifications(server.services, createMail(server.services));
  const nodes = [notifications, second, createNotifications(server.services, createMail(server.services))];
  // Nodes race for the same message only by chance: enough repetitions reveal a claim without a second check.
  for (let round = 0; round < 25; round++) {
    got.length = 0;
    later(5);
    await begin(`A${round}`);
    await Promise.all([...nodes, ...nodes].map((node) => node.send()));
    expect(got.map(saidOf)).toEqual([[`A${round} begin`]]);
  }
});

test('a server killed while sending leaves the message to another node, with the same id', async () => {
  const { id } = await addHook();
  await addRule(id);
  server.clock.now = new Date();
  let child: ChildProcess | undefined;
  answer = { status: 200, after: () => child?.kill('SIGKILL') };
  child = spawn(process.execPath, [join(import.meta.dirname, '../../../main.ts')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      CLICKHOUSE_URL: world.clickhouseUrl,
      DATA_DIR: world.dataDir,
      PORT: '0',
      MQTT_PORT: '0',
      WEBHOOK_HOSTS: new URL(hookUrl).host,
      LOG_LEVEL: 'silent',
    },
  });
  const ended = new Promise((resolve) => child?.once('exit', (_code, signal) => resolve(signal)));
  await begin('A');
  await until(() => got.length === 1);
  expect(await ended).toBe('SIGKILL');
  answer = { status: 200 };
  await notifications.send();
  expect(got).toHaveLength(1);
  later(3);
  await notifications.send();
  expect(got.map(saidOf)).toEqual([['A begin'], ['A begin']]);
  expect(got[1]?.headers['idempotency-key']).toBe(got[0]?.headers['idempotency-key']);
  expect(await messages()).toMatchObject({ total: 1, list: [{ state: 'sent', tries: 2 }] });
}, 60_000);

test('accounts cannot see or change the data of another account', async () => {
  const { id } = await addHook();
  const stranger = await server.account('installer', main);
  const other = (await server.signIn(stranger.userName)).token;
  for (const [method, path, body] of [
    ['POST', `/channels/${id}/test`, undefined],
    ['DELETE', `/channels/${id}`, undefined],
    ['POST', '/rules', { name: 'x', least_level: 1, channel_ids: [id] }],
  ] as const)
    expect([400, 404]).toContain((await call(method, path, body, other)).status);
  expect((await call('GET', '', undefined, other)).data).toMatchObject({ channels: [], rules: [] });
  expect(await call('POST', `/channels/${id}/test`)).toMatchObject({ status: 200 });
  await notifications.send();
  expect(got).toHaveLength(1);
  expect(await call('DELETE', `/channels/${id}`)).toMatchObject({ status: 200 });
  expect((await call('GET', '')).data).toMatchObject({ channels: [] });
});
