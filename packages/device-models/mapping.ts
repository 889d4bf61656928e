import type { DeviceModel, Point } from './model.ts';
import type { Path } from './paths.ts';
import { compileTime } from './read-time.ts';
import {
  compileConversion,
  compileReading,
  compileRounding,
  pathOf,
  type Read,
  Unreadable,
} from './read-value.ts';
import type { Field, Message } from './schema.ts';
import { type Problem, type Reason, shown } from './texts.ts';
import { compileTopic, type Topic } from './topics.ts';

export const MAX_PAYLOAD_BYTES = 262_144;
const MAX_TOPIC = 512;
const MAX_DEPTH = 32;
/** Values of a payload. */
const MAX_VALUES = 20_000;
export const MAX_READINGS = 4096;
/** Packs of a device, and cells of a pack. */
export const MAX_PACK = 999;
export const MAX_CELL = 999;
/** The largest value that can be stored, in units (VALUE_LIMIT of packages/protocol). */
const VALUE_LIMIT = 8e9;
const MAX_TEXT = 200;
const MAX_PROBLEMS = 50;

/** A value of a point, in its unit. `pack` and `cell` are 0 for points of the whole system. */
export interface Reading {
  key: string;
  pack: number;
  cell: number;
  value: number;
}

/** What a mapping remembers of a device: the number that each serial number of a pack got. */
export interface MappingState {
  packs: Readonly<Record<string, number>>;
}

export const emptyState: MappingState = Object.freeze({ packs: Object.freeze({}) });

export interface Received {
  topic: string;
  payload: Uint8Array | string;
  received_ms: number;
  /** The zone of the device, for local times; null when it is unknown. */
  zone: string | null;
}

export interface Mapped {
  /** Whether the mapping has a message for this topic. */
  matched: boolean;
  device: string | null;
  time_ms: number;
  /** Measured earlier and sent later. */
  backfill: boolean;
  /** Whether the message ends a frame. */
  ends: boolean;
  readings: Reading[];
  attributes: Record<string, string | number>;
  online: boolean | null;
  problems: Problem[];
  state: MappingState;
}

export type MessageReader = (message: Received, state: MappingState) => Mapped;

/** Compiles the mapping of a checked model. The result never throws, whatever a device sends. */
export function compileMapping(model: DeviceModel): MessageReader {
  const points = new Map(model.points.map((point) => [point.key, point]));
  const { mapping } = model;
  const messages = mapping.messages.map((message, n) => compileMessage(message, n, points));
  const deviceTopic = mapping.device && 'topic' in mapping.device ? topicOf(mapping.device.topic) : null;
  const devicePath = mapping.device && 'path' in mapping.device ? pathOf(mapping.device.path) : null;
  const fixed = mapping.device && 'fixed' in mapping.device ? mapping.device.fixed : null;
  const online = mapping.online && { ...mapping.online, topic: topicOf(mapping.online.topic) };
  const end = mapping.merge?.end_topic === undefined ? null : topicOf(mapping.merge.end_topic);

  return ({ topic, payload, received_ms, zone }, state) => {
    const to: Mapped = {
      matched: false,
      device: fixed,
      time_ms: received_ms,
      backfill: false,
      ends: false,
      readings: [],
      attributes: {},
      online: null,
      problems: [],
      state,
    };
    if (topic.length > MAX_TOPIC) return to;
    if (deviceTopic) to.device = deviceTopic.match(topic)?.device ?? null;
    if (end?.match(topic)) to.ends = to.matched = true;
    let text: string | null = null;
    /** Decoded once for all messages of the same format; undefined before, null when it cannot be. */
    const decoded = new Map<string, { root: unknown } | null>();
    const read = () => {
      text ??= textOf(payload, to.problems);
      return text;
    };
    if (online?.topic.match(topic)) {
      to.matched = true;
      const sent = read()?.trim();
      if (sent === online.on) to.online = true;
      else if (sent === online.off) to.online = false;
    }
    for (const message of messages) {
      const found = message.topic.match(topic);
      if (!found) continue;
      to.matched = true;
      const received = read();
      if (received === null) break;
      // An empty payload deletes a retained message.
      if (received === '') continue;
      const form = message.form;
      let content = decoded.get(form);
      if (content === undefined) {
        content = message.decode(received, to.problems);
        decoded.set(form, content);
      }
      if (!content) continue;
      if (devicePath) {
        const named = devicePath.one(content.root);
        if (typeof named === 'string' || typeof named === 'number') to.device = String(named).slice(0, 64);
        if (!to.device) {
          refuse(to, 'mapping.device.path', 'no_device');
          continue;
        }
      }
      message.read(content.root, found, to, zone);
    }
    return to;
  };
}

function refuse(to: Mapped, place: string, reason: Reason, about = ''): void {
  if (to.problems.length < MAX_PROBLEMS) to.problems.push({ place, reason, about });
}

