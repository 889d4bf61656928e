import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stops a server that a killed instance left running in `folder`, and removes a stale postmaster.pid. */
export async function clearOrphan(folder: string): Promise<void> {
  const pid = runningPostmaster(folder);
  if (pid) await endPostmaster(pid);
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** Process id of the server that runs on `folder`, if it really does: the system reuses ids. */
function runningPostmaster(folder: string): number | undefined {
  let pid: number;
  try {
    pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return undefined;
  }
  if (!(pid > 1) || !isAlive(pid)) return undefined;
  return worksIn(pid, folder) ? pid : undefined;
}

/** The working directory of a postmaster is its data folder. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    return (stdout ?? '').includes(folder);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Fast shutdown, then immediate shutdown, then SIGKILL; after all of them the folder can be started again. */
async function endPostmaster(pid: number): Promise<void> {
  for (const [signal, wait_ms] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    process.kill(pid, signal);
    for (const until = Date.now() + wait_ms; Date.now() < until; ) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}
