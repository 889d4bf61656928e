import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeviceRow } from './store.ts';

type Entry = (DeviceRow & { secretHash: Buffer }) | null;
type Loader = (
  devids: readonly string[],
) => Promise<readonly (DeviceRow & { devid: string; secretHash: Buffer })[]>;

/** Lifetime of a cache entry while notices arrive, and while they may be missed. */
const TTL_MS = 10 * 60_000;
const TTL_UNNOTIFIED_MS = 2000;
/** An unknown devid is queried again soon: a node whose notice is in transit may just have registered it. */
const TTL_UNKNOWN_MS = 2000;
const MAX_ENTRIES = 250_000;
const BATCH_MAX = 1000;

interface Waiting {
  resolve(entry: Entry): void;
  reject(error: unknown): void;
}

/**
 * A cache of devices for ingest, which looks them up thousands of times a second. Lookups during a query are combined in
 * the next query, so a fleet that connects at once costs hundreds of queries, not a hundred thousand.
 */
export class Registry {
  readonly #load: Loader;
  readonly #listening: () => boolean;
  readonly #entries = new Map<string, { entry: Entry; at_ms: number }>();
  #waiting = new Map<string, Waiting[]>();
  #isLoading = false;
  /** Counts invalidations: an answer in flight during one is returned but not cached. */
  #generation = 0;

  constructor(load: Loader, listening: () => boolean) {
    this.#load = load;
    this.#listening = listening;
  }

  async byDevid(devid: string): Promise<DeviceRow | null> {
    return withoutSecret(await this.#get(devid));
  }

  /** The device if the secret matches. An unknown device costs the same comparison. */
  async authenticate(devid: string, secret: string): Promise<DeviceRow | null> {
    const entry = await this.#get(devid);
    const given = createHash('sha256').update(secret).digest();
    const matches = timingSafeEqual(given, entry?.secretHash ?? Buffer.alloc(given.length));
    return matches ? withoutSecret(entry) : null;
  }

  invalidate(devid: string): void {
    this.#generation += 1;
    this.#entries.delete(devid);
  }

  invalidateAll(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  #get(devid: string): Promise<Entry> {
    const known = this.#entries.get(devid);
    if (known) {
      const ttl = !this.#listening() ? TTL_UNNOTIFIED_MS : known.entry ? TTL_MS : TTL_UNKNOWN_MS;
      if (performance.now() - known.at_ms < ttl) return Promise.resolve(known.entry);
    }
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(devid);
      if (others) others.push({ resolve, reject });
      else this.#waiting.set(devid, [{ resolve, reject }]);
      if (!this.#isLoading) {
        this.#isLoading = true;
        setImmediate(() => void this.#loadAll());
      }
    });
  }

  async #loadAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = new Map([...this.#waiting].slice(0, BATCH_MAX));
      for (const devid of batch.keys()) this.#waiting.delete(devid);
      await this.#loadBatch(batch);
    }
    this.#isLoading = false;
  }

  async #loadBatch(batch: ReadonlyMap<string, Waiting[]>): Promise<void> {
    const generation = this.#generation;
    try {
      const rows = await this.#load([...batch.keys()]);
      const found = new Map(rows.map(({ devid, ...entry }) => [devid, entry]));
      for (const [devid, waiting] of batch) {
        const entry = found.get(devid) ?? null;
        if (generation === this.#generation) this.#cache(devid, entry);
        for (const w of waiting) w.resolve(entry);
      }
    } catch (e) {
      for (const waiting of batch.values()) for (const w of waiting) w.reject(e);
    }
  }

  #cache(devid: string, entry: Entry): void {
    this.#entries.delete(devid);
    this.#entries.set(devid, { entry, at_ms: performance.now() });
    if (this.#entries.size > MAX_ENTRIES) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }
}

function withoutSecret(entry: Entry): DeviceRow | null {
  if (!entry) return null;
  const { secretHash: _, ...device } = entry;
  return device;
}
