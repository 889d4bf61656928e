import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseTopic, topicOf, upKinds } from '@voltloop/protocol';
import mqttPacket, { type Packet } from 'mqtt-packet';
import type { Logger } from 'pino';
import { LinkState } from './link-state.ts';
import { NotAccepting } from './not-accepting.ts';
import type { Running } from './services.ts';
import type { UplinkRouter } from './uplink.ts';

export interface UplinkSubscriberOptions {
  /** The broker: mqtt or mqtts, with credentials that may read every device's topics. */
  url: string;
  uplink: UplinkRouter;
  log: Logger;
  /** Name of this node's session at the broker: unique, and the same after a kill. */
  node: string;
  /** How long a stop waits for messages in progress; 10 s by default. */
  drain_ms?: number;
  /** How long a subscription may deliver not even the node's own messages; 20 s by default. */
  silent_ms?: number;
}

export interface UplinkSubscription extends Running {
  /** Why the broker could not be read for a while; null while it works. */
  cause(): string | null;
}

/** Maximum unacknowledged messages. */
const RECEIVE_MAXIMUM = 10_000;
const MAX_PACKET_BYTES = 256 * 1024;
/** Received but unprocessed bytes above which the socket is not read (QoS 0 has no acknowledgement). */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/**
 * How long the broker keeps this node's share of the messages after the node was killed. An orderly stop ends the
 * session; the share of a node removed without one waits that long.
 */
const SESSION_EXPIRY_S = 24 * 3600;
const DRAIN_MS = 10_000;
const KEEPALIVE_S = 30;

/**
 * Each node sends itself a message as a device would, the only way to detect a broker whose rules withhold device
 * messages. No device id contains `~`.
 */
const probeTopic = (node: string) => topicOf(`~${node}`, 'telemetry');
const isProbe = (devid: string) => devid.startsWith('~');
const SILENT_MS = 20_000;
/** Messages to itself within that time. */
const PROBES = 4;

const topicFilters = upKinds.map((kind) => `$share/voltloop/things/+/${kind}`);

/**
 * Reads device messages from an external MQTT 5 broker, through a subscription shared by all ingest nodes. A QoS 1
 * message is acknowledged only after the uplink has processed it, with thousands in progress at once; the broker
 * redelivers unacknowledged ones, to this session or another. mqtt.js processes messages one at a time, so the
 * protocol is implemented here.
 */
export async function startUplinkSubscriber(options: UplinkSubscriberOptions): Promise<UplinkSubscription> {
  const subscriber = new UplinkSubscriber(options);
  await subscriber.start();
  return subscriber;
}

class UplinkSubscriber implements UplinkSubscription {
  readonly #o: UplinkSubscriberOptions;
  #connection: Connection | null = null;
  #reconnect: NodeJS.Timeout | null = null;
  readonly #state = new LinkState();
  #stopped = false;

  constructor(options: UplinkSubscriberOptions) {
    this.#o = options;
  }

  /** Resolves when the first subscription is active; an unreachable broker is retried without limit. */
  start(): Promise<void> {
    return new Promise((resolve) => this.#open(resolve));
  }

  #open(subscribed: () => void): void {
    const name = `voltloop-ingest-${this.#o.node}`;
    this.#connection = new Connection(this.#o, name, {
      subscribed: () => {
        this.#state.up();
        this.#o.log.info({ session: name }, 'reading device messages from the broker');
        subscribed();
      },
      closed: (reason) => {
        this.#connection = null;
        if (this.#stopped) return;
        const wait_ms = this.#state.down('broker_link');
        this.#o.log.warn({ reason, wait_ms }, 'the connection to the broker ended; retrying');
        this.#reconnect = setTimeout(() => this.#open(subscribed), wait_ms);
      },
    });
  }

  cause(): string | null {
    return this.#state.cause() ?? (this.#connection?.receivesNothing() ? 'broker_rights' : null);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#state.stop();
    if (this.#reconnect) clearTimeout(this.#reconnect);
    await this.#connection?.end(this.#o.drain_ms ?? DRAIN_MS);
  }
}

interface Callbacks {
  subscribed(): void;
  closed(reason: string): void;
}

/** One connection, from CONNECT to its end. */
class Connection {
  readonly #o: UplinkSubscriberOptions;
  readonly #callbacks: Callbacks;
  readonly #socket: Socket;
  readonly #ping: NodeJS.Timeout;
  #probe: NodeJS.Timeout | null = null;
  /** The time of the last read: a message, or the active subscription without messages. */
  #lastRead_ms = performance.now();
  readonly #silent_ms: number;
  #reason = 'closed';
  #alive = true;
  #pendingBytes = 0;
  #pending = 0;
  #drained: (() => void) | null = null;
  readonly #ended: Promise<void>;

