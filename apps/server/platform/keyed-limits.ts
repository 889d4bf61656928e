import { RateLimit } from './rate-limit.ts';

const IDLE_MS = 60_000;

/** A {@link RateLimit} per key. Those that were not used for so long that their burst is whole again are dropped. */
export class KeyedLimits {
  readonly #rate_per_s: number;
  readonly #burst: number;
  readonly #idle_ms: number;
  readonly #limits = new Map<string, { limit: RateLimit; used_ms: number }>();
  #sweptAt_ms = 0;

  constructor(rate_per_s: number, burst: number) {
    this.#rate_per_s = rate_per_s;
    this.#burst = burst;
    this.#idle_ms = Math.max(IDLE_MS, (burst / rate_per_s) * 1000);
  }

  /** Number of keys in memory, for tests. */
  get size(): number {
    return this.#limits.size;
  }

  /** Takes units of a key: 0, or the ms after which to retry; then nothing is taken. */
  takeNow(key: string, cost: number, now_ms: number): number {
    if (now_ms - this.#sweptAt_ms > this.#idle_ms) {
      this.#sweptAt_ms = now_ms;
      for (const [each, { used_ms }] of this.#limits)
        if (now_ms - used_ms > this.#idle_ms) this.#limits.delete(each);
    }
    let entry = this.#limits.get(key);
    if (!entry) {
      entry = { limit: new RateLimit(this.#rate_per_s, this.#burst), used_ms: now_ms };
      this.#limits.set(key, entry);
    }
    entry.used_ms = now_ms;
    return entry.limit.takeNow(cost, now_ms);
  }
}
