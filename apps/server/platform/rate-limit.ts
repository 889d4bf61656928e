/**
 * A token bucket as one number (the generic cell rate algorithm): `take` returns how long the caller must wait so
 * that on average at most `rate_per_s` units pass, with bursts of `burst` units.
 */
export class RateLimit {
  readonly #interval_ms: number;
  readonly #burst_ms: number;
  /** The time up to which units are already taken. */
  #until_ms = 0;

  constructor(rate_per_s: number, burst: number) {
    this.#interval_ms = 1000 / rate_per_s;
    this.#burst_ms = burst * this.#interval_ms;
  }

  /** Takes `cost` units at `now_ms`; returns the delay in ms, 0 for none. */
  take(cost: number, now_ms: number): number {
    const start = Math.max(this.#until_ms, now_ms);
    this.#until_ms = start + cost * this.#interval_ms;
    return Math.max(0, this.#until_ms - now_ms - this.#burst_ms);
  }

  /** Like {@link take} if the delay is at most `most_ms`; else takes nothing and returns null. */
  takeWithin(cost: number, now_ms: number, most_ms: number): number | null {
    const until_ms = Math.max(this.#until_ms, now_ms) + cost * this.#interval_ms;
    if (until_ms - now_ms - this.#burst_ms > most_ms) return null;
    return this.take(cost, now_ms);
  }

  /** Takes what cannot be delayed: 0, or the ms after which to retry; then nothing is taken. */
  takeNow(cost: number, now_ms: number): number {
    return this.takeWithin(cost, now_ms, 0) === null ? Math.max(this.wait_ms(now_ms, cost), 1) : 0;
  }

  /** The delay in ms after which more units would pass at once. */
  wait_ms(now_ms: number, cost = 1): number {
    return Math.max(0, this.#until_ms + cost * this.#interval_ms - now_ms - this.#burst_ms);
  }
}
