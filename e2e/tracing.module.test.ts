import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestWorld, testWorld } from '../apps/server/testing/world.ts';
import { type Client, first, register, setUp } from './api.ts';
import { freePort, type Instance, setupCode, startInstance } from './instance.ts';
import { type SeenSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';

const HEADERS = 'api-key=key-of-the-collector';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function start(env: Record<string, string>): Promise<{ instance: Instance; world: TestWorld }> {
  const world = await testWorld();
  stops.push(() => world.stop());
  const instance = await startInstance({
    args: ['--empty'],
    env: {
      DATABASE_URL: world.databaseUrl,
      CLICKHOUSE_URL: world.clickhouseUrl,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_HEADERS: HEADERS,
      ...env,
    },
  });
  stops.push(() => instance.stop());
  return { instance, world };
}

async function collector(port?: number): Promise<TraceCollector> {
  const started = await startTraceCollector(port);
  stops.push(() => started.stop());
  return started;
}

/** A device that sends one frame and answers every command. */
async function startDevice(port: number, devid: string, secret: string) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: devid,
    password: secret,
    clientId: devid,
  });
  stops.push(() => client.endAsync(true));
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString()) as { id: string };
    client.publish(`things/${devid}/replies`, JSON.stringify({ id, ok: true, values: {} }), { qos: 1 });
  });
  await client.subscribeAsync(`things/${devid}/commands`, { qos: 1 });
  await client.publishAsync(`things/${devid}/state`, '{"online":true}', { qos: 1, retain: true });
  const frame = { ts: Date.now(), boot: 1, seq: 0, data: { M_SOC: 42 } };
  await client.publishAsync(`things/${devid}/telemetry`, JSON.stringify(frame), { qos: 1 });
}

