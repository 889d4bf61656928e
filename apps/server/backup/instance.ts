import type pg from 'pg';
import { StartError } from '../platform/start-error.ts';
import type { Manifest } from './manifest.ts';

/**
 * Identifies the instance of a database: a digest of data created at its first start.
 * @throws StartError when the database is not of Voltloop
 */
export async function instanceOf(client: pg.Client | pg.Pool): Promise<string> {
  const { rows: made } = await client.query<{ made: boolean }>(
    "select to_regclass('public.instance_facts') is not null as made",
  );
  if (!made[0]?.made)
    throw new StartError(
      'The PostgreSQL database contains no instance of Voltloop.',
      'Check the database name in DATABASE_URL, and DATA_DIR.',
    );
  const { rows } = await client.query<{ id: string | null }>(
    "select md5(string_agg(value::text, '')) as id from instance_facts where key = 'token_key'",
  );
  return rows[0]?.id ?? 'none';
}

/** One line about a backup. */
export function summary(name: string, { postgres, clickhouse, files, program }: Manifest): string {
  const rows = postgres.tables.reduce((sum, table) => sum + table.rows, 0);
  const parts = clickhouse?.tables.flatMap((table) => table.parts) ?? [];
  const points = parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.content.bytes, 0);
  return `${name}: ${rows} rows of PostgreSQL, ${clickhouse ? `${points} of ClickHouse` : 'without ClickHouse'}, ${files.length} files (${(bytes / 1e6).toFixed(1)} MB), version ${program}`;
}
