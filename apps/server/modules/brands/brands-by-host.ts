import type { ShownBrand } from '@voltloop/contract';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import { LRUCache } from 'lru-cache';

/** Host names that are kept; anybody can ask under names of their own making. */
const MOST = 500;

/** What is shown under which host name, kept until a brand changes. */
export class BrandsByHost {
  readonly #kept = new LRUCache<string, { brand: ShownBrand | null }>({ max: MOST });
  readonly #read: (host: string) => Promise<ShownBrand | null>;
  readonly #mayKeep: () => boolean;
  #changes = 0;

  /** @param mayKeep Whether change notices arrive now. */
  constructor(read: (host: string) => Promise<ShownBrand | null>, mayKeep: () => boolean) {
    this.#read = read;
    this.#mayKeep = mayKeep;
  }

  /** Host names that are kept, for tests. */
  get size(): number {
    return this.#kept.size;
  }

  /** @param given As a request says it, perhaps with a port. What is no name of a host belongs to no brand. */
  async find(given: string): Promise<ShownBrand | null> {
    const host = normalHost(given.replace(/:\d{1,5}$/, ''));
    if (host === null) return null;
    const kept = this.#mayKeep() ? this.#kept.get(host) : undefined;
    if (kept) return kept.brand;
    const before = this.#changes;
    const brand = await this.#read(host);
    // A change meanwhile: this may be what was before it.
    if (before === this.#changes && this.#mayKeep()) this.#kept.set(host, { brand });
    return brand;
  }

  forget(): void {
    this.#changes += 1;
    this.#kept.clear();
  }
}
