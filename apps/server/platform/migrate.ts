import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { withoutDatabase } from './clickhouse.ts';
import { StartError } from './start-error.ts';

const folder = (name: string) => join(import.meta.dirname, '../../../db', name);

async function numberedFiles(dir: string) {
  const names = (await readdir(dir)).filter((f) => /^\d{4}_.*\.sql$/.test(f)).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(dir, name), 'utf8') })));
}

/** How a migration acquires its locks while calls run. */
const LOCKS = { wait: '5s', tries: 60, pause_ms: 1000 };

/**
 * Brings PostgreSQL to the newest schema: every numbered file once, each in its own transaction, under an
 * advisory lock so that several nodes may start at once. A file that changed after it ran is an error.
 * Nodes of the previous version may run meanwhile: a migration that waits for a lock blocks their calls, so it
 * gives up after some seconds, lets them continue, and retries.
 */
export async function migratePostgres(
  pool: pg.Pool,
  options: {
    /** Receives warnings that a migration raises (`raise warning`): data that an operator should check. */
    onWarning?: (text: string) => void;
    /** Runs only these files, for tests of upgrades. */
    only?: ReadonlySet<string>;
    lock?: typeof LOCKS;
  } = {},
): Promise<string[]> {
  const { onWarning = () => {}, only, lock = LOCKS } = options;
  const files = await numberedFiles(folder('postgres'));
  const client = await pool.connect();
  const done: string[] = [];
  const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) => {
    if (notice.severity === 'WARNING') onWarning(notice.message ?? '');
  };
  client.on('notice', onNotice);
  try {
    // A migration, and waiting for another node's, may take as long as needed.
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_advisory_lock(${advisoryLocks.migration})`);
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const applied = new Map(rows.map((r) => [r.name, r.hash]));
    refuseNewer('PostgreSQL', [...applied.keys()], files);
    await client.query(`set lock_timeout = '${lock.wait}'`);
    for (const { name, text } of files) {
      if (only && !only.has(name)) continue;
      const hash = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before === hash) continue;
      if (before) throw changed(name);
      await runMigration(client, { name, text, hash }, lock, onWarning);
      done.push(name);
    }
  } finally {
    await client.query(`select pg_advisory_unlock(${advisoryLocks.migration})`).catch(() => {});
    await client.query('reset lock_timeout').catch(() => {});
    await client.query('reset statement_timeout').catch(() => {});
    client.off('notice', onNotice);
    client.release();
  }
  return done;
}

async function runMigration(
  client: pg.PoolClient,
  { name, text, hash }: { name: string; text: string; hash: string },
  lock: typeof LOCKS,
  onWarning: (text: string) => void,
): Promise<void> {
  for (let left = lock.tries; ; left--) {
    await client.query('begin');
    try {
      await client.query(text);
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      await client.query('commit');
      return;
    } catch (e) {
      await client.query('rollback');
      if ((e as { code?: string }).code !== LOCK_NOT_AVAILABLE)
        throw new Error(`The migration ${name} failed.`, { cause: e });
      if (left <= 1) throw locked(name, e);
      onWarning(`${name} waits for a lock of another connection and will retry`);
      await sleep(lock.pause_ms);
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

const locked = (name: string, cause: unknown) =>
  new StartError(
    `The migration ${name} can't acquire a lock because of another connection to PostgreSQL.`,
    'See in pg_stat_activity which transaction is open for so long, end it (pg_terminate_backend), and start again. The migration has changed nothing.',
    { cause },
  );

/** @throws StartError when a newer version has migrated the database */
function refuseNewer(store: string, applied: string[], files: { name: string }[]): void {
  const known = new Set(files.map((file) => file.name));
  const unknown = applied.filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new StartError(
    `The ${store} database was used by a newer Voltloop: this one does not know its migration ${unknown.at(-1)}.`,
    'Start the newer version again, or restore a backup from before the upgrade.',
  );
}

const changed = (name: string) =>
  new StartError(
    `The migration ${name} was changed after it ran on this PostgreSQL database.`,
    'Start the version that made this database, or use another database or DATA_DIR.',
  );

