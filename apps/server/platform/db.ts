import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { Histogram } from 'prom-client';
import { currentTracer } from './tracing/spans.ts';
import { traceQueries } from './tracing/trace-postgres.ts';

/** Runs statements, which are written with the template `sql` only (docs/decisions/0140). */
export type Db = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor' | 'transaction'>;
export type Trx = Pick<Transaction<unknown>, 'executeQuery' | 'getExecutor' | 'isTransaction'>;

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

/** The only row of a statement that always returns one. */
export function oneRow<Row>({ rows: [row] }: { rows: readonly Row[] }): Row {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

/** `column = value, …` for `update … set`; values that are undefined stay as they are. */
export const assignments = (values: Readonly<Record<string, unknown>>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(values).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
    ),
  );

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
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    log({ query, queryDurationMillis }) {
      querySeconds.observe(queryDurationMillis / 1000);
      onQuery?.(query.sql, queryDurationMillis);
    },
  });
  const begin = db.transaction.bind(db);
  db.transaction = () => withLastStatements(begin());
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

type LastStatements = (() => Promise<void>)[];
const lastStatements = new WeakMap<Trx, LastStatements>();

/** Runs statements of a transaction after all others, right before its commit. */
export function beforeCommit(trx: Trx, run: () => Promise<void>): void {
  const list = lastStatements.get(trx);
  if (!list) throw new Error('Not a running transaction of openDatabase().');
  list.push(run);
}

function withLastStatements(builder: TransactionBuilder<unknown>): TransactionBuilder<unknown> {
  const { execute, setAccessMode, setIsolationLevel } = builder;
  builder.execute = (work) =>
    execute.call(builder, async (trx) => {
      const list: LastStatements = [];
      lastStatements.set(trx, list);
      const result = await work(trx);
      for (const run of list) await run();
      lastStatements.delete(trx);
      return result;
    }) as ReturnType<typeof work>;
  builder.setAccessMode = (mode) => withLastStatements(setAccessMode.call(builder, mode));
  builder.setIsolationLevel = (level) => withLastStatements(setIsolationLevel.call(builder, level));
  return builder;
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
