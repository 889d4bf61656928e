import { AppError } from '../../../platform/errors.ts';

const MAX_WAITING = 20;

/** Runs work on one key in order; refuses more than twenty waiting. */
export class KeyedQueue {
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @throws tooMany when the queue is full */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) throw new AppError('tooMany', { retryAfter_s: 5 });
    queue.length += 1;
    this.#queues.set(key, queue);
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(key);
    }
  }
}
