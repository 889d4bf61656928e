import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { answersOf } from './answers.ts';
import type { Manifest, TableBackup } from './manifest.ts';
import type { Repository } from './repository.ts';

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** All our tables with their columns that are not generated. */
const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`;

/** Reads every table in one transaction, and so from one snapshot. */
export async function backupPostgres(
  client: pg.Client,
  repository: Repository,
  report: (line: string) => void,
): Promise<Omit<Manifest['postgres'], 'sequences'>> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  // A table is read from its beginning, so that the same rows give the same pieces.
  await client.query('set synchronize_seqscans = off');
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES);
    const tables: TableBackup[] = [];
    for (const { name, columns } of rows) {
      const list = columns.map(quoteName).join(', ');
      const stream = client.query(copyTo(`copy public.${quoteName(name)} (${list}) to stdout`));
      const content = await repository.record(stream);
      tables.push({ name, columns, rows: stream.rowCount, content });
      report(`PostgreSQL: ${tables.length} of ${rows.length} tables`);
    }
    const { rows: done } = await client.query<{ name: string }>('select name from migrations order by name');
    return { migrations: done.map(({ name }) => name), tables, answers: await answersOf(client) };
  } finally {
    await client.query('rollback');
  }
}

/**
 * The current values of sequences. Read last: ClickHouse may then contain points of devices newer than the tables
 * above, and their keys must never be reused.
 */
export async function sequencesOf(client: pg.Client): Promise<Manifest['postgres']['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  return rows;
}
