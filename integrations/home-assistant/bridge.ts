import { type Thing, type VoltloopClient, VoltloopError } from '@voltloop/client';
import { type Broker, connectBroker } from './broker.ts';
import { applyUpdate, type Energy, energyOf, isOnline, noEnergy, stateOf } from './device-state.ts';
import { discoveryOf } from './discovery.ts';
import type { Settings } from './settings.ts';
import { type Topics, topicsOf } from './topics.ts';

/** Far more than the devices of any home. */
const MAX_DEVICES = 9999;
/** Devices per query for counters: the API's limit. */
const DEVICES_PER_QUERY = 200;

export interface BridgeOptions {
  /** How long the server may be unreachable before entities are unavailable, ms. */
  grace_ms?: number;
  reconnect_ms?: number;
  log?: (message: string) => void;
}

/** Why a bridge has ended for good: `message` is for its operator. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly reason: 'token' | 'broker';

  constructor(reason: 'token' | 'broker', message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Known {
  thing: Thing;
  energy: Energy;
}

/** Publishes the batteries that a token can see to Home Assistant, and keeps their states current. */
export class Bridge {
  readonly #client: VoltloopClient;
  readonly #settings: Settings;
  readonly #topics: Topics;
  readonly #options: Required<BridgeOptions>;
  /** Null until the devices were read for the first time. */
  #known: Map<string, Known> | null = null;
  /** Retained configurations of the broker. */
  readonly #configured = new Set<string>();
  /** Last published message, by topic. */
  readonly #published = new Map<string, string>();
  #broker: Broker | undefined;
  #isServerReachable = false;
  #unavailableTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshing: Promise<void> | undefined;
  #lastFailure = '';

  constructor(client: VoltloopClient, settings: Settings, options: BridgeOptions = {}) {
    this.#client = client;
    this.#settings = settings;
    this.#topics = topicsOf(settings);
    this.#options = { grace_ms: 60_000, reconnect_ms: 5000, log: () => {}, ...options };
  }

