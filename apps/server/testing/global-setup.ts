import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { startClickhouse } from '../embedded/clickhouse.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { openDatabase } from '../platform/db.ts';
import { migratePostgres } from '../platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody writes to: the template of every test's own. */
    postgresUrl: string;
    clickhouseUrl: string;
  }
}

/** Starts one PostgreSQL and one ClickHouse for a whole run of module tests; each test file gets its own databases. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'voltloop-tests-'));
  await chmod(folder, 0o711);
  const log = pino({ level: 'error' }, pino.destination(2));
  const [postgres, clickhouse] = await Promise.all([
    // A test's data need not survive a power cut.
    startPostgres({
      dataDir: folder,
      log,
      settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
    }),
    startClickhouse({ dataDir: folder, log }),
  ]);
  const { pool, stop } = openDatabase(postgres.url, { max: 1 });
  await migratePostgres(pool);
  await stop();
  project.provide('postgresUrl', postgres.url);
  project.provide('clickhouseUrl', clickhouse.url);
  return async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
}
