import { AppError } from '../../../platform/errors.ts';

/** `known`: a caller with a session, or who has signed in from this address before. `unknown`: any other. */
export type Standing = 'known' | 'unknown';

/** While both wait, every nth place goes to `unknown`. */
const EVERY_NTH = 4;

/**
 * Runs a few expensive operations at a time. `known` and `unknown` wait in separate queues, so that a flood of
 * unknown callers delays known ones at most by the operations that are running.
 */
export class StandingQueue {
  readonly #atOnce: Readonly<Record<Standing, number>>;
  readonly #most: Readonly<Record<Standing, number>>;
  readonly #waiting: Record<Standing, (() => void)[]> = { known: [], unknown: [] };
  readonly #running: Record<Standing, number> = { known: 0, unknown: 0 };
  #started = 0;

  /**
   * @param atOnce How many may run, and how many of them may be `unknown`.
   * @param most How many may wait; more are refused.
   */
  constructor(atOnce: { all: number; unknown: number }, most: Readonly<Record<Standing, number>>) {
    this.#atOnce = { known: atOnce.all, unknown: atOnce.unknown };
    this.#most = most;
  }

  /** @throws tooMany when no more of this standing may wait */
  refuseWhenFull(standing: Standing): void {
    if (!this.#hasPlace(standing) && this.#waiting[standing].length >= this.#most[standing]) {
      throw new AppError('tooMany', { retryAfter_s: 3 });
    }
  }

  /** @throws tooMany when the queue is full */
  async run<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
    this.refuseWhenFull(standing);
    return this.finish(standing, work);
  }

  /** {@link run} for the rest of an operation that has started: waits regardless of the queue's length. */
  async finish<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
    if (this.#hasPlace(standing)) this.#running[standing] += 1;
    // A released place passes to the next in the queue, already counted.
    else await new Promise<void>((go) => this.#waiting[standing].push(go));
    try {
      return await work();
    } finally {
      this.#running[standing] -= 1;
      this.#startNext();
    }
  }

  #hasPlace(standing: Standing): boolean {
    const { known, unknown } = this.#running;
    return known + unknown < this.#atOnce.known && (standing === 'known' || unknown < this.#atOnce.unknown);
  }

  #startNext(): void {
    const order: Standing[] = ++this.#started % EVERY_NTH === 0 ? ['unknown', 'known'] : ['known', 'unknown'];
    const standing = order.find((each) => this.#waiting[each].length > 0 && this.#hasPlace(each));
    if (!standing) return;
    this.#running[standing] += 1;
    this.#waiting[standing].shift()?.();
  }
}
