import { METHODS } from 'node:http';
import { createSecureServer, type Http2ServerResponse, type SecureServerOptions } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyServerFactory, RawServerDefault } from 'fastify';
import { refusalOf } from '../platform/errors.ts';

const methods = new Set(METHODS);

/** The settings of Fastify that this server needs. */
interface Options {
  /** Certificate, limits and `shouldUpgradeCallback`, as for a server of HTTP/1.1. */
  https: SecureServerOptions & { shouldUpgradeCallback: unknown };
  /** ms */
  requestTimeout: number;
  /** ms */
  keepAliveTimeout: number;
  /** ms */
  http2SessionTimeout: number;
}

/**
 * A server of HTTP/1.1 and HTTP/2 on one port, chosen by ALPN: a first visit fetches some eighty files, by HTTP/2 all at
 * once, by HTTP/1.1 six at a time. Requests at once in a connection are limited, because each needs memory.
 */
export const tlsServer: FastifyServerFactory = (handler, options) => {
  const { https, requestTimeout, keepAliveTimeout, http2SessionTimeout } = options as unknown as Options;
  const server = createSecureServer(
    { ...https, noDelay: true, allowHTTP1: true, settings: { maxConcurrentStreams: 200 } },
    (request, response) => {
      // HTTP/1.1 has refused other methods before; Fastify would log each with all of its routes.
      if (!methods.has(request.method)) refuse(response);
      // Its types know one protocol; it uses requests and replies of both alike.
      else (handler as unknown as (...both: [typeof request, typeof response]) => void)(request, response);
    },
  );
  server.on('session', (session) => session.setTimeout(http2SessionTimeout, () => session.close()));
  const open = new Set<Socket>();
  server.on('secureConnection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const more = {
    requestTimeout,
    keepAliveTimeout,
    // It ignores the option.
    shouldUpgradeCallback: https.shouldUpgradeCallback,
    // As servers of HTTP/1.1 have it: Fastify calls it at shutdown, because streams to browsers stay open.
    closeAllConnections() {
      for (const socket of open) socket.destroy();
    },
  };
  return Object.assign(server, more) as unknown as RawServerDefault;
};

function refuse(response: Http2ServerResponse): void {
  const { status, body } = refusalOf('validation');
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
