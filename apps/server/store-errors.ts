import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import type pg from 'pg';
import { withoutDatabase } from './platform/clickhouse.ts';
import { StartError } from './platform/start-error.ts';

const OLDEST_POSTGRES = 16;

/** @throws StartError when the database does not answer, refuses the user or is too old. */
export async function checkPostgres(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: string }>("select current_setting('server_version') as version")
    .catch((cause) => Promise.reject(doesNotAnswer('DATABASE_URL', 'PostgreSQL', cause)));
  checkPostgresVersion(rows[0]?.version ?? '');
}

/** Whether a restore into the database was interrupted. */
export async function isUnfinished(database: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await database.query<{ unfinished: boolean }>(
    "select to_regclass('public.restore_unfinished') is not null as unfinished",
  );
  return rows[0]?.unfinished === true;
}

/** @throws StartError when a restore into the database was interrupted. */
export async function refuseUnfinished(pool: pg.Pool): Promise<void> {
  if (!(await isUnfinished(pool))) return;
  throw new StartError(
    'A restore into this database has not ended, so it contains only a part of a backup.',
    'Run npm run restore again, with the same place and options.',
  );
}

/** @throws StartError for a version that is too old. */
export function checkPostgresVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return;
  throw new StartError(
    `The PostgreSQL server at DATABASE_URL is version ${version}, and Voltloop needs ${OLDEST_POSTGRES} or newer.`,
    `Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or newer, or give DATABASE_URL of another server.`,
  );
}

/** Explains in one sentence why the schema could not be created, if known. */
export function explainPostgres(error: unknown, url: string): unknown {
  const { username, pathname } = new URL(url);
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
  const cause = (error as Error).cause ?? error;
  const { code, message } = cause as { code?: string; message: string };
  if (code === '42501') {
    return new StartError(
      `The PostgreSQL role ${role} may not set up the database ${database}: ${message}.`,
      `Make it the owner, as a superuser: ALTER DATABASE "${database}" OWNER TO "${role}"; (and, for tables made by another role, REASSIGN OWNED BY that role TO "${role}").`,
      { cause: error },
    );
  }
  // Extensions missing on the server.
  if (code === '0A000' || code === '58P01') {
    return new StartError(
      `The PostgreSQL server can't set up the database ${database}: ${message}.`,
      'Install its contrib package: Voltloop needs the extensions ltree, citext and pg_trgm.',
      { cause: error },
    );
  }
  return error;
}

/** @throws StartError when ClickHouse does not answer or refuses the user. */
export async function checkClickhouse(client: ClickHouseClient): Promise<void> {
  try {
    // The database of the URL is created later.
    await client.command({ query: 'select 1', clickhouse_settings: withoutDatabase });
  } catch (cause) {
    if (cause instanceof ClickHouseError && REFUSED.has(cause.type ?? '')) {
      throw new StartError(
        'ClickHouse refuses the user name or the password in CLICKHOUSE_URL.',
        'Correct them: CLICKHOUSE_URL=http://user:password@host:8123/database, with special characters percent-encoded.',
        { cause },
      );
    }
    throw doesNotAnswer('CLICKHOUSE_URL', 'ClickHouse', cause as Error);
  }
}

const REFUSED = new Set(['AUTHENTICATION_FAILED', 'REQUIRED_PASSWORD', 'WRONG_PASSWORD', 'UNKNOWN_USER']);

/** Explains in one sentence why the schema could not be created, if known. */
export function explainClickhouse(error: unknown, url: string): unknown {
  if (!(error instanceof ClickHouseError) || error.type !== 'ACCESS_DENIED') return error;
  const { username, pathname } = new URL(url);
  const [user, database] = [decodeURIComponent(username), pathname.slice(1) || 'default'];
  return new StartError(
    `The ClickHouse user ${user} may not set up the database ${database}: ${error.message.split('\n', 1)[0]}`,
    `As an administrator: GRANT ALL ON ${database}.* TO ${user}.`,
    { cause: error },
  );
}

function doesNotAnswer(setting: string, what: string, cause: Error & { code?: string }): StartError {
  return new StartError(
    `${what} does not answer at ${setting}: ${cause.message || cause.code}.`,
    `Check the address and password in ${setting}, and that ${what} runs.`,
    { cause },
  );
}
