import { createClient } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { testWorld } from '../testing/world.ts';

test('a month is not written again with every few readings that come into it', async () => {
  const world = await testWorld();
  const client = createClient({ url: world.clickhouseUrl });
  const insert = (time: string, rows: number) =>
    client.command({
      query: `insert into points select 1, number % 40, 0, toDateTime64('${time}', 3) + number, number from numbers(${rows})`,
    });
  const parts = async () => {
    const reply = await client.query({
      query: `select rows, level from system.parts
        where database = currentDatabase() and table = 'points' and active order by rows::UInt64 desc`,
      format: 'JSONEachRow',
    });
    return (await reply.json<{ rows: string; level: number }>()).map((part) => [+part.rows, part.level]);
  };
  await insert('2026-11-01 00:00:00', 60_000);
  for (let i = 0; i < 30; i++) await insert(`2026-11-20 00:00:${String(i).padStart(2, '0')}`, 40);
  await expect.poll(parts, { timeout: 60_000 }).toSatisfy((all) => all.length < 20);
  // Each time it was rewritten its level has risen: once for ten inserts at the most.
  expect((await parts())[0]?.[1]).toBeLessThanOrEqual(4);
  await client.close();
  await world.stop();
});
