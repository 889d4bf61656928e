import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound } from './errors.ts';

/** A file as a store lists it. */
export interface StoredFile {
  key: string;
  size_bytes: number;
  modified: Date;
}

/** A file store. A key is a path of parts of letters, digits, `-`, `_` and `.`, without personal data. */
export interface Files {
  /** Stores a file atomically, replacing one of the same key. */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Its bytes from `begin` (included) to `end` (excluded), or all. @throws notFound */
  read(key: string, range?: { begin: number; end: number }): Promise<Readable>;
  /** Size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Path of a new temporary file on this machine, for bytes in transit; the caller removes it. */
  temporary(): Promise<string>;
  /** Keys directly below a folder, unchanged since `before`, incomplete ones included. */
  olderThan(folder: string, before: Date): Promise<string[]>;
  /** All complete files, in no particular order. */
  list(): AsyncIterable<StoredFile>;
  /** Removes incomplete files unchanged since `before`. @returns their number */
  sweepUnfinished(before: Date): Promise<number>;
  /** For remote stores: checks that it answers and accepts our credentials. @throws its error */
  check?(): Promise<void>;
}

/** The folder of {@link Files.temporary} files; leftovers of a killed server are swept. */
export const TEMPORARY = 'incoming';

/** Suffix of a file being written. */
const PART = '.part';

/** @throws Error for an invalid key */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`not a key of a file: ${key}`);
}

export const isKey = (text: string): boolean => KEY.test(text);

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Files in a folder of this machine. After `put` resolves the file survives a power cut. */
export function folderFiles(folder: string): Files {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  const size = async (key: string) => {
    try {
      return (await stat(pathOf(key))).size;
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return null;
      throw error;
    }
  };
  const olderThan = async (under: string, before: Date) => {
    const keys: string[] = [];
    for (const name of await readdir(pathOf(under)).catch(nothing)) {
      // It may be removed already: another node sweeps too.
      const found = await stat(join(pathOf(under), name)).catch(() => null);
      if (found?.isFile() && found.mtime < before) keys.push(`${under}/${name}`);
    }
    return keys;
  };
  return {
    size,
    async put(key, content) {
      const path = pathOf(key);
      const part = `${path}.${randomUUID()}${PART}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(part, { flush: true, mode: 0o600 }));
        await rename(part, path);
        const handle = await open(dirname(path));
        await handle.sync().finally(() => handle.close());
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(key, range) {
      if ((await size(key)) === null) throw notFound();
      if (!range) return createReadStream(pathOf(key));
      if (range.end <= range.begin) return Readable.from([]);
      return createReadStream(pathOf(key), { start: range.begin, end: range.end - 1 });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async temporary() {
      await mkdir(join(folder, TEMPORARY), { recursive: true, mode: 0o700 });
      return join(folder, TEMPORARY, randomUUID());
    },
    olderThan,
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothing);
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(folder, path).replaceAll('\\', '/');
        if (!entry.isFile() || key.startsWith(`${TEMPORARY}/`) || key.endsWith(PART) || !isKey(key)) continue;
        // It may have been removed meanwhile.
        const found = await stat(path).catch(() => null);
        if (found) yield { key, size_bytes: found.size, modified: found.mtime };
      }
    },
    async sweepUnfinished(before) {
      const left = await olderThan(TEMPORARY, before);
      for (const key of left) await rm(pathOf(key), { force: true });
      return left.length;
    },
  };
}

/** The digest of a file, read once through. @throws notFound */
export async function sha256Of(files: Pick<Files, 'read'>, key: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(await files.read(key), hash);
  return hash.digest();
}

/** A missing folder has no files. */
function nothing(error: { code?: string }): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
