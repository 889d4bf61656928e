/** The MQTT side of one device: its connection, frames in transit, and commands. */
import {
  type CommandMessage,
  type Frame,
  type ReplyMessage,
  type StateMessage,
  topicOf,
} from '@voltloop/protocol';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import { Backoff } from './backoff.ts';
import { readCommand } from './commands.ts';
import type { Credentials } from './config.ts';
import type { Store, StoredFrame } from './store.ts';

export interface UplinkOptions {
  url: string;
  ca?: Buffer;
  devid: string;
  credentials: Credentials;
  store: Store;
  log: Logger;
  now_ms: () => number;
  state: () => StateMessage;
  onCommand: (command: CommandMessage) => void;
  backoff?: Backoff;
}

/** Limits of messages in transit, and of frames in one of back-fill. */
const IN_FLIGHT = 4;
const BATCH = 20;
/** A frame that was not sent within this time is no longer live. */
const LIVE_MS = 15_000;
const CONNECT_TIMEOUT_MS = 20_000;
/** Timeout for a broker that does not accept the last message. */
const STOP_TIMEOUT_MS = 2000;
/** Codes of CONNACK for wrong credentials, MQTT 3.1.1. */
const REFUSED = new Set([4, 5]);

export class Uplink {
  readonly #options: UplinkOptions;
  readonly #backoff: Backoff;
  readonly #topics: Record<'telemetry' | 'state' | 'commands' | 'replies' | 'upgrade', string>;
  #client: MqttClient | null = null;
  #ready = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Ids of frames in transit over the current connection. */
  #inFlight = new Set<number>();
  #messages = 0;
  #lastError = '';

