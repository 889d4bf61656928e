import { AppError } from './errors.ts';

export interface FairQueueLimits {
  /** Pieces of work that run at once, of all keys together. */
  atOnce: number;
  /** Of one key. */
  atOncePerKey: number;
  /** That wait, of one key; more are refused. */
  waitingPerKey: number;
  /** What is thrown then, where the work is not that of files. */
  refusal?: () => AppError;
}

interface Waiter {
  start: () => void;
}

interface Lane {
  running: number;
  waiting: Waiter[];
}

/**
 * Bounded work for many accounts: each has a queue of its own, and a place that becomes free goes to the accounts in
 * turn. A caller with a hundred pieces delays only itself.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Pieces that run now. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs `work` when it is the turn of `key`.
   * @param signal Gives up waiting; work that has begun looks at it itself.
   * @throws tooMany when too many of this key wait; the reason of the signal
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (this.#isFree(lane)) this.#take(lane);
    else await this.#turn(key, lane, signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      lane.running -= 1;
      this.#forget(key, lane);
      this.#next();
    }
  }

  #isFree({ running }: Lane): boolean {
    return this.#running < this.#limits.atOnce && running < this.#limits.atOncePerKey;
  }

  #take(lane: Lane): void {
    this.#running += 1;
    lane.running += 1;
  }

  #turn(key: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.waiting.length >= this.#limits.waitingPerKey) throw (this.#limits.refusal ?? tooManyFiles)();
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        this.#forget(key, lane);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      lane.waiting.push(waiter);
    });
  }

  #forget(key: string, { running, waiting }: Lane): void {
    if (running === 0 && waiting.length === 0) this.#lanes.delete(key);
  }

  #next(): void {
    for (const [key, lane] of this.#lanes) {
      if (this.#running >= this.#limits.atOnce) return;
      if (lane.waiting.length === 0 || !this.#isFree(lane)) continue;
      this.#take(lane);
      // Its next turn comes after everybody else's.
      this.#lanes.delete(key);
      this.#lanes.set(key, lane);
      lane.waiting.shift()?.start();
      return;
    }
  }
}

function tooManyFiles(): AppError {
  const message = 'Too many files at once; wait until some are done';
  return new AppError('tooMany', {
    message,
    retryAfter_s: 5,
    fields: [{ path: 'file', key: 'upload.tooManyAtOnce', message }],
  });
}
