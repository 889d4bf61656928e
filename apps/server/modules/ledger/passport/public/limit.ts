import { countedAddress } from '../../../../platform/counted-address.ts';
import { RateLimit } from '../../../../platform/rate-limit.ts';

/** Pages per client address: a person scans some a minute, a shop some a second for a while. */
const RATE_PER_S = 1;
const BURST = 60;
const IDLE_MS = 120_000;

/** Limits how often each client address (of IPv6, each /64) reads passports, on this node. */
export class ReadLimit {
  readonly #limits = new Map<string, { limit: RateLimit; used_ms: number }>();
  #sweptAt_ms = 0;

  /** Seconds to wait; 0 if allowed. */
  take(ip: string, now: Date): number {
    const now_ms = now.getTime();
    if (now_ms - this.#sweptAt_ms > IDLE_MS) {
      this.#sweptAt_ms = now_ms;
      for (const [each, { used_ms }] of this.#limits)
        if (now_ms - used_ms > IDLE_MS) this.#limits.delete(each);
    }
    const key = countedAddress(ip);
    const entry = this.#limits.get(key) ?? { limit: new RateLimit(RATE_PER_S, BURST), used_ms: now_ms };
    entry.used_ms = now_ms;
    this.#limits.set(key, entry);
    return entry.limit.takeNow(1, now_ms) / 1000;
  }
}
