import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startOwnDatabase } from '../testing/own-database.ts';
import { setUp } from '../testing/set-up.ts';
import { openDatabase, prepared } from './db.ts';

const errors: Error[] = [];
const database = setUp(() => startOwnDatabase({ onError: (error) => errors.push(error) }));

test('a connection that breaks between two statements fails its transaction and nothing else', async () => {
  const { db } = database;
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // No statement is running when the connection ends: only a listener is notified.
    await sleep(200);
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow();
  expect(errors.length).toBeGreaterThan(0);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a marked query is prepared once for each connection', async () => {
  await database.db.transaction().execute(async (trx) => {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ n: number }>`${prepared} select ${n}::int + 1 as n`.execute(trx);
      expect(rows).toEqual([{ n: n + 1 }]);
    }
    const { rows } = await sql`select generic_plans + custom_plans as runs from pg_prepared_statements
      where statement like '%+ 1 as n'`.execute(trx);
    expect(rows).toEqual([{ runs: '3' }]);
  });
});

test('a statement that takes longer than allowed is cancelled, and its connection stays usable', async () => {
  const limited = openDatabase(database.databaseUrl, { max: 1, statementTimeout_ms: 100 });
  try {
    await expect(limited.pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
    expect((await limited.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await limited.stop();
  }
});
