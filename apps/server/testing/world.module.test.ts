import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testWorld } from './world.ts';

async function countTenantsAndFrames(databaseUrl: string, clickhouseUrl: string) {
  const postgres = new pg.Client({ connectionString: databaseUrl });
  await postgres.connect();
  const clickhouse = createClient({ url: clickhouseUrl });
  try {
    const tenants = await postgres.query<{ n: number }>('select count(*)::int as n from tenants');
    const frames = await clickhouse.query({
      query: 'select count() as n from frames',
      format: 'JSONEachRow',
    });
    return [tenants.rows[0]?.n, Number((await frames.json<{ n: string }>())[0]?.n)];
  } finally {
    await postgres.end();
    await clickhouse.close();
  }
}

test('two worlds are migrated, empty and separate', async () => {
  const [one, two] = await Promise.all([testWorld(), testWorld()]);
  const postgres = new pg.Client({ connectionString: one.databaseUrl });
  await postgres.connect();
  await postgres.query("insert into tenants (name) values ('a tenant')");
  await postgres.end();
  const clickhouse = createClient({ url: one.clickhouseUrl });
  await clickhouse.insert({
    table: 'frames',
    values: [{ thing: 1, time: '2026-01-01 00:00:00.000' }],
    format: 'JSONEachRow',
  });
  await clickhouse.close();

  expect(await countTenantsAndFrames(one.databaseUrl, one.clickhouseUrl)).toEqual([1, 1]);
  expect(await countTenantsAndFrames(two.databaseUrl, two.clickhouseUrl)).toEqual([0, 0]);

  await Promise.all([one.stop(), two.stop()]);
  await expect(countTenantsAndFrames(one.databaseUrl, one.clickhouseUrl)).rejects.toThrow(/does not exist/);
});
