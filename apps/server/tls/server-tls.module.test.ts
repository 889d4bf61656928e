import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { type ClientHttp2Stream, connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import mqtt from 'mqtt';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '../config.ts';
import { createBroker } from '../embedded/broker.ts';
import { UplinkRouter } from '../platform/uplink.ts';
import { Progress } from '../progress.ts';
import { type Server, startServer } from '../server.ts';
import { Stopping } from '../stopping.ts';
import { type Authority, makeAuthority, type Pair } from '../testing/certificates.ts';
import { freePort } from '../testing/free-port.ts';
import { type TestWorld, testWorld } from '../testing/world.ts';
import { CertificateFiles } from './certificate-files.ts';
import { createMqttTls } from './mqtt-tls.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const setupCode = 'a-setup-code-of-tests';
let world: TestWorld;
let folder: string;
let servers: Authority;
let devices: Authority;
let strangers: Authority;
let server: Server;
let stopping: Stopping;
let redirectPort: number;
/** Secrets of the two devices. */
const secrets: Record<string, string> = {};
const clients: mqtt.MqttClient[] = [];
const file = (name: string) => join(folder, name);
const port = (url: string) => Number(new URL(url).port);

beforeAll(async () => {
  world = await testWorld();
  folder = await mkdtemp(join(tmpdir(), 'voltloop-tls-'));
  [servers, devices, strangers] = (await Promise.all(
    ['Servers', 'Devices', 'Devices'].map(makeAuthority),
  )) as [Authority, Authority, Authority];
  await putServer(await servers.server());
  await writeFile(file('ca.pem'), devices.cert);
  await writeFile(file('crl.pem'), await devices.revoke());
  redirectPort = await freePort();
  const env = {
    DATABASE_URL: world.databaseUrl,
    CLICKHOUSE_URL: world.clickhouseUrl,
    DATA_DIR: world.dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    MQTT_TLS_PORT: '0',
    HTTP_REDIRECT_PORT: String(redirectPort),
    TLS_CERT_FILE: file('cert.pem'),
    TLS_KEY_FILE: file('key.pem'),
    MQTT_CLIENT_CA_FILE: file('ca.pem'),
    MQTT_CLIENT_CRL_FILE: file('crl.pem'),
    SETUP_CODE: setupCode,
  };
  stopping = new Stopping();
  server = await startServer(readConfig(env, ['--empty']), log, new Progress(false), stopping);
  await makeDevices(['TLS-0001', 'TLS-0002']);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await stopping?.stop(log);
  await world?.stop();
  await rm(folder, { recursive: true });
});

async function putServer({ cert, key }: Pair): Promise<void> {
  await writeFile(file('cert.pem'), cert);
  await writeFile(file('key.pem'), key);
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: { data: Record<string, unknown>; code: number };
}

/** A call over https that verifies the certificate. */
function call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server.url), {
      method,
      agent: new Agent({ ca: servers.cert }),
      headers: {
        platform: 'IOT',
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    sent.once('error', reject);
    sent.once('response', (reply) => {
      let text = '';
      reply.on('data', (d) => (text += d));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: JSON.parse(text) }),
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function makeDevices(devids: string[]): Promise<void> {
  const made = await call('POST', '/v1/setup', {
    code: setupCode,
    user_name: 'main_tls',
    password: 'Right-4-tests',
    name: 'TLS',
    email: 'tls@example.org',
  });
  const { token, tenant_id } = made.body.data as { token: string; tenant_id: string };
  for (const devid of devids) {
    const reply = await call('POST', `/v1/things/tenants/${tenant_id}/things`, { devid }, token);
    secrets[devid] = String(reply.body.data.secret);
  }
}

/** Connects a real MQTT client; rejects with its error. */
function connect(url: string, options: mqtt.IClientOptions): Promise<mqtt.MqttClient> {
  const client = mqtt.connect(url, {
    ca: servers.cert,
    reconnectPeriod: 0,
    connectTimeout: 8000,
    protocolVersion: 4,
    ...options,
  });
  clients.push(client);
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client));
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
}

const overTls = (options: mqtt.IClientOptions) => connect(server.mqttTlsUrl ?? '', options);
const withPair = ({ cert, key }: Pair): mqtt.IClientOptions => ({ cert, key });
const bySecret = (devid: string): mqtt.IClientOptions => ({
  username: devid,
  password: secrets[devid] ?? '',
});

/** Sends a frame; its acknowledgement proves that it was committed. */
const report = (client: mqtt.MqttClient, devid: string) =>
  client.publishAsync(
    `things/${devid}/telemetry`,
    JSON.stringify({ ts: Date.now(), boot: 1, seq: Date.now() % 1e6, data: { M_SOC: 50 } }),
    { qos: 1 },
  );

