import type { ShownBrand } from '@voltloop/contract';
import { normalHost } from '@voltloop/domain/brand/host-name.ts';
import { NoticedCache } from '../../../platform/noticed-cache.ts';

/** Limit of cached host names; anyone can invent host names. */
const MOST = 500;

/** Caches brands by host name until a brand changes. */
export class BrandsByHost {
  readonly #brands: NoticedCache<string, ShownBrand | null>;

  /** @param isNotified Whether change notices currently arrive. */
  constructor(read: (host: string) => Promise<ShownBrand | null>, isNotified: () => boolean) {
    this.#brands = new NoticedCache(read, {
      max: MOST,
      isNotified,
      life_ms: (_, notified) => (notified ? Number.POSITIVE_INFINITY : 0),
    });
  }

  /** Number of cached host names, for tests. */
  get size(): number {
    return this.#brands.size;
  }

  /** @param given The host of a request, perhaps with a port. An invalid host name has no brand. */
  async find(given: string): Promise<ShownBrand | null> {
    const host = normalHost(given.replace(/:\d{1,5}$/, ''));
    return host === null ? null : this.#brands.get(host);
  }

  forget(): void {
    this.#brands.forgetAll();
  }
}
