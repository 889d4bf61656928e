import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * HTTP/1.1 and HTTP/2 on one port, chosen by ALPN: a first visit fetches some eighty files, by HTTP/2 all at once, by
 * HTTP/1.1 six at a time. Requests at once in a connection are limited, because each needs memory.
 */
export const http2Options = { allowHTTP1: true, settings: { maxConcurrentStreams: 200 } };

/**
 * Ends all connections at shutdown: streams to browsers stay open otherwise. Without HTTP/2 Fastify does so
 * (`forceCloseConnections`); with it, it misses connections that have not requested `keep-alive`.
 */
export function endTlsConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('secureConnection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // For a missing file, @fastify/static waits for the reply once for each encoding.
    if (raw.httpVersionMajor > 1) reply.raw.setMaxListeners(30);
    done();
  });
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy();
    done();
  });
}
