import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

// timestamptz as Date (pg's default); int8 stays a string: ids and counts never lose digits unseen.
export interface Database {
  db: Db;
  pool: pg.Pool;
  stop(): Promise<void>;
}

/**
 * Opens a pool on PostgreSQL. Connections that break while idle are dropped and made anew, so a restart of the
 * database costs the running calls only.
 */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (e: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: 'voltloop',
  });
  pool.on('error', (e) => options.onError?.(e));
  // The pool listens to its idle connections only. One that breaks between two statements of a transaction would
  // otherwise end the process: its transaction fails with the next statement.
  pool.on('connect', (client) => {
    client.on('error', (e) => options.onError?.(e));
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  return {
    db,
    pool,
    async stop() {
      await db.destroy();
      // Kysely ends the pool only if it has asked something through it.
      if (!pool.ending) await pool.end();
    },
  };
}
