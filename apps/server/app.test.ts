import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import {
  deviceIngest,
  downloadFirmware,
  emailAddress,
  logout,
  putPreference,
  route,
} from '@voltloop/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type Callers, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { drainable } from './drain.ts';
import { countedAddress } from './platform/counted-address.ts';
import { installErrorHandler, replied } from './platform/http.ts';
import type { Services } from './platform/services.ts';
import { sendTable } from './platform/table-export.ts';
import { endSlowBodies } from './slow-bodies.ts';

const services = {
  config: readConfig({ DATA_DIR: '/tmp/unused', API_RATE: '3' }, []),
  log: pino({ level: 'silent' }),
  clock: () => new Date(),
} as Services;
const callers: Callers = {
  authenticate: () => Promise.reject(new Error('nobody')),
  rateKey: ({ headers, ip }) => (headers.authorization === 'Bearer good' ? 'session' : ip),
};
const brokenFile = route({
  name: 'brokenFile',
  summary: '',
  method: 'GET',
  path: '/v1/broken-file',
  access: 'public',
  query: z.object({ filter: z.string().optional(), email: emailAddress.optional() }),
});
const { app } = await createApp(services, callers, [
  {
    routes(http) {
      http.implement(logout, async () => null);
      http.implement({ ...putPreference, access: 'public' }, async (_ctx, { body }) => ({
        value: body.value ?? null,
      }));
      http.implement(deviceIngest, async (_ctx, { body }) => ({
        accepted: JSON.parse(body as string).length,
      }));
      http.implement(downloadFirmware, async (_ctx, _input, { reply }) => {
        reply.send('part');
        return replied;
      });
      http.implement(brokenFile, async (_ctx, _input, { reply }) =>
        sendTable(reply, {
          format: 'csv',
          name: 'broken',
          header: ['a'],
          // biome-ignore lint/correctness/useYield: it fails before its first row
          rows: (async function* () {
            throw new Error('the first row cannot be read');
          })(),
        }),
      );
    },
  },
]);
afterAll(() => app.close());

let addresses = 0;
/** An address that has not called yet. */
const fresh = () => `192.0.2.${++addresses}`;
const put = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PUT',
    url: '/v1/preferences/shell',
    payload,
    remoteAddress: fresh(),
    headers: { 'content-type': 'application/json', ...headers },
  });

test('calls of one address are limited; the console’s own files do not count', async () => {
  for (let i = 0; i < 10; i++) expect((await app.inject('/favicon.svg')).statusCode).not.toBe(429);
  const call = async (authorization: string) =>
    (await app.inject({ method: 'POST', url: '/v1/auth/logout', headers: { authorization } })).statusCode;
  const statuses: number[] = [];
  // A changing header does not start a new count; a verified session has its own count.
  for (let i = 0; i < 4; i++) statuses.push(await call(`Bearer junk${i}`));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await call('Bearer good')).toBe(200);
  expect((await app.inject('/favicon.svg')).statusCode).not.toBe(429);
});

test('calls of devices do not count for their address, which a thousand of them may share', async () => {
  const remoteAddress = fresh();
  const download = () => app.inject({ url: '/v1/firmware/9f1c/file', remoteAddress });
  for (let i = 0; i < 5; i++) expect((await download()).statusCode).toBe(200);
});

test('JSON that nests too deep is refused, in a body and in a query', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect((await put(`{"value":${nested(31)}}`)).statusCode).toBe(200);
  const deep = await put(`{"value":${nested(3000)}}`);
  expect([deep.statusCode, deep.json().message]).toEqual([400, 'The JSON is nested deeper than 32 levels']);
  const query = { filter: nested(33) };
  const response = await app.inject({ url: brokenFile.path, query, remoteAddress: fresh() });
  expect([response.statusCode, response.json().data[0].path]).toEqual([400, 'query.filter']);
});

test('a field error has a text, not only the key of one', async () => {
  const reply = await app.inject({ url: `${brokenFile.path}?email=nobody`, remoteAddress: fresh() });
  expect(reply.json().data).toEqual([
    { path: 'query.email', key: 'account.email', message: 'Not an e-mail address' },
  ]);
});

