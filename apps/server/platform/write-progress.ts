import { type WriteFailure, writeFailure } from './store-errors.ts';

/** Data waiting longer than this for a write is stuck, ms. */
export const STUCK_MS = 10_000;

export type StuckCause = WriteFailure | 'store_slow';

/** Whether waiting data gets written: recorded by the writer, read by `/readyz`. */
export class WriteProgress {
  readonly #waitingSince_ms: () => number | null;
  #written_ms = 0;
  #failure: WriteFailure | null = null;

  /** `waitingSince_ms` returns since when the oldest item has been waiting; null when none waits. */
  constructor(waitingSince_ms: () => number | null) {
    this.#waitingSince_ms = waitingSince_ms;
  }

  written(now_ms: number): void {
    this.#written_ms = now_ms;
    this.#failure = null;
  }

  failed(error: unknown): void {
    this.#failure = writeFailure(error);
  }

  /** Why nothing was written for {@link STUCK_MS} while data waited; null while it works. */
  stuck(now_ms: number): StuckCause | null {
    const waiting_ms = this.#waitingSince_ms();
    if (waiting_ms === null || now_ms - Math.max(waiting_ms, this.#written_ms) < STUCK_MS) return null;
    return this.#failure ?? 'store_slow';
  }
}
