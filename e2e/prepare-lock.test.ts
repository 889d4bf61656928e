import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LOCK = new URL('../scripts/lib/lock.mjs', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voltloop-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script in its own process until it exits. */
async function inProcess(script: string): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return output;
}

/** Appends to `log` at the begin and at the end of its work, under the lock. */
const worker = (file: string, log: string) => `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { withLock } from ${JSON.stringify(LOCK)};
  const write = (what) => appendFileSync(${JSON.stringify(log)}, what + ' ' + process.pid + '\\n');
  await withLock(${JSON.stringify(file)}, async () => {
    write('begin');
    await sleep(100);
    write('end');
  });
`;

/** The process ids of a log, in the order of their work; fails if two worked at once. */
async function orderIn(log: string): Promise<string[]> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  return lines.flatMap((line, i) => {
    if (i % 2 === 1) return [];
    const pid = line.replace('begin ', '');
    expect([line, lines[i + 1]]).toEqual([`begin ${pid}`, `end ${pid}`]);
    return [pid];
  });
}

test('processes with the same lock work one after another', async () => {
  const [file, log] = [join(folder, 'new', 'one.lock'), join(folder, 'one.log')];
  await Promise.all(Array.from({ length: 4 }, () => inProcess(worker(file, log))));
  expect(new Set(await orderIn(log)).size).toBe(4);
});

test('the lock of a process that was killed is ignored', async () => {
  const [file, log] = [join(folder, 'two.lock'), join(folder, 'two.log')];
  const dead = await inProcess('console.log(process.pid)');
  await writeFile(file, dead);
  await Promise.all(Array.from({ length: 4 }, () => inProcess(worker(file, log))));
  expect(new Set(await orderIn(log)).size).toBe(4);
});

test('the lock is released when the work fails or the process exits in it', async () => {
  const file = join(folder, 'three.lock');
  const begin = `import { withLock } from ${JSON.stringify(LOCK)}; await withLock(${JSON.stringify(file)},`;
  await inProcess(`${begin} async () => { throw new Error('failed'); }).catch(() => {});`);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await inProcess(`${begin} async () => process.exit(0));`);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});
