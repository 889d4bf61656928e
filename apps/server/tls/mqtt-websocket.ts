import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.ts';
import type { Broker } from '../embedded/broker.ts';

/** Limit of one WebSocket message; the broker limits the MQTT packets in it. */
const MAX_MESSAGE_BYTES = 512 * 1024;

/**
 * Whether a request upgrades to MQTT over WebSocket. Other upgrades (to HTTP/2, say) are ignored, and such requests
 * answered normally.
 */
export const isMqttUpgrade = (request: IncomingMessage): boolean =>
  /^\/mqtt\/?(\?|$)/.test(request.url ?? '');

/**
 * MQTT over WebSocket at `/mqtt`, for devices behind firewalls that only allow HTTP: the same broker, secrets and
 * limits. Pages of other origins are refused: they have no cookie to use, and no reason to connect.
 */
export function serveMqttOverWebSocket(
  app: FastifyInstance,
  broker: Pick<Broker, 'handle'>,
  config: Pick<Config, 'trustProxy' | 'publicUrl'>,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : 'mqttv3.1'),
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request, config);
    if (refusal !== null) {
      socket.once('error', () => {});
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      broker.handle(streamOf(webSocket), { address: addressOf(request, config.trustProxy) });
    });
  });
  // The web server waits for its connections to end.
  app.addHook('preClose', (done) => {
    for (const webSocket of sockets.clients) webSocket.terminate();
    done();
  });
}

/** A stream that sends what one packet consists of in one frame: the packet writer writes it in pieces. */
function streamOf(webSocket: WebSocket): Duplex {
  const stream = createWebSocketStream(webSocket);
  stream._writev = (pieces, done) =>
    stream._write(
      Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)),
      'buffer' as BufferEncoding,
      done,
    );
  return stream;
}

function refusalOf(request: IncomingMessage, { publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((p) => p.trim());
  if (!offered.includes('mqtt') && !offered.includes('mqttv3.1')) return '400 Bad Request';
  const { origin, host } = request.headers;
  if (origin === undefined) return null;
  const own = [host, publicUrl === undefined ? undefined : new URL(publicUrl).host];
  return URL.canParse(origin) && own.includes(new URL(origin).host) ? null : '403 Forbidden';
}

/** The address behind our own proxies, as Fastify determines it for calls. */
function addressOf(request: IncomingMessage, trustProxy: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((a) => a.trim())
    .filter(Boolean);
  const hops = [request.socket.remoteAddress ?? '', ...forwarded.reverse()];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? '';
}
