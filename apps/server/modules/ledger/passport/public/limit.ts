import { countedAddress } from '../../../../platform/counted-address.ts';
import { KeyedLimits } from '../../../../platform/keyed-limits.ts';

/** Pages per client address: a person scans some a minute, a shop some a second for a while. */
const RATE_PER_S = 1;
const BURST = 60;

/** Limits how often each client address (of IPv6, each /64) reads passports, on this node. */
export class ReadLimit {
  readonly #limits = new KeyedLimits(RATE_PER_S, BURST);

  /** Seconds to wait; 0 if allowed. */
  take(ip: string, now: Date): number {
    return this.#limits.takeNow(countedAddress(ip), 1, now.getTime()) / 1000;
  }
}
