import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** How long a stopping server waits for requests in progress: less than the limit of each part, see `Stopping`. */
const WAIT_MS = 10_000;
const POLL_MS = 20;

/**
 * Tracks the requests in progress, so that a server that stops answers them first.
 * @returns stops accepting connections and waits a limited time until these requests are answered. Streams to browsers
 * are not awaited: they end when the app is closed.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  const open = new Set<FastifyReply>();
  let draining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A proxy then sends nothing more over this connection. HTTP/2 has a frame of its own for it.
    if (draining && request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
    done();
  });
  return async () => {
    draining = true;
    // Not the app, which would answer 503 to requests on open connections.
    app.server.close();
    const until_ms = performance.now() + WAIT_MS;
    while ([...open].some((reply) => !isHijacked(reply)) && performance.now() < until_ms)
      await sleep(POLL_MS);
  };
}

/** Whether a stream writes to the connection directly. */
const isHijacked = (reply: FastifyReply) => reply.sent && !reply.raw.writableEnded;