async function startReceiver(): Promise<{ host: string; got: IncomingHttpHeaders[] }> {
  const got: IncomingHttpHeaders[] = [];
  const server = createServer((request, reply) => {
    got.push(request.headers);
    request.resume();
    reply.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

const thingPath = (tenant: string, devid: string) => `/v1/things/tenants/${tenant}/things/${devid}`;
const lines = (instance: Instance) =>
  instance
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('with a collector', () => {
  it('gets a trace of calls, queries, batches, commands and webhooks, without any values', async () => {
    const spans = await collector();
    const receiver = await startReceiver();
    const { instance } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: spans.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
      WEBHOOK_HOSTS: receiver.host,
    });
    const caller = await setUp(instance.url);
    const { thing, secret } = await register(caller, 'TRACED-0001');
    await startDevice(instance.mqttPort, thing.devid, secret);
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const reply = await fetch(
      `${instance.url}${thingPath(caller.login.tenant_id, thing.devid)}?search=SECRET-WORD`,
      {
        headers: {
          platform: 'IOT',
          authorization: `Bearer ${caller.login.token}`,
          traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
          'x-request-id': 'request-of-the-test',
        },
      },
    );
    expect(reply.status).toBe(200);
    await caller.call('POST', `${thingPath(caller.login.tenant_id, thing.devid)}/messages?async=false`, {
      cmd: 'report',
      params: {},
    });
    const target = `http://${receiver.host}/hook/key-in-the-path?access_token=key-in-the-query`;
    await sendTest(caller, target);

    const named = (name: string) => spans.spans.filter((span) => span.name === name);
    await expect.poll(() => named('notification.send').length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => named('ingest.commit').length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => named('command.reply').length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(spans.headers['api-key']).toBe('key-of-the-collector');
    expect(spans.resource).toMatchObject({
      'service.name': 'voltloop',
      'deployment.environment.name': 'test bed',
    });

    const call = named('GET /v1/things/tenants/:tenantId/things/:devNo').find((s) => s.traceId === traceId);
    expect(call).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      kind: 2,
      attributes: {
        'http.response.status_code': 200,
        'voltloop.route': 'getThing',
        'voltloop.request_id': 'request-of-the-test',
      },
    });
    const inside = spans.spans.filter((span) => span.parentSpanId === call!.spanId);
    expect(inside.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
      expect.stringContaining(' from things t left join thing_state '),
    );
    const line = lines(instance).find((each) => each.reqId === 'request-of-the-test');
    expect(line).toMatchObject({ msg: 'request', trace_id: traceId });

    const childOf = (name: string, parent: SeenSpan | undefined) =>
      spans.spans.find((span) => span.name === name && span.parentSpanId === parent?.spanId);
    const [commit] = named('ingest.commit').filter(({ attributes }) => attributes['voltloop.frames'] === 1);
    expect(commit?.attributes).toMatchObject({ 'voltloop.frames': 1, 'voltloop.points': 1 });
    expect(childOf('INSERT points', commit)?.attributes).toMatchObject({ 'db.system.name': 'clickhouse' });
    const sent = named('POST /v1/things/tenants/:tenantId/things/:thingsId/messages')[0];
    expect(childOf('command.publish', sent)?.attributes).toMatchObject({ 'voltloop.cmd': 'report' });
    expect(childOf('command.answer', sent)?.attributes).toMatchObject({ 'voltloop.state': 'answered' });
    // A PostgreSQL callback stays in its trace, and so does the code after a body received in parts.
    expect(childOf('BEGIN', sent)).toBeDefined();

    const [notice] = named('notification.send');
    const outgoing = childOf(`POST ${receiver.host}`, notice);
    expect(outgoing?.attributes).toMatchObject({ 'http.response.status_code': 200 });
    const [arrived] = receiver.got;
    expect(arrived).toMatchObject({
      traceparent: `00-${outgoing!.traceId}-${outgoing!.spanId}-01`,
      'x-request-id': notice!.attributes['voltloop.id'],
    });

    for (const value of [
      first.password,
      'founder@voltloop.example',
      first.user_name,
      setupCode,
      caller.login.token,
      secret,
      thing.devid,
      thing.id,
      caller.login.tenant_id,
      'SECRET-WORD',
      'key-in-the-path',
      'key-in-the-query',
      'key-of-the-collector',
    ])
      expect(spans.text, value).not.toContain(value);
  });

  it('respects the ratio of the sampler, and the decision of the caller', async () => {
    const spans = await collector();
    const { instance } = await start({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${spans.url}/v1/traces`,
      OTEL_TRACES_SAMPLER_ARG: '0',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    });
    const caller = await setUp(instance.url);
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4737';
    await fetch(`${instance.url}/v1/admin/tenant/users/self`, {
      headers: {
        platform: 'IOT',
        authorization: `Bearer ${caller.login.token}`,
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
    });
    await expect.poll(() => spans.spans.length, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(new Set(spans.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  });
});

describe('without its collector the server', () => {
  const failed = (instance: Instance) =>
    lines(instance).filter(({ msg }) => String(msg).startsWith('traces cannot be exported'));

  it('answers as usual, logs one line, and exports again when the collector is back', async () => {
    const port = await freePort();
    const { instance } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    });
    const caller = await setUp(instance.url);
    const ask = () => caller.call('GET', '/v1/admin/tenant/users/self');
    await expect
      .poll(() => ask().then(() => failed(instance).length), { timeout: 30_000, interval: 300 })
      .toBe(1);
    for (let i = 0; i < 20; i++) {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(failed(instance)).toHaveLength(1);
    const spans = await collector(port);
    await expect
      .poll(() => ask().then(() => spans.spans.length), { timeout: 30_000, interval: 300 })
      .toBeGreaterThan(0);
    await expect
      .poll(() => lines(instance).some(({ msg }) => msg === 'traces are exported again'))
      .toBe(true);
  });

  it('stops in time although the collector accepts spans and never answers', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    stops.push(async () => {
      silent.closeAllConnections();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const { instance } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    const caller = await setUp(instance.url);
    await caller.call('GET', '/v1/admin/tenant/users/self');
    await instance.kill();
    expect(instance.output()).toContain('Stopped.');
    expect(lines(instance).filter(({ msg }) => msg === 'did not stop in time')).toEqual([]);
  });
});

/** Adds a webhook and sends it a test message. */
async function sendTest(caller: Client, target: string): Promise<void> {
  const channel = await caller.call<{ id: string }>('POST', '/v1/notifications/channels', {
    kind: 'webhook',
    name: 'Hook',
    target,
  });
  await caller.call('POST', `/v1/notifications/channels/${channel.id}/test`);
}
