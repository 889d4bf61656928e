import { zoneOffset_ms } from '@voltloop/domain/clock/zone-time.ts';
import type { DeviceModel, ModelField, ModelMessage, ModelTerm } from './model.ts';
import { type Finder, finder, textOf } from './paths.ts';
import { type Captured, type TopicPattern, topicPattern } from './topics.ts';

/** A value that a message gives to a point. */
export interface MappedValue {
  /** A role, or the key of a point of the model. */
  to: string;
  /** Number of the pack, from 1; 0 for the system. */
  pack: number;
  /** Number of the cell, from 1; 0 for none. */
  cell: number;
  value: number;
}

/** What cannot be read, and where in the mapping: `messages.0.fields.3`. */
export interface MappedRefusal {
  reason: 'not_json' | 'bad_value' | 'bad_time' | 'bad_pack' | 'too_many_points';
  at: string;
}

/** One message as a model understands it. */
export interface MappedMessage {
  /** Text in the message or the topic that says which device it is from; null without one. */
  device: string | null;
  /** By the clock of the device, epoch ms; null for the time of its arrival. */
  time_ms: number | null;
  backfill: boolean;
  /** What the message says about the connection of the device; null for nothing. */
  online: boolean | null;
  values: MappedValue[];
  refusals: MappedRefusal[];
}

export interface Mapping {
  readonly model: DeviceModel;
  /**
   * Reads a message; null when no part of the mapping is about its topic.
   * @param timeZone of the device, for times without a zone
   */
  read(topic: string, payload: string, timeZone: string): MappedMessage | null;
}

/** Values of one message. */
const MAX_VALUES_OF_MESSAGE = 4096;
const MAX_REFUSALS = 20;
/** Cells of a pack. */
const MAX_CELLS = 99;

/** Compiles the mapping of a model that was checked. */
export function compileMapping(model: DeviceModel): Mapping {
  const messages = model.mapping.messages.map((message, i) =>
    compileMessage(model, message, `messages.${i}`),
  );
  const { online } = model.mapping;
  const state = online && { ...online, pattern: topicPattern(online.topic) };
  return {
    model,
    read(topic, payload, timeZone) {
      const whole: MappedMessage = {
        device: null,
        time_ms: null,
        backfill: false,
        online: null,
        values: [],
        refusals: [],
      };
      let any = false;
      const said = state?.pattern.match(topic);
      if (state && said) {
        any = true;
        whole.device = said.device ?? null;
        const text = payload.trim();
        whole.online = text === state.on ? true : text === state.off ? false : null;
      }
      for (const message of messages) {
        const captured = message.pattern.match(topic);
        if (captured === null) continue;
        any = true;
        message.read(captured, payload, timeZone, whole);
      }
      return any ? whole : null;
    },
  };
}

interface CompiledMessage {
  pattern: TopicPattern;
  read(captured: Captured, payload: string, timeZone: string, into: MappedMessage): void;
}

function compileMessage(model: DeviceModel, message: ModelMessage, place: string): CompiledMessage {
  const pattern = topicPattern(message.topic);
  const rest = /\{\.\.\.(\w+)\}$/.exec(message.topic)?.[1] ?? '';
  const device = model.mapping.device?.path === undefined ? null : finder(model.mapping.device.path);
  const when = (message.when ?? []).map(({ path, is }) => ({ find: finder(path), is: String(is) }));
  const backfill = message.backfill && {
    find: finder(message.backfill.path),
    is: String(message.backfill.is),
  };
  const time = message.time && { find: finder(message.time.path), unit: message.time.unit };
  const each = message.each === undefined ? null : finder(message.each);
  const fields = message.fields.map((field, i) => compileField(field, `${place}.fields.${i}`));
  return {
    pattern,
    read(captured, payload, timeZone, into) {
      const parsed = parse(message, payload);
      if (parsed === undefined) {
        // Devices clear a topic with an empty message.
        if (payload !== '') refuse(into, { reason: 'not_json', at: place });
        return;
      }
      if (when.some(({ find, is }) => !find(parsed).some((value) => textOf(value) === is))) return;
      into.device ??= captured.device ?? (device ? textOf(device(parsed)[0]) : null);
      if (time) {
        const [raw] = time.find(parsed);
        const time_ms = timeOf(raw, time.unit, timeZone);
        if (time_ms !== null) into.time_ms = time_ms;
        else if (raw !== undefined && raw !== null) {
          refuse(into, { reason: 'bad_time', at: place });
          return;
        }
      }
      if (backfill?.find(parsed).some((value) => textOf(value) === backfill.is)) into.backfill = true;
      const within = captured[rest] ?? '';
      if (!each) for (const field of fields) field(parsed, captured, within, 0, into);
      else
        entriesAt(each, parsed).forEach((entry, i) => {
          for (const field of fields) field(entry, captured, within, i + 1, into);
        });
    },
  };
}

