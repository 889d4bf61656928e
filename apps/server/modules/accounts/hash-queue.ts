import { AppError } from '../../platform/errors.ts';

/** `known`: somebody with a session, or who has signed in from this address before. `unknown`: anybody. */
export type Standing = 'known' | 'unknown';

/** While both wait, one of so many places goes to `unknown`. */
const EVERY_NTH = 4;

/**
 * Runs costly work, a few at once. `known` and `unknown` wait in queues of their own, so that a flood of strangers
 * costs those who are known at most the work that is running.
 */
export class HashQueue {
  readonly #atOnce: number;
  readonly #most: Readonly<Record<Standing, number>>;
  readonly #waiting: Record<Standing, (() => void)[]> = { known: [], unknown: [] };
  #running = 0;
  #started = 0;

  /** @param most How many may wait; more are refused. */
  constructor(atOnce: number, most: Readonly<Record<Standing, number>>) {
    this.#atOnce = atOnce;
    this.#most = most;
  }

  /** @throws tooMany when the queue is full */
  async run<T>(standing: Standing, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else {
      const queue = this.#waiting[standing];
      if (queue.length >= this.#most[standing]) throw new AppError('tooMany', { retryAfter_s: 3 });
      await new Promise<void>((go) => queue.push(go));
    }
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #next(): (() => void) | undefined {
    const { known, unknown } = this.#waiting;
    const first = ++this.#started % EVERY_NTH === 0 ? unknown : known;
    return first.shift() ?? known.shift() ?? unknown.shift();
  }
}