function topicOf(text: string): Topic {
  const topic = compileTopic(text);
  if (!topic) throw new Error(`bad topic ${text}`);
  return topic;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(payload: Uint8Array | string, problems: Problem[]): string | null {
  if (payload.length > MAX_PAYLOAD_BYTES) {
    problems.push({ place: '', reason: 'payload_size', about: String(MAX_PAYLOAD_BYTES) });
    return null;
  }
  if (typeof payload === 'string') return payload;
  try {
    return utf8.decode(payload);
  } catch {
    problems.push({ place: '', reason: 'not_utf8', about: '' });
    return null;
  }
}

/** What makes a JSON text too costly, found before it is parsed; null when nothing does. */
function excess(text: string): Reason | null {
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x2c) values++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > MAX_DEPTH) return 'payload_depth';
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return values >= MAX_VALUES ? 'payload_keys' : null;
}

function compileDecoder({ format, kv }: Message, place: string) {
  const fail = (problems: Problem[], reason: Reason, about = '') => {
    problems.push({ place, reason, about });
    return null;
  };
  return (text: string, problems: Problem[]): { root: unknown } | null => {
    if (format === 'number' || format === 'text') return { root: text.trim() };
    if (format === 'kv') {
      const pairs = text.split(kv?.pair ?? ',', MAX_VALUES + 1);
      if (pairs.length > MAX_VALUES) return fail(problems, 'payload_keys', String(MAX_VALUES));
      const is = kv?.is ?? '=';
      const root = Object.create(null) as Record<string, string>;
      for (const pair of pairs) {
        const at = pair.indexOf(is);
        if (at > 0) root[pair.slice(0, at).trim()] = pair.slice(at + is.length).trim();
      }
      return { root };
    }
    const reason = excess(text);
    if (reason) return fail(problems, reason, reason === 'payload_keys' ? String(MAX_VALUES) : '');
    try {
      return { root: JSON.parse(text) };
    } catch {
      return fail(problems, 'payload_json');
    }
  };
}

type Variables = Readonly<Record<string, string>>;

function compileMessage(message: Message, n: number, points: ReadonlyMap<string, Point>) {
  const place = `mapping.messages[${n}]`;
  const when = (message.when ?? []).map(({ path, is }) => ({
    path: pathOf(path),
    is: new Set((Array.isArray(is) ? is : [is]).map(String)),
  }));
  const time = message.time && compileTime(message.time);
  const backfill = message.backfill && {
    path: pathOf(message.backfill.path),
    is: String(message.backfill.is),
  };
  const each = message.each && {
    path: pathOf(message.each.path),
    serial: message.each.serial === undefined ? null : pathOf(message.each.serial),
  };
  const fields = message.fields.map((field, i) => compileField(field, `${place}.fields[${i}]`, points));
  const always = fields.filter(({ at }) => !at);
  const patterns = fields.filter(({ at }) => at && !at.fixed);
  const fixed = new Map<string, CompiledField[]>();
  for (const field of fields)
    if (field.at?.fixed) fixed.set(field.at.text, [...(fixed.get(field.at.text) ?? []), field]);

  const readAll = (root: unknown, variables: Variables, index: number, serial: string | null, to: Mapped) => {
    for (const field of always) field.read(root, variables, index, serial, to);
    const { rest } = variables;
    if (rest === undefined) return;
    for (const field of fixed.get(rest) ?? []) field.read(root, variables, index, serial, to);
    for (const field of patterns) {
      const more = field.at?.match(rest);
      if (more) field.read(root, { ...variables, ...more }, index, serial, to);
    }
  };

  return {
    topic: topicOf(message.topic),
    form: message.format === 'kv' ? JSON.stringify(message.kv ?? {}) : message.format,
    decode: compileDecoder(message, place),
    read(root: unknown, variables: Variables, to: Mapped, zone: string | null): void {
      for (const { path, is } of when) if (!path.all(root).some((value) => is.has(textIn(value)))) return;
      if (time) {
        const read = time(root, to.time_ms, zone);
        if (read instanceof Unreadable) {
          refuse(to, `${place}.time`, read.reason, read.about);
          return;
        }
        to.time_ms = read;
      }
      if (backfill?.path.all(root).some((value) => textIn(value) === backfill.is)) to.backfill = true;
      if (!each) {
        readAll(root, variables, 0, null, to);
        return;
      }
      for (const [i, entry] of entriesOf(each.path, root).entries()) {
        if (to.readings.length >= MAX_READINGS || i >= MAX_PACK) break;
        const serial = each.serial && textIn(each.serial.one(entry));
        if (serial === '') refuse(to, `${place}.each.serial`, 'bad_pack');
        else readAll(entry, variables, i + 1, serial, to);
      }
    },
  };
}