function parse({ format, kv }: ModelMessage, payload: string): unknown {
  if (format === 'number' || format === 'text') return payload.trim();
  if (format === 'json') {
    try {
      return JSON.parse(payload);
    } catch {
      return undefined;
    }
  }
  const { pair, is } = kv ?? { pair: ',', is: '=' };
  const entries = payload.split(pair).flatMap((text) => {
    const at = text.indexOf(is);
    return at < 0 ? [] : [[text.slice(0, at).trim(), text.slice(at + is.length).trim()] as const];
  });
  // Object.fromEntries defines `__proto__` as an own property.
  return Object.fromEntries(entries);
}

type CompiledField = (
  root: unknown,
  captured: Captured,
  rest: string,
  index: number,
  into: MappedMessage,
) => void;

function compileField(field: ModelField, place: string): CompiledField {
  const { to, cells, pack: packName, pack_from = 0, cell: cellName } = field;
  const at = field.at === undefined ? null : topicPattern(field.at);
  const convert = field.terms ? sumOf(field.terms.map(compileTerm), field.terms) : compileTerm(field);
  const list = cells === undefined ? null : cellsOf(field);
  return (root, captured, rest, index, into) => {
    const own = at ? at.match(rest) : undefined;
    if (own === null) return;
    let pack = 0;
    if (packName !== undefined) {
      pack = packName === 'each' ? index : numberIn(own?.[packName] ?? captured[packName]) + pack_from;
      // A topic beside those with numbers: `cells/min` beside `cells/7`.
      if (Number.isNaN(pack)) return;
      if (pack < 1) {
        refuse(into, { reason: 'bad_pack', at: place });
        return;
      }
    }
    let cell = 0;
    if (cellName !== undefined) {
      cell = numberIn(own?.[cellName] ?? captured[cellName]);
      if (Number.isNaN(cell)) return;
      if (cell < 1 || cell > MAX_CELLS) {
        refuse(into, { reason: 'bad_pack', at: place });
        return;
      }
      pack = Math.max(1, pack);
    }
    if (list && cells !== undefined) {
      const values = list(root);
      if (values === 'bad') refuse(into, { reason: 'bad_value', at: place });
      else
        values.forEach((value, i) => {
          if (value === null) return;
          add(into, {
            to,
            pack: Math.max(1, pack) + Math.floor(i / cells),
            cell: (i % cells) + 1,
            value,
          });
        });
      return;
    }
    const value = convert(root);
    if (value === 'bad') refuse(into, { reason: 'bad_value', at: place });
    else if (value !== null) add(into, { to, pack, cell, value });
  };
}

/** The number at the end of a text, such as 7 in `cell07`; NaN without one. */
const numberIn = (text: string | undefined): number => Number(/^\D*(\d{1,6})$/.exec(text ?? '')?.[1]);

function add(into: MappedMessage, value: MappedValue): void {
  if (into.values.length < MAX_VALUES_OF_MESSAGE) into.values.push(value);
  else if (into.refusals.at(-1)?.reason !== 'too_many_points')
    refuse(into, { reason: 'too_many_points', at: '' });
}

function refuse(into: MappedMessage, refusal: MappedRefusal): void {
  if (into.refusals.length < MAX_REFUSALS) into.refusals.push(refusal);
}

/** A number, null for no reading, or `bad` for what is no number. */
type Converted = number | null | 'bad';

type Source = Pick<ModelTerm, 'path' | 'reduce' | 'words'>;
type Conversion = Omit<ModelTerm, 'path' | 'reduce' | 'words' | 'optional'>;

function compileTerm(term: Source & Conversion): (root: unknown) => Converted {
  const find: Finder = term.path === undefined ? (root) => [root] : finder(term.path);
  const convert = converter(term);
  const { words, reduce = 'first' } = term;
  if (words)
    return (root) => {
      const [list] = find(root);
      if (!Array.isArray(list)) return list === undefined || list === null ? null : 'bad';
      let sum = 0;
      for (let i = 0; i < words.length; i++) {
        const word: unknown = list[words[i] as number];
        if (word === undefined || word === null) return null;
        if (typeof word !== 'number' || !Number.isInteger(word) || word < 0 || word > 0xffff) return 'bad';
        sum += word * 65_536 ** i;
      }
      return convert(sum);
    };
  return (root) => {
    const found = find(root);
    if (found.length <= 1 || reduce === 'first') return found.length === 0 ? null : convert(found[0]);
    const values: number[] = [];
    for (const each of found) {
      const value = convert(each);
      if (value === 'bad') return 'bad';
      if (value !== null) values.push(value);
    }
    return values.length === 0 ? null : rounded(reductions[reduce](values));
  };
}

