import { hostname } from 'node:os';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { startOwnDatabase } from '../testing/own-database.ts';
import { setUp } from '../testing/set-up.ts';
import { claimNodeName } from './node-name.ts';

const log = pino({ level: 'silent' });
const database = setUp(() => startOwnDatabase({ max: 2 }));

test('processes of one host have different names, and a free one is reused', async () => {
  const first = await claimNodeName(database.pool, log);
  const second = await claimNodeName(database.pool, log);
  expect([first.name, second.name]).toEqual([`${hostname()}-1`, `${hostname()}-2`]);
  await first.stop();
  const third = await claimNodeName(database.pool, log);
  expect(third.name).toBe(`${hostname()}-1`);
  await second.stop();
  await third.stop();
});

test('a name survives a broken connection to PostgreSQL', async () => {
  const first = await claimNodeName(database.pool, log);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'voltloop-node-name' and datname = current_database()`,
  );
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where application_name = 'voltloop-node-name' and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 100 },
  );
  await vi.waitFor(
    async () => {
      const second = await claimNodeName(database.pool, log);
      const { name } = second;
      await second.stop();
      expect(name).toBe(`${hostname()}-2`);
    },
    { timeout: 20_000, interval: 100 },
  );
  await first.stop();
});
