import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { isDiskFull } from '../platform/disk-error.ts';
import { startClickhouse } from './clickhouse.ts';
import { startPostgres } from './postgres.ts';

const log = pino({ level: 'silent' });
const mounted: string[] = [];

/** A separate disk, or undefined where this user may not mount one. */
function smallDisk(size: string): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'voltloop-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir], {
    stdio: 'ignore',
  });
  if (status !== 0) {
    rmSync(dir, { recursive: true });
    return undefined;
  }
  mounted.push(dir);
  chmodSync(dir, 0o711);
  return dir;
}

afterEach(() => {
  for (const dir of mounted.splice(0)) {
    spawnSync('umount', [dir]);
    rmSync(dir, { recursive: true, force: true });
  }
});

test('PostgreSQL without space for its first files reports it and leaves no partial files', async (context) => {
  const dataDir = smallDisk('20m');
  if (!dataDir) return context.skip('needs the right to mount a small disk');
  await expect(startPostgres({ dataDir, log })).rejects.toThrow(
    `The disk of the data folder ${dataDir} is full.`,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres.json']);
});

test('ClickHouse on a disk that fills up refuses writes, still reads, and writes again when there is space', async (context) => {
  const dataDir = smallDisk('40m');
  if (!dataDir) return context.skip('needs the right to mount a small disk');
  const host = await startClickhouse({ dataDir, log });
  const client = createClient({
    url: new URL('/default', host.url),
    log: { level: ClickHouseLogLevel.OFF },
  });
  const insert = () =>
    client.command({ query: 'insert into kept select number, randomString(100) from numbers(20000)' });
  const count = async () =>
    (await client.query({ query: 'select count() from kept', format: 'TabSeparated' })).text();
  try {
    await client.command({
      query: 'create table kept (id UInt64, text String) engine = MergeTree order by id',
    });
    await insert();
    const filler = join(dataDir, 'filler');
    // Fails, which leaves the disk full.
    expect(() => writeFileSync(filler, Buffer.alloc(40 * 1024 * 1024))).toThrow(/ENOSPC/);
    const error = await insert().then(
      () => undefined,
      (e) => e,
    );
    expect(error).toBeInstanceOf(ClickHouseError);
    expect(isDiskFull(error) || error.code === '243').toBe(true);
    expect(await count()).toBe('20000\n');
    rmSync(filler);
    await insert();
    expect(await count()).toBe('40000\n');
  } finally {
    await client.close();
    await host.stop();
  }
});

test('a folder locked by another ClickHouse is reported after a short wait', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltloop-held-'));
  mkdirSync(join(dataDir, 'clickhouse'));
  const holder = await startClickhouse({ dataDir, log });
  await expect(startClickhouse({ dataDir, log })).rejects.toMatchObject({
    message: expect.stringMatching(/^ClickHouse could not be started: .*already running/),
    hint: expect.stringContaining('DATA_DIR'),
  });
  await holder.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
