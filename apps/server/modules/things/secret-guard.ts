/** Wrong secrets are forgotten after so long. */
const WINDOW_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;
/** Wrong secrets of one device from one address before it has to wait, and from an address that has guessed much. */
const FREE = { usual: 5, suspicious: 1 };
const SUSPICIOUS_FAILURES = 100;
const WAIT_MS = { first: 1000, most: 5 * 60_000 };
/** Wrong secrets of one device, from wherever, after which somebody should know. */
export const REPORTED_FAILURES = 10;

interface Entry {
  failures: number;
  at_ms: number;
  /** Until then nothing is checked. */
  until_ms: number;
}

/**
 * Slows guessing of device secrets down, by device and address: the device itself still connects from another address. An
 * address alone is never locked, because a fleet may share it behind a proxy. Bounded: the oldest entries are forgotten.
 */
export class SecretGuard {
  readonly #entries = new Map<string, Entry>();

  /** For how long this device may not try from this address, ms; 0 when it may. */
  wait_ms(devid: string, address: string, now_ms: number): number {
    return Math.max(0, (this.#get(`${devid} ${address}`, now_ms)?.until_ms ?? 0) - now_ms);
  }

  /** Notes a wrong secret; true where it should be reported now: once for each device within the window. */
  failed(devid: string, address: string, now_ms: number): boolean {
    const byAddress = this.#count(` ${address}`, now_ms);
    const free = byAddress.failures > SUSPICIOUS_FAILURES ? FREE.suspicious : FREE.usual;
    const pair = this.#count(`${devid} ${address}`, now_ms);
    const over = pair.failures - free;
    if (over >= 0) pair.until_ms = now_ms + Math.min(WAIT_MS.first * 2 ** over, WAIT_MS.most);
    return this.#count(devid, now_ms).failures === REPORTED_FAILURES;
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
    const entry = this.#get(key, now_ms) ?? { failures: 0, at_ms: now_ms, until_ms: 0 };
    entry.failures++;
    entry.at_ms = now_ms;
    // The newest stand last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_ENTRIES) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}