/** The entries of a list or object, or the values that a path with `*` leads to. */
function entriesOf(path: Path, root: unknown): unknown[] {
  const found = path.all(root);
  const [only] = found;
  return found.length === 1 && Array.isArray(only) ? only : found;
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

interface CompiledField {
  at: Topic | null;
  read(root: unknown, variables: Variables, index: number, serial: string | null, to: Mapped): void;
}

function compileField(field: Field, place: string, points: ReadonlyMap<string, Point>): CompiledField {
  const at = field.at === undefined ? null : topicOf(field.at);
  const point = field.point === undefined ? undefined : points.get(field.point);
  if (!point) return { at, read: compileAttribute(field) };
  const { key, part, min = -VALUE_LIMIT, max = VALUE_LIMIT } = point;
  const round = compileRounding(point.step);
  const add = (read: Read, pack: number, cell: number, to: Mapped) => {
    if (read === null) return;
    if (read instanceof Unreadable) return refuse(to, place, read.reason, read.about);
    const value = round(read);
    if (!(value >= min && value <= max && Math.abs(value) <= VALUE_LIMIT))
      return refuse(to, place, 'out_of_range', `${value} (${min} – ${max})`);
    if (to.readings.length >= MAX_READINGS)
      return refuse(to, place, 'too_many_readings', String(MAX_READINGS));
    to.readings.push({ key, pack, cell, value });
  };
  const numberIn = (text: string | undefined, limit: number): number | null => {
    const number = text === undefined ? 1 : Number(text);
    return Number.isInteger(number) && number >= 1 && number <= limit ? number : null;
  };
  const packOf = (variables: Variables, index: number, serial: string | null, to: Mapped): number | null => {
    const named = serial ?? (index === 0 && variables.pack === undefined ? variables.serial : undefined);
    if (named !== undefined) return packOfSerial(named, place, to);
    const pack = index > 0 ? index : numberIn(variables.pack, MAX_PACK);
    if (pack === null) refuse(to, place, 'bad_pack', shown(variables.pack));
    return pack;
  };

  if (field.cells) {
    const path = pathOf(field.path ?? '');
    const convert = compileConversion(field);
    return {
      at,
      read(root, variables, index, serial, to) {
        const values = entriesOf(path, root);
        if (values.length === 0) return;
        if (values.length === 1 && !path.text.endsWith('/*') && !Array.isArray(path.one(root)))
          return values[0] === null ? undefined : refuse(to, place, 'not_a_list');
        const pack = packOf(variables, index, serial, to);
        if (pack === null) return;
        for (const [i, value] of values.slice(0, MAX_CELL).entries()) add(convert(value), pack, i + 1, to);
      },
    };
  }
  const read = compileReading(field);
  if (part === 'system')
    return { at, read: (root, _variables, _index, _serial, to) => add(read(root), 0, 0, to) };
  return {
    at,
    read(root, variables, index, serial, to) {
      const value = read(root);
      if (value === null) return;
      const pack = packOf(variables, index, serial, to);
      if (pack === null) return;
      const cell = part === 'cell' ? numberIn(variables.cell, MAX_CELL) : 0;
      if (cell === null) return refuse(to, place, 'bad_pack', shown(variables.cell));
      add(value, pack, cell, to);
    },
  };
}

function packOfSerial(serial: string, place: string, to: Mapped): number | null {
  const name = serial.slice(0, 64);
  const { packs } = to.state;
  if (Object.hasOwn(packs, name)) return packs[name] as number;
  const next = Object.keys(packs).length + 1;
  if (next > MAX_PACK) {
    refuse(to, place, 'too_many_packs', String(MAX_PACK));
    return null;
  }
  // A computed key of a literal is an own property, also when it is __proto__.
  to.state = { packs: { ...packs, [name]: next } };
  return next;
}

function compileAttribute({ attribute = '', path = '', scale, values }: Field): CompiledField['read'] {
  const at = pathOf(path);
  const convert = compileConversion({ scale, values });
  const converts = scale !== undefined || values !== undefined;
  return (root, _variables, _index, _serial, to) => {
    const value = at.one(root);
    const read = converts ? convert(value) : value;
    if (typeof read === 'number' && Number.isFinite(read)) to.attributes[attribute] = read;
    else if (typeof read === 'string' && read !== '') to.attributes[attribute] = read.slice(0, MAX_TEXT);
    else if (typeof read === 'boolean') to.attributes[attribute] = read ? 1 : 0;
  };
}

/** The name of a reading's point: `SOC`, `P_SOC@2`, `P_CELL_V@2.7`. */
export const readingName = ({ key, pack, cell }: Reading): string =>
  cell > 0 ? `${key}@${pack}.${cell}` : pack > 0 ? `${key}@${pack}` : key;
