import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseTopic, topicOf, upKinds } from '@voltloop/protocol';
import { Aedes, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Bus } from '../platform/bus.ts';
import { createEmbeddedBus } from '../platform/bus-embedded.ts';
import { AppError } from '../platform/errors.ts';
import { RateLimit } from '../platform/rate-limit.ts';
import type { TenantRates } from '../platform/tenant-rates.ts';
import type { UplinkRouter } from '../platform/uplink.ts';
import { closeServer, listenOn } from '../ports.ts';
import { isWill, limitPacketSize, pauseReading, refreshKeepalive, resumeReading } from './broker-client.ts';
import { messageCost } from './broker-flow.ts';

export interface BrokerOptions {
  /** The device if the secret matches, else null; rejects when it cannot be checked now. */
  authenticate(devid: string, secret: string, address: string): Promise<BrokerDevice | null>;
  /** The device of a verified certificate; null for an unknown id. */
  authenticateCertificate?(devid: string): Promise<BrokerDevice | null>;
  /** Every device must present a certificate; secrets are not sufficient. */
  certificatesOnly?: boolean;
  uplink: UplinkRouter;
  /** Sustained messages per second of one device; bursts of four seconds' worth. */
  rate: number;
  /** Shared limit of all devices of a tenant; unlimited by default. */
  tenantRates?: Pick<TenantRates, 'take'>;
  log: Logger;
  /** Bytes received but not yet delivered, over all devices, above which no connection is read. */
  maxPendingBytes?: number;
}

/** A device that has authenticated. */
export interface BrokerDevice {
  tenantId?: string;
}

/** The peer's address, and the device id of its verified certificate, if any. */
export interface Origin {
  address: string;
  certificate?: string;
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
/** Pending bytes of one device above which it is not read; its socket buffers the rest. */
const MAX_DEVICE_PENDING_BYTES = 512 * 1024;
const MAX_UNREAD_ACK_BYTES = 256 * 1024;
const KEEPALIVE_SWEEP_MS = 5_000;
const FLAPPING = { takeovers: 3, window_ms: 60_000 };
const returnCodes = { unavailable: 3, badCredentials: 4, notAuthorized: 5 };

/** The state of one connection. */
interface Link {
  client: Client;
  devid: string;
  tenantId: string | undefined;
  pendingBytes: number;
  limit: RateLimit;
  /** Delayed messages: while there are any, the device is not read. */
  delayed: number;
  paused: boolean;
  /** Message ids to be acknowledged together. */
  acks: number[];
}

/**
 * The MQTT broker for devices, on Aedes. A device signs in with its id and secret, may only use its own topics, and
 * gets the PUBACK of a QoS 1 message only after the uplink has processed it (for telemetry: after commit).
 */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { uplink, log } = options;
  const maxPending = options.maxPendingBytes ?? 64 * 1024 * 1024;
  const links = new WeakMap<Client, Link>();
  const live = new Set<Link>();
  const origins = new WeakMap<Duplex, Origin>();
  const originOf = (client: Client): Origin => origins.get(client.conn as Duplex) ?? { address: '' };
  const connected = new Set<Duplex>();
  const wills = new WeakMap<Client, ConnectPacket['will']>();
  const takeovers = new Map<string, { count: number; since_ms: number }>();
  let pendingBytes = 0;
  let overloaded = false;
  let stopping = false;

