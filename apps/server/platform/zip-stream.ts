import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file inside a zip: its content is made while it is written. */
export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const METHOD_DEFLATE = 8;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
/** 1980-01-01: the archive says nothing about when it was made. */
const DOS_DATE = 0x21;
/** Text is gathered to pieces of this size, so that the deflater is not called for every cell. */
const PIECE_CHARS = 64 * 1024;

/**
 * A zip archive as a stream, with constant memory (PKWARE APPNOTE 6.3, without zip64: entries and archive stay
 * below 4 GB). An entry is asked for when the one before it has been written. Content that fails makes the stream fail;
 * a reader that leaves ends the content.
 */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(entry.name);
    yield header;
    const deflate = createDeflateRaw({ level: 3 });
    // The loop below throws what the content threw; the callback only keeps it from being thrown a second time.
    pipeline(Readable.from(measured(content, entry), { objectMode: false }), deflate, () => {});
    for await (const chunk of deflate) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(entry.crc, 4);
    descriptor.writeUInt32LE(entry.packed, 8);
    descriptor.writeUInt32LE(entry.size, 12);
    yield descriptor;
    offset += header.length + entry.packed + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

async function* measured(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const measure = (text: string) => {
    const bytes = Buffer.from(text, 'utf8');
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    return bytes;
  };
  let gathered = '';
  for await (const text of content) {
    gathered += text;
    if (gathered.length < PIECE_CHARS) continue;
    yield measure(gathered);
    gathered = '';
  }
  if (gathered) yield measure(gathered);
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(METHOD_DEFLATE, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function directoryEntry(entry: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(METHOD_DEFLATE, 10);
  header.writeUInt16LE(DOS_DATE, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(entry.packed, 20);
  header.writeUInt32LE(entry.size, 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, entry.name]);
}
