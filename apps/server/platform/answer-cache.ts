import { LRUCache } from 'lru-cache';

/** Limit of cached answers; the oldest ones are unlikely to be requested again soon. */
const MAX_ENTRIES = 1000;
const TTL_MS = 30_000;

/** Caches answers for half a minute; concurrent callers share one query. */
export class AnswerCache<Answer> {
  readonly #clock: () => Date;
  readonly #kept = new LRUCache<string, { until_ms: number; answer: Promise<Answer> }>({ max: MAX_ENTRIES });

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** @param key Everything that the answer depends on, including the things that the caller sees */
  get(key: string, make: (now_ms: number) => Promise<Answer>): Promise<Answer> {
    const now_ms = this.#clock().getTime();
    const known = this.#kept.get(key);
    if (known && known.until_ms > now_ms) return known.answer;
    const fresh = { until_ms: now_ms + TTL_MS, answer: make(now_ms) };
    this.#kept.set(key, fresh);
    fresh.answer.catch(() => {
      if (this.#kept.peek(key) === fresh) this.#kept.delete(key);
    });
    return fresh.answer;
  }
}
