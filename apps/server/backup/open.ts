import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { startClickhouse } from '../embedded/clickhouse.ts';
import { prepareDataDir, requireInstance } from '../embedded/data-dir.ts';
import { runningPostgresUrl, startPostgres } from '../embedded/postgres.ts';
import { openClickHouse } from '../platform/clickhouse.ts';
import { openDatabase } from '../platform/db.ts';
import { type Files, folderFiles } from '../platform/files.ts';
import { requireFiles } from '../platform/open-files.ts';
import { readS3Url } from '../platform/s3-place.ts';
import { StartError } from '../platform/start-error.ts';
import type { Stopping } from '../stopping.ts';
import { checkClickhouse, checkPostgres } from '../store-errors.ts';

/** Timeout of ClickHouse: reading or writing a part may take long. */
const LONG_MS = 24 * 3_600_000;

/**
 * Addresses of both stores: those of the settings, of the running server on the data folder, or of stores started for
 * this.
 * @param mayRun Whether the instance exists and may be running; otherwise the stores are empty ones to restore into.
 */
export async function openEngines(
  config: Config,
  log: Logger,
  stopping: Stopping,
  { mayRun }: { mayRun: boolean },
): Promise<{ databaseUrl: string; clickhouseUrl: string }> {
  const { databaseUrl, clickhouseUrl, dataDir } = config;
  if (databaseUrl && clickhouseUrl) return { databaseUrl, clickhouseUrl };
  if (mayRun) requireInstance(dataDir, databaseUrl ? 'clickhouse' : 'postgres.json');
  try {
    const folder = await prepareDataDir(dataDir);
    stopping.add('data folder', () => folder.release());
  } catch (error) {
    const running = { postgres: runningPostgresUrl(dataDir), clickhouse: runningClickhouseUrl(dataDir) };
    if (!mayRun || !/ is in use by /.test((error as Error).message)) throw error;
    if (!(databaseUrl || running.postgres) || !(clickhouseUrl || running.clickhouse)) throw error;
    return {
      databaseUrl: databaseUrl ?? running.postgres!,
      clickhouseUrl: clickhouseUrl ?? running.clickhouse!,
    };
  }
  const postgres = databaseUrl ? null : await startPostgres({ dataDir, log });
  if (postgres) stopping.add('PostgreSQL', () => postgres.stop());
  const clickhouse = clickhouseUrl ? null : await startClickhouse({ dataDir, log });
  if (clickhouse) stopping.add('ClickHouse', () => clickhouse.stop());
  return { databaseUrl: databaseUrl ?? postgres!.url, clickhouseUrl: clickhouseUrl ?? clickhouse!.url };
}

/**
 * Connects to both stores.
 * @throws StartError which names the setting, when one does not answer or refuses the user
 */
export async function connectEngines(
  { databaseUrl, clickhouseUrl }: { databaseUrl: string; clickhouseUrl: string },
  stopping: Stopping,
): Promise<{ client: pg.Client; clickhouse: ReturnType<typeof openClickHouse> }> {
  const { pool, stop } = openDatabase(databaseUrl, { max: 1 });
  await checkPostgres(pool).finally(stop);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stopping.add('database', () => client.end());
  const clickhouse = openClickHouse(clickhouseUrl, { timeout_ms: LONG_MS });
  stopping.add('ClickHouse client', () => clickhouse.stop());
  await checkClickhouse(clickhouse.client);
  return { client, clickhouse };
}

/** The file in which the running server of a data folder writes the address of its ClickHouse. */
export const clickhouseFile = (dataDir: string): string => join(dataDir, 'clickhouse.json');

function runningClickhouseUrl(dataDir: string): string | undefined {
  const file = clickhouseFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url : undefined;
}

/**
 * A folder or a bucket for backups.
 * @throws StartError when the bucket refuses access or does not answer
 */
export async function openPlace(where: string, config: Config): Promise<Files> {
  if (!where.startsWith('s3://')) return folderFiles(resolve(where));
  const place = readS3Url(where);
  if (typeof place === 'string')
    throw new StartError(
      `The place of backups is wrong: ${place}.`,
      'For example s3://bucket/voltloop?endpoint=https://s3.example.org.',
    );
  const { s3Files } = await import('../platform/s3-files.ts');
  const credentials = config.backupKeys ?? config.filesPlace?.credentials;
  const files = s3Files(
    { ...place, ...(credentials ? { credentials } : {}) },
    folderFiles(join(config.dataDir, 'files')),
  );
  // A key without the right to write is enough for restoring.
  await requireFiles(files, place, 'BACKUP', { write: false });
  return files;
}
