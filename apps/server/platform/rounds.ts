import type { Services } from './services.ts';
import { traced } from './tracing/spans.ts';

export interface RoundsOptions {
  /** Of its span. Work that is looked for more often than every ten seconds has spans of its own, where there is some. */
  span?: string;
  every_ms: number;
  log: Services['log'];
  /** Logged where a round fails; the next one tries again. */
  failure: string;
}

/** Work that a node does again and again: never two rounds at once, and a failure leaves it to the next round. */
export abstract class Rounds {
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  protected abstract round(): Promise<void>;

  /** A round that takes long ends early where this is true. */
  protected get stopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#running) void this.run();
    }, this.#options.every_ms);
    this.#timer.unref();
  }

  /** A round now; a call during a round makes one more follow it. @returns when the last of them has ended */
  run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    if (this.#stopped) return Promise.resolve();
    this.#running = this.#rounds().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #rounds(): Promise<void> {
    do {
      this.#again = false;
      try {
        const { span } = this.#options;
        await (span ? traced(span, { root: true }, () => this.round()) : this.round());
      } catch (err) {
        this.#options.log.warn({ err }, this.#options.failure);
      }
    } while (this.#again && !this.#stopped);
  }
}
