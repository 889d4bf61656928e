import { rm, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { clickhouseFile } from './backup/open.ts';
import type { Config } from './config.ts';
import { startClickhouse } from './embedded/clickhouse.ts';
import { prepareDataDir } from './embedded/data-dir.ts';
import { startPostgres } from './embedded/postgres.ts';
import { openClickHouse } from './platform/clickhouse.ts';
import { openDatabase } from './platform/db.ts';
import { migrateClickhouse, migratePostgres } from './platform/migrate.ts';
import type { Progress } from './progress.ts';
import type { Stopping } from './stopping.ts';
import {
  checkClickhouse,
  checkPostgres,
  explainClickhouse,
  explainPostgres,
  refuseUnfinished,
} from './store-errors.ts';

/** Opens both stores, starting the embedded ones where no URL is given, and brings their schemas up to date. */
export async function openStores(config: Config, log: Logger, progress: Progress, stopping: Stopping) {
  const embedded = { postgres: !config.databaseUrl, clickhouse: !config.clickhouseUrl };
  if (embedded.postgres || embedded.clickhouse) {
    progress.step('Preparing the data folder');
    const dataDir = await prepareDataDir(config.dataDir);
    stopping.add('data folder', () => dataDir.release());
  }
  progress.step(
    embedded.postgres || embedded.clickhouse
      ? 'Starting PostgreSQL and ClickHouse'
      : 'Connecting to PostgreSQL and ClickHouse',
  );
  const [postgres, clickhouseHost] = await Promise.all([
    config.databaseUrl ? null : startPostgres({ dataDir: config.dataDir, log }),
    config.clickhouseUrl ? null : startClickhouse({ dataDir: config.dataDir, log }),
  ]);
  if (postgres) stopping.add('PostgreSQL', () => postgres.stop());
  if (clickhouseHost) {
    stopping.add('ClickHouse', () => clickhouseHost.stop());
    // For a backup while this server runs.
    const file = clickhouseFile(config.dataDir);
    await writeFile(file, JSON.stringify({ url: clickhouseHost.url }), { mode: 0o600 });
    stopping.add('address of ClickHouse', () => rm(file, { force: true }));
  }

  const slow = (store: string) => (query: string, ms: number) => {
    if (ms >= config.slowQuery_ms) log.warn({ store, query, ms: Math.round(ms) }, 'a slow query');
  };
  const databaseUrl = postgres?.url ?? config.databaseUrl!;
  const { db, pool, stop } = openDatabase(databaseUrl, {
    max: config.databasePool,
    statementTimeout_ms: config.databaseTimeout_s * 1000,
    ...(config.slowQuery_ms > 0 ? { onQuery: slow('postgres') } : {}),
    // The error object contains the whole connection.
    onError: ({ message }) => log.warn({ reason: message }, 'a database connection broke'),
  });
  stopping.add('database pool', stop);
  const clickhouseUrl = clickhouseHost?.url ?? config.clickhouseUrl!;
  const clickhouse = openClickHouse(clickhouseUrl, {
    timeout_ms: config.clickhouseTimeout_s * 1000,
    cluster: config.clickhouseCluster,
    ...(config.slowQuery_ms > 0 ? { onQuery: slow('clickhouse') } : {}),
  });
  stopping.add('ClickHouse client', () => clickhouse.stop());

  progress.step('Bringing the schemas up to date');
  await checkPostgres(pool);
  await refuseUnfinished(pool);
  await migratePostgres(pool, {
    onWarning: (text) => log.warn({ migration: text }, 'a migration reports'),
  }).catch((e) => {
    throw explainPostgres(e, databaseUrl);
  });
  const { client } = clickhouse;
  await checkClickhouse(client);
  const database = new URL(clickhouseUrl).pathname.slice(1) || 'default';
  await migrateClickhouse(client, { database, cluster: config.clickhouseCluster }).catch((e) => {
    throw explainClickhouse(e, clickhouseUrl);
  });
  return { db, pool, clickhouse };
}