describe('HTTPS', () => {
  test('answers, with cookies for https only', async () => {
    expect(server.url).toMatch(/^https:/);
    const reply = await call('POST', '/v1/admin/control/sessions', {
      username: 'main_tls',
      password: 'Right-4-tests',
    });
    expect(reply.status).toBe(200);
    expect(String(reply.headers['set-cookie'])).toMatch(/; Secure/);
  });

  test('speaks HTTP/2: pages, calls, refusals and live streams', async () => {
    const session = connectHttp2(server.url, { ca: servers.cert });
    onTestFinished(() => session.destroy());
    const sent = (headers: OutgoingHttpHeaders, body = ''): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const stream = session.request({ platform: 'IOT', ...headers }, { endStream: body === '' });
        if (body) stream.end(body);
        let status = 0;
        let text = '';
        stream.once('response', (reply) => (status = Number(reply[':status'])));
        stream.on('data', (d) => (text += d));
        stream.once('end', () => resolve({ status, text }));
        stream.once('error', reject);
      });
    const post = (path: string, body: unknown, headers: OutgoingHttpHeaders = {}) => {
      const text = JSON.stringify(body);
      const kind = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      return sent({ ':method': 'POST', ':path': path, ...kind, ...headers }, text);
    };
    expect(await sent({ ':path': '/livez' })).toMatchObject({ status: 200 });
    expect(await sent({ ':path': '/v1/things/none' })).toMatchObject({ status: 404 });
    expect(await sent({ ':path': '/livez', ':method': 'BREW' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('"code":4000001'),
    });
    const account = { username: 'main_tls', password: 'Right-4-tests', type: 'password' };
    const signedIn = await post('/v1/admin/control/sessions', account);
    expect(signedIn.status).toBe(200);
    const { token } = (JSON.parse(signedIn.text) as { data: { token: string } }).data;
    const authorization = `Bearer ${token}`;
    expect(await sent({ ':path': '/v1/admin/tenant/users/self', authorization })).toMatchObject({
      status: 200,
      text: expect.stringContaining('main_tls'),
    });
    expect(await post('/v1/devices/batch/lastdata', 'no list', { authorization })).toMatchObject({
      status: 400,
    });
    // Stays open until the server stops, which must not wait for it.
    const live: ClientHttp2Stream = session.request({ ':path': '/v1/live?scope=fleet', authorization });
    live.once('error', () => {});
    const first = new Promise<string>((resolve) => live.once('data', (d) => resolve(String(d))));
    expect(await first).toContain('event: ping');
  });

  test('redirects a plain request to the same address over https', async () => {
    const answer = (host: string) =>
      new Promise<[number, string | undefined]>((resolve, reject) => {
        httpRequest(
          { host: '127.0.0.1', port: redirectPort, path: '/login?a=1', headers: { host } },
          (reply) => {
            reply.resume();
            resolve([reply.statusCode ?? 0, reply.headers.location]);
          },
        )
          .once('error', reject)
          .end();
      });
    expect(await answer('energy.example.org')).toEqual([
      308,
      `https://energy.example.org:${port(server.url)}/login?a=1`,
    ]);
    expect(await answer('a b"><script>')).toEqual([400, undefined]);
  });
});

describe('MQTT over TLS', () => {
  test('accepts a secret, and a certificate without one', async () => {
    await report(await overTls(bySecret('TLS-0001')), 'TLS-0001');
    await report(await overTls(withPair(await devices.device('TLS-0002'))), 'TLS-0002');
  });

  test('a user name besides a certificate must be that of the certificate', async () => {
    const pair = withPair(await devices.device('TLS-0001'));
    await report(await overTls({ ...pair, username: 'TLS-0001' }), 'TLS-0001');
    await expect(overTls({ ...pair, ...bySecret('TLS-0002') })).rejects.toThrow(
      /Bad username or password|Not authorized/i,
    );
  });

  test('a certificate is valid only for the topics of its device', async () => {
    const client = await overTls(withPair(await devices.device('TLS-0001')));
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish('things/TLS-0002/telemetry', '{}', { qos: 1 });
    await ended;
  });

  test.each<[string, () => Promise<Pair>]>([
    ['has expired', () => devices.device('TLS-0001', { from_days: -20, to_days: -1 })],
    ['is not valid yet', () => devices.device('TLS-0001', { from_days: 1 })],
    ['is of another authority of the same name', () => strangers.device('TLS-0001')],
    ['is for servers', () => devices.device('TLS-0001', { usage: 'server' })],
    ['is of an unknown device', () => devices.device('TLS-9999')],
    ['has a wildcard for a name', () => devices.device('+')],
  ])('refuses a certificate that %s', async (_what, make) => {
    await expect(overTls(withPair(await make()))).rejects.toThrow();
  });

  test('refuses an invalid certificate even with a right secret', async () => {
    const pair = withPair(await strangers.device('TLS-0001'));
    await expect(overTls({ ...pair, ...bySecret('TLS-0001') })).rejects.toThrow();
  });

  test('disconnects a device whose certificate is revoked, and refuses it afterwards', async () => {
    const pair = await devices.device('TLS-0001');
    const other = await overTls(withPair(await devices.device('TLS-0002')));
    const client = await overTls(withPair(pair));
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    await writeFile(file('crl.pem'), await devices.revoke(pair.serial));
    await ended;
    await expect(overTls(withPair(pair))).rejects.toThrow();
    await other.endAsync(true);
    await report(await overTls(withPair(await devices.device('TLS-0002'))), 'TLS-0002');
    await writeFile(file('crl.pem'), await devices.revoke());
  }, 90_000);

  test('does not resume a session without checking its certificate again', async () => {
    const { cert, key } = await devices.device('TLS-0001');
    const open = (session?: Buffer) =>
      new Promise<{ socket: TLSSocket; session: Buffer | undefined }>((resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          port: port(server.mqttTlsUrl ?? ''),
          ca: servers.cert,
          cert,
          key,
        };
        const socket = tlsConnect({ ...options, ...(session ? { session } : {}) });
        let last: Buffer | undefined;
        socket.on('session', (s) => (last = s));
        socket.once('error', reject);
        socket.once('secureConnect', () => setTimeout(() => resolve({ socket, session: last }), 200));
      });
    const first = await open();
    const second = await open(first.session);
    expect(second.socket.isSessionReused()).toBe(false);
    first.socket.destroy();
    second.socket.destroy();
  });
});

