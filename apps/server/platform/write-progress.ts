import { type WriteFailure, writeFailure } from './store-errors.ts';

/** What waits for a write longer than this is stuck, ms. */
export const STUCK_MS = 10_000;

export type StuckCause = WriteFailure | 'store_slow';

/** Whether what waits to be written gets written: noted by who writes, asked by `/readyz`. */
export class WriteProgress {
  readonly #waitingSince_ms: () => number | null;
  #written_ms = 0;
  #failure: WriteFailure | null = null;

  /** `waitingSince_ms`: since when the oldest waiting item waits; null when none does. */
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

  /** Why nothing was written for {@link STUCK_MS} while something waited; null while all is well. */
  stuck(now_ms: number): StuckCause | null {
    const waiting_ms = this.#waitingSince_ms();
    if (waiting_ms === null || now_ms - Math.max(waiting_ms, this.#written_ms) < STUCK_MS) return null;
    return this.#failure ?? 'store_slow';
  }
}
