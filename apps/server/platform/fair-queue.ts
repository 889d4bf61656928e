import { AppError } from './errors.ts';

export interface FairQueueLimits {
  /** Concurrent work, all keys together. */
  atOnce: number;
  /** Concurrent work of one key. */
  atOncePerKey: number;
  /** Queued work of one key; more is refused. */
  waitingPerKey: number;
  /** The error when the queue is full; that of files by default. */
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
 * Bounded work for many accounts: each has its own queue, and free places are assigned round-robin. A caller with a
 * hundred pieces delays only itself.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** In round-robin order. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Running work. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs `work` once `key` gets a place.
   * @param signal Ends the wait; work that has started must check it itself.
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
      // Move it behind all others.
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
