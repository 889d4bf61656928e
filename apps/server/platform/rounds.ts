import type { Services } from './services.ts';
import { traced } from './tracing/spans.ts';

export interface RoundsOptions {
  /** Of its span. Work that is looked for more often than every ten seconds has spans of its own, where there is some. */
  span?: string;
  every_ms: number;
  log: Services['log'];
  /** The message logged when a round fails; the next one retries. */
  failure: string;
}

/** Periodic work of a node: never two rounds at once; after a failure the next round retries. */
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

  /** A long round ends early when this is true. */
  protected get stopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#running) void this.run();
    }, this.#options.every_ms);
    this.#timer.unref();
  }

  /** Runs a round now; a call during a round queues one more. @returns when the last of them has ended */
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
