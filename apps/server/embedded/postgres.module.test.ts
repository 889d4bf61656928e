import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from './postgres.ts';
import { isAlive } from './postgres-orphan.ts';

const log = pino({ level: 'silent' });
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'voltloop-postgres-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('is durable, local, in UTC and protected by a password that only we can read', async () => {
  const postgres = await startPostgres({ dataDir, log });
  const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'TimeZone', 'password_encryption'];
  const rows = await query<{ name: string; setting: string }>(
    postgres.url,
    `select name, setting from pg_settings where name in (${settings.map((s) => `'${s}'`).join()})`,
  );
  expect(Object.fromEntries(rows.map((r) => [r.name, r.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    listen_addresses: '127.0.0.1',
    TimeZone: 'UTC',
    password_encryption: 'scram-sha-256',
  });
  const wrong = new URL(postgres.url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(dataDir, 'postgres.pw'))).toBe(false);
  await postgres.stop();
});

test('after a restart it has its data and its address', async () => {
  const first = await startPostgres({ dataDir, log });
  await query(first.url, 'create table kept as select 7 as n');
  await first.stop();
  const second = await startPostgres({ dataDir, log });
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
  expect(isAlive(second.pid()!)).toBe(false);
});

test('when killed it restarts at the same address with all committed data', async () => {
  const postgres = await startPostgres({ dataDir, log });
  await query(postgres.url, 'create table kept as select 7 as n');
  const pid = postgres.pid()!;
  process.kill(pid, 'SIGKILL');
  await until(async () => {
    const rows = await query<{ n: number }>(postgres.url, 'select n from kept').catch(() => []);
    return postgres.pid() !== pid && rows[0]?.n === 7;
  });
  await postgres.stop();
});

/** Starts PostgreSQL in a separate process, which can be killed. */
async function startElsewhere(): Promise<{ parent: ChildProcess; url: string; pid: number }> {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))});
       const log = { info() {}, warn() {}, error() {} };
       const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
       console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid() }));
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: import.meta.dirname },
  );
  const [line] = await once(parent.stdout!, 'data');
  return { parent, ...JSON.parse(String(line)) };
}

test('when the server is killed, PostgreSQL ends too', async () => {
  const { parent, pid } = await startElsewhere();
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await until(async () => !isAlive(pid));
});

test.skipIf(process.platform !== 'linux')(
  'an orphaned server without its watcher is stopped by the next start',
  async () => {
    const { parent, pid, url } = await startElsewhere();
    await query(url, 'create table kept as select 7 as n');
    const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')
      .trim()
      .split(' ');
    const watcher = children.find((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('voltloop-watch'),
    );
    process.kill(Number(watcher), 'SIGKILL');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await sleep(200);
    expect(isAlive(pid)).toBe(true);
    const postgres = await startPostgres({ dataDir, log });
    expect(isAlive(pid)).toBe(false);
    expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await postgres.stop();
  },
);

test('a stale postmaster.pid of another process neither blocks the start nor harms that process', async () => {
  const first = await startPostgres({ dataDir, log });
  await first.stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${stranger.pid}\n/elsewhere\n1\n1\n\n127.0.0.1\n`);
  const second = await startPostgres({ dataDir, log });
  expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(stranger.exitCode).toBeNull();
  await second.stop();
  stranger.kill('SIGKILL');
});

test('a damaged folder is reported in one sentence', async () => {
  const first = await startPostgres({ dataDir, log });
  await first.stop();
  rmSync(join(dataDir, 'postgres/global/pg_control'));
  await expect(startPostgres({ dataDir, log })).rejects.toMatchObject({
    message: expect.stringMatching(/^PostgreSQL could not be started: [^\n]+$/),
    hint: expect.stringContaining('DATA_DIR'),
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(25)) {
    if (await condition()) return;
  }
  throw new Error('it did not happen');
}
