import { compilePath, type Path } from './paths.ts';
import type { Field, Term } from './schema.ts';
import { type Reason, shown } from './texts.ts';

/** Why a value cannot be read. */
export class Unreadable {
  readonly reason: Reason;
  readonly about: string;
  constructor(reason: Reason, about = '') {
    this.reason = reason;
    this.about = about;
  }
}

/** A number; null where there is none to read; or why it cannot be read. */
export type Read = number | null | Unreadable;

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?\s*$/;
const MAX_NUMBER_LENGTH = 40;
const MAX_WORD = 0xffff;

/** Compiles what reads one number at a root of a message. */
export function compileReading(field: Field): (root: unknown) => Read {
  if (!field.terms) return compileTerm(field);
  const terms = field.terms.map((term) => ({ ...term, read: compileTerm(term) }));
  return (root) => {
    let total: number | null = null;
    let missing: string | null = null;
    for (const { read, optional, path } of terms) {
      const value = read(root);
      if (value instanceof Unreadable) return value;
      if (value !== null) total = (total ?? 0) + value;
      else if (!optional) missing ??= path ?? '';
    }
    // Nothing of the sum is in this message, or a part of it only.
    return total !== null && missing !== null ? new Unreadable('missing_term', missing) : total;
  };
}

/** Compiles the path of a field or term that a check has accepted. */
export function pathOf(text: string): Path {
  const path = compilePath(text);
  if (!path) throw new Error(`bad path ${text}`);
  return path;
}

function compileTerm(term: Term): (root: unknown) => Read {
  if (term.words) {
    const paths = term.words.map(pathOf);
    const convert = compileConversion(term);
    return (root) => {
      let sum = 0;
      let found = 0;
      for (const [n, path] of paths.entries()) {
        const word = path.one(root);
        if (word === undefined || word === null) continue;
        if (typeof word !== 'number' || !Number.isInteger(word) || word < 0 || word > MAX_WORD)
          return new Unreadable('not_a_word', shown(word));
        sum += word * 65_536 ** n;
        found++;
      }
      if (found === 0) return null;
      return found < paths.length ? new Unreadable('missing_term') : convert(sum);
    };
  }
  const path = pathOf(term.path ?? '');
  const convert = compileConversion(term);
  if (term.reduce === undefined || term.reduce === 'first') return (root) => convert(path.one(root));
  const reduce = reducers[term.reduce];
  return (root) => {
    const values: number[] = [];
    for (const each of path.all(root)) {
      const value = convert(each);
      if (value instanceof Unreadable) return value;
      if (value !== null) values.push(value);
    }
    return values.length === 0 ? null : reduce(values);
  };
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const reducers = {
  sum,
  mean: (values: readonly number[]) => sum(values) / values.length,
  min: (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b)),
  max: (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b)),
};

/** Compiles the conversion of one received value. A missing value is nothing to read. */
export function compileConversion(term: Term): (value: unknown) => Read {
  const { split, if_null, signed, bit, scale = 1, offset = 0, take } = term;
  const values = term.values && new Map(Object.entries(term.values));
  const ignored = term.ignore && new Set(term.ignore.map(String));
  const onNull: Read = if_null === 'zero' ? 0 : if_null === 'refuse' ? new Unreadable('is_null') : null;
  const half = signed && 2 ** (signed - 1);
  return (received) => {
    let value = received;
    if (value === undefined) return null;
    if (value === null || value === '') return onNull;
    if (typeof value === 'object') return new Unreadable('not_a_number', shown(value));
    if (split) {
      value = String(value).split(split.by)[split.index];
      if (value === undefined) return new Unreadable('no_part', shown(received));
    }
    if (ignored?.has(String(value).trim())) return null;
    if (values) {
      const given = values.get(String(value).trim());
      return given === undefined ? new Unreadable('unknown_value', shown(value)) : given;
    }
    let number: number;
    if (typeof value === 'number') number = value;
    else if (typeof value === 'boolean') number = value ? 1 : 0;
    else if (typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && NUMBER.test(value))
      number = Number(value);
    else return new Unreadable('not_a_number', shown(value));
    if (!Number.isFinite(number)) return new Unreadable('not_a_number', shown(value));
    if (ignored?.has(String(number))) return null;
    if (half !== undefined && signed !== undefined) {
      if (!Number.isInteger(number) || number < -half || number >= 2 * half)
        return new Unreadable('out_of_range', shown(value));
      if (number >= half) number -= 2 * half;
    }
    if (bit !== undefined) {
      if (!Number.isSafeInteger(number) || number < 0) return new Unreadable('not_a_number', shown(value));
      return Math.floor(number / 2 ** bit) % 2;
    }
    number = number * scale + offset;
    if (take === 'positive') return Math.max(number, 0);
    if (take === 'negative') return Math.max(-number, 0);
    return take === 'absolute' ? Math.abs(number) : number;
  };
}

/** Stored values have three decimals; six are exact for all that can be stored, and free of binary noise. */
const DECIMALS = 1e6;

/** Compiles the rounding to a step of a point, or to six decimals without one. */
export function compileRounding(step: number | undefined): (value: number) => number {
  const perUnit = step === undefined ? DECIMALS : 1 / step;
  const whole = Math.round(perUnit);
  // 0 + … because -0 is not 0 to those who compare.
  if (step === undefined || (whole >= 1 && Math.abs(perUnit - whole) < 1e-9 * whole))
    return (value) => 0 + Math.round(value * whole) / whole;
  return (value) => 0 + Math.round(Math.round(value / step) * step * DECIMALS) / DECIMALS;
}
