import { MAX_PACKS, partOf, VALUE_LIMIT, VALUE_SCALE } from '@voltloop/protocol';
import type { Dictionary } from './dictionary.ts';

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
  'unknown_device',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Where the points of a message go; `value` is in thousandths of the point's unit. */
export interface PointSink {
  add(point: number, part: number, time_ms: number, value: number): void;
}

export interface ParsedFrame {
  time_ms: number;
  boot: number;
  seq: number;
  /** 0 live, 1 back-fill. */
  quality: 0 | 1;
  /** Points that were taken. */
  points: number;
  /**
   * System-level values that were taken, in units, by key: those of which the dictionary says that they tell
   * something about the moment (state and bit fields), and those that are watched. The others are points only: frames wait for their commit
   * by the thousand, and objects of all their values cost more than all the rest.
   */
  data: Readonly<Record<string, number>>;
  /** The packs as the device sent them; what of them was taken is not marked. */
  packs: readonly unknown[];
}

export interface ParsedMessage {
  frames: ParsedFrame[];
  /** Why something was left out: one entry per reason, with the keys or texts it was about. */
  rejects: Map<RejectReason, string[]>;
}

export const DAY_MS = 86_400_000;
const MAX_AGE_MS = 400 * DAY_MS;
const MAX_FUTURE_MS = DAY_MS;
const MAX_FRAMES = 1000;
const MAX_POINTS = 4096;
const MAX_CELLS = 99;
const MAX_COUNTER = 0xffffffff;
/** Keys named in one reject; more are only counted by the dots. */
const MAX_NAMED = 20;

/**
 * A value in thousandths, as an integer: the nearest, half away from zero. The tiny factor mends decimals that
 * a binary float holds a hair too low (1.0005 * 1000 is 1000.4999999999999).
 */
export function toThousandths(value: number): number {
  const scaled = Math.abs(value) * VALUE_SCALE;
  const rounded = Math.round(scaled + scaled * Number.EPSILON);
  return value < 0 ? -rounded : rounded;
}

/** Reads the JSON of a message; undefined when it is none. */
export function decodePayload(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Takes one message apart: a frame or an array of them. What can be read goes to `sink`; the rest is in
 * `rejects`, and never costs the rest of its frame. A key whose value is null carries no reading and is left
 * out without a word.
 * @param watched Keys of further points whose values the frames should carry.
 */
export function parseMessage(
  message: unknown,
  dictionary: Dictionary,
  now_ms: number,
  sink: PointSink,
  watched: ReadonlySet<string> = nothing,
): ParsedMessage {
  const parser = new MessageParser(dictionary, now_ms, sink, watched);
  parser.parse(message);
  return parser;
}

class MessageParser implements ParsedMessage {
  readonly frames: ParsedFrame[] = [];
  readonly rejects = new Map<RejectReason, string[]>();
  readonly #dictionary: Dictionary;
  readonly #now_ms: number;
  readonly #sink: PointSink;
  readonly #watched: ReadonlySet<string>;
  #points = 0;

  constructor(dictionary: Dictionary, now_ms: number, sink: PointSink, watched: ReadonlySet<string>) {
    this.#dictionary = dictionary;
    this.#now_ms = now_ms;
    this.#sink = sink;
    this.#watched = watched;
  }

  parse(message: unknown): void {
    if (message === undefined) {
      this.#reject('not_json', '');
      return;
    }
    if (!Array.isArray(message)) {
      this.#frame(message);
      return;
    }
    if (message.length > MAX_FRAMES) {
      this.#reject('too_many_frames', String(message.length));
      return;
    }
    for (const frame of message) this.#frame(frame);
  }

  #reject(reason: RejectReason, about: string): void {
    const named = this.rejects.get(reason);
    if (!named) this.rejects.set(reason, [about]);
    else if (named.length < MAX_NAMED) named.push(about);
    else if (named.length === MAX_NAMED) named.push('…');
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
    const taken = this.#system((data ?? {}) as Record<string, unknown>, time_ms);
    for (const pack of packs ?? []) this.#pack(pack, time_ms);
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
      data: taken,
      packs: Array.isArray(packs) ? packs : [],
    });
  }

  #time(ts: unknown): number | null {
    if (typeof ts !== 'number' || !Number.isFinite(ts)) {
      this.#reject('bad_time', String(ts).slice(0, 40));
      return null;
    }
    const time_ms = Math.trunc(ts >= 1e9 && ts < 1e10 ? ts * 1000 : ts);
    if (time_ms < this.#now_ms - MAX_AGE_MS) this.#reject('too_old', String(ts));
    else if (time_ms > this.#now_ms + MAX_FUTURE_MS) this.#reject('in_future', String(ts));
    else return time_ms;
    return null;
  }

  /** A counter of the device's, which is stored as UInt32: 0 when there is none or what is there is none. */
  #counter(key: string, value: unknown): number {
    if (value === undefined || value === null) return 0;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNTER)
      return value;
    this.#reject('bad_seq', `${key} ${String(value).slice(0, 40)}`);
    return 0;
  }

  #system(data: Record<string, unknown>, time_ms: number): Record<string, number> {
    const { byKey, telling } = this.#dictionary;
    const told: Record<string, number> = {};
    for (const key in data) {
      const point = byKey.get(key);
      const value = data[key];
      if (point?.part !== 'system') this.#reject('unknown_key', key);
      else if (
        this.#value(point.id, 0, time_ms, value, key) &&
        (telling.has(point.id) || this.#watched.has(key))
      ) {
        told[key] = value as number;
      }
    }
    return told;
  }

  #pack(pack: unknown, time_ms: number): void {
    if (typeof pack !== 'object' || pack === null) {
      this.#reject('bad_pack', typeof pack);
      return;
    }
    const values = pack as Record<string, unknown>;
    const no = values.P_no;
    if (typeof no !== 'number' || !Number.isInteger(no) || no < 1 || no > MAX_PACKS) {
      this.#reject('bad_pack', String(no).slice(0, 40));
      return;
    }
    for (const key in values) {
      if (key === 'P_no') continue;
      const point = this.#dictionary.byKey.get(key);
      const value = values[key];
      if (point?.part === 'pack') this.#value(point.id, partOf(no), time_ms, value, key);
      else if (point?.part === 'cell') this.#cells(point.id, no, time_ms, value, key);
      else this.#reject('unknown_key', key);
    }
  }

  #cells(point: number, pack: number, time_ms: number, values: unknown, key: string): void {
    if (!Array.isArray(values) || values.length > MAX_CELLS) {
      this.#reject('bad_value', key);
      return;
    }
    for (let i = 0; i < values.length; i++) {
      this.#value(point, partOf(pack, i + 1), time_ms, values[i], key);
    }
  }

  #value(point: number, part: number, time_ms: number, value: unknown, key: string): boolean {
    if (value === null) return false;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.#reject('bad_value', key);
      return false;
    }
    if (value > VALUE_LIMIT || value < -VALUE_LIMIT) {
      this.#reject('out_of_range', key);
      return false;
    }
    this.#sink.add(point, part, time_ms, toThousandths(value));
    this.#points++;
    return true;
  }
}

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
