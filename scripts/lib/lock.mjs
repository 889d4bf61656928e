// A lock between processes, in plain JavaScript for Node 20 with nothing installed.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs `work` while no other process holds the lock file, and returns its result. The lock of a process that no longer
 * exists does not count.
 * @param {string} file contains the process id of its holder
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} onWait called once if another process holds the lock
 * @template T
 */
export async function withLock(file, work, onWait = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  let hasWaited = false;
  while (!acquire(file)) {
    const holder = holderOf(file);
    if (!hasWaited && holder) onWait(holder);
    hasWaited ||= holder > 0;
    await sleep(POLL_MS);
  }
  const release = () => {
    if (holderOf(file) === process.pid) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function acquire(file) {
  const holder = holderOf(file);
  if (holder > 0 && !isAlive(holder)) removeStale(file, holder);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (e) {
    if (e.code === 'EEXIST') return false;
    // A full disk would leave a lock without a holder.
    rmSync(file, { force: true });
    throw e;
  }
}

/** Another process may have replaced the stale lock meanwhile: a lock that was not `holder`'s is put back. */
function removeStale(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (holderOf(aside) === holder) rmSync(aside);
    else renameSync(aside, file);
  } catch (e) {
    if (e.code !== 'ENOENT') throw e;
  }
}

/** 0 if the lock is free, or is just being acquired. */
function holderOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e.code === 'EPERM';
  }
}
