import { createHash, timingSafeEqual } from 'node:crypto';
import { NoticedCache } from '../../../platform/noticed-cache.ts';
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

type Waiting = PromiseWithResolvers<Entry>;

/**
 * A cache of devices for ingest, which looks them up thousands of times a second. Lookups during a query are combined in
 * the next query, so a fleet that connects at once costs hundreds of queries, not a hundred thousand.
 */
export class Registry {
  readonly #load: Loader;
  readonly #entries: NoticedCache<string, Entry>;
  #waiting = new Map<string, Waiting>();
  #isLoading = false;

  constructor(load: Loader, isNotified: () => boolean) {
    this.#load = load;
    this.#entries = new NoticedCache((devid) => this.#query(devid), {
      max: MAX_ENTRIES,
      isNotified,
      life_ms: ({ device }, notified) => (notified ? (device ? TTL_MS : TTL_UNKNOWN_MS) : TTL_UNNOTIFIED_MS),
    });
  }

  /** Changes with every invalidation. */
  get generation(): number {
    return this.#entries.generation;
  }

  /** Many callers share the row. */
  async byDevid(devid: string): Promise<Readonly<DeviceRow> | null> {
    return (await this.#entries.get(devid)).device;
  }

  /** The device if the secret matches. An unknown device costs the same comparison. */
  async authenticate(devid: string, secret: string): Promise<Readonly<DeviceRow> | null> {
    const { device, secretHash } = await this.#entries.get(devid);
    const given = createHash('sha256').update(secret).digest();
    const matches = timingSafeEqual(given, secretHash ?? Buffer.alloc(given.length));
    return matches ? device : null;
  }

  invalidate(devid: string): void {
    this.#entries.forget(devid);
  }

  invalidateAll(): void {
    this.#entries.forgetAll();
  }

  #query(devid: string): Promise<Entry> {
    const waiting = this.#waiting.get(devid) ?? Promise.withResolvers<Entry>();
    this.#waiting.set(devid, waiting);
    if (!this.#isLoading) {
      this.#isLoading = true;
      setImmediate(() => void this.#loadAll());
    }
    return waiting.promise;
  }

  async #loadAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = new Map([...this.#waiting].slice(0, BATCH_MAX));
      for (const devid of batch.keys()) this.#waiting.delete(devid);
      await this.#loadBatch(batch);
    }
    this.#isLoading = false;
  }

  async #loadBatch(batch: ReadonlyMap<string, Waiting>): Promise<void> {
    try {
      const rows = await this.#load([...batch.keys()]);
      const found = new Map(
        rows.map(({ devid, secretHash, ...device }): [string, Entry] => [devid, { device, secretHash }]),
      );
      for (const [devid, { resolve }] of batch) resolve(found.get(devid) ?? { device: null });
    } catch (e) {
      for (const { reject } of batch.values()) reject(e);
    }
  }
}
