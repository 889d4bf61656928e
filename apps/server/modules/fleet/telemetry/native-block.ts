/**
 * Blocks of ClickHouse's Native format, written column by column from typed arrays. See
 * https://clickhouse.com/docs/interfaces/formats/Native: number of columns, number of rows, then for each column
 * its name, its type and its values, little-endian.
 */
export interface NativeColumn {
  name: string;
  type: string;
  /** Exactly the bytes of the rows. */
  bytes: Uint8Array;
}

export function nativeBlock(rows: number, columns: readonly NativeColumn[]): Uint8Array {
  const parts: Uint8Array[] = [varint(columns.length), varint(rows)];
  for (const { name, type, bytes } of columns) parts.push(text(name), text(type), bytes);
  return Buffer.concat(parts);
}

/** The first `count` elements of a typed array as bytes. The platform is little-endian, like all platforms of Node. */
export function bytesOf(array: ArrayBufferView, bytes: number): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, bytes);
}

function varint(n: number): Uint8Array {
  const out: number[] = [];
  let rest = n;
  while (rest >= 128) {
    out.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
  return Uint8Array.from(out);
}

function text(s: string): Uint8Array {
  const bytes = Buffer.from(s, 'utf8');
  return Buffer.concat([varint(bytes.length), bytes]);
}

/**
 * A growing column of 64-bit integers, written as two 32-bit halves: storing into a BigInt64Array allocates a BigInt per
 * value.
 */
export class Int64Column {
  #halves: Int32Array;

  constructor(rows: number) {
    this.#halves = new Int32Array(rows * 2);
  }

  grow(rows: number): void {
    const halves = new Int32Array(rows * 2);
    halves.set(this.#halves);
    this.#halves = halves;
  }

  /** `value` is an integer within ±2^53. */
  set(row: number, value: number): void {
    const high = Math.floor(value / 4294967296);
    this.#halves[row * 2] = value - high * 4294967296;
    this.#halves[row * 2 + 1] = high;
  }

  bytes(rows: number, from = 0): Uint8Array {
    return bytesOf(this.#halves.subarray(from * 2), rows * 8);
  }
}
