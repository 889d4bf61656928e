/** How long to wait after a failure: `first_ms`, then each time `factor` times as long, up to `most_ms`. */
export interface BackOff {
  first_ms: number;
  factor: number;
  most_ms: number;
}

/** The delay after the nth failure in a row, ms. */
export const pauseAfter_ms = ({ first_ms, factor, most_ms }: BackOff, failures: number): number =>
  Math.min(first_ms * factor ** Math.max(failures - 1, 0), most_ms);
