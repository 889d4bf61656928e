import { chmod, rm } from 'node:fs/promises';
import pino from 'pino';
import { startClickhouse } from '../embedded/clickhouse.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { openDatabase } from '../platform/db.ts';
import { migratePostgres } from '../platform/migrate.ts';
import { writeClusterConfig } from './clickhouse-cluster.ts';
import { makeStoresFolder } from './stores-folder.ts';

/** The servers for disposable databases. */
export interface Stores {
  /** A migrated, unused database: the template of every world's database. */
  postgresUrl: string;
  clickhouseUrl: string;
}

/** Starts one PostgreSQL and one ClickHouse in a temporary folder. */
export async function startStores(): Promise<Stores & { stop(): Promise<void> }> {
  const folder = await makeStoresFolder();
  await chmod(folder, 0o711);
  const log = pino({ level: 'error' }, pino.destination(2));
  const [postgres, clickhouse] = await Promise.all([
    // A test's data need not survive a power cut.
    startPostgres({
      dataDir: folder,
      log,
      settings: { fsync: 'off', full_page_writes: 'off', max_connections: '200' },
    }),
    startClickhouse({ dataDir: folder, log, configFile: await writeClusterConfig(folder) }),
  ]);
  const { pool, stop } = openDatabase(postgres.url, { max: 1 });
  await migratePostgres(pool);
  await stop();
  return {
    postgresUrl: postgres.url,
    clickhouseUrl: clickhouse.url,
    async stop() {
      await Promise.all([postgres.stop(), clickhouse.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
