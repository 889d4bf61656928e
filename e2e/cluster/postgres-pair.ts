import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyPrograms, findPrograms, type Programs } from '../../apps/server/embedded/postgres-programs.ts';
import { asUser, lookUp, type SystemUser } from '../../apps/server/embedded/run-as.ts';
import { openDatabase } from '../../apps/server/platform/db.ts';

const USER = 'voltloop';

/** A primary with a synchronous streaming standby: a commit is on both. Runs as the user `postgres`. */
export class PostgresPair {
  readonly #folder: string;
  readonly #ports: readonly [number, number];
  readonly #user: SystemUser;
  #programs: Programs | undefined;
  readonly #running = new Map<'primary' | 'standby', ChildProcess>();

  constructor(folder: string, ports: readonly [number, number]) {
    this.#folder = folder;
    this.#ports = ports;
    const user = lookUp('postgres');
    if (!user) throw new Error('The user postgres is missing: useradd --system postgres');
    this.#user = user;
  }

  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await chmod(this.#folder, 0o755);
    this.#programs = await copyPrograms(await findPrograms(), this.#folder);
    const primary = this.#data('primary');
    this.#owned(primary);
    const initialise = asUser(this.#user)(this.#programs.initdb, [
      '-D',
      primary,
      '-U',
      USER,
      '-A',
      'trust',
      '-E',
      'UTF8',
    ]);
    execFileSync(initialise.command, initialise.args, { ...initialise.user, cwd: '/', stdio: 'ignore' });
    await this.#launch('primary', this.#ports[0], ['wal_keep_size=512MB']);
    const server = openDatabase(this.#url(0, 'postgres'), { max: 1 });
    await server.pool.query('create database voltloop');
    await this.#copy(server.pool);
    await this.#launch('standby', this.#ports[1], [
      `primary_conninfo=host=127.0.0.1 port=${this.#ports[0]} user=${USER} application_name=standby`,
    ]);
    await server.pool.query(`alter system set synchronous_standby_names = 'standby'`);
    await server.pool.query('select pg_reload_conf()');
    for (let tries = 0; ; tries++) {
      const { rows } = await server.pool.query('select sync_state from pg_stat_replication');
      if (rows[0]?.sync_state === 'sync') break;
      if (tries > 100) throw new Error('the standby does not stream');
      await sleep(200);
    }
    await server.stop();
  }

  killPrimary(): void {
    const pid = this.#running.get('primary')?.pid ?? 0;
    // Stopped first, so that it does not restart its children.
    process.kill(pid, 'SIGSTOP');
    spawnSync('pkill', ['-KILL', '-P', String(pid)]);
    process.kill(pid, 'SIGKILL');
  }

  /** Promotes the standby. */
  async promote(): Promise<void> {
    const server = openDatabase(this.#url(1, 'postgres'), { max: 1 });
    await server.pool.query('select pg_promote()');
    await server.stop();
  }

  async stop(): Promise<void> {
    for (const server of this.#running.values()) {
      if (server.exitCode !== null || server.signalCode !== null) continue;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    }
  }

  #data(which: string): string {
    return join(this.#folder, which);
  }

  #url(which: 0 | 1, database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.#ports[which]}/${database}`;
  }

  #owned(folder: string): void {
    execFileSync('mkdir', ['-p', folder]);
    execFileSync('chown', ['-R', 'postgres:', folder]);
    execFileSync('chmod', ['700', folder]);
  }

  /** A base backup without pg_basebackup, which the embedded programs lack. */
  async #copy(pool: {
    connect(): Promise<{ query(text: string): Promise<{ rows: { labelfile: string }[] }>; release(): void }>;
  }): Promise<void> {
    const session = await pool.connect();
    await session.query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', this.#data('primary'), this.#data('standby')]);
    const { rows } = await session.query('select labelfile from pg_backup_stop(false)');
    session.release();
    const standby = this.#data('standby');
    execFileSync('rm', ['-f', join(standby, 'postmaster.pid'), join(standby, 'postmaster.opts')]);
    await writeFile(join(standby, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(standby, 'standby.signal'), '');
    this.#owned(standby);
  }

  async #launch(which: 'primary' | 'standby', port: number, settings: string[]): Promise<void> {
    const all = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'unix_socket_directories=',
      'max_connections=300',
      ...settings,
    ];
    const args = ['-D', this.#data(which), ...all.flatMap((setting) => ['-c', setting])];
    const launch = asUser(this.#user)(this.#programs?.postgres ?? '', args);
    const child = spawn(launch.command, launch.args, {
      ...launch.user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#running.set(which, child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const failed = () => reject(new Error(`PostgreSQL (${which}) did not start:\n${output}`));
      const timer = setTimeout(failed, 30_000);
      child.once('exit', failed);
      child.stderr?.on('data', (chunk: Buffer) => {
        if (output.length < 10_000) output += chunk;
        if (!output.includes('ready to accept')) return;
        clearTimeout(timer);
        child.off('exit', failed);
        resolve();
      });
    });
  }
}