  /** Runs until the signal is aborted. @throws BridgeError when the token or the broker's password is refused */
  async run(signal: AbortSignal): Promise<void> {
    const { log, reconnect_ms } = this.#options;
    const end = new AbortController();
    const both = AbortSignal.any([signal, end.signal]);
    this.#broker = connectBroker(
      this.#settings.broker,
      {
        will: { topic: this.#topics.bridge, payload: 'offline' },
        subscribe: this.#topics.anyConfig,
        reconnect_ms,
      },
      {
        log,
        onConnect: () => this.#publishAll(),
        onMessage: (topic, payload) => this.#onConfiguration(topic, payload),
        onRefused: ({ message }) =>
          end.abort(new BridgeError('broker', `The broker refuses the user name or password: ${message}`)),
      },
    );
    const timer = setInterval(() => void this.#refresh(end), this.#settings.refresh_ms);
    try {
      await this.#follow(both, end);
    } catch (error) {
      if (signal.aborted) return;
      throw reasonOf(end.signal.aborted ? end.signal.reason : error);
    } finally {
      end.abort();
      clearInterval(timer);
      clearTimeout(this.#unavailableTimer);
      await this.#broker.stop({ topic: this.#topics.bridge, payload: 'offline' });
    }
  }

  async #follow(signal: AbortSignal, end: AbortController): Promise<void> {
    for await (const message of this.#client.live({ scope: 'fleet' }, { signal })) {
      if (message.event === 'connected') {
        this.#options.log(message.data.first ? 'Connected to Voltloop' : 'Connected to Voltloop again');
        await this.#refresh(end);
        signal.throwIfAborted();
      } else if (message.event === 'disconnected') this.#onServerLost(message.data.error);
      else if (message.event === 'state')
        for (const update of message.data.things) {
          const known = this.#known?.get(update.devid);
          if (!known) continue;
          known.thing = applyUpdate(known.thing, update);
          this.#publishDevice(known);
        }
    }
  }

  /** Reads devices and counters again, one call at a time. A refused token ends the bridge. */
  #refresh(end: AbortController): Promise<void> {
    this.#refreshing ??= this.#read(end.signal)
      .then(() => {
        if (!end.signal.aborted) this.#onServerReached();
      })
      .catch((error: unknown) => {
        if (isFinal(error)) end.abort(error);
        else if (!end.signal.aborted)
          this.#failed(`The devices could not be read: ${(error as Error).message}`);
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #read(signal: AbortSignal): Promise<void> {
    // In one page: a device that moved between two pages would be considered removed.
    const query = { page_size: MAX_DEVICES, sort: 'devid', order: 'asc' } as const;
    const { list: things, total } = await this.#client.call('listThings', { query }, { signal });
    if (total > things.length) this.#failed(`Only ${things.length} of ${total} devices are shown`);
    const before = this.#known;
    const known = new Map(
      things.map((thing) => [thing.devid, { thing, energy: before?.get(thing.devid)?.energy ?? noEnergy() }]),
    );
    await this.#readEnergy(known, signal);
    this.#known = known;
    for (const devid of new Set([...(before?.keys() ?? []), ...this.#configured]))
      if (!known.has(devid)) this.#remove(devid);
    for (const each of known.values()) this.#publishDevice(each);
  }

  async #readEnergy(known: Map<string, Known>, signal: AbortSignal): Promise<void> {
    const all = [...known.keys()];
    for (let at = 0; at < all.length; at += DEVICES_PER_QUERY) {
      const query = { devids: all.slice(at, at + DEVICES_PER_QUERY) };
      for (const { devid, ...counters } of await this.#client.call('energyCounters', { query }, { signal })) {
        const device = known.get(devid);
        if (device) device.energy = energyOf(counters, device.energy);
      }
    }
  }

  #publishDevice({ thing, energy }: Known): void {
    const { devid } = thing;
    const { language } = this.#settings;
    this.#publish(
      this.#topics.config(devid),
      JSON.stringify(discoveryOf(thing, this.#topics, this.#settings)),
    );
    this.#publish(this.#topics.availability(devid), isOnline(thing) ? 'online' : 'offline');
    this.#publish(this.#topics.state(devid), JSON.stringify(stateOf(thing, energy, language)));
  }

  /** An empty configuration removes the device from Home Assistant, and an empty message its states from the broker. */
  #remove(devid: string): void {
    this.#options.log(`${devid} is no longer visible and is removed from Home Assistant`);
    this.#configured.delete(devid);
    for (const topic of [
      this.#topics.config(devid),
      this.#topics.availability(devid),
      this.#topics.state(devid),
    ]) {
      this.#published.delete(topic);
      this.#broker?.retain(topic, '');
    }
  }

  #publish(topic: string, payload: string): void {
    if (this.#published.get(topic) === payload) return;
    this.#published.set(topic, payload);
    this.#broker?.retain(topic, payload);
  }

  /** The broker may have lost its retained messages, and has sent the last will. */
  #publishAll(): void {
    for (const [topic, payload] of this.#published) this.#broker?.retain(topic, payload);
  }

  /** Configurations retained by the broker, including those of an earlier run. */
  #onConfiguration(topic: string, payload: string): void {
    const devid = this.#topics.devidOf(topic);
    if (devid === undefined || payload === '') return;
    this.#configured.add(devid);
    if (this.#known && !this.#known.has(devid)) this.#remove(devid);
  }

  #onServerReached(): void {
    clearTimeout(this.#unavailableTimer);
    this.#unavailableTimer = undefined;
    this.#isServerReachable = true;
    this.#lastFailure = '';
    this.#publish(this.#topics.bridge, 'online');
  }

  /** Without the server states become stale: after a while they are unavailable. */
  #onServerLost(error: unknown): void {
    this.#failed(
      `Voltloop cannot be reached${error instanceof Error ? `: ${error.message}` : ''}. Trying again.`,
    );
    if (!this.#isServerReachable) this.#publish(this.#topics.bridge, 'offline');
    else
      this.#unavailableTimer ??= setTimeout(() => {
        this.#isServerReachable = false;
        this.#publish(this.#topics.bridge, 'offline');
      }, this.#options.grace_ms);
  }

  #failed(message: string): void {
    if (message !== this.#lastFailure) this.#options.log(message);
    this.#lastFailure = message;
  }
}

/** Errors that a retry cannot fix: the token has expired, or lacks permission. */
function isFinal(error: unknown): boolean {
  return error instanceof VoltloopError && (error.status === 401 || error.status === 403);
}

function reasonOf(error: unknown): unknown {
  if (!(error instanceof VoltloopError) || !isFinal(error)) return error;
  const why =
    error.status === 401
      ? 'The API token does not work any more: it has ended, was revoked, or the password of its account was changed. Create another and set VOLTLOOP_TOKEN.'
      : `The API token may not read devices (${error.message}). Create one for calls of the portal and set VOLTLOOP_TOKEN.`;
  return new BridgeError('token', why);
}
