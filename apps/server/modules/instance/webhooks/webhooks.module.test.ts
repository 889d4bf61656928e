import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from '@voltloop/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookSignature } from '../../../platform/outbound/signed-request.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { type TestWorld, testWorld } from '../../../testing/world.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { createWebhooks, type Webhooks } from './index.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let world: TestWorld;
let server: TestServer;
let webhooks: Webhooks;
let url: string;
let main: AccountRow;
const received: Received[] = [];
/** Status of the receiver's next answers, by path; 200 otherwise. */
const answers = new Map<string, number>();
const receiver = createServer((request, reply) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body: Buffer.concat(parts).toString() });
    reply.writeHead(answers.get(path) ?? 200).end();
  });
});

beforeAll(async () => {
  world = await testWorld();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}`;
  server = await startTestServer(world.databaseUrl, { WEBHOOK_HOSTS: host }, (services) => {
    webhooks = createWebhooks(services);
    return [{ routes: (http) => webhooks.routes?.(http) }];
  });
});
afterAll(async () => {
  await server?.stop();
  receiver.closeAllConnections();
  receiver.close();
  await world?.stop();
});
beforeEach(async () => {
  main = await server.tenant();
  received.length = 0;
  answers.clear();
});

// Sessions end while the clock of a test moves on.
const call = async (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object, account = main) =>
  server.call((await server.signIn(account.userName)).token, method, `/v1/webhooks${path}`, body);
async function add(path: string, object_types: string[] = ['thing']) {
  const reply = await call('POST', '', { name: `Hook ${path}`, url: `${url}${path}`, object_types });
  expect(reply.status).toBe(200);
  return reply.data as { secret: string; webhook: Webhook };
}
const own = async (id: string) =>
  ((await call('GET')).data as { list: Webhook[] }).list.find((each) => each.id === id);
const register = (devid: string, account = main) =>
  server.things.register(server.as(account), [{ devid, devtype: 'HE_BAT' }]);
const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms);
};
const changesAt = (path: string) =>
  received
    .filter((each) => each.path === path)
    .flatMap(
      ({ body }) =>
        (JSON.parse(body) as { changes: { seq: number; action: string; object_type: string }[] }).changes,
    );

test('a change is posted once, signed, without its details', async () => {
  const { secret, webhook } = await add('/once');
  await register('HOOK0001');
  await webhooks.send();
  await webhooks.send();
  expect(received).toHaveLength(1);
  const [{ headers, body } = {} as Received] = received;
  const { changes, ...rest } = JSON.parse(body);
  expect(rest).toMatchObject({ id: headers['x-voltloop-id'], webhook: webhook.id });
  expect(changes).toEqual([
    {
      seq: expect.any(Number),
      time: expect.any(Number),
      action: 'thing.register',
      result: 'ok',
      object_type: 'thing',
      object_id: expect.any(String),
      actor: main.userName,
    },
  ]);
  const time_s = Number(headers['x-voltloop-timestamp']);
  expect(headers['x-voltloop-signature']).toBe(webhookSignature(secret, rest.id, time_s, body));
  expect(await own(webhook.id)).toMatchObject({ error: null, delivered_time: expect.any(Number) });
});

test('changes of other tenants, of other types and from before it was added are not posted', async () => {
  await register('HOOK0010');
  await add('/own');
  const other = await server.tenant();
  await register('HOOK0011', other);
  await call('POST', '', { name: 'Another', url: `${url}/another`, object_types: ['order'] });
  await webhooks.send();
  expect(received).toEqual([]);
});

test('more changes than one request takes arrive in several, in order', async () => {
  await add('/many');
  for (let i = 0; i < 130; i++) await register(`MANY${String(i).padStart(4, '0')}`);
  await webhooks.send();
  const seqs = changesAt('/many').map(({ seq }) => seq);
  expect([seqs.length, received.length]).toEqual([130, 2]);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
});

test('a failed request is repeated with the same id after a pause, and delays no other webhook', async () => {
  const { webhook } = await add('/failing');
  await add('/working');
  answers.set('/failing', 500);
  await register('HOOK0020');
  await webhooks.send();
  await webhooks.send();
  expect(received.map((each) => each.path).sort()).toEqual(['/failing', '/working']);
  expect(await own(webhook.id)).toMatchObject({ error: 'HTTP 500', stopped_time: null });
  answers.clear();
  later(6_000);
  await webhooks.send();
  const ids = received
    .filter((each) => each.path === '/failing')
    .map((each) => each.headers['x-voltloop-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(await own(webhook.id)).toMatchObject({ error: null, failing_since: null });
});

test('a webhook whose address is gone is stopped; when resumed it gets what it missed', async () => {
  const { webhook } = await add('/gone');
  answers.set('/gone', 410);
  await register('HOOK0030');
  await webhooks.send();
  expect(await own(webhook.id)).toMatchObject({ error: 'HTTP 410', stopped_time: expect.any(Number) });
  answers.clear();
  await register('HOOK0031');
  later(3_600_000);
  await webhooks.send();
  expect(received).toHaveLength(1);
  expect((await call('POST', `/${webhook.id}/resume`)).status).toBe(200);
  received.length = 0;
  await webhooks.send();
  expect(changesAt('/gone').map((each) => each.action)).toEqual(['thing.register', 'thing.register']);
});

test('a webhook that has failed for three days is stopped', async () => {
  const { webhook } = await add('/days');
  answers.set('/days', 503);
  await register('HOOK0040');
  await webhooks.send();
  later(3 * 86_400_000);
  await webhooks.send();
  expect(await own(webhook.id)).toMatchObject({ error: 'HTTP 503', stopped_time: expect.any(Number) });
});

test('a lease that a killed node left behind ends, and the same request is sent again', async () => {
  await add('/killed');
  await register('HOOK0050');
  await server.services.pool.query(
    `update webhooks set lease_id = gen_random_uuid(), leased_until = $1 where tenant_id = $2`,
    [new Date(server.clock.now.getTime() + 120_000), main.tenantId],
  );
  await webhooks.send();
  expect(received).toEqual([]);
  later(121_000);
  await webhooks.send();
  expect(changesAt('/killed')).toHaveLength(1);
});

test('the test request is empty and reports the answer', async () => {
  const { webhook } = await add('/test');
  expect((await call('POST', `/${webhook.id}/test`)).data).toEqual({ error: null });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ webhook: webhook.id, changes: [] });
  answers.set('/test', 404);
  expect((await call('POST', `/${webhook.id}/test`)).data).toEqual({ error: 'HTTP 404' });
});

test('a private or unencrypted address and an unknown object type are refused beside their field', async () => {
  for (const bad of [
    'http://example.org/',
    'https://10.0.0.1/',
    'https://localhost/',
    'ftp://example.org',
    'x',
  ])
    expect([bad, await call('POST', '', { name: 'Bad', url: bad, object_types: [] })]).toMatchObject([
      bad,
      { status: 400, data: [{ path: 'url' }] },
    ]);
  const reply = await call('POST', '', { name: 'Bad', url: `${url}/x`, object_types: ['nothing'] });
  expect(reply).toMatchObject({ status: 400, data: [{ path: 'object_types' }] });
});

test('a webhook belongs to the main account of its tenant, and a deleted one gets nothing', async () => {
  const { webhook } = await add('/deleted');
  const other = await server.tenant();
  for (const [method, path] of [
    ['POST', `/${webhook.id}/test`],
    ['POST', `/${webhook.id}/resume`],
    ['DELETE', `/${webhook.id}`],
    ['DELETE', '/not-an-id'],
  ] as const)
    expect((await call(method, path, undefined, other)).status).toBe(404);
  const factory = await server.account('factory', main);
  expect((await call('GET', '', undefined, factory)).status).toBe(403);
  expect((await call('DELETE', `/${webhook.id}`)).status).toBe(200);
  await register('HOOK0060');
  await webhooks.send();
  expect(received).toEqual([]);
});

test('a tenant has at most ten webhooks', async () => {
  for (let i = 0; i < 10; i++) await add(`/ten${i}`);
  expect((await call('POST', '', { name: 'One more', url: `${url}/eleven` })).status).toBe(409);
});
