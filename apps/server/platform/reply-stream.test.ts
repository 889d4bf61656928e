import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectionOf, cutOff, goneSignal, isGone, whenClosed } from './reply-stream.ts';

let server: Server;
let session: ClientHttp2Session | undefined;

afterEach(() => {
  session?.destroy();
  session = undefined;
  server.close();
});

const protocols = {
  /** @returns a reply whose request waits, and how its reader leaves */
  async 'HTTP/1.1'() {
    server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    request.on('error', () => {});
    const [, reply] = await once(server, 'request');
    return {
      reply: reply as ServerResponse,
      leave: () => request.destroy(),
      closed: new Promise((done) => request.once('close', done)),
    };
  },
  async 'HTTP/2'() {
    server = createHttp2Server();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const request = session.request({ ':path': '/' });
    request.on('error', () => {});
    const [, reply] = await once(server, 'request');
    return {
      reply: reply as ServerResponse,
      leave: () => request.close(8),
      closed: new Promise((done) => request.once('close', done)),
    };
  },
};

describe.each(Object.entries(protocols))('%s', (name, open) => {
  test('a reader that leaves is noticed, before and after', async () => {
    const { reply, leave } = await open();
    const signal = goneSignal(reply);
    expect([isGone(reply), signal.aborted]).toEqual([false, false]);
    leave();
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    expect(isGone(reply)).toBe(true);
    const late = vi.fn();
    whenClosed(reply, late);
    expect(late).toHaveBeenCalledOnce();
  });

  test('a complete reply is closed', async () => {
    const { reply } = await open();
    const signal = goneSignal(reply);
    reply.end('done');
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
  });

  test('cutting off ends the request, and over HTTP/2 not the other ones of the connection', async () => {
    const { reply, closed } = await open();
    reply.write('part');
    cutOff(connectionOf(reply));
    await closed;
    if (name === 'HTTP/1.1') return;
    expect([session?.destroyed, session?.closed]).toEqual([false, false]);
  });
});
