/** Encodes values into registers, for the simulated inverter. Missing values are "not implemented". */
import { type Field, type Model, registersOf } from './model.ts';

export type Given = Record<string, number | string | bigint | undefined>;

/** The registers of a model, with its id and length. Values are raw integers where the field has a scale factor. */
export function encodeModel(id: number, model: Model, given: Given, blocks: Given[] = []): Uint8Array {
  const size = registersOf(model.fields);
  const blockSize = model.repeating ? registersOf(model.repeating.fields) : 0;
  const length = size + blocks.length * blockSize;
  const bytes = new Uint8Array((2 + length) * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, id);
  view.setUint16(2, length);
  writeFields(view, 4, model.fields, given);
  blocks.forEach((block, n) => {
    writeFields(view, 4 + (size + n * blockSize) * 2, model.repeating?.fields ?? [], block);
  });
  return bytes;
}

function writeFields(view: DataView, start: number, fields: readonly Field[], given: Given): void {
  let byte = start;
  for (const field of fields) {
    writeField(view, byte, field, given[field.name]);
    byte += field.size * 2;
  }
}

function writeField(view: DataView, byte: number, { type, size }: Field, value: Given[string]): void {
  if (type === 'string') {
    const text = Buffer.from(String(value ?? ''), 'latin1').subarray(0, size * 2);
    text.forEach((code, i) => void view.setUint8(byte + i, code));
    return;
  }
  const number = value === undefined ? undefined : Number(value);
  switch (type) {
    case 'int16':
    case 'sunssf':
      view.setInt16(byte, number ?? -0x8000);
      return;
    case 'uint16':
    case 'enum16':
    case 'bitfield16':
      view.setUint16(byte, number ?? 0xffff);
      return;
    case 'pad':
      view.setUint16(byte, 0x8000);
      return;
    case 'int32':
      view.setInt32(byte, number ?? -0x80000000);
      return;
    case 'uint32':
    case 'bitfield32':
      view.setUint32(byte, number ?? 0xffffffff);
      return;
    case 'acc32':
      view.setUint32(byte, (number ?? 0) % 2 ** 32);
      return;
    case 'float32':
      view.setFloat32(byte, number ?? Number.NaN);
      return;
    case 'uint64':
      view.setBigUint64(byte, value === undefined ? 0xffffffffffffffffn : BigInt(Math.trunc(number ?? 0)));
      return;
    case 'acc64':
      view.setBigUint64(byte, BigInt(Math.trunc(number ?? 0)));
  }
}
