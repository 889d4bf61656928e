import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times the data of a whole run of module tests. */
const SPACE_BYTES = 4 * 1024 ** 3;
const NAME = 'voltloop-tests-';

/**
 * A folder for disposable databases: in memory if there is enough space, since creating a database of nine hundred
 * files there takes a third of the processor time.
 */
export async function makeStoresFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < SPACE_BYTES) return mkdtemp(join(tmpdir(), NAME));
  await removeLeft();
  return mkdtemp(join(MEMORY, `${NAME}${process.pid}-`));
}

/** Leftovers of killed runs would use memory until the machine restarts. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
}
