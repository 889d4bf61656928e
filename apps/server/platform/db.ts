import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { Histogram } from 'prom-client';
import type { DB } from './schema.ts';
import { currentTracer } from './tracing/spans.ts';
import { traceQueries } from './tracing/trace-postgres.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

// timestamptz as Date (pg's default); int8 stays a string: ids and counts never lose digits silently.
export interface Database {
  db: Db;
  pool: pg.Pool;
  stop(): Promise<void>;
}

const querySeconds = new Histogram({
  name: 'voltloop_database_query_seconds',
  help: 'Duration of PostgreSQL queries, without the wait for a connection.',
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
});

const MARK = '/* prepared */';

/**
 * Prepended to a query, it makes the query a prepared statement of its connection. For small queries that
 * run often, whose text does not depend on values: there planning takes ten times as long as execution.
 */
export const prepared = sql.raw(MARK);

/**
 * Opens a pool on PostgreSQL. Connections that break while idle are dropped and replaced, so a restart of the
 * database affects only running calls.
 */
export function openDatabase(
  url: string,
  options: {
    max?: number;
    statementTimeout_ms?: number;
    onError?: (e: Error) => void;
    /** Called with a Kysely query and its duration; the text contains no values. */
    onQuery?: (sql: string, ms: number) => void;
  } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: 'voltloop',
    ...(options.statementTimeout_ms ? { statement_timeout: options.statementTimeout_ms } : {}),
  });
  pool.on('error', (e) => options.onError?.(e));
  // The pool listens to its idle connections only. A broken connection between two statements of a transaction would
  // otherwise end the process: its transaction fails with the next statement.
  pool.on('connect', (client) => {
    client.on('error', (e) => options.onError?.(e));
    nameMarked(client);
    if (currentTracer()) traceQueries(client);
  });
  const { onQuery } = options;
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    log({ query, queryDurationMillis }) {
      querySeconds.observe(queryDurationMillis / 1000);
      onQuery?.(query.sql, queryDurationMillis);
    },
  });
  return {
    db,
    pool,
    async stop() {
      await db.destroy();
      // Kysely closes the pool only if it has run a query.
      if (!pool.ending) await pool.end();
    },
  };
}

/** Names of statements by their text; texts are few, because values are parameters. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
}

function nameMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [text, values, ...more] = args;
    if (typeof text !== 'string' || !text.startsWith(MARK)) return query(...args);
    return query({ name: nameOf(text), text, values }, ...more);
  }) as typeof client.query;
}
