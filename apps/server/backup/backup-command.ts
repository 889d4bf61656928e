import { parseArgs } from 'node:util';
import type pg from 'pg';
import pino from 'pino';
import { failureText, print, progressLines } from '../command-line.ts';
import { usages } from '../commands.ts';
import { readConfig } from '../config.ts';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import { isDiskFull } from '../platform/disk-error.ts';
import { openFiles, requireFiles } from '../platform/open-files.ts';
import { StartError } from '../platform/start-error.ts';
import { version } from '../platform/version.ts';
import { Stopping } from '../stopping.ts';
import { backupFiles } from './backed-up-files.ts';
import { backupClickhouse } from './clickhouse-backup.ts';
import { instanceOf, summary } from './instance.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { connectEngines, openEngines, openPlace } from './open.ts';
import { backupPostgres, sequencesOf } from './postgres-backup.ts';
import { Repository } from './repository.ts';

/** Runs a backup and records its times and its failure, for the metrics of the server. */
async function recordRun(client: pg.Client, where: string, backup: () => Promise<void>): Promise<void> {
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

async function run(
  where: string,
  options: { keep: number | null; clickhouse: boolean },
  stopping: Stopping,
): Promise<void> {
  const begun_ms = performance.now();
  const config = readConfig(process.env, []);
  const log = pino({ level: 'error' }, pino.destination(2));
  if (config.clickhouseCluster && options.clickhouse)
    throw new StartError(
      'A ClickHouse cluster is backed up by its own BACKUP … ON CLUSTER.',
      'Add --without clickhouse here; docs/operations.md says how.',
    );
  const repository = await Repository.open(await openPlace(where, config));
  const files = await openFiles(config);
  await requireFiles(files, config.filesPlace, 'FILES', { write: false });
  const engines = await openEngines(config, log, stopping, { mayRun: true });
  const { client, clickhouse } = await connectEngines(engines, stopping);
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    advisoryLocks.backup,
  ]);
  if (!rows[0]?.locked)
    throw new StartError('Another backup of this database is running.', 'Wait until it has ended.');

  await recordRun(client, where, async () => {
    const instance = await instanceOf(client);
    const last = (await repository.names()).at(-1);
    const before = last ? await repository.manifest(last) : null;
    if (before && before.instance !== instance)
      throw new StartError(
        `${where} holds backups of another instance.`,
        'Use a separate place for each instance.',
      );
    const report = progressLines();

    // Files and points may be newer than the tables that refer to them, never older: docs/decisions/0075.
    const first = await backupFiles(files, repository, before?.files ?? [], report);
    const at = new Date().toISOString();
    const postgres = await backupPostgres(client, repository, report);
    const points = options.clickhouse
      ? await backupClickhouse(clickhouse.client, repository, before, report)
      : null;
    const second = await backupFiles(files, repository, first, report);
    const keys = new Set(second.map(({ key }) => key));
    const manifest: Manifest = {
      format: FORMAT,
      program: version,
      at,
      instance,
      postgres: { ...postgres, sequences: await sequencesOf(client) },
      clickhouse: points,
      files: [...second, ...first.filter(({ key }) => !keys.has(key))],
    };
    const name = await repository.finish(manifest);
    print(summary(name, manifest));
    const { pieces, bytes } = repository.added;
    print(
      `${pieces} new pieces (${(bytes / 1e6).toFixed(1)} MB) in ${((performance.now() - begun_ms) / 1000).toFixed(1)} s`,
    );
    if (options.keep === null) return;
    const removed = await repository.prune(options.keep);
    print(`Removed ${removed.backups} older backups and ${removed.pieces} unused pieces`);
  });
}

async function check(where: string): Promise<void> {
  const repository = await Repository.open(await openPlace(where, readConfig(process.env, [])));
  const name = (await repository.names()).at(-1);
  if (!name) throw new StartError(`There is no backup in ${where}.`, 'Make one first.');
  const pieces = await repository.verify(await repository.manifest(name), progressLines());
  print(`${name}: ${pieces} pieces are whole`);
}

const stopping = new Stopping();
let result = 'No backup was made; earlier ones are unchanged.';
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      without: { type: 'string' },
      check: { type: 'boolean' },
    },
  });
  const [where, ...rest] = positionals;
  const keep = values.keep === undefined ? null : Number(values.keep);
  const known = values.without === undefined || values.without === 'clickhouse';
  if (!where || rest.length > 0 || !known || (keep !== null && !(Number.isInteger(keep) && keep > 0)))
    throw new StartError('Unknown arguments.', usages.backup);
  if (values.check) {
    result = 'Nothing was changed.';
    await check(where);
  } else await run(where, { keep, clickhouse: values.without === undefined }, stopping);
} catch (error) {
  const text = isDiskFull(error)
    ? `The disk of the backups is full: ${failureText(error)}.\nFree some space and repeat the backup, which reuses the pieces already written.`
    : failureText(error);
  process.stderr.write(`${text}\n${result}\n`);
  process.exitCode = 2;
} finally {
  await stopping.stop();
}
