import { STUCK_MS } from './write-progress.ts';

const RETRY_MS = { first: 500, most: 15_000 };
/** A connection that ends sooner than this has not helped: two that push each other out are no connection. */
const STANDS_MS = 2000;

/** Whether a connection that is made again and again is of use, and how long to wait before the next try. */
export class LinkState {
  #downSince_ms: number | null = performance.now();
  #cause = 'broker_link';
  #wait_ms = RETRY_MS.first;
  #standing: NodeJS.Timeout | null = null;

  /** The link is up; trusted once it has been up for a while. */
  up(): void {
    this.stop();
    this.#standing = setTimeout(() => {
      this.#downSince_ms = null;
      this.#wait_ms = RETRY_MS.first;
    }, STANDS_MS);
    this.#standing.unref();
  }

  /** It ended, or could not be made; gives the time to wait, ms, with some chance in it so that nodes spread. */
  down(cause: string): number {
    this.stop();
    this.#cause = cause;
    this.#downSince_ms ??= performance.now();
    const wait_ms = this.#wait_ms;
    this.#wait_ms = Math.min(wait_ms * 2, RETRY_MS.most);
    return Math.round(wait_ms * (0.75 + Math.random() / 2));
  }

  /** Why it was of no use for {@link STUCK_MS}; null while all is well. */
  cause(): string | null {
    return this.#downSince_ms !== null && performance.now() - this.#downSince_ms >= STUCK_MS
      ? this.#cause
      : null;
  }

  stop(): void {
    if (this.#standing) clearTimeout(this.#standing);
    this.#standing = null;
  }
}