test('a form is accepted only with a header that pages of other origins cannot send', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://other.example' };
  const foreign = await put('value=1', form);
  expect([foreign.statusCode, foreign.json().code]).toEqual([415, 4150001]);
  expect((await put('value=1', { ...form, platform: 'IOT' })).statusCode).toBe(200);
  expect((await put('{"value":1}', { 'content-type': 'text/plain' })).statusCode).toBe(400);
});

test('JSON that is sent as a form, as by curl without a type, is refused and not read as one', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer good' };
  const reply = await put(' {"value":1}', form);
  expect([reply.statusCode, reply.json().message]).toEqual([
    415,
    'A body of JSON needs the header Content-Type: application/json',
  ]);
});

test.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain'])(
  'frames of a device are read as JSON with the type %s',
  async (type) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/devices/HB2500001/data',
      payload: '[{"ts":1},{"ts":2}]',
      remoteAddress: fresh(),
      headers: { 'content-type': type },
    });
    expect(reply.json().data).toEqual({ accepted: 2 });
  },
);

test('an answered probe is logged only for debugging, one that fails always', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).req.url) });
  const probed = await createApp({ ...services, log }, callers, [
    {
      routes: (http) => {
        http.app.get('/healthz', async () => ({ status: 'ok' }));
        http.app.get('/readyz', async (_request, reply) => reply.status(503).send({ status: 'not ready' }));
      },
    },
  ]);
  onTestFinished(() => probed.app.close());
  for (const url of ['/healthz', '/readyz', '/v1/nothing']) await probed.app.inject(url);
  expect(logged).toEqual(['/readyz', '/v1/nothing']);
});

test('a file whose first row fails is answered by the envelope', async () => {
  const reply = await app.inject({ url: brokenFile.path, remoteAddress: fresh() });
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
    500,
    'application/json; charset=utf-8',
    undefined,
  ]);
  expect(reply.json()).toEqual({ code: 5000001, message: 'server busy', result: false, data: null });
});

test.each(['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'])(
  'a timeout while connecting to the database is reported as unreachable (%s)',
  async (message) => {
    const busy = Fastify();
    installErrorHandler(busy);
    busy.get('/', () => Promise.reject(new Error(message)));
    const reply = await busy.inject('/');
    expect([reply.statusCode, reply.json().code]).toEqual([503, 5030001]);
    await busy.close();
  },
);

test.each(['40P01', '40001'])(
  'a transaction that PostgreSQL rolls back with %s is a conflict',
  async (code) => {
    const contended = Fastify();
    installErrorHandler(contended);
    contended.get('/', () => Promise.reject(Object.assign(new Error('deadlock detected'), { code })));
    const reply = await contended.inject('/');
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Others are changing the same data: try again',
    ]);
    await contended.close();
  },
);

test('a body that does not end is answered in time, and its connection closed', async () => {
  const slow = Fastify();
  installErrorHandler(slow);
  endSlowBodies(slow, 50);
  slow.post('/', async () => 'done');
  await slow.listen({ host: '127.0.0.1', port: 0 });
  const { port } = slow.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a',
  );
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":4080001/);
  // A complete body is read as usual.
  expect((await slow.inject({ method: 'POST', url: '/', payload: { a: 1 } })).statusCode).toBe(200);
  await slow.close();
});

test('a server that stops answers the requests in progress, and awaits no streams', async () => {
  const stopped = Fastify({ forceCloseConnections: true });
  const drain = drainable(stopped);
  let answer = (_text: string) => {};
  stopped.get('/slow', () => new Promise<string>((resolve) => (answer = resolve)));
  stopped.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write(': open\n\n');
  });
  await stopped.listen({ host: '127.0.0.1', port: 0 });
  const { port } = stopped.server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/stream`);
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await once(stopped.server, 'request');
  const drained = drain();
  await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow('fetch failed');
  answer('done');
  const reply = await slow;
  expect([await reply.text(), reply.headers.get('connection')]).toEqual(['done', 'close']);
  await drained;
  await stopped.close();
});

test.each([
  ['announced', { 'content-length': 99 }],
  ['unannounced', {}],
])(
  'over HTTP/2 an %s body that does not end is answered in time too, and its stream closed',
  async (_name, length) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    const slow = Fastify({ http2: true });
    installErrorHandler(slow as unknown as FastifyInstance);
    endSlowBodies(slow as unknown as FastifyInstance, 50, 50);
    slow.post('/', async () => 'done');
    await slow.listen({ host: '127.0.0.1', port: 0 });
    const session = connectHttp2(`http://127.0.0.1:${(slow.server.address() as AddressInfo).port}`);
    const head = { ':method': 'POST', ':path': '/', 'content-type': 'application/json', ...length };
    const stream = session.request(head, { endStream: false });
    stream.on('error', () => {});
    stream.write('{"a');
    const closed = new Promise((done) => stream.once('close', done));
    const [reply] = await once(stream, 'response');
    expect(reply[':status']).toBe(408);
    stream.resume();
    await closed;
    session.destroy();
    await slow.close();
    process.off('warning', onWarning);
    // HTTP/2 has no `connection` header, of which Node warns.
    expect(warnings).toEqual([]);
  },
);

