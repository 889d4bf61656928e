import type { ShownBrand } from '@voltloop/contract';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import { LRUCache } from 'lru-cache';

/** Limit of cached host names; anyone can invent host names. */
const MOST = 500;

/** Caches brands by host name until a brand changes. */
export class BrandsByHost {
  readonly #kept = new LRUCache<string, { brand: ShownBrand | null }>({ max: MOST });
  readonly #read: (host: string) => Promise<ShownBrand | null>;
  readonly #mayKeep: () => boolean;
  #changes = 0;

  /** @param mayKeep Whether change notices currently arrive. */
  constructor(read: (host: string) => Promise<ShownBrand | null>, mayKeep: () => boolean) {
    this.#read = read;
    this.#mayKeep = mayKeep;
  }

  /** Number of cached host names, for tests. */
  get size(): number {
    return this.#kept.size;
  }

  /** @param given The host of a request, perhaps with a port. An invalid host name has no brand. */
  async find(given: string): Promise<ShownBrand | null> {
    const host = normalHost(given.replace(/:\d{1,5}$/, ''));
    if (host === null) return null;
    const kept = this.#mayKeep() ? this.#kept.get(host) : undefined;
    if (kept) return kept.brand;
    const before = this.#changes;
    const brand = await this.#read(host);
    // After a change meanwhile, this result may be stale.
    if (before === this.#changes && this.#mayKeep()) this.#kept.set(host, { brand });
    return brand;
  }

  forget(): void {
    this.#changes += 1;
    this.#kept.clear();
  }
}
