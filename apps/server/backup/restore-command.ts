import { parseArgs } from 'node:util';
import type pg from 'pg';
import pino from 'pino';
import { failureText, print, progressLines } from '../command-line.ts';
import { usages } from '../commands.ts';
import { readConfig } from '../config.ts';
import type { openClickHouse } from '../platform/clickhouse.ts';
import { openDatabase } from '../platform/db.ts';
import { migrateClickhouse, migratePostgres } from '../platform/migrate.ts';
import { openFiles, requireFiles } from '../platform/open-files.ts';
import { StartError } from '../platform/start-error.ts';
import { Stopping } from '../stopping.ts';
import { isUnfinished } from '../store-errors.ts';
import { answersOf } from './answers.ts';
import { compareFiles, hasFiles, restoreFiles } from './backed-up-files.ts';
import { hasPoints, restoreClickhouse } from './clickhouse-restore.ts';
import { summary } from './instance.ts';
import type { Manifest } from './manifest.ts';
import { connectEngines, openEngines, openPlace } from './open.ts';
import {
  hasData,
  keepsPostgres,
  markFinished,
  markUnfinished,
  markUnfinishedWithoutPostgres,
  raiseThingKeys,
  refuseNewer,
  requireSameInstance,
  restorePostgres,
} from './postgres-restore.ts';
import { Repository } from './repository.ts';

async function run(
  where: string,
  options: { name?: string | undefined; force: boolean; postgres: boolean },
  stopping: Stopping,
): Promise<void> {
  const begun_ms = performance.now();
  const config = readConfig(process.env, []);
  const log = pino({ level: 'error' }, pino.destination(2));
  const files = await openFiles(config);
  await requireFiles(files, config.filesPlace, 'FILES', { write: true });
  const repository = await Repository.open(await openPlace(where, config));
  const name = options.name ?? (await repository.names()).at(-1);
  if (!name) throw noBackup(where);
  const manifest = await repository.manifest(name);
  await refuseNewer(manifest);
  print(summary(name, manifest));
  // Checked before anything is replaced.
  print('Checking the backup …');
  await repository.verify(manifest, progressLines());

  const engines = await openEngines(config, log, stopping, { mayRun: false });
  const { client, clickhouse } = await connectEngines(engines, stopping);
  const database = new URL(engines.clickhouseUrl).pathname.slice(1) || 'default';
  if (!options.postgres) await requireSameInstance(client, manifest);
  if (manifest.clickhouse) await migrateClickhouse(clickhouse.client, { database });
  const unfinished = await isUnfinished(client);
  const held = [
    options.postgres &&
      (await hasData(client)) &&
      (!unfinished || (await keepsPostgres(client))) &&
      'PostgreSQL',
    !unfinished && manifest.clickhouse && (await hasPoints(clickhouse.client)) && 'ClickHouse',
    !unfinished && (await hasFiles(files)) && 'the file store',
  ].filter(Boolean);
  if (held.length > 0 && !options.force)
    throw new StartError(
      `There is data already: ${held.join(', ')}.`,
      'Restore into empty stores (another DATA_DIR), or add --force to replace what is there. Nothing was changed.',
    );

  const target = { repository, client, clickhouse, files, databaseUrl: engines.databaseUrl };
  await (options.postgres ? markUnfinished : markUnfinishedWithoutPostgres)(client);
  const different = await (options.postgres ? fill : fillWithoutPostgres)(manifest, target);
  for (const line of different) process.stderr.write(`DIFFERENT ${line}\n`);
  if (different.length > 0) {
    process.exitCode = 1;
    process.stderr.write(
      'The restored instance differs from the backup; the server does not start on it. Restore again, or another backup.\n',
    );
    return;
  }
  await markFinished(client);
  print(
    `Restored in ${((performance.now() - begun_ms) / 1000).toFixed(1)} s. Start the server; devices send their buffered frames.`,
  );
}

