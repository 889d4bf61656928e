import type { Logger } from 'pino';
import type { Bus } from '../../../platform/bus.ts';

type Listener<T> = (message: T) => void;

interface Watched<T> {
  listeners: Set<Listener<T>>;
  /** Ends the subscription on the bus; a promise because subscribing is asynchronous. */
  unsubscribe: Promise<() => Promise<void>>;
}

/**
 * One subscription on the bus per topic, shared by all watchers and ended with the last. A message is decoded once for
 * all.
 */
export class Topics<T> {
  readonly #bus: Pick<Bus, 'subscribe'>;
  readonly #log: Logger;
  readonly #decode: (topic: string, payload: Buffer) => Promise<T | null>;
  readonly #watched = new Map<string, Watched<T>>();
  /** Unsubscribe calls in progress: the next subscription of the topic waits for them. */
  readonly #unsubscribing = new Map<string, Promise<void>>();

  constructor(
    bus: Pick<Bus, 'subscribe'>,
    log: Logger,
    decode: (topic: string, payload: Buffer) => Promise<T | null>,
  ) {
    this.#bus = bus;
    this.#log = log;
    this.#decode = decode;
  }

  /** Currently subscribed topics. */
  get size(): number {
    return this.#watched.size;
  }

  /** Calls `listener` for each message of `topic`, from when this resolves until `release` is called. */
  async watch(topic: string, listener: Listener<T>): Promise<() => void> {
    // A separate wrapper per call, so that the same listener may watch a topic twice.
    const own: Listener<T> = (message) => listener(message);
    let watched = this.#watched.get(topic);
    if (!watched) {
      watched = { listeners: new Set(), unsubscribe: this.#subscribe(topic) };
      this.#watched.set(topic, watched);
    }
    const mine = watched;
    mine.listeners.add(own);
    const release = () => {
      if (mine.listeners.delete(own) && mine.listeners.size === 0) this.#unsubscribe(topic, mine);
    };
    try {
      await mine.unsubscribe;
    } catch (e) {
      release();
      throw e;
    }
    return release;
  }

  async #subscribe(topic: string): Promise<() => Promise<void>> {
    await this.#unsubscribing.get(topic);
    return this.#bus.subscribe(topic, (t, payload) => void this.#dispatch(topic, t, payload));
  }

  async #dispatch(watchedTopic: string, topic: string, payload: Buffer): Promise<void> {
    if (!this.#watched.has(watchedTopic)) return;
    let message: T | null = null;
    try {
      message = await this.#decode(topic, payload);
    } catch (err) {
      this.#log.warn({ err, topic }, 'a live message could not be read');
    }
    if (message === null) return;
    for (const listener of this.#watched.get(watchedTopic)?.listeners ?? []) {
      try {
        listener(message);
      } catch (err) {
        this.#log.error({ err, topic }, 'a live listener failed');
      }
    }
  }

  #unsubscribe(topic: string, watched: Watched<T>): void {
    if (this.#watched.get(topic) === watched) this.#watched.delete(topic);
    const before = this.#unsubscribing.get(topic);
    const left = (async () => {
      await before;
      const unsubscribe = await watched.unsubscribe.catch(() => null);
      await unsubscribe?.();
    })().catch((err: unknown) => this.#log.warn({ err, topic }, 'a live topic was not unsubscribed'));
    this.#unsubscribing.set(topic, left);
    void left.then(() => {
      if (this.#unsubscribing.get(topic) === left) this.#unsubscribing.delete(topic);
    });
  }
}
