import type { Services } from './services.ts';
import { traced } from './tracing/spans.ts';

export interface RoundsOptions {
  /** Name of its span. Work polled more often than every ten seconds creates spans only when it finds work. */
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

  /** Whether a long round should end early. */
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

  /** There is work: runs a round now, between start and stop. */
  wake(): void {
    if (this.#timer) void this.run();
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
