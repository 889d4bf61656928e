import { Counter, Gauge, Histogram } from 'prom-client';
import type { Work } from './schedule.ts';
import type { Services } from './services.ts';
import { traced } from './tracing/spans.ts';

export interface RoundsOptions {
  /** Name of its span. Work polled more often than every ten seconds creates spans only when it finds work. */
  span?: string;
  /** From the {@link schedule}. */
  work: Work;
  /** Without `config` it starts on each node; without `clockWatch` it does not wait for a right clock. */
  services: Pick<Services, 'log' | 'clockWatch'> & Partial<Pick<Services, 'config'>>;
  /** The message logged when a round fails; the next one retries. */
  failure: string;
}

const durations = new Histogram({
  name: 'voltloop_periodic_work_seconds',
  help: 'Time of a round of periodic work, by its name.',
  labelNames: ['work'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
});
const lastSuccess = new Gauge({
  name: 'voltloop_periodic_work_last_success_timestamp_seconds',
  help: 'End of the last round that did not fail, by the name of the work.',
  labelNames: ['work'],
});
const failures = new Counter({
  name: 'voltloop_periodic_work_failures_total',
  help: 'Failed rounds, and rows of rounds that failed, by the name of the work.',
  labelNames: ['work'],
});

/** How long a row whose work failed is left out. */
const FAILED_PAUSE_MS = 60_000;

/**
 * Periodic work of a node: never two rounds at once; after a failure the next round retries. It waits while the clock of the
 * host is not trusted.
 */
export abstract class Rounds {
  readonly #options: RoundsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  /** Rows whose work failed, with the time of the next try on the monotonic clock. */
  readonly #failed = new Map<string, number>();

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  protected abstract round(): Promise<void>;

  /**
   * Does the work of one row of a round. An error is logged and ends this row only, so that it stops none of the others.
   * @returns undefined after an error
   */
  protected async row<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (err) {
      this.#fail(id, err);
      return undefined;
    }
  }

  /**
   * Does the work of several rows together, in order. After an error it is repeated with each half, down to the rows that
   * fail alone: their errors are logged, and the others are done.
   * @param work One transaction, or nothing is done when it throws.
   */
  protected async rows<T>(
    ids: readonly string[],
    work: (ids: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    if (ids.length === 0 || this.#stopped) return [];
    try {
      return [...(await work(ids))];
    } catch (err) {
      if (ids.length === 1) {
        this.#fail(ids[0] as string, err);
        return [];
      }
    }
    const half = Math.ceil(ids.length / 2);
    const first = await this.rows(ids.slice(0, half), work);
    return [...first, ...(await this.rows(ids.slice(half), work))];
  }

  /** Ids of rows that failed within the last minute. A query of due rows leaves them out, so that others get their turn. */
  protected get failing(): string[] {
    const now_ms = performance.now();
    for (const [id, until_ms] of this.#failed) if (until_ms <= now_ms) this.#failed.delete(id);
    return [...this.#failed.keys()];
  }

  #fail(id: string, err: unknown): void {
    this.#failed.set(id, performance.now() + FAILED_PAUSE_MS);
    failures.inc({ work: this.#options.work.name });
    this.#options.services.log.warn({ err, id }, this.#options.failure);
  }

  /** Whether a long round should end early. */
  protected get stopped(): boolean {
    return this.#stopped;
  }

  /** Starts on nodes that have the role of the work. */
  start(): void {
    const { work, services } = this.#options;
    if (work.role !== 'every' && services.config?.roles.has(work.role) === false) return;
    this.#timer = setInterval(() => {
      if (!this.#running) void this.run();
    }, work.every_ms);
    this.#timer.unref();
    if (work.isDoneAtStart) void this.run();
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
      if (this.#options.services.clockWatch?.isPaused()) return;
      const { span, work } = this.#options;
      const end = durations.startTimer({ work: work.name });
      try {
        await (span ? traced(span, { root: true }, () => this.round()) : this.round());
        lastSuccess.setToCurrentTime({ work: work.name });
      } catch (err) {
        failures.inc({ work: work.name });
        this.#options.services.log.warn({ err }, this.#options.failure);
      }
      end();
    } while (this.#again && !this.#stopped);
  }
}

/** {@link Rounds} of one function. */
export class Repeated extends Rounds {
  readonly #work: () => Promise<unknown>;

  constructor(options: RoundsOptions, work: () => Promise<unknown>) {
    super(options);
    this.#work = work;
  }

  protected override async round(): Promise<void> {
    await this.#work();
  }
}
