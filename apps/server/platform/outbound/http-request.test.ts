import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP, Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Resolver } from './endpoint.ts';
import { type HttpCall, send } from './http-request.ts';

const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

/** A server on loopback and its received requests. */
async function listening(location?: string): Promise<{ host: string; got: string[] }> {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url}`);
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location });
    response.end('body');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

const call = (url: string, more: Partial<HttpCall> = {}): HttpCall => ({
  method: 'POST',
  url,
  headers: {},
  body: '{}',
  timeout_ms: 2000,
  allowed: new Set<string>(),
  ...more,
});

/** Resolves a name to the next list of addresses on each call. */
function answering(...answers: string[][]): { resolve: Resolver; lookups: () => number } {
  let lookups = 0;
  return {
    lookups: () => lookups,
    resolve: (_host, _options, done) => {
      const addresses = answers[Math.min(lookups, answers.length - 1)] ?? [];
      lookups += 1;
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      setImmediate(() => done(null, found));
    },
  };
}

/** Replaces connecting: records the target of each socket and closes it. */
function withoutNetwork(): string[] {
  const targets: string[] = [];
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    this.once('lookup', (_error: Error | null, address?: string) => {
      if (address !== undefined) targets.push(address);
      this.destroy(Object.assign(new Error('no network'), { code: 'ENETUNREACH' }));
    });
    return (connect as (...all: unknown[]) => Socket).apply(this, args);
  });
  return targets;
}

test('a redirect is an answer, and is not followed', async () => {
  const inner = await listening();
  for (const location of [`http://${inner.host}/secret`, '//127.0.0.1/', 'file:///etc/passwd']) {
    const outer = await listening(location);
    const answer = await send(call(`http://${outer.host}/hook`, { allowed: new Set([outer.host]) }));
    expect(answer).toEqual({ status: 302, text: 'body' });
    expect(outer.got).toEqual(['POST /hook']);
  }
  expect(inner.got).toEqual([]);
});

test('a name that resolves to a private address is resolved once, and nothing is sent there', async () => {
  const targets = withoutNetwork();
  for (const address of [
    '127.0.0.1',
    '10.0.0.8',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
  ]) {
    const { resolve, lookups } = answering([address]);
    const answer = await send(call('https://prices.example.com/', { resolve }));
    expect([address, answer, lookups()]).toEqual([address, { error: 'down', sent: false }, 1]);
  }
  expect(targets).toEqual([]);
});

test('a name changed after the check still uses the checked address', async () => {
  const targets = withoutNetwork();
  const { resolve, lookups } = answering(['8.8.8.8'], ['127.0.0.1']);
  expect(await send(call('https://prices.example.com/', { resolve }))).toMatchObject({ sent: false });
  expect([targets, lookups()]).toEqual([['8.8.8.8'], 1]);
  // The next request is checked by its own resolution.
  expect(await send(call('https://prices.example.com/', { resolve }))).toMatchObject({ sent: false });
  expect([targets, lookups()]).toEqual([['8.8.8.8'], 2]);
});

test('an address allowed by host and port does not allow other ports of the host', async () => {
  const [open, closed] = [await listening(), await listening()];
  const allowed = new Set([open.host]);
  expect(await send(call(`http://${open.host}/`, { allowed }))).toMatchObject({ status: 200 });
  expect(await send(call(`http://${closed.host}/`, { allowed }))).toMatchObject({ sent: false });
  expect(await send(call(`https://${closed.host}/`, { allowed }))).toEqual({
    error: 'refused',
    problem: 'private',
    sent: false,
  });
  expect(closed.got).toEqual([]);
});
