import type { ParsedFrame, PointSink } from '@voltloop/protocol/read-frames.ts';
import type { Part } from '../../../platform/write-in-parts.ts';
import type { DeviceRow } from '../things/index.ts';
import { bytesOf, Int64Column, nativeBlock } from './native-block.ts';

/** A frame of a thing, as other modules see it once it is committed. */
export interface CommittedFrame extends ParsedFrame {
  thing: DeviceRow;
  devid: string;
  received_ms: number;
  /** The message that contained it. */
  payload: Buffer;
}

export interface RejectRow {
  received_ms: number;
  devid: string;
  topic: string;
  reason: string;
  payload: string;
}

export const pointColumns = ['thing', 'point', 'part', 'time', 'value'] as const;
export const frameColumns = ['thing', 'time', 'boot', 'seq', 'quality', 'points', 'received'] as const;

/** Points, frames and rejects that are committed together; their senders wait for `done`. */
export class Batch implements PointSink {
  points = 0;
  readonly frames: CommittedFrame[] = [];
  readonly rejects: RejectRow[] = [];
  /** Frames that the store refused. */
  readonly refused = new Set<CommittedFrame>();
  readonly done: Promise<void>;
  readonly settle: { resolve(): void; reject(e: unknown): void };
  /** Messages whose senders wait. */
  messages = 0;
  /** Receive time of the oldest message in it; null while it is empty. */
  oldest_ms: number | null = null;

  #capacity: number;
  #key = 0;
  #thing: Uint32Array;
  #point: Uint16Array;
  #part: Uint16Array;
  readonly #time: Int64Column;
  readonly #value: Int64Column;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#thing = new Uint32Array(capacity);
    this.#point = new Uint16Array(capacity);
    this.#part = new Uint16Array(capacity);
    this.#time = new Int64Column(capacity);
    this.#value = new Int64Column(capacity);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.settle = { resolve, reject };
    // Waiting senders get the rejection; an unawaited batch must not end the process.
    promise.catch(() => {});
  }

  /** Points added after this call belong to this thing. */
  of(thing: Pick<DeviceRow, 'key'>): this {
    this.#key = thing.key;
    return this;
  }

  add(point: number, part: number, time_ms: number, value: number): void {
    const row = this.points;
    if (row === this.#capacity) this.#grow();
    this.#thing[row] = this.#key;
    this.#point[row] = point;
    this.#part[row] = part;
    this.#time.set(row, time_ms);
    this.#value.set(row, value);
    this.points = row + 1;
  }

  #grow(): void {
    this.#capacity *= 2;
    const larger = <T extends Uint32Array | Uint16Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#thing = larger(new Uint32Array(this.#capacity), this.#thing);
    this.#point = larger(new Uint16Array(this.#capacity), this.#point);
    this.#part = larger(new Uint16Array(this.#capacity), this.#part);
    this.#time.grow(this.#capacity);
    this.#value.grow(this.#capacity);
  }

  /**
   * The block for the table `points` with the points of some frames, columns as in {@link pointColumns}; null without
   * points.
   */
  pointBlock(part: Part): Uint8Array | null {
    const { from, to } = this.#pointsOf(part);
    const n = to - from;
    if (n === 0) return null;
    return nativeBlock(n, [
      { name: 'thing', type: 'UInt32', bytes: bytesOf(this.#thing.subarray(from), n * 4) },
      { name: 'point', type: 'UInt16', bytes: bytesOf(this.#point.subarray(from), n * 2) },
      { name: 'part', type: 'UInt16', bytes: bytesOf(this.#part.subarray(from), n * 2) },
      { name: 'time', type: "DateTime64(3, 'UTC')", bytes: this.#time.bytes(n, from) },
      { name: 'value', type: 'Int64', bytes: this.#value.bytes(n, from) },
    ]);
  }

  /** Points are in the order of their frames. */
  #pointsOf(part: Part): Part {
    let from = 0;
    for (let i = 0; i < part.from; i++) from += this.frames[i]?.points ?? 0;
    let to = from;
    for (let i = part.from; i < part.to; i++) to += this.frames[i]?.points ?? 0;
    return { from, to };
  }

  /** The block for the table `frames`, columns as in {@link frameColumns}. */
  frameBlock({ from, to }: Part): Uint8Array {
    const n = to - from;
    const thing = new Uint32Array(n);
    const time = new Int64Column(n);
    const boot = new Uint32Array(n);
    const seq = new Uint32Array(n);
    const quality = new Uint8Array(n);
    const points = new Uint16Array(n);
    const received = new Int64Column(n);
    this.frames.slice(from, to).forEach((frame, row) => {
      thing[row] = frame.thing.key;
      time.set(row, frame.time_ms);
      boot[row] = frame.boot;
      seq[row] = frame.seq;
      quality[row] = frame.quality;
      points[row] = frame.points;
      received.set(row, frame.received_ms);
    });
    return nativeBlock(n, [
      { name: 'thing', type: 'UInt32', bytes: bytesOf(thing, n * 4) },
      { name: 'time', type: "DateTime64(3, 'UTC')", bytes: time.bytes(n) },
      { name: 'boot', type: 'UInt32', bytes: bytesOf(boot, n * 4) },
      { name: 'seq', type: 'UInt32', bytes: bytesOf(seq, n * 4) },
      { name: 'quality', type: 'UInt8', bytes: bytesOf(quality, n) },
      { name: 'points', type: 'UInt16', bytes: bytesOf(points, n * 2) },
      { name: 'received', type: "DateTime64(3, 'UTC')", bytes: received.bytes(n) },
    ]);
  }
}
