import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClickhouse } from '../embedded/clickhouse.ts';
import { localOnly, withoutKeeper, writeClusterConfig } from '../testing/clickhouse-cluster.ts';
import { makeStoresFolder } from '../testing/stores-folder.ts';
import { openClickHouse } from './clickhouse.ts';
import { clickhouseStatements, migrateClickhouse } from './migrate.ts';

const migrations = join(import.meta.dirname, '../../../db/clickhouse');
const CLUSTER = 'one';
const statements = readdirSync(migrations)
  .sort()
  .flatMap((name) => clickhouseStatements(readFileSync(join(migrations, name), 'utf8'), CLUSTER));

let client: ClickHouseClient;
let url: string;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const folder = await makeStoresFolder();
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const configFile = await writeClusterConfig(folder, CLUSTER);
  const host = await startClickhouse({ dataDir: folder, log: pino({ level: 'error' }), configFile });
  stops.push(() => host.stop());
  url = host.url;
  client = createClient({ url });
  stops.push(() => client.close());
  await migrateClickhouse(withoutKeeper(client), { cluster: CLUSTER, database: 'voltloop' });
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function rows<T>(query: string, query_params = {}): Promise<T[]> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return result.json<T>();
}

const named = statements.map((statement) => [statement.split('\n', 1)[0], statement] as const);

test.each(named)('ClickHouse accepts %s', async (_name, statement) => {
  const [row] = await rows<{ text: string }>('select formatQuery({statement:String}) as text', { statement });
  expect(row?.text).toContain(`ON CLUSTER ${CLUSTER}`);
});

test('every table with rows is replicated by shard and distributed by thing or device', async () => {
  const made = statements.join('\n');
  for (const table of ['points', 'points_15m', 'frames', 'rejects'])
    expect(made).toMatch(
      new RegExp(
        `${table}_local on cluster one \\([\\s\\S]*?engine = Replicated\\w+\\('/clickhouse/tables/\\{shard\\}/\\{database\\}/${table}', '\\{replica\\}'`,
      ),
    );
  const engines = await rows<{ name: string; engine_full: string }>(
    "select name, engine_full from system.tables where database = 'voltloop' and engine = 'Distributed' order by name",
  );
  expect(engines.map(({ engine_full }) => engine_full)).toEqual([
    "Distributed('one', 'voltloop', 'frames_local', thing)",
    "Distributed('one', 'voltloop', 'points_local', thing)",
    "Distributed('one', 'voltloop', 'points_15m_local', thing)",
    "Distributed('one', 'voltloop', 'rejects_local', cityHash64(devid))",
  ]);
});

test('a block sent twice through a distributed table counts once, and fills the quarter-hours', async () => {
  const clickhouse = openClickHouse(url, { cluster: CLUSTER });
  stops.push(() => clickhouse.stop());
  for (let i = 0; i < 2; i++)
    await clickhouse.client.insert({
      table: 'points',
      values: [{ thing: 7, point: 1, part: 0, time: '2026-05-01 10:00:00.000', value: 5000 }],
      format: 'JSONEachRow',
    });
  expect(await rows('select toUInt32(count()) as n from points final where thing = 7')).toEqual([{ n: 1 }]);
  expect(await rows('select toUInt32(count()) as n from points_local where thing = 7')).not.toEqual([
    { n: 0 },
  ]);
  expect(await rows('select min(low) as low, max(high) as high from points_15m where thing = 7')).toEqual([
    { low: 5000, high: 5000 },
  ]);
});

test('a statement of a cluster is the same on one node except for its replication', () => {
  expect(
    localOnly(
      "create table a on cluster x (b Int8) engine = ReplicatedReplacingMergeTree('/p/{shard}', '{replica}', v)",
    ),
  ).toBe('create table a (b Int8) engine = ReplacingMergeTree(v)');
});