describe('where certificates are required', () => {
  test('a secret is refused, and a certificate is sufficient', async () => {
    const broker = await createBroker({
      authenticate: async () => ({}),
      authenticateCertificate: async (devid) => (devid === 'TLS-0001' ? {} : null),
      certificatesOnly: true,
      uplink: new UplinkRouter(),
      rate: 100,
      log,
    });
    const files = await CertificateFiles.open(
      { certificate: file('cert.pem'), key: file('key.pem'), clientCa: file('ca.pem'), clientCrl: undefined },
      log,
    );
    const listener = createMqttTls(broker, files, { clientAuthorities: true, log });
    const url = `mqtts://127.0.0.1:${await listener.listen('127.0.0.1', 0)}`;
    try {
      await expect(connect(url, bySecret('TLS-0001'))).rejects.toThrow(/Bad username or password/i);
      expect((await connect(url, withPair(await devices.device('TLS-0001')))).connected).toBe(true);
    } finally {
      await broker.stop();
      await listener.stop();
    }
  });
});

describe('MQTT over WebSocket', () => {
  const address = () => server.url.replace(/^https/, 'wss');

  test('accepts a secret, at the address of the console', async () => {
    await report(await connect(`${address()}/mqtt`, bySecret('TLS-0001')), 'TLS-0001');
    await expect(connect(`${address()}/mqtt`, { username: 'TLS-0001', password: 'wrong' })).rejects.toThrow(
      /Bad username or password|Not authorized/i,
    );
  });

  test('delivers commands, and closes the connection at a message that is too large', async () => {
    const client = await connect(`${address()}/mqtt`, bySecret('TLS-0001'));
    await client.subscribeAsync('things/TLS-0001/commands', { qos: 1 });
    const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish('things/TLS-0001/telemetry', 'x'.repeat(300_000), { qos: 1 });
    await ended;
  });

  const refused = (path: string, protocols: string[], headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${address()}${path}`, protocols, { ca: servers.cert, headers });
      socket.once('unexpected-response', (_request, reply) => {
        resolve(reply.statusCode ?? 0);
        socket.terminate();
      });
      socket.once('open', () => reject(new Error('it was let in')));
      socket.on('error', () => {});
    });

  test('refuses another protocol, origin or path', async () => {
    expect(await refused('/mqtt', ['chat'])).toBe(400);
    expect(await refused('/mqtt', ['mqtt'], { origin: 'https://evil.example.org' })).toBe(403);
    expect(await refused('/mqtt', ['mqtt'], { origin: 'null' })).toBe(403);
    expect(await refused('/v1/live', ['mqtt'])).not.toBe(101);
  });
});

test('a new certificate is used by the next connection, while open ones continue', async () => {
  const serialOf = (at: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = tlsConnect({ host: '127.0.0.1', port: at, ca: servers.cert }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const open = await overTls(bySecret('TLS-0001'));
  const next = await servers.server();
  const ports = [port(server.url), port(server.mqttTlsUrl ?? '')];
  const before = await Promise.all(ports.map(serialOf));
  await putServer(next);
  await expect
    .poll(
      async () =>
        (await Promise.all(ports.map(serialOf))).every(
          (s) => Number.parseInt(s, 16) === Number.parseInt(next.serial, 16),
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
  expect(before.every((s) => Number.parseInt(s, 16) !== Number.parseInt(next.serial, 16))).toBe(true);
  expect(open.connected).toBe(true);
  await report(open, 'TLS-0001');
});
