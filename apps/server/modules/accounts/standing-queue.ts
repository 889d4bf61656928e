import { AppError } from '../../platform/errors.ts';

/** `known`: somebody with a session, or who has signed in from this address before. `unknown`: anybody. */
export type Standing = 'known' | 'unknown';

/** While both wait, one of so many places goes to `unknown`. */
const EVERY_NTH = 4;

/**
 * Runs costly work, a few at once. `known` and `unknown` wait in queues of their own, so that a flood of strangers
 * costs those who are known at most the work that is running.
 */
export class StandingQueue {
  readonly #atOnce: Readonly<Record<Standing, number>>;
  readonly #most: Readonly<Record<Standing, number>>;
  readonly #waiting: Record<Standing, (() => void)[]> = { known: [], unknown: [] };
  readonly #running: Record<Standing, number> = { known: 0, unknown: 0 };
  #started = 0;

  /**
   * @param atOnce How much runs in all, and how many of these places `unknown` may take.
   * @param most How many may wait; more are refused.
   */
  constructor(atOnce: { all: number; unknown: number }, most: Readonly<Record<Standing, number>>) {
    this.#atOnce = { known: atOnce.all, unknown: atOnce.unknown };
    this.#most = most;
  }

  /** @throws tooMany when nobody of this standing may wait any more */
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

  /** {@link run} for the rest of something that has begun: it waits however many there are. */
  async finish<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
    if (this.#hasPlace(standing)) this.#running[standing] += 1;
    // A released place goes to the next in the queue, already counted.
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