  constructor(options: UplinkOptions) {
    const { devid } = options;
    this.#options = options;
    this.#backoff = options.backoff ?? new Backoff(1000, 60_000);
    this.#topics = {
      telemetry: topicOf(devid, 'telemetry'),
      state: topicOf(devid, 'state'),
      commands: topicOf(devid, 'commands'),
      replies: topicOf(devid, 'replies'),
      upgrade: topicOf(devid, 'upgrade'),
    };
  }

  start(): void {
    if (this.#client || this.#stopped) return;
    const { url, ca, devid, credentials, log } = this.#options;
    // Reconnecting is implemented here, with backoff: the library would always wait the same time, and would send frames
    // of the previous connection as live ones again.
    const client = mqtt.connect(url, {
      clientId: devid,
      username: devid,
      ...(credentials.secret === undefined ? {} : { password: credentials.secret }),
      ...(credentials.cert ? { cert: credentials.cert, key: credentials.key } : {}),
      ...(ca ? { ca } : {}),
      clean: true,
      keepalive: 60,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      will: { topic: this.#topics.state, payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
    });
    this.#client = client;
    client.on('connect', () => this.#onConnect(client));
    client.on('message', (_topic, payload) => this.#onMessage(payload));
    client.on('error', (error: Error & { code?: unknown }) => {
      const refused = typeof error.code === 'number' && REFUSED.has(error.code);
      this.#logError(refused ? 'the broker refuses the device id or its secret' : error.message);
    });
    client.on('close', () => {
      if (client !== this.#client) return;
      if (this.#ready) log.warn({ devid }, 'the connection to the broker is lost');
      this.#drop();
      if (this.#stopped) return;
      this.#timer = setTimeout(() => this.start(), this.#backoff.next());
    });
  }

  /** Sends stored frames. Call it after a frame was stored. */
  send(): void {
    if (!this.#ready || this.#stopped) return;
    const { store, now_ms } = this.#options;
    // The current frame first, before older ones.
    const newest = store.newest();
    if (newest && !this.#inFlight.has(newest.id) && isLive(newest.frame, now_ms()))
      this.#publish([newest], now_ms());
    let after = 0;
    while (this.#messages < IN_FLIGHT) {
      // Those in transit are among the oldest, so that enough others remain.
      const waiting = store
        .oldest(BATCH + this.#inFlight.size, after)
        .filter(({ id }) => !this.#inFlight.has(id));
      const batch = waiting.slice(0, BATCH);
      if (batch.length === 0) return;
      after = batch.at(-1)?.id ?? after;
      this.#publish(batch, now_ms());
    }
  }

  /** Publishes the state again after a change. */
  publishState(): void {
    if (!this.#ready) return;
    const payload = JSON.stringify(this.#options.state());
    this.#client?.publish(this.#topics.state, payload, { qos: 1, retain: true });
  }

  reply(reply: ReplyMessage): void {
    if (this.#ready) this.#client?.publish(this.#topics.replies, JSON.stringify(reply), { qos: 1 });
  }

  refuseUpgrade(job: string): void {
    const message = { job, state: 'failed', error: 'hardware' };
    if (this.#ready) this.#client?.publish(this.#topics.upgrade, JSON.stringify(message), { qos: 1 });
  }

  /** Publishes offline; never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    if (!client) return;
    // The server treats a frame as a sign of life: frames in transit are sent before the offline state.
    const end_ms = performance.now() + STOP_TIMEOUT_MS;
    while (this.#ready && this.#messages > 0 && performance.now() < end_ms) await delay(20);
    if (this.#ready) {
      const payload = JSON.stringify({ online: false, ts: this.#options.now_ms() });
      const published = client.publishAsync(this.#topics.state, payload, { qos: 1, retain: true });
      await Promise.race([published.catch(() => undefined), delay(STOP_TIMEOUT_MS)]);
      await Promise.race([client.endAsync().catch(() => undefined), delay(STOP_TIMEOUT_MS)]);
    }
    this.#drop();
  }

  #onConnect(client: MqttClient): void {
    const { devid, log } = this.#options;
    client.subscribe(this.#topics.commands, { qos: 1 }, (error) => {
      if (client !== this.#client) return;
      if (error) {
        this.#logError(`commands cannot be subscribed: ${error.message}`);
        client.end(true);
        return;
      }
      log.info({ devid, waiting: this.#options.store.size }, 'connected to the broker');
      this.#lastError = '';
      this.#backoff.reset();
      // Only now: the server sends a pending command as soon as it receives the online state.
      this.#ready = true;
      this.publishState();
      this.send();
    });
  }

  #onMessage(payload: Uint8Array): void {
    const command = readCommand(payload);
    if (command) this.#options.onCommand(command);
    else this.#options.log.warn({ devid: this.#options.devid }, 'a command that cannot be read');
  }

  #publish(batch: readonly StoredFrame[], now_ms: number): void {
    const client = this.#client;
    if (!client) return;
    const frames = batch.map(({ frame }): Frame => ({ ...frame, q: isLive(frame, now_ms) ? 0 : 1 }));
    const ids = batch.map(({ id }) => id);
    for (const id of ids) this.#inFlight.add(id);
    this.#messages += 1;
    const payload = JSON.stringify(frames.length === 1 ? frames[0] : frames);
    client.publish(this.#topics.telemetry, payload, { qos: 1 }, (error) => {
      // From a previous connection: the frames are stored again, and perhaps in transit over the current one.
      if (client !== this.#client) return;
      this.#messages -= 1;
      for (const id of ids) this.#inFlight.delete(id);
      if (error) return;
      this.#options.store.remove(ids);
      this.send();
    });
  }

  #logError(message: string): void {
    if (message !== this.#lastError)
      this.#options.log.error({ devid: this.#options.devid }, `no connection to the broker: ${message}`);
    this.#lastError = message;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    this.#ready = false;
    this.#messages = 0;
    this.#inFlight.clear();
    if (!client) return;
    client.removeAllListeners('message');
    client.end(true);
  }
}

const isLive = (frame: Frame, now_ms: number): boolean => now_ms - frame.ts <= LIVE_MS;

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());
