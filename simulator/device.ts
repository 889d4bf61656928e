/** One simulated device over real MQTT. It has no timer: the fleet calls `tick` about once a second. */
import {
  type CommandMessage,
  type EventMessage,
  type Frame,
  type ReplyMessage,
  topicOf,
  type UpgradeMessage,
  type UpgradeParams,
} from '@voltloop/protocol';
import mqtt, { type MqttClient } from 'mqtt';
import {
  applyCommand,
  drainEvents,
  restart,
  type System,
  stateMessage,
  step,
  toFrames,
} from './fleet/index.ts';
import { Outbox } from './outbox.ts';
import { placeOn, type Route } from './route.ts';
import { Upgrader, type UpgraderOptions } from './upgrade.ts';

const IN_FLIGHT = 16;
const BATCH = 20;
const BATCHES_IN_FLIGHT = 2;
const MAX_REPLIES = 50;
const MAX_EVENTS = 100;
/** Timeout for a broker that does not acknowledge the disconnect. */
const STOP_TIMEOUT_MS = 2000;
/**
 * After a start the first report waits up to this long for the connection, so that it arrives as live and not as
 * back-fill.
 */
const FIRST_REPORT_MS = 15_000;
/** How long the last message may take before the connection is cut. */
const LAST_MESSAGE_MS = 300;
/** How often a moving device reports its position. */
const POSITION_EVERY_MS = 30_000;
/** How long a restart takes. */
const RESTART_MS = 3000;

export interface DeviceOptions {
  url: string;
  secret: string;
  system: System;
  /** Time of the simulated world. */
  now_ms: () => number;
  /** Route of the vehicle, for a mobile device. */
  route?: Route;
  /** Limit of frames stored while offline: two thousand are a day and a half at one a minute. */
  outbox_limit?: number;
  /** Mean time between connection attempts, ms; each device has its own between half and one and a half of it. */
  reconnect_ms?: number;
  /** Source and signer of firmware; without them it supports no upgrades. */
  firmware?: Pick<UpgraderOptions, 'httpUrl' | 'publicKey' | 'pace'>;
  log?: (message: string) => void;
}

export interface DeviceStats {
  connected: boolean;
  /** Counts of frames passed to the broker, and of those acknowledged. */
  sent: number;
  acknowledged: number;
  waiting: number;
  dropped: number;
  commands: number;
}

export class SimulatedDevice {
  readonly system: System;
  /** Set by scenarios: hold frames back, send back-fill newest first, send it twice. */
  readonly delivery = { hold: false, newestFirst: false, twice: false };
  readonly #options: DeviceOptions;
  readonly #topics: Record<'telemetry' | 'state' | 'events' | 'commands' | 'replies' | 'upgrade', string>;
  /** Null without support for upgrades. */
  readonly upgrader: Upgrader | null;
  readonly #outbox: Outbox;
  readonly #replies = new Map<string, ReplyMessage>();
  #client: MqttClient | null = null;
  /** Frames in transit: returned to the outbox when the connection is cut on purpose. */
  #inFlight = new Set<readonly Frame[]>();
  #batches = 0;
  #events: EventMessage[] = [];
  #ready = false;
  #isCut = false;
  /** Real time at which a restart completes. */
  #restarted_ms = 0;
  /** Simulated time of the last start. */
  #started_ms = 0;
  /** Simulated time of the last reported position. */
  #position_ms = 0;
  #sent = 0;
  #acknowledged = 0;
  #commands = 0;