test.each([
  ['NOTHING OF THE KIND\r\n\r\n'],
  ['GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n'],
])('invalid HTTP is refused in the envelope: %j', async (request) => {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*\r\n\r\n\{"code":4000001/);
});

test('connections that break during a request cause neither an error in the log nor an answer of 500', async () => {
  const lines: { level: number; msg: string; res?: { status: number } }[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const rateKey: Callers['rateKey'] = ({ ip }) => countedAddress(ip);
  const { app: own } = await createApp({ ...services, log }, { ...callers, rateKey }, [
    { routes: (http) => http.implement(logout, async () => null) },
  ]);
  onTestFinished(() => own.close());
  // The connection is gone before anything reads its address.
  const gone = Promise.withResolvers<string | undefined>();
  own.addHook('onRequest', async (request) => {
    if (request.headers['x-gone'] === undefined) return;
    request.raw.socket.destroy();
    await once(request.raw.socket, 'close');
    gone.resolve(request.ip);
  });
  await own.listen({ host: '127.0.0.1', port: 0 });
  const { port } = own.server.address() as AddressInfo;
  const send = (text: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    return socket.on('error', () => {}).resume();
  };
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const logOut = (header: string) => `POST /v1/auth/logout HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;
  send(logOut('x-gone: 1'));
  expect(await gone.promise).toBeUndefined();
  const refused = send(logOut(`x-long: ${'a'.repeat(200_000)}`));
  await closed(refused);
  for (const part of [10, 40, 60]) {
    const cut = send(logOut('x-cut: 1').slice(0, part));
    await once(cut, 'connect');
    cut.resetAndDestroy();
  }
  const last = send(logOut('Connection: close'));
  await closed(last);
  await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(0));
  expect(lines.filter(({ level, res }) => level >= 50 || (res?.status ?? 0) >= 500)).toEqual([]);
});

describe.each(['GET', 'HEAD'] as const)('%s', (method) => {
  const statusOf = async (url: string, accept?: string) => {
    const reply = await app.inject({ method, url, headers: accept === undefined ? {} : { accept } });
    return `${reply.statusCode} ${reply.headers['content-type']}`;
  };
  const page = '200 text/html; charset=utf-8';
  const none = '404 application/json; charset=utf-8';

  test.each([
    ['/login', undefined, page],
    ['/login?from=/a.b', '*/*', page],
    ['/operationStatuss/thing/A1', 'text/html,application/xhtml+xml,*/*;q=0.8', page],
    ['/operationStatuss/thing/A.1', 'text/html', page],
    ['/login', 'application/json', none],
    ['/login', 'application/json, text/plain, */*', none],
    ['/v1/unknown', undefined, none],
    ['/v1/unknown', 'text/html', none],
    ['/assets/old-1234.js', '*/*', none],
  ])('%s with Accept %s', async (url, accept, expected) => {
    expect(await statusOf(url, accept)).toBe(expected);
  });
});

test.each([
  ['MQTT_URL', 'mqtt://broker.example:1883'],
  ['AMQP_URL', 'amqp://user:password@broker.example:5672'],
])(
  'with the broker of %s an upgrade to MQTT over WebSocket is answered as any other request',
  async (name, url) => {
    const config = readConfig({ DATA_DIR: '/tmp/unused', [name]: url }, []);
    const { app } = await createApp({ ...services, config }, callers, []);
    onTestFinished(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const reply = await new Promise<string>((resolve, reject) => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(
        'GET /mqtt HTTP/1.1\r\nHost: console.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('close', () => resolve('closed without an answer'));
      socket.once('error', reject);
    });
    expect(reply).toMatch(/^HTTP\/1\.1 (200|404) /);
  },
);
