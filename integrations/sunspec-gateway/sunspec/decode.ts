/**
 * Decodes registers into values: applies scale factors, and returns null for fields that the inverter does not
 * implement.
 */
import { type Field, type FieldType, type Model, registersOf } from './model.ts';

export type Value = number | string | null;
export type Values = Record<string, Value>;

export interface Decoded {
  id: number;
  values: Values;
  /** Applied powers of ten, for counters that wrap at a number of registers. */
  scales: Record<string, number>;
  /** The repeating block: MPPT inputs, DC ports. */
  blocks: Values[];
}

/** Limit of blocks: more cannot be a home inverter. */
export const MAX_BLOCKS = 16;
/** Range of scale factors, powers of ten. */
const MAX_SCALE = 10;

type Numeric = Exclude<FieldType, 'string' | 'pad'>;

/** The raw value for "not implemented". A counter that is not implemented is 0. */
const notImplemented: Record<Numeric, number> = {
  int16: -0x8000,
  uint16: 0xffff,
  enum16: 0xffff,
  bitfield16: 0xffff,
  sunssf: -0x8000,
  int32: -0x80000000,
  uint32: 0xffffffff,
  acc32: 0,
  bitfield32: 0xffffffff,
  float32: Number.NaN,
  uint64: Number(0xffffffffffffffffn),
  acc64: 0,
};

const readers: Record<Numeric, (view: DataView, byte: number) => number> = {
  int16: (view, byte) => view.getInt16(byte),
  uint16: (view, byte) => view.getUint16(byte),
  enum16: (view, byte) => view.getUint16(byte),
  bitfield16: (view, byte) => view.getUint16(byte),
  sunssf: (view, byte) => view.getInt16(byte),
  int32: (view, byte) => view.getInt32(byte),
  uint32: (view, byte) => view.getUint32(byte),
  acc32: (view, byte) => view.getUint32(byte),
  bitfield32: (view, byte) => view.getUint32(byte),
  float32: (view, byte) => view.getFloat32(byte),
  uint64: (view, byte) => Number(view.getBigUint64(byte)),
  acc64: (view, byte) => Number(view.getBigUint64(byte)),
};

/**
 * Decodes a model. `data` contains its registers after id and length, as bytes; when it is shorter than the table, the
 * fields beyond its end are null.
 */
export function decodeModel(id: number, model: Model, data: Uint8Array): Decoded {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const raw = readFields(model.fields, view, 0);
  const scales: Record<string, number> = {};
  const values = scaled(model.fields, raw, raw, scales);
  const blocks: Values[] = [];
  if (model.repeating) {
    const { fields, count } = model.repeating;
    const size = registersOf(fields) * 2;
    const start = registersOf(model.fields) * 2;
    const claimed = values[count];
    const fitting = Math.max(0, Math.floor((view.byteLength - start) / size));
    const number = Math.min(typeof claimed === 'number' ? claimed : 0, fitting, MAX_BLOCKS);
    for (let n = 0; n < number; n += 1)
      blocks.push(scaled(fields, readFields(fields, view, start + n * size), raw, scales));
  }
  return { id, values, scales, blocks };
}

/** Undefined: beyond the end of the model. */
type Raw = Record<string, Value | undefined>;

function readFields(fields: readonly Field[], view: DataView, start: number): Raw {
  const raw: Raw = {};
  let byte = start;
  for (const field of fields) {
    const end = byte + field.size * 2;
    raw[field.name] = end > view.byteLength ? undefined : readField(field, view, byte);
    byte = end;
  }
  return raw;
}

function readField({ type, size }: Field, view: DataView, byte: number): Value {
  if (type === 'pad') return null;
  if (type === 'string') return readText(view, byte, size * 2);
  const value = readers[type](view, byte);
  if (!Number.isFinite(value) || value === notImplemented[type]) return null;
  return value;
}

/** Printable ASCII up to the first NUL. */
function readText(view: DataView, byte: number, length: number): string | null {
  let text = '';
  for (let i = 0; i < length; i += 1) {
    const code = view.getUint8(byte + i);
    if (code === 0) break;
    if (code >= 0x20 && code < 0x7f) text += String.fromCharCode(code);
  }
  return text.trim() || null;
}

function scaled(
  fields: readonly Field[],
  raw: Raw,
  scaleFactors: Raw,
  scales: Record<string, number>,
): Values {
  const values: Values = {};
  for (const { name, scale, lateScale = false } of fields) {
    const value = raw[name] ?? null;
    const power =
      scale === undefined || typeof value !== 'number' ? 0 : powerOf(scaleFactors[scale], lateScale);
    values[name] = power === null ? null : typeof value === 'number' ? shift(value, power) : value;
    if (scale !== undefined && power !== null) scales[name] = power;
  }
  return values;
}

/** A value with a missing or absurd scale factor is unreadable. */
function powerOf(factor: Value | undefined, late: boolean): number | null {
  if (factor === undefined && late) return 0;
  if (typeof factor !== 'number' || Math.abs(factor) > MAX_SCALE) return null;
  return factor;
}

/** Division keeps decimals exact, unlike multiplication by 0.1. */
const shift = (value: number, power: number): number =>
  power < 0 ? value / 10 ** -power : value * 10 ** power;
