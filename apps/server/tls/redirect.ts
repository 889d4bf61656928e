import { createServer, type Server } from 'node:http';

/** A host name or address without a port, as in a Host header; nothing else goes into a Location. */
const HOST = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/** Redirects plain HTTP to the same address over https, on the requested host name. */
export function createRedirect(httpsPort: () => number): Server {
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000, maxHeaderSize: 8192 },
    (request, reply) => {
      const host = HOST.exec(request.headers.host ?? '')?.[1];
      const path = request.url ?? '/';
      reply.setHeader('connection', 'close');
      if (host === undefined || !path.startsWith('/')) {
        reply.writeHead(400).end();
        return;
      }
      const port = httpsPort();
      reply.writeHead(308, { location: `https://${host}${port === 443 ? '' : `:${port}`}${path}` }).end();
    },
  );
}