const reductions: Record<'sum' | 'mean' | 'max' | 'min', (values: readonly number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
};

function sumOf(
  terms: readonly ((root: unknown) => Converted)[],
  of: readonly ModelTerm[],
): (root: unknown) => Converted {
  return (root) => {
    let sum: number | null = null;
    for (let i = 0; i < terms.length; i++) {
      const value = (terms[i] as (root: unknown) => Converted)(root);
      if (value === 'bad') return 'bad';
      if (value !== null) sum = (sum ?? 0) + value;
      else if (!of[i]?.optional) return null;
    }
    return sum === null ? null : rounded(sum);
  };
}

/** The entries of a list, or what several paths lead to. */
function entriesAt(find: Finder, root: unknown): readonly unknown[] {
  const found = find(root);
  return found.length === 1 && Array.isArray(found[0]) ? (found[0] as unknown[]) : found;
}

function cellsOf(field: ModelField): (root: unknown) => (number | null)[] | 'bad' {
  const find: Finder = field.path === undefined ? (root) => [root] : finder(field.path);
  const convert = converter(field);
  return (root) => {
    const values: (number | null)[] = [];
    for (const each of entriesAt(find, root).slice(0, MAX_VALUES_OF_MESSAGE)) {
      const value = convert(each);
      if (value === 'bad') return 'bad';
      values.push(value);
    }
    return values;
  };
}

/** What bridges send instead of a reading. */
const NO_READING: ReadonlySet<string> = new Set(['', 'nan', 'none', 'null', 'unavailable', 'unknown']);
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i;

function converter(rule: Conversion): (raw: unknown) => Converted {
  const { split, ignore, values, bit, signed, scale = 1, offset = 0, only } = rule;
  const named = values && new Map(Object.entries(values));
  return (raw) => {
    let given = raw;
    if (split) {
      if (typeof given !== 'string') return given === undefined || given === null ? null : 'bad';
      given = given.split(split.by)[split.index];
    }
    if (given === null || given === undefined) return null;
    if (typeof given === 'string' && NO_READING.has(given.trim().toLowerCase())) return null;
    if (named) {
      const text = textOf(given);
      const value = text === null ? undefined : named.get(text.trim());
      return value ?? 'bad';
    }
    let number: number;
    if (typeof given === 'number') number = given;
    else if (typeof given === 'boolean') number = given ? 1 : 0;
    else if (typeof given === 'string' && NUMBER.test(given.trim())) number = Number(given);
    else return 'bad';
    if (!Number.isFinite(number)) return 'bad';
    if (ignore?.includes(number)) return null;
    if (bit !== undefined) return Math.floor(number / 2 ** bit) % 2;
    if (signed && number >= 2 ** (signed - 1)) number -= 2 ** signed;
    number = rounded(number * scale + offset);
    if (only === 'positive') return Math.max(number, 0);
    if (only === 'negative') return Math.max(-number, 0);
    return number;
  };
}

/** Twelve significant digits: 0.1 + 0.2 is 0.3. Negative zero becomes zero. */
export const rounded = (value: number): number =>
  Number.isInteger(value) ? value + 0 : Number(value.toPrecision(12));

const DAY_MS = 86_400_000;
const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/;

/** A time of a device, epoch ms; null when it cannot be read. */
export function timeOf(raw: unknown, unit: 's' | 'ms' | 'iso' | 'local', timeZone: string): number | null {
  if (unit === 's' || unit === 'ms') {
    const number = typeof raw === 'string' && NUMBER.test(raw.trim()) ? Number(raw) : raw;
    if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null;
    return Math.trunc(unit === 's' ? number * 1000 : number);
  }
  if (typeof raw !== 'string') return null;
  const local = LOCAL.exec(raw.trim());
  if (local) {
    // Without an offset it is in the zone of the device, whatever the model says.
    const [year, month, day, hour, minute, second] = local.slice(1).map((part) => Number(part ?? 0));
    return zoned(Date.UTC(year as number, (month as number) - 1, day, hour, minute, second ?? 0), timeZone);
  }
  const time_ms = Date.parse(raw);
  return Number.isFinite(time_ms) ? time_ms : null;
}

/** The instant at which clocks of a zone show a time, given as if it was UTC. In an hour that comes twice, the first one. */
function zoned(shown_ms: number, zone: string): number | null {
  if (!Number.isFinite(shown_ms)) return null;
  const before = shown_ms - zoneOffset_ms(shown_ms - DAY_MS, zone);
  const after = shown_ms - zoneOffset_ms(shown_ms + DAY_MS, zone);
  const right = [before, after].filter((at) => at + zoneOffset_ms(at, zone) === shown_ms);
  return right.length > 0 ? Math.min(...right) : Math.max(before, after);
}
