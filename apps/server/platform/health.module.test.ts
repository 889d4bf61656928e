import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { startDeviceServer } from '../testing/devices.ts';
import { setUp } from '../testing/set-up.ts';
import { openClickHouse } from './clickhouse.ts';
import { AppError } from './errors.ts';
import { createHealth, type StuckCheck } from './health.ts';
import { Http, installErrorHandler } from './http.ts';
import { createOpenapi } from './openapi.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

const node = setUp(() => startDeviceServer({ extra: (services) => [createHealth(services)] }));

/** The health routes over given parts. */
async function healthOf(services: Services, progress?: Record<string, StuckCheck>) {
  const app = Fastify();
  installErrorHandler(app);
  const http = new Http(app, {
    authenticate: async () => Promise.reject(new Error('nobody')),
    clock: services.clock,
    checkReplies: true,
  });
  createHealth(services, progress).routes?.(http);
  return app;
}

describe('/healthz and /readyz', () => {
  it('report that the process and all its parts answer', async () => {
    const healthz = await fetch(`${node.url}/healthz`);
    expect([healthz.status, await healthz.json()]).toEqual([200, { status: 'ok', version }]);
    const readyz = await fetch(`${node.url}/readyz`);
    expect([readyz.status, await readyz.json()]).toEqual([
      200,
      { status: 'ready', parts: { postgres: true, clickhouse: true, bus: true } },
    ]);
  });

  it('name only the unreachable part', async () => {
    const { services } = node;
    const away = openClickHouse('http://nobody:secret@127.0.0.1:9/none');
    const bus = { ...services.bus, publish: () => Promise.reject(new Error('the bus is unreachable')) };
    const app = await healthOf({ ...services, clickhouse: away, bus });
    const readyz = await app.inject('/readyz');
    expect([readyz.statusCode, readyz.json()]).toEqual([
      503,
      { status: 'not ready', parts: { postgres: true, clickhouse: false, bus: false }, causes: {} },
    ]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    // People and devices that sign in need PostgreSQL only.
    const forCalls = await app.inject('/readyz/api');
    expect([forCalls.statusCode, forCalls.json().status]).toEqual([200, 'ready']);
    await app.close();
    await away.stop();
  });

  it('report a node without PostgreSQL as unable to answer calls', async () => {
    const pool = new Proxy(node.services.pool, {
      get: (target, key) =>
        key === 'query' ? () => Promise.reject(new Error('unreachable')) : Reflect.get(target, key),
    });
    const app = await healthOf({ ...node.services, pool });
    expect((await app.inject('/readyz/api')).statusCode).toBe(503);
    await app.close();
  });

  it('report a node with a wrong clock as unable to answer calls', async () => {
    const app = await healthOf(node.services, { clock: () => 'clock_differs' });
    for (const path of ['/readyz', '/readyz/api']) {
      const reply = await app.inject(path);
      expect([reply.statusCode, reply.json().causes]).toEqual([503, { clock: 'clock_differs' }]);
    }
    await app.close();
  });

  it('name the part without progress, and the reason', async () => {
    const app = await healthOf(node.services, { ingest: () => 'disk_full', other: () => null });
    const readyz = await app.inject('/readyz');
    expect([readyz.statusCode, readyz.json()]).toEqual([
      503,
      {
        status: 'not ready',
        parts: { postgres: true, clickhouse: true, bus: true, ingest: false, other: true },
        causes: { ingest: 'disk_full' },
      },
    ]);
    await app.close();
  });

  it('query the stores once for concurrent calls', async () => {
    let queries = 0;
    const pool = new Proxy(node.services.pool, {
      get(target, key) {
        if (key !== 'query') return Reflect.get(target, key);
        return (...args: unknown[]) => {
          queries++;
          return Reflect.apply(target.query, target, args);
        };
      },
    });
    const app = await healthOf({ ...node.services, pool });
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
    expect(replies.every((r) => r.statusCode === 200)).toBe(true);
    expect(queries).toBe(1);
    await app.close();
  });
});

describe('/metrics', () => {
  it('has requests by route, ingest and the process', async () => {
    await fetch(`${node.url}/v1/setup`);
    const owner = await node.server.tenant();
    const device = await node.device(await node.register(owner, 'HEALTH1'));
    await device.publish('telemetry', { ts: Date.now(), boot: 1, seq: 1, data: { M_SOC: 50, M_VOLT: 52 } });
    const text = await (await fetch(`${node.url}/metrics`)).text();
    expect(text).toMatch(/voltloop_http_request_seconds_count\{route="getSetup",status="200"\} [1-9]/);
    expect(text).toMatch(/voltloop_ingest_frames_total [1-9]/);
    expect(text).toMatch(/voltloop_database_connections\{state="open"\} [1-9]/);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('include queues, devices by status, connections, sign-ins and working parts', async () => {
    const owner = await node.server.tenant();
    await node.device(await node.register(owner, 'HEALTH2'));
    await node.server.signIn(owner.userName);
    await expect(node.server.signIn(owner.userName, 'wrong-Password-1')).rejects.toThrow();
    const text = await (await fetch(`${node.url}/metrics`)).text();
    for (const line of [
      /voltloop_queue_waiting\{queue="notifications"\} \d/,
      /voltloop_queue_waiting\{queue="account_emails"\} \d/,
      /voltloop_queue_oldest_seconds\{queue="commands"\} \d/,
      /voltloop_devices\{status="not_activated"\} \d/,
      /voltloop_mqtt_connections [1-9]/,
      /voltloop_sign_ins_total\{outcome="ok"\} [1-9]/,
      /voltloop_sign_ins_total\{outcome="loginFailed"\} [1-9]/,
      /voltloop_part_up\{part="postgres"\} 1/,
    ])
      expect(text).toMatch(line);
  });

  it('are served without PostgreSQL, and report it unreachable', async () => {
    const pool = new Proxy(node.services.pool, {
      get: (target, key) =>
        key === 'query' ? () => Promise.reject(new Error('away')) : Reflect.get(target, key),
    });
    const app = await healthOf({ ...node.services, pool });
    const { statusCode, body } = await app.inject('/metrics');
    expect([statusCode, /voltloop_part_up\{part="postgres"\} 0/.test(body)]).toEqual([200, true]);
    await app.close();
  });

  it('are open to this machine and listed addresses, not to everybody behind a proxy', async () => {
    const { config } = node.services;
    const app = await healthOf({
      ...node.services,
      config: { ...config, metricsAddresses: ['10.1.2.3', '10.9.0.0/16'] },
    });
    const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await status('127.0.0.1')).toBe(200);
    expect(await status('::ffff:127.0.0.1')).toBe(200);
    expect(await status('10.1.2.3')).toBe(200);
    expect(await status('10.1.2.4')).toBe(404);
    expect(await status('::ffff:10.9.8.7')).toBe(200);
    expect(await status('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404);
    await app.close();
  });
});

describe('/openapi.json and /docs', () => {
  it('describe the implemented routes of this server', async () => {
    const { userName } = await node.server.tenant();
    const { token } = await node.server.signIn(userName);
    const get = (path: string) => fetch(node.url + path, { headers: { authorization: `Bearer ${token}` } });
    const document = (await (await get('/openapi.json')).json()) as {
      paths: Record<string, object>;
    };
    expect(document.paths['/v1/things/tenants/{tenantId}/things/{thingsId}/messages']).toHaveProperty('post');
    const page = await get('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('/v1/live');
  });

  it('need a session, unless PUBLIC_DOCS is set', async () => {
    const serving = async (open: boolean) => {
      const app = Fastify();
      installErrorHandler(app);
      const authenticate = () => Promise.reject(new AppError('unauthorized'));
      createOpenapi(new Http(app, { authenticate, clock: () => new Date(), checkReplies: true }), { open });
      return Promise.all(['/openapi.json', '/docs'].map(async (url) => (await app.inject(url)).statusCode));
    };
    expect(await serving(false)).toEqual([401, 401]);
    expect(await serving(true)).toEqual([200, 200]);
  });
});
