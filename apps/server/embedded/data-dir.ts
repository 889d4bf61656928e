import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, open, readdir, realpath, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, isDiskFull, NEEDED_MB } from '../platform/disk-error.ts';
import { StartError } from '../platform/start-error.ts';

export interface DataDir {
  /** Real path. */
  path: string;
  release(): void;
}

/**
 * Creates the data folder if missing, checks that it is usable, and locks it for this process.
 * @throws StartError: not a folder, cannot be written, full, in use by another instance.
 */
export async function prepareDataDir(dir: string): Promise<DataDir> {
  const path = await create(dir);
  await probe(path);
  const release = lockFolder(path);
  try {
    if ((await readdir(path)).every((name) => name.startsWith('instance.'))) await checkSpace(path);
  } catch (e) {
    release();
    throw e;
  }
  return { path, release };
}

/**
 * For commands about an existing instance: a wrong DATA_DIR must not become a new one.
 * @param store The file or folder that its embedded server keeps there.
 * @throws StartError when there is none
 */
export function requireInstance(dir: string, store: 'postgres.json' | 'clickhouse'): void {
  if (existsSync(join(dir, store))) return;
  throw new StartError(
    `There is no instance of Voltloop in the data folder ${dir}.`,
    'Use the settings of the server: DATA_DIR, or DATABASE_URL and CLICKHOUSE_URL.',
  );
}

async function create(dir: string): Promise<string> {
  try {
    const made = await makeFolder(dir);
    // PostgreSQL's user passes through to its folder; others can neither list nor read anything.
    if (made) await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700);
    return await realpath(dir);
  } catch (cause) {
    throw cannotWrite(dir, cause);
  }
}

/**
 * Creates a folder with those above it. Node's own `recursive` never returns where the system refuses a folder as
 * missing, as below /proc.
 * @returns whether it was missing
 */
async function makeFolder(dir: string): Promise<boolean> {
  try {
    await mkdir(dir);
    return true;
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(dir)).isDirectory()) return false;
    if (code !== 'ENOENT' || !(await makeFolder(dirname(dir)))) throw e;
    return makeFolder(dir);
  }
}

/** Writes and removes a megabyte, which detects missing rights, read-only mounts, quotas and full disks. */
async function probe(path: string): Promise<void> {
  const file = join(path, `.probe-${process.pid}`);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(1024 * 1024));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw cannotWrite(path, cause);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

async function checkSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  if ((bavail * bsize) / 1e6 < NEEDED_MB) throw diskFull(path);
}

function cannotWrite(dir: string, cause: unknown): StartError {
  if (isDiskFull(cause)) return diskFull(dir, { cause });
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new StartError(
      `The data folder ${dir} can't be made: there is a file of that name.`,
      'Set DATA_DIR to a folder, or move the file away.',
      { cause },
    );
  }
  const why = code === 'EROFS' ? 'its disk is read-only' : (code ?? String(cause));
  return new StartError(
    `The data folder ${dir} can't be written (${why}).`,
    'Give this user the right to write there, or set DATA_DIR to a folder where it may.',
    { cause },
  );
}

/**
 * Locks the folder; the system releases the lock with the process, even on SIGKILL. Node has no such lock; SQLite has
 * one on a file, the same on every system.
 */
export function lockFolder(path: string): () => void {
  const pidFile = join(path, 'instance.pid');
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(join(path, 'instance.lock'));
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  try {
    db.exec('pragma journal_mode = off; begin exclusive');
  } catch (cause) {
    db.close();
    throw (cause as { errcode?: number }).errcode === 5
      ? inUse(path, pidFile, cause)
      : cannotWrite(path, cause);
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    rmSync(pidFile, { force: true });
    if (db.isOpen) db.close();
  };
}

function inUse(path: string, pidFile: string, cause: unknown): StartError {
  let by = 'another instance of Voltloop';
  try {
    by += ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    // The other process has the lock and is about to write its id.
  }
  return new StartError(
    `The data folder ${path} is in use by ${by}.`,
    'Stop that instance, or give this one its own folder: DATA_DIR=./data2 npm start.',
    { cause },
  );
}
