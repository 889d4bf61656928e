import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { expect, onTestFinished, test } from 'vitest';
import { folderFiles } from '../platform/files.ts';
import { testWorld } from '../testing/world.ts';
import { backupClickhouse } from './clickhouse-backup.ts';
import { Repository } from './repository.ts';

test('parts that are merged while a large one is read do not have to be listed again', async () => {
  const world = await testWorld();
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-parts-'));
  const real = createClient({ url: world.clickhouseUrl });
  onTestFinished(async () => {
    await real.close();
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const insert = (month: string, rows: number) =>
    real.command({
      query: `insert into points select 1, 1, 1, toDateTime64('2026-${month}-01', 3, 'UTC') + number, number from numbers(${rows})`,
    });
  await real.command({ query: 'system stop merges points' });
  await insert('01', 50_000);
  for (let i = 1; i <= 5; i++) await insert('02', i);

  let listed = 0;
  const client = {
    query: (query: { query: string }) => {
      if (/from system\.parts\s.*'points'/s.test(query.query)) listed += 1;
      return real.query(query);
    },
    exec: async (query: { query: string }) => {
      if (query.query.includes("'202601_")) {
        await real.command({ query: 'system start merges points' });
        await real.command({ query: 'optimize table points partition 202602 final' });
      }
      return real.exec(query);
    },
  } as unknown as ClickHouseClient;
  const repository = await Repository.open(folderFiles(folder));
  const { tables } = await backupClickhouse(client, repository, null, () => {});
  const parts = tables.find(({ name }) => name === 'points')?.parts ?? [];
  expect(parts.map(({ rows }) => rows).sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 50_000]);
  expect(listed).toBe(1);
});
