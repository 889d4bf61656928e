import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { prepareDataDir } from './data-dir.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'voltloop-dir-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
/** Root in a container often may not mount. */
const canMount = isRoot && tryMount();

async function errorOf(work: Promise<unknown>): Promise<StartError> {
  try {
    await work;
  } catch (e) {
    expect(e).toBeInstanceOf(StartError);
    return e as StartError;
  }
  throw new Error('no error');
}

test('a missing folder is created without access for others, and released', async () => {
  const dir = join(base, 'a/b');
  const data = await prepareDataDir(dir);
  expect(statSync(dir).mode & 0o066).toBe(0);
  data.release();
  (await prepareDataDir(dir)).release();
});

test('a folder in use is refused with the process id of its user, until that process is killed', async () => {
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { prepareDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))});
       await prepareDataDir(${JSON.stringify(base)});
       console.log('held'); setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(holder.stdout, 'data');
  const { message, hint } = await errorOf(prepareDataDir(base));
  expect(message).toContain(`in use by another instance of Voltloop (process ${holder.pid})`);
  expect(hint).toContain('DATA_DIR=');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  (await prepareDataDir(base)).release();
});

test.runIf(process.platform === 'linux')('a folder below /proc is refused', async () => {
  const { message } = await errorOf(prepareDataDir('/proc/voltloop/data'));
  expect(message).toBe("The data folder /proc/voltloop/data can't be written (ENOENT).");
});

test('a file in the place of the folder is refused', async () => {
  writeFileSync(join(base, 'file'), '');
  expect((await errorOf(prepareDataDir(join(base, 'file')))).message).toContain('a file of that name');
});

test.skipIf(isRoot && !canMount)('a folder without write access is refused', async () => {
  // Root may write anywhere except on a read-only disk.
  const dir = isRoot ? mount('ro,size=1m') : join(base, 'locked');
  if (!isRoot) mkdirSync(dir, { mode: 0o500 });
  try {
    expect((await errorOf(prepareDataDir(dir))).message).toMatch(/can't be written \(.+\)/);
  } finally {
    if (isRoot) unmount(dir);
  }
});

test.skipIf(!canMount)('a full disk is refused (needs root, to mount a small disk)', async () => {
  for (const options of ['size=512k', 'size=20m']) {
    const dir = mount(options);
    try {
      const { message, hint } = await errorOf(prepareDataDir(dir));
      expect(message).toBe(`The disk of the data folder ${dir} is full.`);
      expect(hint).toContain('200 MB');
    } finally {
      unmount(dir);
    }
  }
});

function mount(options: string): string {
  const dir = mkdtempSync(join(base, 'disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return dir;
}

function tryMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'voltloop-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stdio: 'ignore' });
  if (status === 0) unmount(dir);
  rmSync(dir, { recursive: true, force: true });
  return status === 0;
}

function unmount(dir: string): void {
  spawnSync('umount', [dir]);
}
