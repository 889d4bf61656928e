import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { diskFull, isDiskFull } from '../platform/disk-error.ts';
import { StartError } from '../platform/start-error.ts';
import { lockFolder } from './data-dir.ts';
import { copyPrograms, type Programs } from './postgres-programs.ts';
import {
  asOurselves,
  asUser,
  asUserWithRight,
  closedFolder,
  createUser,
  inUserNamespace,
  type Launcher,
  lookUp,
  passRight,
  type SystemUser,
  succeeds,
} from './run-as.ts';

/** Checks, inside a user namespace, that PostgreSQL's program can run and the data folder is writable. */
const NAMESPACE_PROBE = '"$1" --version && test -w "$2"';
/** For programs and data that PostgreSQL's own user cannot reach in their place. */
export const SYSTEM_FOLDER = '/var/lib/voltloop';

/** Location of PostgreSQL's files and programs, and how to run the programs. */
export interface Place {
  /** The folder of the cluster. */
  folder: string;
  /** The folder outside the data folder that contains `folder`, if any. */
  elsewhere?: string;
  programs: Programs;
  launch: Launcher;
  /** The owner of its files; undefined for our user. */
  owner?: SystemUser;
  /** Releases its lock. */
  release(): void;
}

interface PlaceOptions {
  dataDir: string;
  /** The `elsewhere` of an earlier start. */
  elsewhere?: string;
  programs: Programs;
  systemFolder: string;
  log: Pick<Logger, 'warn'>;
}

/**
 * Finds a place for PostgreSQL, which refuses to run as root and checks its files with access(2), which ignores
 * ambient capabilities:
 *
 * - An ordinary user runs it in the data folder.
 * - Root runs it in the data folder as the user `postgres`, if that user can reach everything;
 * - else, as behind the closed folder /root, in a user namespace, with files owned by root;
 * - else, without user namespaces, as `postgres`, with unreachable files in a system folder.
 *
 * The owner of existing files keeps running it.
 * @throws StartError where none of these is possible.
 */
export async function placePostgres(options: PlaceOptions): Promise<Place> {
  const { dataDir, programs, elsewhere } = options;
  const folder = join(elsewhere ?? dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { folder, programs, launch: asOurselves, release: () => {} };
  if (elsewhere !== undefined) return placeElsewhere(options, elsewhere);

  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return placeAs(owner, folder, options);
  const user = lookUp('postgres');
  if (!owner && reachesAll(user, [programs.postgres, dataDir])) return placeAs(systemUser(), folder, options);
  if (succeeds(inUserNamespace('sh', ['-c', NAMESPACE_PROBE, 'sh', programs.postgres, dataDir])))
    return { folder, programs, launch: inUserNamespace, release: () => {} };
  if (owner) throw noNamespace(folder);
  return reachesAll(user, [dataDir]) ? placeAs(systemUser(), folder, options) : placeElsewhere(options);
}

/** Whether `user` (undefined: a user not yet created) can run programs and reach all paths. */
function reachesAll(user: SystemUser | undefined, paths: string[]): boolean {
  const stranger = user ?? { uid: 65534, gid: 65534 };
  return succeeds(asUser(stranger)('true', [])) && !paths.some((path) => closedFolder(path, stranger));
}

/** In the data folder, as a separate user: the owner of existing files, if any. */
async function placeAs({ uid, gid }: SystemUser, folder: string, options: PlaceOptions): Promise<Place> {
  const user = { uid, gid };
  const closed = closedFolder(options.dataDir, user);
  const right = closed === undefined ? null : passRight();
  if (closed !== undefined && right === null) throw unreachable(closed);
  const launch = right === null ? asUser(user) : asUserWithRight(user, right);
  const programs = await reachablePrograms(options, user);
  return { folder, programs, launch, owner: user, release: () => {} };
}

/** In the system folder, as the owner of existing files or else as `postgres`. */
async function placeElsewhere(options: PlaceOptions, before?: string): Promise<Place> {
  const { dataDir, systemFolder, log } = options;
  if (before !== undefined && !existsSync(before)) throw lost(before, dataDir);
  const found = before && statSync(join(before, 'postgres'), { throwIfNoEntry: false });
  const user = found ? { uid: found.uid, gid: found.gid } : systemUser();
  if (!succeeds(asUser(user)('true', []))) throw noUser();
  const programs = await reachablePrograms(options, user);
  const elsewhere = before ?? (await inSystemFolder(systemFolder, user, makeDataFolder));
  log.warn(
    { folder: elsewhere, dataDir },
    'PostgreSQL keeps its data outside the data folder: its user cannot reach it, and user namespaces are not permitted',
  );
  return {
    folder: join(elsewhere, 'postgres'),
    elsewhere,
    programs,
    launch: asUser(user),
    owner: user,
    // A copy of the data folder refers to the same files.
    release: lockFolder(elsewhere),
  };
}

async function makeDataFolder(systemFolder: string): Promise<string> {
  const folder = await mkdtemp(join(systemFolder, 'data-'));
  await chmod(folder, 0o711);
  return folder;
}

async function reachablePrograms(options: PlaceOptions, user: SystemUser): Promise<Programs> {
  const { programs, systemFolder } = options;
  if (closedFolder(programs.postgres, user) === undefined) return programs;
  return inSystemFolder(systemFolder, user, (folder) => copyPrograms(programs, folder));
}

/** Creates something in the system folder, which is created if missing and must be open to `user`. */
async function inSystemFolder<T>(
  folder: string,
  user: SystemUser,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  try {
    if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
    const closed = closedFolder(folder, user);
    if (closed !== undefined) throw unreachable(closed);
    return await make(folder);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    if (isDiskFull(cause)) throw diskFull(folder, { cause });
    throw new StartError(
      `PostgreSQL does not run as root, and ${folder} can't be written for its own user (${(cause as NodeJS.ErrnoException).code ?? cause}).`,
      'Start Voltloop as an ordinary user, or move it and its DATA_DIR to a folder that others may pass through, for example to /srv.',
      { cause },
    );
  }
}

/** The user `postgres`, created if missing, else `nobody`. */
function systemUser(): SystemUser {
  const user = lookUp('postgres') ?? createUser('postgres') ?? lookUp('nobody');
  if (!user) throw noUser();
  return user;
}

function noUser(): StartError {
  return new StartError(
    'PostgreSQL does not run as root, and this process may use neither another user nor a user namespace.',
    'Start Voltloop as an ordinary user, or give DATABASE_URL of a PostgreSQL server.',
  );
}

function unreachable(folder: string): StartError {
  return new StartError(
    `PostgreSQL does not run as root, and its own user can't pass through the folder ${folder}.`,
    `Start Voltloop as an ordinary user, or move it and its DATA_DIR out of ${folder}, for example to /srv or /opt.`,
  );
}

function noNamespace(folder: string): StartError {
  return new StartError(
    `The PostgreSQL data in ${folder} was written in a user namespace, which this system does not permit now.`,
    `Permit user namespaces (sysctl user.max_user_namespaces), or move the data to a folder that others may pass through and give it to another user: chown -R postgres: ${folder}.`,
  );
}

function lost(folder: string, dataDir: string): StartError {
  return new StartError(
    `The PostgreSQL data of ${dataDir} is kept in ${folder}, which is missing.`,
    `Restore ${folder} (in a container it must be on a volume too), or start with another DATA_DIR.`,
  );
}
