import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { testWorld } from '../testing/world.ts';
import { openDatabase } from './db.ts';
import { migratePostgres } from './migrate.ts';
import { StartError } from './start-error.ts';

describe('a migration of a table that a long transaction has locked', () => {
  const name = '0294_first_steps.sql';
  const lock = { wait: '100ms', tries: 3, pause_ms: 50 };

  /** Runs the migration while another connection locks its table, until so many warnings. */
  async function migrateBehindLock(until: number) {
    const world = await testWorld();
    const holder = new pg.Client({ connectionString: world.databaseUrl });
    const { pool, stop } = openDatabase(world.databaseUrl, { max: 2 });
    const warnings: string[] = [];
    try {
      await pool.query(`alter table accounts drop column first_steps`);
      await pool.query('delete from migrations where name = $1', [name]);
      await holder.connect();
      await holder.query('begin');
      await holder.query('select 1 from accounts');
      const result = await migratePostgres(pool, {
        lock,
        onWarning: (text) => {
          warnings.push(text);
          if (warnings.length === until) void holder.query('commit');
        },
      }).catch((e) => e);
      // Calls that queued after it were served: nothing waits any more.
      expect((await pool.query('select count(*)::int as n from accounts')).rows).toEqual([{ n: 0 }]);
      return { result, warnings };
    } finally {
      await holder.end();
      await stop();
      await world.stop();
    }
  }

  test('backs off, retries and succeeds', async () => {
    const { result, warnings } = await migrateBehindLock(2);
    expect(result).toEqual([name]);
    expect(warnings).toEqual(Array(2).fill(`${name} waits for a lock of another connection and will retry`));
  });

  test('fails with a remedy when it has waited too long', async () => {
    const { result } = await migrateBehindLock(Number.POSITIVE_INFINITY);
    expect(result).toBeInstanceOf(StartError);
    expect(result.message).toBe(
      `The migration ${name} can't acquire a lock because of another connection to PostgreSQL.`,
    );
  });
});

test('a month is not rewritten for every few new readings', async () => {
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
  // Its level is the number of rewrites: at most one for ten inserts.
  expect((await parts())[0]?.[1]).toBeLessThanOrEqual(4);
  await client.close();
  await world.stop();
});