/**
 * The statements of one ClickHouse migration, made for one node or for a cluster.
 *
 * With a cluster every table `t` becomes `t_local` (Replicated…) on each node plus a Distributed table `t` over
 * them, sharded by thing, and a view reads from and writes to the local tables. Exported for its test.
 */
export function clickhouseStatements(text: string, cluster?: string): string[] {
  const statements = text
    .split(/^;\s*$/m)
    .map((s) => s.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean);
  if (!cluster) return statements.map((s) => s.replace(/ENGINE\((.*)\)/, '$1'));
  return statements.flatMap((s) => clustered(s, cluster));
}

function clustered(statement: string, cluster: string): string[] {
  const table = /^create table if not exists (\w+)/.exec(statement)?.[1];
  if (table) {
    const local = statement
      .replace(
        `create table if not exists ${table}`,
        `create table if not exists ${table}_local on cluster ${cluster}`,
      )
      .replace(/ENGINE\((\w+)(?:\((.*?)\))?\)/, (_, engine: string, args?: string) => {
        const path = `'/clickhouse/tables/{shard}/{database}/${table}', '{replica}'`;
        return `Replicated${engine}(${args ? `${path}, ${args}` : path})`;
      });
    // Data that is queried together is in one shard: all of a thing, and all rejects of a device.
    const first = /order by \((\w+)/.exec(statement)?.[1];
    const key = first === 'thing' ? 'thing' : `cityHash64(${first})`;
    return [
      local,
      `create table if not exists ${table} on cluster ${cluster} as ${table}_local engine = Distributed(${cluster}, currentDatabase(), ${table}_local, ${key})`,
    ];
  }
  const view = /^create materialized view if not exists (\w+) to (\w+)/.exec(statement);
  if (view) {
    return [
      statement
        .replace(
          view[0],
          `create materialized view if not exists ${view[1]} on cluster ${cluster} to ${view[2]}_local`,
        )
        .replace(/^from (\w+)/m, 'from $1_local'),
    ];
  }
  const change = (suffix: string) =>
    statement.replace(/^alter table (\w+)/, `alter table $1${suffix} on cluster ${cluster}`);
  // Settings apply to the tables with rows; columns must be the same in both.
  return / (add|drop|modify|rename) column /.test(statement)
    ? [change('_local'), change('')]
    : [change('_local')];
}

/** Brings ClickHouse to the newest schema: creates the database of the client's URL and runs every numbered file once. */
export async function migrateClickhouse(
  client: ClickHouseClient,
  options: { cluster?: string | undefined; database: string },
): Promise<string[]> {
  const { database, cluster } = options;
  if (!/^[A-Za-z0-9_]+$/.test(database))
    throw new Error('A ClickHouse database name has letters, digits and _ only.');
  const onCluster = cluster ? ` on cluster ${cluster}` : '';
  await client.command({
    query: `create database if not exists ${database}${onCluster}`,
    clickhouse_settings: withoutDatabase,
  });
  await client.command({
    query: `create table if not exists ${database}.migrations${onCluster} (name String, at DateTime default now()) engine = ${
      // Stored on every node, so that any of them can answer.
      cluster
        ? `ReplicatedMergeTree('/clickhouse/tables/{database}/migrations', '{shard}-{replica}')`
        : 'MergeTree'
    } order by name`,
  });
  const rows = await client.query({
    query: `select name from ${database}.migrations`,
    format: 'JSONEachRow',
  });
  const applied = new Set((await rows.json<{ name: string }>()).map((r) => r.name));
  const files = await numberedFiles(folder('clickhouse'));
  refuseNewer('ClickHouse', [...applied], files);
  const done: string[] = [];
  for (const { name, text } of files) {
    if (applied.has(name)) continue;
    // Statements may run twice (`if not exists`, settings), so an interrupted migration runs again as a whole.
    for (const query of clickhouseStatements(text, cluster)) await client.command({ query });
    await client.insert({ table: `${database}.migrations`, values: [{ name }], format: 'JSONEachRow' });
    done.push(name);
  }
  return done;
}