  constructor(options: UplinkSubscriberOptions, clientId: string, callbacks: Callbacks) {
    this.#o = options;
    this.#silent_ms = options.silent_ms ?? SILENT_MS;
    this.#callbacks = callbacks;
    const url = new URL(options.url);
    const tls = url.protocol === 'mqtts:';
    const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (tls ? 8883 : 1883)) };
    this.#socket = tls ? connectTls({ ...at, servername: at.host }) : connectTcp(at);
    this.#socket.setNoDelay(true);
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    parser.on('packet', (packet: Packet) => this.#packet(packet));
    parser.on('error', (e: unknown) => this.#fail(`unreadable packet: ${(e as Error).message}`));
    this.#socket.on('data', (chunk: Buffer) => {
      this.#alive = true;
      parser.parse(chunk);
    });
    this.#socket.on('error', (e) => {
      this.#reason = e.message;
    });
    this.#socket.on(tls ? 'secureConnect' : 'connect', () => {
      this.#send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 5,
        clientId,
        clean: false,
        keepalive: KEEPALIVE_S,
        ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
        ...(url.password ? { password: Buffer.from(decodeURIComponent(url.password)) } : {}),
        properties: {
          sessionExpiryInterval: SESSION_EXPIRY_S,
          receiveMaximum: RECEIVE_MAXIMUM,
          maximumPacketSize: MAX_PACKET_BYTES,
        },
      });
    });
    this.#ping = setInterval(() => {
      // Without reading, an answer could not be seen.
      if (!this.#alive && !this.#socket.isPaused()) {
        this.#fail('the broker is silent');
        return;
      }
      this.#alive = false;
      this.#send({ cmd: 'pingreq' });
    }, KEEPALIVE_S * 1000);
    this.#ended = new Promise((resolve) => {
      this.#socket.once('close', () => {
        clearInterval(this.#ping);
        if (this.#probe) clearInterval(this.#probe);
        callbacks.closed(this.#reason);
        resolve();
      });
    });
  }

  #packet(packet: Packet): void {
    if (packet.cmd === 'connack') this.#connected(packet.reasonCode ?? 0);
    else if (packet.cmd === 'suback') this.#subscribed(packet.granted.map(Number));
    else if (packet.cmd === 'publish') this.#handlePublish(packet);
    else if (packet.cmd === 'disconnect') {
      this.#fail(`the broker ended the session with reason code ${packet.reasonCode}`);
    }
  }

  #connected(reasonCode: number): void {
    if (reasonCode !== 0) {
      this.#fail(`refused with reason code ${reasonCode}`);
      return;
    }
    this.#send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [...topicFilters, probeTopic(this.#o.node)].map((topic) => ({ topic, qos: 1 })),
    });
  }

  #subscribed(granted: number[]): void {
    const refused = granted.find((code) => code >= 0x80);
    if (refused === undefined) {
      this.#callbacks.subscribed();
      this.#lastRead_ms = performance.now();
      this.#sendProbe();
      this.#probe = setInterval(() => this.#sendProbe(), this.#silent_ms / PROBES);
    } else this.#fail(`subscription refused with reason code ${refused}`);
  }

  /** Whether the subscription is active, but does not even deliver our own messages. */
  receivesNothing(): boolean {
    return this.#probe !== null && performance.now() - this.#lastRead_ms > this.#silent_ms;
  }

  #sendProbe(): void {
    this.#send({
      cmd: 'publish',
      topic: probeTopic(this.#o.node),
      payload: '',
      qos: 0,
      dup: false,
      retain: false,
    });
  }

  #handlePublish(packet: Packet & { cmd: 'publish' }): void {
    const topic = parseTopic(packet.topic);
    const acknowledge = () => {
      if (packet.qos > 0) this.#send({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
    };
    this.#lastRead_ms = performance.now();
    // An empty retained message clears the one that the broker stores: it says nothing about the device.
    const clears = packet.payload.length === 0;
    if (!topic || isProbe(topic.devid) || clears) {
      acknowledge();
      return;
    }
    const payload = packet.payload as Buffer;
    this.#pending++;
    this.#pendingBytes += payload.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#socket.pause();
    const release = () => {
      this.#pending--;
      this.#pendingBytes -= payload.length;
      if (this.#socket.isPaused() && this.#pendingBytes < MAX_PENDING_BYTES / 2) this.#socket.resume();
    };
    this.#o.uplink.deliver({ ...topic, payload, retained: packet.retain }).then(
      () => {
        release();
        acknowledge();
        if (this.#pending === 0) this.#drained?.();
      },
      (err: unknown) => {
        release();
        if (!(err instanceof NotAccepting))
          this.#o.log.warn({ err, kind: topic.kind }, 'a message was not processed');
        // A broker redelivers it only on a new connection.
        if (packet.qos > 0) this.#fail('a message was not processed');
      },
    );
  }

  #send(packet: Packet): void {
    if (this.#socket.writable) mqttPacket.writeToStream(packet, this.#socket, { protocolVersion: 5 });
  }

  #fail(reason: string): void {
    if (this.#socket.destroyed) return;
    this.#reason = reason;
    this.#socket.destroy();
  }

  /**
   * Stops reading, waits for messages in progress, and ends the session, so that the other nodes get its share. With
   * messages still unprocessed after `drain_ms` the session is kept, and they are redelivered when this node returns.
   */
  async end(drain_ms: number): Promise<void> {
    this.#send({
      cmd: 'unsubscribe',
      messageId: 2,
      unsubscriptions: [...topicFilters, probeTopic(this.#o.node)],
    });
    if (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
        setTimeout(resolve, drain_ms).unref();
      });
    }
    const expiry = this.#pending > 0 ? SESSION_EXPIRY_S : 0;
    this.#send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: expiry } });
    this.#socket.end();
    const late = setTimeout(() => this.#socket.destroy(), 1000);
    await this.#ended;
    clearTimeout(late);
  }
}
