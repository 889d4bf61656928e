import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A system user to run a program as. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/** How to start a program: its command line and the user, if not ours. */
export interface Launch {
  command: string;
  args: string[];
  user: Partial<SystemUser>;
}

/** Converts a command line to one that runs as another user. */
export type Launcher = (command: string, args: string[]) => Launch;

export const asOurselves: Launcher = (command, args) => ({ command, args, user: {} });

export const asUser =
  (user: SystemUser): Launcher =>
  (command, args) => ({ command, args, user });

/** The user with one additional right: to read and pass through every folder (Linux, by setpriv). */
export const asUserWithRight =
  (user: SystemUser, right: string): Launcher =>
  (command, args) => {
    const become = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    const rights = [`--inh-caps=+${right}`, `--ambient-caps=+${right}`];
    return { command: 'setpriv', args: [...become, ...rights, '--', command, ...args], user: {} };
  };

/**
 * A user namespace that maps no user (Linux): the program has another user id than 0 and no capabilities. For the
 * file system it is still us, so it reaches our files, even in folders closed to others, and we own what it writes.
 */
export const inUserNamespace: Launcher = (command, args) => ({
  command: 'unshare',
  args: ['--user', '--', command, ...args],
  user: {},
});

/** Runs a command to its end. */
export function succeeds(launch: Launch): boolean {
  return spawnSync(launch.command, launch.args, { ...launch.user, stdio: 'ignore' }).status === 0;
}

export function lookUp(name: string): SystemUser | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

export function createUser(name: string): SystemUser | undefined {
  const commands = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    ['adduser', '-S', '-D', '-H', name],
  ] as const;
  for (const [command, ...args] of commands) {
    if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return lookUp(name);
  }
  return undefined;
}

/**
 * The outermost folder on the path to `path` that `user` may not pass through, or undefined. Missing folders are no
 * obstacle: they will be created accessible.
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

let right: string | null | undefined;

/** The capability to pass through folders, if this process may grant it; containers often have only the second. */
export function passRight(): string | null {
  right ??=
    ['dac_read_search', 'dac_override'].find((cap) =>
      succeeds(asUserWithRight({ uid: 65534, gid: 65534 }, cap)('true', [])),
    ) ?? null;
  return right;
}
