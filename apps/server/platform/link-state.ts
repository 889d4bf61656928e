import { STUCK_MS } from './write-progress.ts';

const RETRY_MS = { first: 500, most: 15_000 };
/** A connection that ends sooner than this does not count: two nodes with one name replace each other. */
const STANDS_MS = 2000;

/** Whether a reconnecting link works, and how long to wait before the next attempt. */
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

  /** The link ended or failed to open; returns the wait, ms, with jitter so that nodes spread. */
  down(cause: string): number {
    this.stop();
    this.#cause = cause;
    this.#downSince_ms ??= performance.now();
    const wait_ms = this.#wait_ms;
    this.#wait_ms = Math.min(wait_ms * 2, RETRY_MS.most);
    return Math.round(wait_ms * (0.75 + Math.random() / 2));
  }

  /** Why it was down for {@link STUCK_MS}; null while it works. */
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