  constructor(options: DeviceOptions) {
    const { devid } = options.system.spec;
    this.#options = options;
    this.system = options.system;
    this.#outbox = new Outbox(options.outbox_limit ?? 2000);
    this.#topics = {
      telemetry: topicOf(devid, 'telemetry'),
      state: topicOf(devid, 'state'),
      events: topicOf(devid, 'events'),
      commands: topicOf(devid, 'commands'),
      replies: topicOf(devid, 'replies'),
      upgrade: topicOf(devid, 'upgrade'),
    };
    const { system, secret, firmware } = options;
    this.upgrader = firmware
      ? new Upgrader({
          ...firmware,
          system,
          secret,
          report: (message) => this.#sendUpgrade(message),
          restart: () => this.#startNewFirmware(),
        })
      : null;
  }

  get devid(): string {
    return this.system.spec.devid;
  }

  stats(): DeviceStats {
    return {
      connected: this.#ready,
      sent: this.#sent,
      acknowledged: this.#acknowledged,
      waiting: this.#outbox.size,
      dropped: this.#outbox.dropped,
      commands: this.#commands,
    };
  }

  /** Connects, and reconnects after each connection loss. */
  start(): void {
    if (this.#client) return;
    this.#started_ms = this.#options.now_ms();
    const { url, secret, reconnect_ms = 5000 } = this.#options;
    const client = mqtt.connect(url, {
      clientId: this.devid,
      username: this.devid,
      password: secret,
      clean: true,
      keepalive: 60,
      connectTimeout: 20_000,
      // A delay per device, so that a fleet does not reconnect in one wave after the broker was unreachable.
      reconnectPeriod: Math.round(reconnect_ms * (0.5 + this.system.traits.phase)),
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic: this.#topics.state, payload: Buffer.from('{"online":false}'), qos: 1, retain: true },
    });
    this.#client = client;
    client.on('connect', () => this.#onConnect(client));
    client.on('message', (_topic, payload) => this.#onCommand(payload));
    client.on('close', () => {
      this.#ready = false;
    });
    client.on('error', (error) => this.#options.log?.(`${this.devid}: ${error.message}`));
  }

  /** Advances the system to now and sends due frames. */
  tick(): void {
    if (this.#restarted_ms > 0 && Date.now() >= this.#restarted_ms) {
      this.#restarted_ms = 0;
      if (!this.#isCut) this.start();
    }
    const now_ms = this.#options.now_ms();
    const { state } = this.system;
    const connecting = this.#client !== null && !this.#ready && now_ms - this.#started_ms < FIRST_REPORT_MS;
    if (connecting && state.next_status_ms === 0) return;
    for (;;) {
      const due_ms = Math.max(state.t_ms, Math.min(state.next_status_ms, state.next_pack_ms));
      if (due_ms > now_ms) break;
      // The first report of a start is due immediately, not at the end of the last run.
      const at_ms = state.next_status_ms === 0 ? now_ms : due_ms;
      step(this.system, (at_ms - state.t_ms) / 1000, at_ms);
      this.#send(toFrames(this.system, at_ms));
      this.#sendEvents();
    }
    this.#sendBacklog();
    if (this.#options.route && this.#ready && now_ms - this.#position_ms >= POSITION_EVERY_MS)
      this.#publishState();
  }

  /** Cuts the connection without notice, so that the broker sends the last will; until {@link restoreConnection}. */
  cutConnection(): void {
    this.#isCut = true;
    this.upgrader?.powerOff();
    this.#drop();
  }

  restoreConnection(): void {
    if (!this.#isCut) return;
    this.#isCut = false;
    if (this.#restarted_ms === 0) this.start();
  }

  /** Publishes offline and ends the connection. Never throws; waits at most two seconds for the broker. */
  async stop(): Promise<void> {
    this.upgrader?.powerOff();
    const client = this.#client;
    const wasReady = this.#ready;
    this.#isCut = true;
    this.#client = null;
    this.#ready = false;
    if (!client) return;
    client.removeAllListeners('message');
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, wasReady ? STOP_TIMEOUT_MS : 0);
    const publishOffline = async () => {
      const payload = JSON.stringify({ online: false, ts: this.#options.now_ms() });
      await client.publishAsync(this.#topics.state, payload, { qos: 1, retain: true });
      await client.endAsync();
    };
    await Promise.race([wasReady ? publishOffline().catch(() => undefined) : undefined, timeout.promise]);
    clearTimeout(timer);
    await client.endAsync(true).catch(() => undefined);
  }

  #onConnect(client: MqttClient): void {
    client.subscribe(this.#topics.commands, { qos: 1 }, (error) => {
      if (error || client !== this.#client) return;
      // Only now: the server sends a pending command as soon as it receives the online state.
      this.#ready = true;
      this.#publishState();
      this.upgrader?.powerOn();
      // Before the frames: an event begins when it began, not with the first frame that has its bit.
      this.#sendEvents();
      this.tick();
    });
  }

  #publishState(): void {
    const { route } = this.#options;
    const now_ms = this.#options.now_ms();
    const message = stateMessage(this.system, now_ms);
    if (route) {
      const { lat, lon } = placeOn(this.system.spec.place, route, now_ms);
      Object.assign(message, { E_LAT: lat, E_LON: lon, E_ACC: 10 });
      this.#position_ms = now_ms;
    }
    this.#client?.publish(this.#topics.state, JSON.stringify(message), { qos: 1, retain: true });
  }

  #send(frames: Frame[]): void {
    for (const frame of frames) {
      if (this.#ready && !this.delivery.hold && this.#inFlight.size < IN_FLIGHT) this.#publish([frame]);
      else this.#outbox.keep([frame]);
    }
  }

  #sendBacklog(): void {
    while (this.#ready && !this.delivery.hold && this.#outbox.size > 0 && this.#batches < BATCHES_IN_FLIGHT) {
      const batch = this.#outbox.take(BATCH, this.delivery.newestFirst);
      this.#batches += 1;
      this.#publish(batch, () => {
        this.#batches -= 1;
        this.#sendBacklog();
      });
      if (this.delivery.twice) this.#publish(batch);
    }
  }

  #publish(frames: readonly Frame[], after?: () => void): void {
    const client = this.#client;
    if (!client) return;
    const message = [...frames];
    this.#inFlight.add(message);
    this.#sent += message.length;
    const payload = JSON.stringify(message.length === 1 ? message[0] : message);
    client.publish(this.#topics.telemetry, payload, { qos: 1 }, (error) => {
      // After a cut connection the message is already back in the outbox.
      if (!this.#inFlight.delete(message)) return;
      if (error) this.#outbox.keep(message);
      else this.#acknowledged += message.length;
      after?.();
    });
  }

  #sendEvents(): void {
    this.#events.push(...drainEvents(this.system));
    if (this.#events.length > MAX_EVENTS) this.#events.splice(0, this.#events.length - MAX_EVENTS);
    if (!this.#ready) return;
    for (const event of this.#events.splice(0)) {
      this.#client?.publish(this.#topics.events, JSON.stringify(event), { qos: 1 });
    }
  }

  #onCommand(payload: Buffer): void {
    const command = readCommand(payload);
    if (!command) {
      this.#options.log?.(`${this.devid}: a command that cannot be read`);
      return;
    }
    if (this.#handleUpgrade(command)) return;
    const known = this.#replies.get(command.id);
    if (known) {
      this.#reply(known);
      return;
    }
    // The server set the expiry by its own clock, so it is checked against real time even when the simulated world lags
    // behind.
    if (command.expires < Date.now()) return;
    this.#commands += 1;
    if (this.upgrader?.installing && (command.cmd === 'set_config' || command.cmd === 'reset')) {
      this.#reply({ id: command.id, ok: false, error: 'not while upgrading', device_time: Date.now() });
      return;
    }
    this.#runToNow();
    const outcome = applyCommand(this.system, command, this.system.state.t_ms);
    this.#replies.set(command.id, outcome.reply);
    if (this.#replies.size > MAX_REPLIES) this.#replies.delete(this.#replies.keys().next().value as string);
    this.#reply(outcome.reply, outcome.restarted ? () => this.#restart() : undefined);
    this.#send(outcome.frames);
    this.#sendEvents();
  }

  /** An upgrade is answered by its progress, not by a reply; a repeated id means resume. */
  #handleUpgrade({ cmd, params, expires }: CommandMessage): boolean {
    const { upgrader } = this;
    if (!upgrader || (cmd !== 'upgrade' && cmd !== 'upgrade_cancel')) return false;
    const { job } = params as { job?: unknown };
    if (typeof job !== 'string' || expires < Date.now()) return true;
    this.#commands += 1;
    if (cmd === 'upgrade') upgrader.begin(params as unknown as UpgradeParams);
    else upgrader.cancel(job);
    return true;
  }

  #sendUpgrade(message: UpgradeMessage): void {
    this.system.upgrading = message.state === 'installing';
    // Messages on a broken connection are lost: the server asks for them again.
    if (this.#ready) this.#client?.publish(this.#topics.upgrade, JSON.stringify(message), { qos: 1 });
  }

  /** The new firmware starts: a new boot, a new connection, and a state message with the new version. */
  #startNewFirmware(): void {
    this.#runToNow();
    restart(this.system, this.system.state.t_ms);
    setTimeout(() => this.#restart(), LAST_MESSAGE_MS).unref();
  }

  #reply(reply: ReplyMessage, after?: () => void): void {
    this.#client?.publish(this.#topics.replies, JSON.stringify(reply), { qos: 1 }, () => after?.());
  }

  #restart(): void {
    this.#drop();
    this.#restarted_ms = Date.now() + RESTART_MS;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = null;
    this.#ready = false;
    this.#batches = 0;
    for (const message of this.#inFlight) this.#outbox.keep(message);
    this.#inFlight.clear();
    if (!client) return;
    client.removeAllListeners('message');
    client.end(true);
  }

  #runToNow(): void {
    const { state } = this.system;
    const now_ms = Math.max(state.t_ms, this.#options.now_ms());
    step(this.system, (now_ms - state.t_ms) / 1000, now_ms);
  }
}

/** The command in a payload, null when invalid. */
function readCommand(payload: Buffer): CommandMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(payload.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, cmd, params, expires } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof cmd !== 'string' || typeof expires !== 'number') return null;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  return { id, cmd, params: isObject ? (params as Record<string, unknown>) : {}, expires };
}
