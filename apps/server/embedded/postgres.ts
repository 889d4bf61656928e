import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { diskFull, isDiskFull } from '../platform/disk-error.ts';
import { StartError } from '../platform/start-error.ts';
import { forwardLines } from './output.ts';
import { clearOrphan } from './postgres-orphan.ts';
import { type Place, placePostgres, SYSTEM_FOLDER } from './postgres-place.ts';
import { findPrograms, type Programs } from './postgres-programs.ts';
import { type Supervised, supervise } from './supervise.ts';

/** Longest start: recovery after a power cut reads up to max_wal_size. */
const START_MS = 120_000;
const STOP_MS = 10_000;
/** Lines that explain why PostgreSQL failed. */
const ERROR_LINE = /FATAL|PANIC|error:|cannot|could not/i;
const USER = 'voltloop';
const DATABASE = 'voltloop';

export interface EmbeddedPostgres {
  /** `postgres://voltloop:<password>@127.0.0.1:<port>/voltloop`; stays the same after a restart. */
  url: string;
  /** Process id of the current postmaster, for tests and health. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

/** Content of the file postgres.json in the data folder. */
interface Kept {
  port: number;
  password: string;
  /** The folder with the data, if outside the data folder. */
  folder?: string;
}

interface Cluster extends Place {
  port: number;
  password: string;
  settings: Record<string, string>;
  log: Logger;
}

/**
 * Starts PostgreSQL on `dataDir/postgres`, created on first use, and restarts it when it exits.
 * @param options.settings PostgreSQL settings that differ from ours.
 * @param options.programs Other programs than those of the npm package, for tests.
 * @param options.systemFolder Another folder than {@link SYSTEM_FOLDER}, for tests.
 * @throws StartError when it can't be created or started.
 */
export async function startPostgres(options: {
  dataDir: string;
  log: Logger;
  settings?: Record<string, string>;
  programs?: Programs;
  systemFolder?: string;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, systemFolder = SYSTEM_FOLDER } = options;
  const kept = await readKept(dataDir);
  const programs = options.programs ?? (await findPrograms());
  const place = await placePostgres({ dataDir, elsewhere: kept?.folder, programs, systemFolder, log });
  try {
    const { port, password } = await access(dataDir, kept, place.elsewhere);
    return await startCluster({ ...place, port, password, settings, log });
  } catch (e) {
    place.release();
    throw e;
  }
}

async function startCluster(cluster: Cluster): Promise<EmbeddedPostgres> {
  if (existsSync(cluster.folder)) await clearOrphan(cluster.folder);
  else await initialise(cluster);

  let postmaster: ChildProcess | undefined;
  const start = async () => {
    const { process, supervised } = await launch(cluster);
    postmaster = process;
    return supervised;
  };
  const supervised = await supervise({ name: 'PostgreSQL', log: cluster.log, start });
  const stop = () => supervised.stop().finally(cluster.release);
  const urlOf = (database: string) =>
    `postgres://${USER}:${cluster.password}@127.0.0.1:${cluster.port}/${database}`;
  try {
    await createDatabase(urlOf('postgres'));
  } catch (e) {
    await stop();
    throw cannotStart(cluster, (e as Error).message, e);
  }
  return { url: urlOf(DATABASE), pid: () => postmaster?.pid, stop };
}

/** The address of the PostgreSQL that a server runs on this data folder, from the stored settings. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  if (!existsSync(keptFile(dataDir))) return undefined;
  const { port, password } = JSON.parse(readFileSync(keptFile(dataDir), 'utf8')) as Kept;
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

const keptFile = (dataDir: string) => join(dataDir, 'postgres.json');

const readKept = (dataDir: string): Promise<Kept | undefined> =>
  readFile(keptFile(dataDir), 'utf8').then(JSON.parse, () => undefined);

/**
 * Port and password, stored in the data folder and readable by us alone. The port changes only if another process
 * uses it.
 */
async function access(dataDir: string, kept: Kept | undefined, folder: string | undefined): Promise<Kept> {
  const password = kept?.password ?? randomBytes(24).toString('base64url');
  const port = (kept && (await freePort(kept.port))) || (await freePort(0));
  if (!port) throw new StartError('No free port on 127.0.0.1.', 'Give DATABASE_URL of a PostgreSQL server.');
  const now: Kept = { port, password, ...(folder === undefined ? {} : { folder }) };
  if (port !== kept?.port || folder !== kept.folder)
    await writeFile(keptFile(dataDir), JSON.stringify(now), { mode: 0o600 });
  return now;
}

/** The port if it is free (any free one for 0), else undefined. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

/** Creates the cluster in a temporary folder and renames it when complete, so that a kill leaves no partial one. */
async function initialise(cluster: Cluster): Promise<void> {
  const { folder, owner, programs, password } = cluster;
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.pw`;
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (owner) {
      await chown(draft, owner.uid, owner.gid);
      await chown(passwordFile, owner.uid, owner.gid);
    }
    await runInitdb(cluster, programs.initdb, [
      `--pgdata=${draft}`,
      `--pwfile=${passwordFile}`,
      `--username=${USER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Does not depend on locales installed on the system.
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--lc-messages=C',
      ...(cluster.settings.fsync === 'off' ? ['--no-sync'] : []),
    ]);
    await rename(draft, folder);
  } catch (e) {
    await rm(draft, { recursive: true, force: true });
    throw e instanceof StartError ? e : cannotStart(cluster, (e as Error).message, e);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(cluster: Cluster, command: string, args: string[]): Promise<void> {
  const program = run(cluster, command, args);
  const output = forwardLines(program);
  const code = await new Promise<number | null>((resolve, reject) => {
    program.once('error', reject);
    program.once('close', resolve);
  });
  if (code !== 0) throw cannotStart(cluster, output.why(ERROR_LINE), output.text());
}

async function launch(cluster: Cluster): Promise<{ process: ChildProcess; supervised: Supervised }> {
  const { folder, port, programs, log } = cluster;
  await rm(join(folder, 'postmaster.pid'), { force: true });
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    fsync: 'on',
    synchronous_commit: 'on',
    // Most pages are in memory, PostgreSQL's or the system's: reading one costs as much as processing 45 rows, not a
    // hundred. So a word in 77,000 of a million rows is counted by its trigram index (24 to 40 ms), not in the whole
    // index of codes (80).
    seq_page_cost: 0.4,
    random_page_cost: 0.45,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server logs its own failed statements; PostgreSQL would add values from them.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...cluster.settings,
  };
  const args = Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const program = run(cluster, programs.postgres, ['-D', folder, ...args]);
  const output = forwardLines(program, (line) => log.warn({ line }, 'PostgreSQL output'));
  const ended = new Promise<string>((resolve) => {
    program.once('error', (e) => resolve(e.message));
    program.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const how = await Promise.race([ended, ready(folder, program)]);
  if (how !== undefined) {
    program.kill('SIGKILL');
    throw cannotStart(cluster, output.why(ERROR_LINE) || how, output.text());
  }
  const watcher = watch(program.pid!);
  ended.then(() => watcher.kill('SIGKILL'));
  return { process: program, supervised: { ended, stop: () => stop(program, ended) } };
}

/** Runs one of PostgreSQL's programs in a separate session, which Ctrl-C in our terminal does not reach. */
function run(cluster: Cluster, command: string, args: string[]): ChildProcess {
  const started = cluster.launch(command, args);
  return spawn(started.command, started.args, {
    ...started.user,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Resolves when the postmaster accepts connections; returns a reason when it takes too long. */
async function ready(folder: string, program: ChildProcess): Promise<string | undefined> {
  const file = join(folder, 'postmaster.pid');
  for (
    const until = Date.now() + START_MS;
    Date.now() < until && program.exitCode === null;
    await sleep(10)
  ) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (lines[7]?.trim() === 'ready') return undefined;
  }
  return `no answer within ${START_MS / 1000} s`;
}

/**
 * A shell that reads from a pipe, which the system closes when we end, even on SIGKILL; then it stops the postmaster.
 * In a separate session, so that signals to our process group do not reach it.
 */
function watch(pid: number): ChildProcess {
  const watcher = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'voltloop-watch', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.stdin?.on('error', () => {});
  watcher.on('error', () => {});
  return watcher;
}

async function stop(program: ChildProcess, ended: Promise<string>): Promise<void> {
  program.kill('SIGINT');
  const slow = setTimeout(() => program.kill('SIGQUIT'), STOP_MS);
  const hung = setTimeout(() => program.kill('SIGKILL'), STOP_MS + 3000);
  await ended;
  clearTimeout(slow);
  clearTimeout(hung);
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function cannotStart(cluster: Cluster, why: string, cause?: unknown): StartError {
  if (isDiskFull({ message: `${why}\n${cause}` })) return diskFull(dirname(cluster.folder), { cause });
  return new StartError(
    `PostgreSQL could not be started: ${why.replace(/^.*?(FATAL|PANIC|error):\s*/, '')}`,
    'If the data folder was copied or is damaged, start with another DATA_DIR; your data stays where it is.',
    { cause },
  );
}