  const aedes = new Aedes({
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A device that does not read its commands is disconnected.
    drainTimeout: 10_000,
    maxInflightInbound: 32,
    maxTopicLevels: 8,
    queueLimit: 64,
    preConnect: (client, packet, done) => {
      // The session id is the device id: a second connection takes over, regardless of its client id. Sessions are
      // clean: the command ledger resends missed commands.
      packet.clientId = originOf(client).certificate ?? packet.username ?? packet.clientId;
      packet.clean = true;
      if (packet.will) wills.set(client, packet.will);
      done(null, true);
    },
    authenticate: (client, username, password, done) => {
      const refuse = (returnCode: number, message: string) => {
        const answer = () => done(Object.assign(new Error(message), { returnCode }), false);
        setTimeout(answer, returnCode === returnCodes.unavailable ? 0 : REFUSAL_DELAY_MS);
      };
      if (stopping) {
        refuse(returnCodes.unavailable, 'stopping');
        return;
      }
      const { address, certificate } = originOf(client);
      const devid = certificate ?? username;
      if (!devid || /[/+#\0]/.test(devid) || (username && username !== devid)) {
        refuse(returnCodes.badCredentials, 'no credentials, or not those of the certificate');
        return;
      }
      if (certificate === undefined && (!password || options.certificatesOnly)) {
        refuse(returnCodes.badCredentials, 'no secret, or no certificate');
        return;
      }
      const device =
        certificate === undefined
          ? options.authenticate(devid, password?.toString('utf8') ?? '', address)
          : (options.authenticateCertificate?.(certificate) ?? Promise.resolve(null));
      device.then(
        (device) => {
          if (!device) {
            refuse(returnCodes.badCredentials, 'unknown device or wrong secret');
            return;
          }
          const will = wills.get(client);
          if (will && will.topic !== topicOf(devid, 'state')) {
            refuse(returnCodes.notAuthorized, 'the will is not on the own state topic');
            return;
          }
          countTakeover(devid);
          links.set(client, newLink(client, devid, device.tenantId));
          done(null, true);
        },
        (err: unknown) => {
          if (err instanceof AppError && err.codeName === 'tooMany') {
            refuse(returnCodes.badCredentials, 'too many wrong secrets');
            return;
          }
          log.warn({ err }, 'device credentials could not be checked');
          refuse(returnCodes.unavailable, 'credentials could not be checked');
        },
      );
    },
    authorizeSubscribe: (client, subscription, done) => {
      const link = links.get(client);
      const allowed = link !== undefined && subscription.topic === topicOf(link.devid, 'commands');
      if (!allowed) log.debug({ devid: link?.devid, topic: subscription.topic }, 'subscription refused');
      done(null, allowed ? subscription : null);
    },
    authorizePublish: (client, packet, done) => {
      const link = client ? links.get(client) : undefined;
      if (!client || !link) {
        done(new Error('not authorized'));
        return;
      }
      handlePublish(link, packet, done);
    },
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
    if (link && overloaded) pause(link);
  });

  function newLink(client: Client, devid: string, tenantId: string | undefined): Link {
    const limit = new RateLimit(options.rate, options.rate * 4);
    const flow = { pendingBytes: 0, limit, delayed: 0, paused: false, acks: [] };
    const link: Link = { client, devid, tenantId, ...flow };
    live.add(link);
    connections.inc();
    client.conn.once('close', () => {
      live.delete(link);
      connections.dec();
    });
    return link;
  }

  /** Two devices with one id disconnect each other endlessly: logged once a minute. */
  function countTakeover(devid: string): void {
    const clients = (aedes as unknown as { clients: Record<string, unknown> }).clients;
    if (!clients[devid]) return;
    const now = Date.now();
    const seen = takeovers.get(devid);
    if (!seen || now - seen.since_ms > FLAPPING.window_ms) {
      takeovers.set(devid, { count: 1, since_ms: now });
    } else if (++seen.count === FLAPPING.takeovers) {
      log.warn({ devid }, 'two connections with the credentials of one device disconnect each other');
    }
  }

  /** Checks one message and delivers it; `done` lets Aedes acknowledge it. */
  function handlePublish(link: Link, packet: PublishPacket, done: (e?: Error | null) => void): void {
    const topic = parseTopic(packet.topic);
    const will = isWill(link.client, packet);
    if (!topic || topic.devid !== link.devid || !upKinds.includes(topic.kind)) {
      log.debug({ devid: link.devid, topic: packet.topic }, 'publish refused');
      done(new Error('not authorized'));
      return;
    }
    if (will && stopping) {
      done(new Error('stopping'));
      return;
    }
    // Only this process subscribes to device topics, and it receives messages at once. Aedes would scan retained
    // messages at each subscription: with 20,000 states that blocked the whole process.
    packet.retain = false;
    const payload = packet.payload as Buffer;
    const bytes = payload.length;
    const deliver = () => {
      const { qos } = packet;
      const committed = uplink.deliver({ devid: link.devid, kind: topic.kind, payload, retained: false });
      if (qos === 0) done(null);
      committed.then(
        () => {
          release(link, bytes);
          if (qos === 1) acknowledge(link, packet);
          if (qos > 0) done(null);
        },
        (err: unknown) => {
          release(link, bytes);
          // Unacknowledged: the device resends it after its connection has ended.
          log.warn({ err, devid: link.devid, kind: topic.kind }, 'a message was not processed');
          if (qos > 0) done(new Error('not taken'));
        },
      );
    };
    const now_ms = Date.now();
    const cost = messageCost(bytes);
    const shared_ms =
      will || !link.tenantId ? 0 : (options.tenantRates?.take(link.tenantId, cost, now_ms) ?? 0);
    if (shared_ms === 'refused') {
      // Unacknowledged: the device resends it after its connection has ended.
      done(new Error('the tenant exceeds its rate limit'));
      return;
    }
    addPending(link, bytes);
    const delay_ms = Math.max(shared_ms, will ? 0 : link.limit.take(cost, now_ms));
    if (delay_ms <= 0) {
      deliver();
      return;
    }
    link.delayed++;
    pause(link);
    setTimeout(() => {
      link.delayed--;
      deliver();
      resumeIfFree(link);
    }, delay_ms);
  }

  /**
   * Writes the PUBACK without Aedes: a commit releases thousands of messages at once, and one write for each
   * connection costs a tenth of Aedes' three writes for each message. For Aedes the message has QoS 0 from here; only
   * this process subscribes to messages of devices.
   */
  function acknowledge(link: Link, packet: PublishPacket): void {
    packet.qos = 0;
    link.acks.push(packet.messageId ?? 0);
    if (link.acks.length > 1) return;
    process.nextTick(() => {
      const ids = link.acks.splice(0);
      const bytes = Buffer.allocUnsafe(ids.length * 4);
      ids.forEach((id, i) => {
        bytes.writeUInt16BE(0x4002, i * 4);
        bytes.writeUInt16BE(id, i * 4 + 2);
      });
      const { conn } = link.client;
      // A device that sends but never reads is disconnected.
      if (conn.writableLength > MAX_UNREAD_ACK_BYTES) conn.destroy();
      else if (conn.writable) conn.write(bytes);
    });
  }

  function addPending(link: Link, bytes: number): void {
    link.pendingBytes += bytes;
    pendingBytes += bytes;
    if (link.pendingBytes > MAX_DEVICE_PENDING_BYTES) pause(link);
    if (!overloaded && pendingBytes > maxPending) {
      overloaded = true;
      log.warn({ pendingBytes }, 'the store is slower than the devices: reading pauses');
      for (const l of live) pause(l);
    }
  }

  function release(link: Link, bytes: number): void {
    link.pendingBytes -= bytes;
    pendingBytes -= bytes;
    if (overloaded && pendingBytes < maxPending / 2) {
      overloaded = false;
      log.info('reading resumes');
      for (const l of live) resumeIfFree(l);
    } else {
      resumeIfFree(link);
    }
  }

  function pause(link: Link): void {
    link.paused = true;
    pauseReading(link.client);
  }

  function resumeIfFree(link: Link): void {
    if (!link.paused || overloaded || link.delayed > 0) return;
    if (link.pendingBytes > MAX_DEVICE_PENDING_BYTES / 2) return;
    link.paused = false;
    if (live.has(link)) resumeReading(link.client);
  }

  const sweep = setInterval(() => {
    for (const link of live) {
      if (link.paused || link.pendingBytes > 0) refreshKeepalive(link.client);
    }
    const old = Date.now() - FLAPPING.window_ms;
    for (const [devid, seen] of takeovers) if (seen.since_ms < old) takeovers.delete(devid);
  }, KEEPALIVE_SWEEP_MS);
  sweep.unref();

  const handle: Broker['handle'] = (connection, origin) => {
    origins.set(connection, origin);
    connected.add(connection);
    connection.once('close', () => connected.delete(connection));
    limitPacketSize(aedes.handle(connection), MAX_PACKET_BYTES);
  };
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) =>
    handle(socket, { address: socket.remoteAddress ?? '' }),
  );

  return {
    handle,
    bus: createEmbeddedBus(aedes),
    stats: () => ({ connections: live.size, pendingBytes, readingPaused: overloaded }),
    listen: async (host, port) => {
      const { port: open } = await listenOn(server, { host, port, backlog: BACKLOG }, (err) =>
        log.error({ err }, 'the MQTT port failed'),
      );
      return open;
    },
    async stop() {
      stopping = true;
      clearInterval(sweep);
      const closed = closeServer(server);
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const connection of connected) connection.destroy();
      await closed;
    },
  };
}
