import { type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file inside a zip, whose content is created while it is written. */
export interface ZipEntry {
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

/** Short texts are joined to chunks of this size: compressing each cell separately would be slow. */
const PIECE_CHARS = 64 * 1024;
/** The archive has a fixed time, so that equal contents give equal bytes. */
const OPTIONS = { compressionLevel: 3, mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/**
 * A zip archive as a stream, with constant memory. The next entry is fetched when the previous one has been read. An
 * error of the content makes the stream fail; when the reader disconnects, the content is closed.
 */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const filled = fill(zip, output, entries).catch((error: Error) => output.destroy(error));
  try {
    for await (const chunk of output) yield chunk;
  } finally {
    await filled;
  }
}

async function fill(
  zip: ZipFile,
  output: PassThrough,
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): Promise<void> {
  for await (const { name, content } of entries) {
    if (output.destroyed) return;
    const source = Readable.from(pieces(content), { objectMode: false });
    const end = () => source.destroy();
    output.once('close', end);
    zip.addReadStream(source, name, OPTIONS);
    await finished(source);
    output.off('close', end);
  }
  zip.end();
}

async function* pieces(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  let gathered = '';
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      if (gathered) yield Buffer.from(gathered);
      gathered = '';
      yield Buffer.from(piece);
      continue;
    }
    gathered += piece;
    if (gathered.length < PIECE_CHARS) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  if (gathered) yield Buffer.from(gathered);
}
