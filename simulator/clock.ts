/** The time of the simulated world: real time, or a part of the past at higher speed until it has caught up. */

export interface Clock {
  now_ms(): number;
}

/**
 * Runs from `from_ms` at `speed` times real time until it reaches the present, then in real time: the server would
 * refuse a frame from the future. Throws RangeError for a speed that is not positive.
 */
export function createClock(speed: number, from_ms: number, real_ms: () => number = Date.now): Clock {
  if (!(speed > 0 && speed <= 100_000))
    throw new RangeError(`speed must be above 0 and up to 100000, not ${speed}`);
  const started_ms = real_ms();
  return {
    now_ms() {
      const real = real_ms();
      return Math.min(real, Math.round(from_ms + (real - started_ms) * speed));
    },
  };
}
