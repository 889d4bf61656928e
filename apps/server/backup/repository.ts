import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Files } from '../platform/files.ts';
import { StartError } from '../platform/start-error.ts';
import { cut } from './chunks.ts';
import { FORMAT, type Manifest, piecesOf, type Recorded } from './manifest.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const BACKUPS = 'backups';
const PIECES = 'pieces';
const nameOf = (hash: string) => `${PIECES}/${hash.slice(0, 2)}/${hash}`;
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

/**
 * A store of backups: pieces named by the hash of their content, each stored once, and a manifest for each backup,
 * which is written last. So an aborted backup changes nothing, and the next one reuses its pieces.
 */
export class Repository {
  readonly #files: Files;
  readonly #known = new Set<string>();
  /** Statistics of this run's additions. */
  added = { pieces: 0, bytes: 0 };

  private constructor(files: Files) {
    this.#files = files;
  }

  /** Opens it and lists its pieces. */
  static async open(files: Files): Promise<Repository> {
    const repository = new Repository(files);
    for await (const { key, size_bytes } of files.list())
      if (key.startsWith(`${PIECES}/`) && size_bytes > 0) repository.#known.add(key.slice(-64));
    return repository;
  }

  has(recorded: Recorded): boolean {
    return recorded.pieces.every((hash) => this.#known.has(hash));
  }

  /** Stores a stream. */
  async record(source: AsyncIterable<Uint8Array>): Promise<Recorded> {
    const whole = createHash('sha256');
    const pieces: string[] = [];
    let bytes = 0;
    // One piece is compressed and written while the next one is read.
    let writing: Promise<void> = Promise.resolve();
    writing.catch(() => {});
    for await (const piece of cut(source)) {
      whole.update(piece);
      bytes += piece.length;
      const hash = sha256(piece);
      pieces.push(hash);
      await writing;
      if (!this.#known.has(hash)) {
        writing = this.#write(hash, piece);
        writing.catch(() => {});
      }
    }
    await writing;
    return { bytes, sha256: whole.digest('hex'), pieces };
  }

  async #write(hash: string, piece: Buffer): Promise<void> {
    const packed = await compress(piece);
    await this.#files.put(nameOf(hash), packed);
    this.#known.add(hash);
    this.added.pieces += 1;
    this.added.bytes += packed.length;
  }

  /** The content of a stored stream. @throws Error when a piece is missing or damaged */
  content(recorded: Recorded): Readable {
    return Readable.from(this.#pieces(recorded), { objectMode: false });
  }

  async *#pieces({ pieces, sha256: expected }: Recorded): AsyncGenerator<Buffer> {
    const whole = createHash('sha256');
    for (const hash of pieces) {
      const piece = await this.#read(hash);
      whole.update(piece);
      yield piece;
    }
    if (whole.digest('hex') !== expected) throw damaged('the order of pieces');
  }

  async #read(hash: string): Promise<Buffer> {
    let piece: Buffer;
    try {
      piece = await decompress(await buffer(await this.#files.read(nameOf(hash))));
    } catch (error) {
      const { codeName } = error as { codeName?: string };
      if (codeName === 'filesUnavailable') throw error;
      throw damaged(`${nameOf(hash)} is ${codeName === 'notFound' ? 'missing' : 'not readable'}`);
    }
    if (sha256(piece) !== hash) throw damaged(`${nameOf(hash)} has different content`);
    return piece;
  }

  /** Verifies all pieces of a backup. @returns their number */
  async verify(manifest: Manifest, report: (line: string) => void = () => {}): Promise<number> {
    const all = new Set(piecesOf(manifest));
    let done = 0;
    for (const hash of all) {
      await this.#read(hash);
      done += 1;
      report(`Checked: ${done} of ${all.size} pieces`);
    }
    return all.size;
  }

  /** Names of the backups, oldest first. */
  async names(): Promise<string[]> {
    const keys = await this.#files.olderThan(BACKUPS, new Date(Date.now() + 86_400_000));
    return keys
      .filter((key) => key.endsWith('.json'))
      .map((key) => key.slice(BACKUPS.length + 1, -5))
      .sort();
  }

  /** @throws StartError when it is missing, damaged, or of a newer program */
  async manifest(name: string): Promise<Manifest> {
    const text = await this.#files
      .read(`${BACKUPS}/${name}.json`)
      .then(buffer)
      .catch((error: { codeName?: string }) => {
        throw error.codeName === 'notFound'
          ? new StartError(`There is no backup ${name}.`, 'npm run restore -- <place> --list names them.')
          : error;
      });
    let kept: { sha256: string; manifest: Manifest };
    try {
      kept = JSON.parse(text.toString('utf8'));
    } catch {
      throw damaged(`${BACKUPS}/${name}.json is not readable`);
    }
    if (kept.manifest?.format > FORMAT)
      throw new StartError(
        `The backup ${name} has format ${kept.manifest.format}, and this program reads up to ${FORMAT}.`,
        `Use the program that wrote it (version ${kept.manifest.program}) or a newer one.`,
      );
    if (sha256(JSON.stringify(kept.manifest)) !== kept.sha256)
      throw damaged(`${BACKUPS}/${name}.json was changed`);
    return kept.manifest;
  }

  /** Writes the manifest, which completes the backup. */
  async finish(manifest: Manifest): Promise<string> {
    const name = manifest.at.replace(/[:.]/g, '-');
    const text = JSON.stringify({ sha256: sha256(JSON.stringify(manifest)), manifest });
    await this.#files.put(`${BACKUPS}/${name}.json`, Buffer.from(text));
    return name;
  }

  /** Removes all backups except the newest, then the pieces that no backup needs. @returns the removed ones */
  async prune(keep: number): Promise<{ backups: number; pieces: number }> {
    const names = await this.names();
    const old = names.slice(0, Math.max(0, names.length - keep));
    // Read first: if one is unreadable, nothing is removed.
    const needed = new Set<string>();
    for (const name of names.slice(old.length))
      for (const hash of piecesOf(await this.manifest(name))) needed.add(hash);
    for (const name of old) await this.#files.remove(`${BACKUPS}/${name}.json`);
    let pieces = 0;
    for (const hash of this.#known) {
      if (needed.has(hash)) continue;
      await this.#files.remove(nameOf(hash));
      this.#known.delete(hash);
      pieces += 1;
    }
    return { backups: old.length, pieces };
  }
}

function damaged(what: string): StartError {
  return new StartError(
    `The backup is damaged: ${what}.`,
    'Restore another one: npm run restore -- <place> --list names them. The next backup writes a deleted piece again while its content exists.',
  );
}
