import { LRUCache } from 'lru-cache';

export interface NoticedCacheOptions<V> {
  /** Limit of entries; the least recently used one is dropped. */
  max: number;
  /** Whether change notices currently arrive. */
  isNotified: () => boolean;
  /** How long a value is valid without a notice about it; 0 for not at all. */
  life_ms(value: V, isNotified: boolean): number;
}

/**
 * Values of the database that are valid until a notice about them arrives. Concurrent callers of a key share one query.
 * A query that was pending during a notice about its key may return stale data: nobody else shares it, and it is not
 * cached.
 */
export class NoticedCache<K extends string | number, V> {
  readonly #options: NoticedCacheOptions<V>;
  readonly #load: (key: K) => Promise<V>;
  readonly #entries: LRUCache<K, { value: V; at_ms: number }>;
  readonly #loading = new Map<K, Promise<V>>();
  #generation = 0;

  constructor(load: (key: K) => Promise<V>, options: NoticedCacheOptions<V>) {
    this.#load = load;
    this.#options = options;
    this.#entries = new LRUCache({ max: options.max });
  }

  /** Changes with every invalidation. */
  get generation(): number {
    return this.#generation;
  }

  /** Number of entries, for tests. */
  get size(): number {
    return this.#entries.size;
  }

  async get(key: K): Promise<V> {
    const entry = this.#entries.get(key);
    if (entry && performance.now() - entry.at_ms < this.#life_ms(entry.value)) return entry.value;
    const loading = this.#loading.get(key);
    if (loading) return loading;
    const started = this.#load(key);
    this.#loading.set(key, started);
    try {
      const value = await started;
      if (this.#loading.get(key) === started && this.#life_ms(value) > 0)
        this.#entries.set(key, { value, at_ms: performance.now() });
      return value;
    } finally {
      if (this.#loading.get(key) === started) this.#loading.delete(key);
    }
  }

  forget(key: K): void {
    this.#generation += 1;
    this.#loading.delete(key);
    this.#entries.delete(key);
  }

  /** Also makes every pending query stale, because its value is not known yet. */
  forgetWhere(isOutdated: (value: V) => boolean): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const [key, { value }] of this.#entries.entries()) if (isOutdated(value)) this.#entries.delete(key);
  }

  forgetAll(): void {
    this.#generation += 1;
    this.#loading.clear();
    this.#entries.clear();
  }

  #life_ms(value: V): number {
    return this.#options.life_ms(value, this.#options.isNotified());
  }
}
