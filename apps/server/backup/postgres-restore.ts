import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../platform/start-error.ts';
import { instanceOf } from './instance.ts';
import type { Manifest } from './manifest.ts';
import { quoteName } from './postgres-backup.ts';
import type { Repository } from './repository.ts';

/** @throws StartError when a program with more migrations than this one created the backup */
export async function refuseNewer(manifest: Manifest): Promise<void> {
  for (const [store, applied] of [
    ['postgres', manifest.postgres.migrations],
    ['clickhouse', manifest.clickhouse?.migrations ?? []],
  ] as const) {
    const known = new Set(await readdir(join(import.meta.dirname, '../../../db', store)));
    const unknown = applied.find((name) => !known.has(name));
    if (unknown === undefined) continue;
    throw new StartError(
      `The backup is of a newer Voltloop: this one does not know its migration ${unknown}.`,
      `Restore it with version ${manifest.program} or a newer one.`,
    );
  }
}

/** Whether the database contains any data. */
export async function hasData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('public.tenants') is not null as made",
  );
  if (!rows[0]?.made) return false;
  const found = await client.query('select from tenants limit 1');
  return found.rowCount !== 0;
}

/** Empties the database. From now on no server starts on it until {@link markFinished}. */
export async function markUnfinished(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('drop schema if exists public cascade; create schema public');
  await client.query('create table restore_unfinished (at timestamptz not null default now())');
  await client.query('commit');
}

/** Blocks servers likewise, without changing a database that the tools of PostgreSQL restored. */
export async function markUnfinishedWithoutPostgres(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists restore_unfinished (at timestamptz not null default now(), keeps_postgres boolean not null default true)',
  );
}

/** Whether the unfinished restore is one that keeps PostgreSQL. */
export async function keepsPostgres(client: pg.Client): Promise<boolean> {
  const found = await client.query(
    "select from pg_attribute where attrelid = to_regclass('public.restore_unfinished') and attname = 'keeps_postgres'",
  );
  return found.rowCount !== 0;
}

/** @throws StartError when the database is empty or belongs to another instance than the backup */
export async function requireSameInstance(client: pg.Client, manifest: Manifest): Promise<void> {
  if ((await hasData(client)) && (await instanceOf(client)) === manifest.instance) return;
  throw new StartError(
    'The PostgreSQL database is empty, or not of the instance of this backup.',
    'Restore PostgreSQL by its own tools first, or omit --without postgres. Nothing was changed.',
  );
}

/**
 * ClickHouse may contain points of devices that this database, restored to an earlier time, does not have. Their keys
 * must not be given to other devices.
 */
export async function raiseThingKeys(
  client: pg.Client,
  { sequences }: Pick<Manifest['postgres'], 'sequences'>,
): Promise<void> {
  const last = sequences.find(({ name }) => name === 'things_key_seq')?.last;
  if (last !== undefined)
    await client.query(
      "select setval('public.things_key_seq', greatest($1, (select last_value from public.things_key_seq)))",
      [last],
    );
}

export const markFinished = (client: pg.Client) => client.query('drop table restore_unfinished');

/** Statements that remove something from the schema and recreate it. */
interface Remade {
  drop: string;
  make: string;
}

const REFERENCES = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`;
const INDEXES = `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and not i.indisprimary
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')`;

/** Fills the tables of a migrated database in one transaction. */
export async function restorePostgres(
  client: pg.Client,
  repository: Repository,
  { tables, sequences }: Manifest['postgres'],
  report: (line: string) => void,
): Promise<void> {
  const all = tables.map(({ name }) => `public.${quoteName(name)}`).join(', ');
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
  await client.query('begin');
  try {
    // Foreign keys are recreated after the rows, which validates every one of them; so are indexes, which is faster.
    const { rows: references } = await client.query<Remade>(REFERENCES);
    const { rows: indexes } = await client.query<Remade>(INDEXES);
    for (const { drop } of [...references, ...indexes]) await client.query(drop);
    await client.query(`truncate ${all}`);
    for (const [i, { name, columns, content, rows }] of tables.entries()) {
      const table = `public.${quoteName(name)}`;
      await client.query(`alter table ${table} disable trigger user`);
      const target = client.query(
        copyFrom(`copy ${table} (${columns.map(quoteName).join(', ')}) from stdin`),
      );
      await pipeline(repository.content(content), target);
      if (target.rowCount !== rows)
        throw new Error(`${name} has ${target.rowCount} rows, but the backup has ${rows}`);
      await client.query(`alter table ${table} enable trigger user`);
      report(`PostgreSQL: ${i + 1} of ${tables.length} tables`);
    }
    for (const [i, { make }] of [...indexes, ...references].entries()) {
      await client.query(make);
      report(`PostgreSQL: ${i + 1} of ${indexes.length + references.length} indexes and references`);
    }
    for (const { name, last } of sequences)
      await client.query('select setval($1::regclass, $2)', [`public.${quoteName(name)}`, last]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}
