/** Minimum and maximum size of a piece; most are about {@link LEAST_BYTES} and 2 MB more. */
const LEAST_BYTES = 1024 * 1024;
const MAX_BYTES = 12 * 1024 * 1024;
/** On average one position in 2^21 is a cut. */
const CUT_BITS = 21;

/** Fixed pseudo-random numbers, which must never change: they determine the cuts. */
const gear = Uint32Array.from({ length: 256 }, (_, i) => {
  let x = (i + 1) * 0x9e3779b1;
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
});

/**
 * Content-defined chunking: equal content in two streams is cut equally, also after insertions and deletions before
 * it. So most pieces of a table with a few changed rows are stored already.
 */
export async function* cut(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let hash = 0;
  const take = () => {
    const piece = Buffer.concat(parts, length);
    parts = [];
    length = 0;
    hash = 0;
    return piece;
  };
  for await (const chunk of source) {
    let from = 0;
    // Only the last 32 bytes before a cut matter, so bytes before the minimum size are skipped.
    let i = Math.max(0, LEAST_BYTES - 32 - length);
    for (; i < chunk.length; i++) {
      hash = ((hash << 1) + (gear[chunk[i] as number] as number)) >>> 0;
      const size = length + i + 1 - from;
      if (size < LEAST_BYTES || (hash >>> (32 - CUT_BITS) !== 0 && size < MAX_BYTES)) continue;
      parts.push(chunk.subarray(from, i + 1));
      length = size;
      yield take();
      from = i + 1;
      i = Math.max(i, from + LEAST_BYTES - 33);
    }
    if (from < chunk.length) {
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
    }
  }
  if (length > 0) yield take();
}
