/** Exponential backoff with jitter. */
export class Backoff {
  readonly #first_ms: number;
  readonly #longest_ms: number;
  readonly #random: () => number;
  #failures = 0;

  constructor(first_ms: number, longest_ms: number, random: () => number = Math.random) {
    this.#first_ms = first_ms;
    this.#longest_ms = longest_ms;
    this.#random = random;
  }

  /** The delay after another failure: doubles up to the maximum, with jitter between half and all of it. */
  next(): number {
    const full_ms = Math.min(this.#longest_ms, this.#first_ms * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return full_ms * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
