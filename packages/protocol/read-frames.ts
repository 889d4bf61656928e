import type { Dictionary } from './dictionary.ts';
import { MAX_PACKS, type PointDefinition, partOf, VALUE_SCALE, wireKey } from './info-model.ts';
import type { PackData } from './payloads.ts';
import { cutText } from './text.ts';

export const rejectReasons = [
  'not_json',
  'bad_message',
  'not_a_frame',
  'too_many_frames',
  'too_many_points',
  'no_points',
  'bad_time',
  'too_old',
  'in_future',
  'unknown_key',
  'bad_value',
  'out_of_range',
  'bad_pack',
  'bad_seq',
  'unknown_topic',
  'unknown_device',
  'store_refused',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Receives the points of a message; `value` is in thousandths of the point's unit. */
export interface PointSink {
  add(point: number, part: number, time_ms: number, value: number): void;
}

export interface ParsedFrame {
  time_ms: number;
  boot: number;
  seq: number;
  /** 0 live, 1 back-fill. */
  quality: 0 | 1;
  /** Number of accepted points. */
  points: number;
  /**
   * Accepted system-level values, in units, by key; only requested ones (`carried`). Thousands of frames wait for
   * their commit, and objects of all their values would cost more than everything else.
   */
  data: Readonly<Record<string, number>>;
  /** Likewise for packs. Packs without such a value are left out. */
  packs: readonly PackData[];
}

export interface ParsedMessage {
  frames: ParsedFrame[];
  /** Rejected content: one entry per reason, with the keys or texts concerned and how often each occurred. */
  rejects: Map<RejectReason, Map<string, number>>;
}

export const DAY_MS = 86_400_000;
/** Tolerated advance of a device's clock. Later measurements are stored, but not treated as current. */
export const CLOCK_AHEAD_MS = 60_000;
export const MAX_AGE_MS = 400 * DAY_MS;
const MAX_FUTURE_MS = DAY_MS;
const MAX_FRAMES = 1000;
const MAX_POINTS = 4096;
const MAX_CELLS = 99;
const MAX_COUNTER = 0xffffffff;
const MAX_SHOWN = 40;
/** Maximum keys listed in one reject; further ones are replaced by dots. */
const MAX_NAMED = 20;

/**
 * A value in thousandths, rounded to an integer half away from zero. The tiny factor corrects decimals whose binary
 * float is slightly too low (1.0005 * 1000 is 1000.4999999999999).
 */
export function toThousandths(value: number): number {
  const scaled = Math.abs(value) * VALUE_SCALE;
  const rounded = Math.round(scaled + scaled * Number.EPSILON);
  return value < 0 ? -rounded : rounded;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Reads one telemetry message, as returned by {@link decodeMessage}: a frame or an array of them. Points are added to
 * `sink` in the order of the frames; invalid content is listed in `rejects` and does not affect the rest of its
 * frame. A null value means no reading and is left out.
 * @param carried Keys of points whose values the frames carry in addition.
 * @param oldest_ms Frames from before this are too old, as are those of more than 400 days ago.
 */
export function readFrames(
  message: unknown,
  dictionary: Dictionary,
  now_ms: number,
  sink: PointSink,
  carried: ReadonlySet<string> = nothing,
  oldest_ms = 0,
): ParsedMessage {
  const reader = new MessageReader(dictionary, now_ms, sink, carried, oldest_ms);
  reader.read(message);
  return reader;
}

/**
 * The start of a received value, for a reason. Avoids `String()` on objects, which may have a `toString` of their
 * own.
 */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return cutText(String(value), MAX_SHOWN);
}

class MessageReader implements ParsedMessage {
  readonly frames: ParsedFrame[] = [];
  readonly rejects = new Map<RejectReason, Map<string, number>>();
  readonly #dictionary: Dictionary;
  readonly #now_ms: number;
  readonly #sink: PointSink;
  readonly #carried: ReadonlySet<string>;
  readonly #oldest_ms: number;
  #points = 0;
  /** How far the newest frame of the message is ahead of its reception. */
  #ahead_ms = 0;

  constructor(
    dictionary: Dictionary,
    now_ms: number,
    sink: PointSink,
    carried: ReadonlySet<string>,
    oldest_ms: number,
  ) {
    this.#dictionary = dictionary;
    this.#now_ms = now_ms;
    this.#sink = sink;
    this.#carried = carried;
    this.#oldest_ms = Math.max(oldest_ms, now_ms - MAX_AGE_MS);
  }

  read(message: unknown): void {
    if (message === undefined) {
      this.#reject('not_json', '');
      return;
    }
    if (!Array.isArray(message)) {
      this.#ahead_ms = this.#aheadOf([message]);
      this.#frame(message);
      return;
    }
    if (message.length > MAX_FRAMES) {
      this.#reject('too_many_frames', String(message.length));
      return;
    }
    this.#ahead_ms = this.#aheadOf(message);
    for (const frame of message) this.#frame(frame);
  }

  #reject(reason: RejectReason, about: string): void {
    const named = this.rejects.get(reason) ?? new Map<string, number>();
    this.rejects.set(reason, named);
    const name = named.has(about) || named.size < MAX_NAMED ? about : '…';
    named.set(name, (named.get(name) ?? 0) + 1);
  }

  #frame(frame: unknown): void {
    if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) {
      this.#reject('not_a_frame', typeof frame);
      return;
    }
    const { ts, seq, boot, q, data, packs } = frame as Record<string, unknown>;
    const time_ms = this.#time(ts);
    if (time_ms === null) return;
    if (data !== undefined && data !== null && (typeof data !== 'object' || Array.isArray(data))) {
      this.#reject('not_a_frame', 'data');
      return;
    }
    if (packs !== undefined && packs !== null && !Array.isArray(packs)) {
      this.#reject('not_a_frame', 'packs');
      return;
    }
    if (countValues(data, packs) > MAX_POINTS) {
      this.#reject('too_many_points', String(ts));
      return;
    }
    this.#points = 0;
    const carried = this.#system((data ?? {}) as Record<string, unknown>, time_ms);
    const carriedPacks: PackData[] = [];
    for (const pack of packs ?? []) this.#pack(pack, time_ms, carriedPacks);
    if (this.#points === 0) {
      this.#reject('no_points', String(ts));
      return;
    }
    this.frames.push({
      time_ms,
      boot: this.#counter('boot', boot),
      seq: this.#counter('seq', seq),
      quality: q === 1 ? 1 : 0,
      points: this.#points,
      data: carried,
      packs: carriedPacks,
    });
  }

  #aheadOf(frames: readonly unknown[]): number {
    let ahead_ms = 0;
    for (const frame of frames) {
      const ts = (frame as { ts?: unknown } | null)?.ts;
      const time_ms = typeof ts === 'number' ? millisecondsOf(ts) : 0;
      if (time_ms <= this.#now_ms + MAX_FUTURE_MS) ahead_ms = Math.max(ahead_ms, time_ms - this.#now_ms);
    }
    return ahead_ms;
  }

  /**
   * The time that a counter's reading is stored with. A time after the reception is known to be wrong, and would move
   * energy into the future: such frames keep their distances, and the newest one was measured when it arrived.
   */
  #counterTime(time_ms: number): number {
    return time_ms > this.#now_ms + CLOCK_AHEAD_MS ? time_ms - this.#ahead_ms : time_ms;
  }

  #time(ts: unknown): number | null {
    if (typeof ts !== 'number' || !Number.isFinite(ts)) {
      this.#reject('bad_time', shown(ts));
      return null;
    }
    const time_ms = millisecondsOf(ts);
    if (time_ms < this.#oldest_ms) this.#reject('too_old', String(ts));
    else if (time_ms > this.#now_ms + MAX_FUTURE_MS) this.#reject('in_future', String(ts));
    else return time_ms;
    return null;
  }

  /** A device counter, stored as UInt32: 0 if it is missing or invalid. */
  #counter(key: string, value: unknown): number {
    if (value === undefined || value === null) return 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNTER)
      return value;
    this.#reject('bad_seq', `${key} ${shown(value)}`);
    return 0;
  }

  #system(data: Record<string, unknown>, time_ms: number): Record<string, number> {
    const { byKey } = this.#dictionary;
    const carried: Record<string, number> = {};
    for (const key in data) {
      const point = byKey.get(key);
      const value = data[key];
      if (point?.part !== 'system') this.#reject('unknown_key', cutText(key, MAX_SHOWN));
      else if (this.#value(point, 0, time_ms, value) && this.#carried.has(key)) {
        carried[key] = value as number;
      }
    }
    return carried;
  }

  #pack(pack: unknown, time_ms: number, carriedPacks: PackData[]): void {
    if (typeof pack !== 'object' || pack === null) {
      this.#reject('bad_pack', typeof pack);
      return;
    }
    const values = pack as Record<string, unknown>;
    const no = values.P_no;
    if (typeof no !== 'number' || !Number.isInteger(no) || no < 1 || no > MAX_PACKS) {
      this.#reject('bad_pack', shown(no));
      return;
    }
    let carried: PackData | undefined;
    for (const key in values) {
      if (key === 'P_no') continue;
      const point = this.#dictionary.byKey.get(key);
      const value = values[key];
      if (point?.part === 'pack') {
        if (this.#value(point, partOf(no), time_ms, value) && this.#carried.has(key)) {
          carried ??= { P_no: no };
          carried[key] = value as number;
        }
      } else if (point?.part === 'cell') this.#cells(point, no, time_ms, value);
      else this.#reject('unknown_key', cutText(key, MAX_SHOWN));
    }
    if (carried) carriedPacks.push(carried);
  }

  #cells(point: PointDefinition, pack: number, time_ms: number, values: unknown): void {
    if (!Array.isArray(values) || values.length > MAX_CELLS) {
      this.#reject('bad_value', point.key);
      return;
    }
    for (let i = 0; i < values.length; i++) this.#value(point, partOf(pack, i + 1), time_ms, values[i]);
  }

  #value(point: PointDefinition, part: number, time_ms: number, value: unknown): boolean {
    if (value === null) return false;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.#reject('bad_value', wireKey(point.key, part));
      return false;
    }
    if (value > point.max || value < point.min) {
      this.#reject('out_of_range', `${wireKey(point.key, part)} ${value} (${point.min} to ${point.max})`);
      return false;
    }
    const stored_ms = point.kind === 'counter' ? this.#counterTime(time_ms) : time_ms;
    this.#sink.add(point.id, part, stored_ms, toThousandths(value));
    this.#points++;
    return true;
  }
}

/** Seconds are accepted, too. */
const millisecondsOf = (ts: number) => Math.trunc(ts >= 1e9 && ts < 1e10 ? ts * 1000 : ts);

function countValues(data: unknown, packs: unknown): number {
  let count = 0;
  if (typeof data === 'object' && data !== null) for (const _ in data) count++;
  if (!Array.isArray(packs)) return count;
  for (const pack of packs) {
    if (typeof pack !== 'object' || pack === null) continue;
    for (const value of Object.values(pack)) count += Array.isArray(value) ? value.length : 1;
  }
  return count;
}
