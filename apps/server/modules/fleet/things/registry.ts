import { createHash, timingSafeEqual } from 'node:crypto';
import type { DeviceRow } from './store.ts';

/** A device, or null for an unknown one. */
interface Entry {
  device: DeviceRow | null;
  secretHash?: Buffer;
}
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

  /** Changes with every invalidation. */
  get generation(): number {
    return this.#generation;
  }

  constructor(load: Loader, listening: () => boolean) {
    this.#load = load;
    this.#listening = listening;
  }

  /** Many callers share the row. */
  async byDevid(devid: string): Promise<Readonly<DeviceRow> | null> {
    return (this.#cached(devid) ?? (await this.#query(devid))).device;
  }

  /** The device if the secret matches. An unknown device costs the same comparison. */
  async authenticate(devid: string, secret: string): Promise<Readonly<DeviceRow> | null> {
    const { device, secretHash } = this.#cached(devid) ?? (await this.#query(devid));
    const given = createHash('sha256').update(secret).digest();
    const matches = timingSafeEqual(given, secretHash ?? Buffer.alloc(given.length));
    return matches ? device : null;
  }

  invalidate(devid: string): void {
    this.#generation += 1;
    this.#entries.delete(devid);
  }

  invalidateAll(): void {
    this.#generation += 1;
    this.#entries.clear();
  }

  #cached(devid: string): Entry | undefined {
    const known = this.#entries.get(devid);
    if (!known) return undefined;
    const ttl = !this.#listening() ? TTL_UNNOTIFIED_MS : known.entry.device ? TTL_MS : TTL_UNKNOWN_MS;
    return performance.now() - known.at_ms < ttl ? known.entry : undefined;
  }

  #query(devid: string): Promise<Entry> {
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
      const found = new Map(
        rows.map(({ devid, secretHash, ...device }): [string, Entry] => [devid, { device, secretHash }]),
      );
      for (const [devid, waiting] of batch) {
        const entry = found.get(devid) ?? { device: null };
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
