import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { topicOf } from '@voltloop/protocol';
import { Aedes, type AedesOptions, type Client, type ConnectPacket } from 'aedes';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Bus } from '../platform/bus.ts';
import { clientOf, createEmbeddedBus } from '../platform/bus-embedded.ts';
import { Repeated } from '../platform/rounds.ts';
import { schedule } from '../platform/schedule.ts';
import { closeServer, listenOn } from '../ports.ts';
import { Backpressure } from './broker-backpressure.ts';
import { isWill, limitPacketSize, readWhole } from './broker-client.ts';
import { type Link, newLink } from './broker-link.ts';
import { handlePublish, type PublishOptions } from './broker-publish.ts';
import {
  type BrokerDevice,
  type Origin,
  type Refusal,
  returnCodes,
  type SignInOptions,
  signIn,
} from './broker-sign-in.ts';

export interface BrokerOptions extends SignInOptions, PublishOptions {
  /** Sustained messages per second of one device; bursts of four seconds' worth. */
  rate: number;
  /** Bytes received but not yet delivered, over all devices, above which no connection is read. */
  maxPendingBytes?: number;
}

export interface Broker {
  /** Accepts a connection of a device over any transport. */
  handle(connection: Duplex, origin: Origin): void;
  /** Resolves with the port; 0 selects a free one. Rejects with the system's error, e.g. EADDRINUSE. */
  listen(host: string, port: number): Promise<number>;
  bus: Bus;
  stats(): { connections: number; pendingBytes: number; readingPaused: boolean };
  stop(): Promise<void>;
}

const MAX_PACKET_BYTES = 256 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const connections = new Gauge({
  name: 'voltloop_mqtt_connections',
  help: 'Devices connected to the embedded broker.',
});

/** Connections waiting to be accepted: after a power cut all devices reconnect at once. */
const BACKLOG = 4096;
const REFUSAL_DELAY_MS = 500;

const FLAPPING = { takeovers: 3, window_ms: 60_000 };

/** Detects two devices with one id, which disconnect each other endlessly. */
class Takeovers {
  readonly #log: Logger;
  readonly #seen = new Map<string, { count: number; since_ms: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a connection that replaces another; many within a minute are logged once. */
  count(devid: string): void {
    const now = Date.now();
    const seen = this.#seen.get(devid);
    if (!seen || now - seen.since_ms > FLAPPING.window_ms) {
      this.#seen.set(devid, { count: 1, since_ms: now });
    } else if (++seen.count === FLAPPING.takeovers) {
      this.#log.warn({ devid }, 'two connections with the credentials of one device disconnect each other');
    }
  }

  removeOld(): void {
    const old = Date.now() - FLAPPING.window_ms;
    for (const [devid, seen] of this.#seen) if (seen.since_ms < old) this.#seen.delete(devid);
  }
}

/**
 * The MQTT broker for devices, on Aedes. A device signs in with its id and secret, may only use its own topics, and
 * gets the PUBACK of a QoS 1 message only after the uplink has processed it (for telemetry: after commit).
 */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { log } = options;
  const backpressure = new Backpressure(log, options.maxPendingBytes ?? 64 * 1024 * 1024);
  const takeovers = new Takeovers(log);
  const links = new WeakMap<Client, Link>();
  const origins = new WeakMap<Duplex, Origin>();
  const originOf = (client: Client): Origin => origins.get(client.conn as Duplex) ?? { address: '' };
  const connected = new Set<Duplex>();
  const wills = new WeakMap<Client, ConnectPacket['will']>();
  let stopping = false;

  const preConnect: AedesOptions['preConnect'] = (client, packet, done) => {
    // The session id is the device id: a second connection takes over, regardless of its client id. Sessions are
    // clean: the command ledger resends missed commands.
    packet.clientId = originOf(client).certificate ?? packet.username ?? packet.clientId;
    packet.clean = true;
    if (packet.will) wills.set(client, packet.will);
    done(null, true);
  };

  const authenticate: AedesOptions['authenticate'] = (client, username, password, done) => {
    const refuse = ({ returnCode, message }: Refusal) => {
      const answer = () => done(Object.assign(new Error(message), { returnCode }), false);
      setTimeout(answer, returnCode === returnCodes.unavailable ? 0 : REFUSAL_DELAY_MS);
    };
    if (stopping) {
      refuse({ returnCode: returnCodes.unavailable, message: 'stopping' });
      return;
    }
    const credentials = { username, password, will: wills.get(client) };
    void signIn(options, originOf(client), credentials).then((result) => {
      if ('refusal' in result) {
        refuse(result.refusal);
        return;
      }
      if (clientOf(aedes, result.devid)) takeovers.count(result.devid);
      links.set(client, openLink(client, result.devid, result.device));
      done(null, true);
    });
  };

  const authorizeSubscribe: AedesOptions['authorizeSubscribe'] = (client, subscription, done) => {
    const link = links.get(client);
    const allowed = link !== undefined && subscription.topic === topicOf(link.devid, 'commands');
    if (!allowed) log.debug({ devid: link?.devid, topic: subscription.topic }, 'subscription refused');
    done(null, allowed ? subscription : null);
  };

  const authorizePublish: AedesOptions['authorizePublish'] = (client, packet, done) => {
    const link = client ? links.get(client) : undefined;
    if (!link) done(new Error('not authorized'));
    else if (stopping && isWill(link.client, packet)) done(new Error('stopping'));
    else handlePublish(options, backpressure, link, packet, done);
  };

  const aedes = new Aedes({
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A device that does not read its commands is disconnected.
    drainTimeout: 10_000,
    maxInflightInbound: 32,
    maxTopicLevels: 8,
    queueLimit: 64,
    preConnect,
    authenticate,
    authorizeSubscribe,
    authorizePublish,
  });
  await aedes.listen();

  aedes.on('clientError', (client, err) => {
    log.debug({ devid: client.id, reason: err.message }, 'device connection ended');
  });
  aedes.on('connectionError', (_client, err) => {
    log.debug({ reason: err.message }, 'connection ended before sign-in');
  });
  aedes.on('clientReady', (client) => {
    const link = links.get(client);
    if (link) backpressure.pauseIfOverloaded(link);
  });

  function openLink(client: Client, devid: string, device: BrokerDevice): Link {
    const link = newLink(client, devid, device, options.rate);
    backpressure.open(link);
    connections.inc();
    client.conn.once('close', () => {
      backpressure.close(link);
      connections.dec();
    });
    return link;
  }

  const sweep = new Repeated(
    {
      work: schedule.mqtt_keepalives,
      services: { log },
      failure: 'keepalives of MQTT connections could not be refreshed',
    },
    async () => {
      backpressure.refreshKeepalives();
      takeovers.removeOld();
    },
  );
  sweep.start();

  const handle: Broker['handle'] = (connection, origin) => {
    origins.set(connection, origin);
    connected.add(connection);
    connection.once('close', () => connected.delete(connection));
    readWhole(connection);
    limitPacketSize(aedes.handle(connection), MAX_PACKET_BYTES);
  };
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) =>
    handle(socket, { address: socket.remoteAddress ?? '' }),
  );

  return {
    handle,
    bus: createEmbeddedBus(aedes),
    stats: () => backpressure.stats,
    listen: async (host, port) => {
      const { port: open } = await listenOn(server, { host, port, backlog: BACKLOG }, (err) =>
        log.error({ err }, 'the MQTT port failed'),
      );
      return open;
    },
    async stop() {
      stopping = true;
      await sweep.stop();
      const closed = closeServer(server);
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const connection of connected) connection.destroy();
      await closed;
    },
  };
}
