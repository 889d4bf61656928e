import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestWorld, testWorld } from '../testing/world.ts';
import { type EmbeddedClickhouse, startClickhouse } from './clickhouse.ts';

// A separate host: these tests kill it, or measure its memory.
const quiet = { log: { level: ClickHouseLogLevel.OFF } };
const log = pino({ level: 'silent' });
let world: TestWorld;
let host: EmbeddedClickhouse;
let client: ClickHouseClient;

beforeAll(async () => {
  world = await testWorld();
  host = await startClickhouse({ dataDir: world.dataDir, log });
  client = createClient({ url: new URL('/default', host.url), request_timeout: 20_000, ...quiet });
});
afterAll(async () => {
  await client.close();
  await host.stop();
  await world.stop();
});

const count = async (table: string) => {
  const result = await client.query({ query: `select count() as n from ${table}`, format: 'JSONEachRow' });
  return Number((await result.json<{ n: string }>())[0]?.n);
};

async function memory_mb(): Promise<number> {
  const status = await readFile(`/proc/${host.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}

test.skipIf(process.platform !== 'linux')('a large result is streamed, not buffered', async () => {
  const read = async (rows: number) => {
    const query = `select number, toString(number) as text, repeat('x', 100) as pad from numbers(${rows})`;
    const result = await client.query({ query, format: 'JSONEachRow' });
    let [seen, most_mb] = [0, 0];
    for await (const batch of result.stream()) {
      seen += batch.length;
      most_mb = Math.max(most_mb, await memory_mb());
    }
    expect(seen).toBe(rows);
    return most_mb;
  };
  // The engine's own buffers fill with the first million; the next 400 MB must add little.
  const first_mb = await read(1_000_000);
  expect((await read(3_000_000)) - first_mb).toBeLessThan(200);
});

test('a reader that disconnects frees its session', async () => {
  for (let i = 0; i < 24; i++) {
    const leave = new AbortController();
    const result = await client.query({
      query: 'select number from system.numbers',
      format: 'JSONEachRow',
      abort_signal: leave.signal,
    });
    const reader = result.stream()[Symbol.asyncIterator]();
    await reader.next();
    result.close();
    leave.abort();
  }
  await until(async () => (await running()) === 0);
});

test('a query whose reader has disconnected is cancelled', async () => {
  const leave = new AbortController();
  const pending = client.query({
    query: 'select sum(sleepEachRow(0.05)) from numbers(1000) settings max_block_size = 1',
    abort_signal: leave.signal,
  });
  await until(async () => (await running()) === 1);
  leave.abort();
  await expect(pending).rejects.toThrow();
  await until(async () => (await running()) === 0);
});

async function running(): Promise<number> {
  const result = await client.query({
    query: "select count() as n from system.processes where query not like '%system.processes%'",
    format: 'JSONEachRow',
  });
  return Number((await result.json<{ n: string }>())[0]?.n);
}

test('when killed under load it restarts at the same address with all acknowledged rows', async () => {
  await client.command({
    query: 'create table kept (id UInt64) engine = MergeTree order by id settings fsync_after_insert = 1',
  });
  let acknowledged = 0;
  let broken = 0;
  let writing = true;
  const writer = async () => {
    while (writing) {
      const values = Array.from({ length: 100 }, () => ({ id: 1 }));
      try {
        await client.insert({ table: 'kept', values, format: 'JSONEachRow' });
        acknowledged += values.length;
      } catch {
        broken++;
        await sleep(20);
      }
    }
  };
  const writers = [writer(), writer(), writer()];
  for (let kill = 0; kill < 2; kill++) {
    await until(async () => acknowledged > 500 * (kill + 1));
    const pid = host.pid();
    process.kill(pid!, 'SIGKILL');
    const before = acknowledged;
    await until(async () => host.pid() !== pid && acknowledged > before + 300);
  }
  writing = false;
  await Promise.all(writers);
  expect(broken).toBeGreaterThan(0);
  // Aborted inserts may have been committed; acknowledged ones must be.
  const stored = await count('kept');
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored % 100).toBe(0);
  expect(stored).toBeLessThanOrEqual(acknowledged + broken * 100);
});

test('after a restart it has its data', async () => {
  const before = await count('kept');
  await host.stop();
  host = await startClickhouse({ dataDir: world.dataDir, log });
  await client.close();
  client = createClient({ url: new URL('/default', host.url), ...quiet });
  expect(await count('kept')).toBe(before);
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(25)) {
    if (await condition()) return;
  }
  throw new Error('it did not happen');
}
