import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { EngineError } from './errors.ts';

/** A body up to this size is kept in memory (and then in a file in memory); a longer one goes to disk. */
const IN_MEMORY_BYTES = 64 * 1024 * 1024;
/** Longer statements are refused, as by ClickHouse's max_query_size. */
const STATEMENT_BYTES = 16 * 1024 * 1024;

/** The body of a request, decompressed from gzip if necessary. */
export function bodyOf(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'];
  if (!encoding || encoding === 'identity') return request;
  if (encoding !== 'gzip') {
    throw new EngineError(
      48,
      `Code: 48. DB::Exception: Content-Encoding ${encoding} is not supported. (NOT_IMPLEMENTED)`,
    );
  }
  const gunzip = createGunzip();
  pipeline(request, gunzip).catch(() => {});
  return gunzip;
}

/** Reads a body with a statement. */
export async function readStatement(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > STATEMENT_BYTES) {
      throw new EngineError(
        62,
        'Code: 62. DB::Exception: Syntax error: the statement is too long. (SYNTAX_ERROR)',
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** Folders for incoming rows: `memory` for small bodies, `disk` for others. */
export interface Spool {
  memory: string;
  disk: string;
}

/** Empties the spool folders of the leftovers of a killed host. */
export async function prepareSpool(spool: Spool): Promise<void> {
  for (const folder of new Set([spool.memory, spool.disk])) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}

/**
 * Writes a complete body to a file: an insert starts only when all its rows have arrived, so an aborted request
 * inserts nothing. Returns undefined for an empty body.
 */
export async function spoolRows(body: Readable, spool: Spool, name: string): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { value, done } = await iterator.next();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > IN_MEMORY_BYTES) return spoolLong(parts, iterator, join(spool.disk, name));
  }
  if (length === 0) return undefined;
  const path = join(spool.memory, name);
  await writeFile(path, parts, { mode: 0o600 });
  return path;
}

async function spoolLong(parts: Buffer[], rest: AsyncIterator<Buffer>, path: string): Promise<string> {
  async function* all() {
    yield* parts.splice(0);
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  try {
    await pipeline(Readable.from(all(), { objectMode: false }), createWriteStream(path, { mode: 0o600 }));
  } catch (e) {
    await rm(path, { force: true });
    throw e;
  }
  return path;
}
