import { AppError } from '../../platform/errors.ts';

const MAX_WAITING = 20;

/** Work on one key goes one after the other; more than twenty in the line are sent away. */
export class KeyedQueue {
  readonly #lines = new Map<string, { last: Promise<unknown>; length: number }>();

  /** @throws tooMany when the line is full */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MAX_WAITING) throw new AppError('tooMany', { retryAfter_s: 5 });
    line.length += 1;
    this.#lines.set(key, line);
    const mine = line.last.then(work);
    line.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(key);
    }
  }
}
