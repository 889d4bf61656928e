/** Wrong secrets are forgotten after this time. */
const WINDOW_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;
/** Free wrong secrets of a device from one address, normally and after many guesses. */
const FREE = { usual: 5, suspicious: 1 };
const SUSPICIOUS_FAILURES = 100;
const WAIT_MS = { first: 1000, most: 5 * 60_000 };

/** A run of attempts at one device, from any address. */
export interface Attempts {
  attempts: number;
  first_ms: number;
  last_ms: number;
}

interface Entry {
  failures: number;
  first_ms: number;
  at_ms: number;
  /** Until then every attempt is refused. */
  until_ms: number;
}

/**
 * Slows down guessing of device secrets, by device and address: the device itself can still connect from another address. An
 * address alone is never locked, because a fleet may share it behind a proxy; nor is a device alone, because anybody could
 * then lock it out. Many guesses reduce the free tries of a device or address. Bounded: the oldest entries are dropped.
 */
export class SecretGuard {
  readonly #entries = new Map<string, Entry>();

  /** How long this device must wait at this address, ms; 0 when it may try. */
  wait_ms(devid: string, address: string, now_ms: number): number {
    return Math.max(0, (this.#get(`${devid} ${address}`, now_ms)?.until_ms ?? 0) - now_ms);
  }

  /** Counts a wrong secret. */
  failed(devid: string, address: string, now_ms: number): Attempts {
    const byAddress = this.#count(` ${address}`, now_ms);
    const byDevice = this.#count(devid, now_ms);
    const suspicious = Math.max(byAddress.failures, byDevice.failures) > SUSPICIOUS_FAILURES;
    const pair = this.#count(`${devid} ${address}`, now_ms);
    const over = pair.failures - (suspicious ? FREE.suspicious : FREE.usual);
    if (over >= 0) pair.until_ms = now_ms + Math.min(WAIT_MS.first * 2 ** over, WAIT_MS.most);
    return attemptsOf(byDevice);
  }

  /** Counts an attempt that was refused without checking its secret. */
  refused(devid: string, now_ms: number): Attempts {
    return attemptsOf(this.#count(devid, now_ms));
  }

  succeeded(devid: string, address: string): void {
    this.#entries.delete(`${devid} ${address}`);
  }

  get size(): number {
    return this.#entries.size;
  }

  #get(key: string, now_ms: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && now_ms - entry.at_ms < WINDOW_MS ? entry : undefined;
  }

  #count(key: string, now_ms: number): Entry {
    const entry = this.#get(key, now_ms) ?? { failures: 0, first_ms: now_ms, at_ms: now_ms, until_ms: 0 };
    entry.failures++;
    entry.at_ms = now_ms;
    // The newest are last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_ENTRIES) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}

const attemptsOf = ({ failures, first_ms, at_ms }: Entry): Attempts => ({
  attempts: failures,
  first_ms,
  last_ms: at_ms,
});
