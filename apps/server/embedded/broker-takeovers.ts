import type { Logger } from 'pino';

const FLAPPING = { takeovers: 3, window_ms: 60_000 };

/** Detects two devices with one id, which disconnect each other endlessly. */
export class Takeovers {
  readonly #log: Logger;
  readonly #seen = new Map<string, { count: number; since_ms: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a connection that replaces another; many within a minute are logged once. */
  count(devid: string): void {
    const now = Date.now();
    const seen = this.#seen.get(devid);
    if (!seen || now - seen.since_ms > FLAPPING.window_ms) {
      this.#seen.set(devid, { count: 1, since_ms: now });
    } else if (++seen.count === FLAPPING.takeovers) {
      this.#log.warn({ devid }, 'two connections with the credentials of one device disconnect each other');
    }
  }

  removeOld(): void {
    const old = Date.now() - FLAPPING.window_ms;
    for (const [devid, seen] of this.#seen) if (seen.since_ms < old) this.#seen.delete(devid);
  }
}
