import { MAX_READINGS, type Mapped, type Reading, readingName } from './mapping.ts';

export interface MergedFrame {
  time_ms: number;
  readings: Reading[];
}

export interface MergeSettings {
  window_s?: number;
  stale_s?: number;
}

interface Known {
  reading: Reading;
  time_ms: number;
  received_ms: number;
}

const WINDOW_S = 5;
const STALE_S = 600;

/**
 * Joins the messages of one device to frames. It has no timer: the caller asks for the frame when one is due. A frame
 * repeats the newest known value of each point until it is stale, so that sums of several topics have all their terms,
 * and a topic that stops becomes a gap.
 */
export class MergeWindow {
  readonly #window_ms: number;
  readonly #stale_ms: number;
  readonly #known = new Map<string, Known>();
  #due_ms: number | null = null;
  #newest_ms = 0;

  constructor({ window_s = WINDOW_S, stale_s = STALE_S }: MergeSettings = {}) {
    this.#window_ms = window_s * 1000;
    this.#stale_ms = stale_s * 1000;
  }

  /** When the open window ends; null when nothing waits. */
  get due_ms(): number | null {
    return this.#due_ms;
  }

  /**
   * Adds a message. An end topic makes the frame due at once.
   * @returns The number of readings that were not kept, because the device has too many points.
   */
  add({ readings, time_ms, ends }: Mapped, received_ms: number): number {
    let dropped = 0;
    if (readings.length > 0) {
      this.#newest_ms = this.#due_ms === null ? time_ms : Math.max(this.#newest_ms, time_ms);
      this.#due_ms ??= received_ms + this.#window_ms;
    }
    for (const reading of readings) {
      const name = readingName(reading);
      const before = this.#known.get(name);
      if (before && before.time_ms > time_ms) continue;
      if (!before && this.#known.size >= MAX_READINGS) this.#forget(received_ms);
      if (!before && this.#known.size >= MAX_READINGS) dropped++;
      else this.#known.set(name, { reading, time_ms, received_ms });
    }
    if (ends && this.#due_ms !== null) this.#due_ms = received_ms;
    return dropped;
  }

  /** The frame of a window that has ended; null before. */
  take(now_ms: number): MergedFrame | null {
    if (this.#due_ms === null || now_ms < this.#due_ms) return null;
    this.#due_ms = null;
    this.#forget(now_ms);
    const readings = [...this.#known.values()].map(({ reading }) => reading);
    return readings.length === 0 ? null : { time_ms: this.#newest_ms, readings };
  }

  #forget(now_ms: number): void {
    for (const [name, { received_ms }] of this.#known)
      if (now_ms - received_ms > this.#stale_ms) this.#known.delete(name);
  }
}
