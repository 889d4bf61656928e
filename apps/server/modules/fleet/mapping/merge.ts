import type { MappedValue } from '@voltloop/device-models';

/** Values of one device that wait for the end of its window: the newest of each point. */
export class Window {
  readonly ends_ms: number;
  readonly done: Promise<number>;
  readonly settle: { resolve(accepted: number): void; reject(error: unknown): void };
  readonly #values = new Map<string, MappedValue>();
  /** Time of the newest value, by the device's clock. */
  time_ms = 0;

  constructor(ends_ms: number) {
    this.ends_ms = ends_ms;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.done = promise;
    this.settle = { resolve, reject };
    // Those who wait handle it.
    promise.catch(() => {});
  }

  /** A value older than a later one of its point is left out. */
  add(values: readonly MappedValue[], time_ms: number): void {
    const isLate = time_ms < this.time_ms;
    for (const value of values) {
      const key = `${value.to}/${value.pack}/${value.cell}`;
      if (!isLate || !this.#values.has(key)) this.#values.set(key, value);
    }
    this.time_ms = Math.max(this.time_ms, time_ms);
  }

  get values(): MappedValue[] {
    return [...this.#values.values()];
  }
}
