import type pg from 'pg';
import { failureText } from '../command-line.ts';

/** Runs a backup and records its times and its failure, for the metrics of the server. */
export async function recordRun(
  client: pg.Client,
  where: string,
  backup: () => Promise<void>,
): Promise<void> {
  // A database that awaits an upgrade can be backed up too.
  const { rows } = await client.query<{ id: string | null }>(
    "select to_regclass('public.backup_runs')::text as id",
  );
  if (!rows[0]?.id) return backup();
  const { rows: begun } = await client.query<{ id: string }>(
    'insert into backup_runs (begun_at, place) values (clock_timestamp(), $1) returning id',
    [where.replace(/\/\/[^/@]*@/, '//')],
  );
  const end = (error: string | null) =>
    client.query('update backup_runs set ended_at = clock_timestamp(), error = $2 where id = $1', [
      begun[0]?.id,
      error,
    ]);
  try {
    await backup();
  } catch (error) {
    // A failed transaction of the backup must not hide its cause.
    await client
      .query('rollback')
      .then(() => end(failureText(error)))
      .catch(() => {});
    throw error;
  }
  await end(null);
}