interface Target {
  repository: Repository;
  client: pg.Client;
  clickhouse: ReturnType<typeof openClickHouse>;
  files: Awaited<ReturnType<typeof openFiles>>;
  databaseUrl: string;
}

/** @returns messages about differences from the backup */
async function fill(manifest: Manifest, target: Target): Promise<string[]> {
  const { repository, client, databaseUrl } = target;
  const report = progressLines();
  const { pool, stop } = openDatabase(databaseUrl, { max: 1 });
  await migratePostgres(pool, { only: new Set(manifest.postgres.migrations) }).finally(stop);
  const different = await fillClickhouseAndFiles(manifest, target, report);
  await restorePostgres(client, repository, manifest.postgres, report);

  const answers = await answersOf(client);
  for (const { question, answer } of manifest.postgres.answers) {
    const now = answers.find((each) => each.question === question)?.answer;
    print(`${now === answer ? 'same     ' : 'DIFFERENT'} ${question}: ${answer.slice(0, 100)}`);
    if (now !== answer) different.push(`${question}: ${now}; in the backup ${answer}`);
  }
  print(`same      rows of ${manifest.postgres.tables.length} tables of PostgreSQL`);
  return [...different, ...(await compareRest(manifest, target, different))];
}

/** Fills ClickHouse and the files only. @returns messages about differences from the backup */
async function fillWithoutPostgres(manifest: Manifest, target: Target): Promise<string[]> {
  const different = await fillClickhouseAndFiles(manifest, target, progressLines());
  await raiseThingKeys(target.client, manifest.postgres);
  return [...different, ...(await compareRest(manifest, target, different))];
}

async function fillClickhouseAndFiles(
  manifest: Manifest,
  { repository, clickhouse, files }: Target,
  report: (line: string) => void,
): Promise<string[]> {
  await restoreFiles(files, repository, manifest.files, report);
  return manifest.clickhouse
    ? restoreClickhouse(clickhouse.client, repository, manifest.clickhouse, report)
    : [];
}

/** Prints the comparison of ClickHouse, and compares files. @returns messages about differences of files */
async function compareRest(
  manifest: Manifest,
  { client, files }: Target,
  different: readonly string[],
): Promise<string[]> {
  for (const { name, parts } of manifest.clickhouse?.tables ?? []) {
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const is = different.some((line) => line.startsWith(`${name} of `)) ? 'DIFFERENT' : 'same     ';
    print(
      `${is} ${name}: ${rows} rows, newest time, sums and digests of ${new Set(parts.map((part) => part.month)).size} months`,
    );
  }
  const compared = await compareFiles(client, files);
  // A file removed during the backup is not an error.
  for (const line of compared.different)
    (line.includes(' is missing') ? process.stderr : process.stdout).write(`  ${line}\n`);
  print(
    `${compared.different.length === 0 ? 'same     ' : 'see above'} content of the ${compared.compared} newest uploads`,
  );
  return compared.different.filter((line) => !line.includes(' is missing'));
}

const noBackup = (where: string) => new StartError(`There is no backup in ${where}.`, 'Check the place.');

async function list(where: string): Promise<void> {
  const repository = await Repository.open(await openPlace(where, readConfig(process.env, [])));
  const names = await repository.names();
  if (names.length === 0) throw noBackup(where);
  for (const name of names) print(summary(name, await repository.manifest(name)));
}

const stopping = new Stopping();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      backup: { type: 'string' },
      force: { type: 'boolean' },
      without: { type: 'string' },
    },
  });
  const [where, ...rest] = positionals;
  const known = values.without === undefined || values.without === 'postgres';
  if (!where || rest.length > 0 || !known) throw new StartError('Unknown arguments.', usages.restore);
  if (values.list) await list(where);
  else {
    const postgres = values.without === undefined;
    await run(where, { name: values.backup, force: values.force === true, postgres }, stopping);
  }
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 2;
} finally {
  await stopping.stop();
}
