import { constants } from 'node:crypto';
import { createServer, type SecureContextOptions, type Server, type TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import type { Broker } from '../embedded/broker.ts';
import { closeServer, listenOn } from '../ports.ts';
import type { CertificateFiles } from './certificate-files.ts';

const HANDSHAKE_MS = 10_000;
const BACKLOG = 4096;
/** Devices whose certificates must be checked again reconnect spread over this time. */
const RETURN_MS = 30_000;

/**
 * MQTT over TLS. With authorities of devices (`clientAuthorities`) a device may present a certificate instead of its
 * secret: its common name is the device id. An invalid one (expired, revoked, of another authority) ends the
 * connection, and the reason is logged.
 */
export function createMqttTls(
  broker: Pick<Broker, 'handle'>,
  files: CertificateFiles,
  { clientAuthorities, log }: { clientAuthorities: boolean; log: Logger },
): { listen(host: string, port: number): Promise<number>; stop(): Promise<void> } {
  const certified = new Set<TLSSocket>();
  const contextOf = (devices: SecureContextOptions): SecureContextOptions => ({
    ...devices,
    minVersion: 'TLSv1.2',
    // A resumed session is not checked again: a device revoked meanwhile would be accepted.
    ...(clientAuthorities ? { secureOptions: constants.SSL_OP_NO_TICKET } : {}),
  });
  const server: Server = createServer(
    {
      ...contextOf(files.devices),
      handshakeTimeout: HANDSHAKE_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
      requestCert: clientAuthorities,
      // Those without a certificate sign in with their secret; the others are checked below.
      rejectUnauthorized: false,
    },
    (socket) => {
      const address = socket.remoteAddress ?? '';
      const subject = clientAuthorities ? socket.getPeerCertificate().subject : undefined;
      if (subject === undefined || subject === null) {
        broker.handle(socket, { address });
        return;
      }
      const devid: unknown = subject.CN;
      if (!socket.authorized || typeof devid !== 'string' || devid === '') {
        log.warn(
          { address, devid, reason: String(socket.authorizationError ?? 'no common name') },
          'a device certificate was refused',
        );
        socket.destroy();
        return;
      }
      certified.add(socket);
      socket.once('close', () => certified.delete(socket));
      broker.handle(socket, { address, certificate: devid });
    },
  );
  server.on('tlsClientError', (err) => log.debug({ reason: err.message }, 'a TLS handshake failed'));
  files.onChange(({ devices }, clients) => {
    server.setSecureContext(contextOf(devices));
    if (!clients) return;
    for (const socket of certified) setTimeout(() => socket.destroy(), Math.random() * RETURN_MS).unref();
  });
  return {
    listen: async (host, port) => {
      const { port: open } = await listenOn(server, { host, port, backlog: BACKLOG }, (err) =>
        log.error({ err }, 'the MQTT port over TLS failed'),
      );
      return open;
    },
    // The broker ends the connections.
    stop: () => closeServer(server),
  };
}
