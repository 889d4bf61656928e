import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import pg from 'pg';
import { migrateClickhouse } from '../platform/migrate.ts';
import { testCluster, withoutKeeper } from './clickhouse-cluster.ts';
import type { Stores } from './stores.ts';

/**
 * The resources of one test file or of one run of a tool: an empty, migrated database in both stores and an empty
 * folder. Without ClickHouse, queries to it fail.
 */
export interface TestWorld {
  databaseUrl: string;
  clickhouseUrl: string;
  dataDir: string;
  /** Drops everything; close your own connections first. */
  stop(): Promise<void>;
}

/** Creates a world in about 50 ms, half of them for ClickHouse. */
export async function makeWorld(stores: Stores, { clickhouse = true } = {}): Promise<TestWorld> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const templateUrl = new URL(stores.postgresUrl);
  const template = templateUrl.pathname.slice(1);
  const databaseUrl = withDatabase(templateUrl, name);
  const clickhouseUrl = withDatabase(new URL(stores.clickhouseUrl), name);
  const maintenanceUrl = withDatabase(templateUrl, 'postgres');

  const [dataDir] = await Promise.all([
    mkdtemp(join(tmpdir(), 'voltloop-world-')),
    // Copying files takes half the time of writing each page to the log.
    onPostgres(maintenanceUrl, `create database ${name} template ${template} strategy file_copy`),
    clickhouse &&
      onClickhouse(clickhouseUrl, async (client) => {
        const cluster = testCluster();
        await migrateClickhouse(cluster ? withoutKeeper(client) : client, { database: name, cluster });
      }),
  ]);
  return {
    databaseUrl,
    clickhouseUrl,
    dataDir,
    async stop() {
      await Promise.all([
        onPostgres(maintenanceUrl, `drop database ${name} with (force)`),
        clickhouse &&
          onClickhouse(withDatabase(new URL(clickhouseUrl), 'default'), async (client) => {
            await client.command({ query: `drop database ${name} sync` });
          }),
        rm(dataDir, { recursive: true, force: true }),
      ]);
    },
  };
}

function withDatabase(url: URL, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function onClickhouse(
  url: string,
  work: (client: ReturnType<typeof createClient>) => Promise<void>,
): Promise<void> {
  const client = createClient({ url });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
