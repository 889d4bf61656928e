/** Unsent frames of a device. Bounded: when full, the oldest are dropped, as in a real device's flash. */
import type { Frame } from '@voltloop/protocol';

export class Outbox {
  readonly #limit: number;
  #frames: Frame[] = [];
  /** Frames lost because the outbox was full. */
  dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#frames.length;
  }

  /** Stores frames, marked as back-fill: they are no longer live when sent. */
  keep(frames: readonly Frame[]): void {
    for (const frame of frames) this.#frames.push({ ...frame, q: 1 });
    const over = this.#frames.length - this.#limit;
    if (over > 0) {
      this.#frames.splice(0, over);
      this.dropped += over;
    }
  }

  /** Takes up to `n` frames, oldest first; with `newestFirst` from the other end. */
  take(n: number, newestFirst = false): Frame[] {
    return newestFirst ? this.#frames.splice(-n).reverse() : this.#frames.splice(0, n);
  }
}
