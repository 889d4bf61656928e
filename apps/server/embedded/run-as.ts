import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from '../platform/start-error.ts';

/** A system user that a program is run as. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** How to start a program: its command line and the user, if another one than ours. */
export interface Launch {
  command: string;
  args: string[];
  user: Partial<SystemUser>;
}

/**
 * The user that PostgreSQL runs as; undefined means ours. PostgreSQL refuses to run as root, so root runs it as the
 * owner of its folder, else as `postgres`, which is created when missing, else as `nobody`.
 */
export function postgresUser(dataFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp('postgres') ?? createUser('postgres') ?? lookUp('nobody') ?? noUser();
}

function lookUp(name: string): SystemUser | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function createUser(name: string): SystemUser | undefined {
  const commands = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    ['adduser', '-S', '-D', '-H', name],
  ] as const;
  for (const [command, ...args] of commands) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return lookUp(name);
  }
  return undefined;
}

function noUser(): never {
  throw new StartError(
    'PostgreSQL does not run as root, and no user for it could be created.',
    'Create one (useradd --system postgres), or start Voltloop as an ordinary user.',
  );
}

/**
 * The outermost folder on the way to `path` that `user` may not pass through, or undefined. Folders that do not
 * exist yet are no obstacle: they will be made passable.
 */
export function closedFolder(path: string, user: SystemUser): string | undefined {
  const folders: string[] = [];
  for (let dir = resolve(path); ; dir = dirname(dir)) {
    folders.unshift(dir);
    if (dir === dirname(dir)) break;
  }
  return folders.find((dir) => {
    const found = statSync(dir, { throwIfNoEntry: false });
    if (!found) return false;
    const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001;
    return (found.mode & bit) === 0;
  });
}

/**
 * How to run a program as `user`. Where one of `paths` lies behind a folder that the user may not pass through, such
 * as root's own home, the program is given the one right to read and pass folders (Linux, by setpriv).
 * @throws StartError naming that folder, where this right can't be given.
 */
export function launchAs(
  user: SystemUser | undefined,
  command: string,
  args: string[],
  paths: readonly string[],
): Launch {
  if (!user) return { command, args, user: {} };
  const closed = paths.map((path) => closedFolder(path, user)).find(Boolean);
  if (!closed) return { command, args, user };
  const right = passRight();
  if (!right) throw unreachable(closed);
  const become = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const rights = [`--inh-caps=+${right}`, `--ambient-caps=+${right}`];
  return { command: 'setpriv', args: [...become, ...rights, '--', command, ...args], user: {} };
}

export function unreachable(folder: string): StartError {
  return new StartError(
    `PostgreSQL does not run as root, and its own user can't pass through the folder ${folder}.`,
    `Start Voltloop as an ordinary user, or move it and its DATA_DIR out of ${folder}, for example to /srv or /opt.`,
  );
}

let right: string | null | undefined;

/** The capability by which folders can be passed, if this process may hand it on; containers often have only the second. */
export function passRight(): string | null {
  right ??=
    ['dac_read_search', 'dac_override'].find(
      (cap) =>
        spawnSync(
          'setpriv',
          ['--reuid=65534', '--clear-groups', `--inh-caps=+${cap}`, `--ambient-caps=+${cap}`, '--', 'true'],
          { stdio: 'ignore' },
        ).status === 0,
    ) ?? null;
  return right;
}
