import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAMS = '/usr/lib/rabbitmq/bin';
const DEPLOY = join(import.meta.dirname, '../deploy/rabbitmq');
const START_MS = 120_000;

/** Whether Debian's RabbitMQ is installed. */
export const hasRabbitmq = existsSync(join(PROGRAMS, 'rabbitmq-server'));

export interface RabbitOptions {
  folder: string;
  name: string;
  /** The address to listen on; part of its node name. */
  host: string;
  ports: { epmd: number; distribution: number; amqp: number; mqtt: number; management: number };
  /** URL of Voltloop's API, including its secret. */
  authUrl: string;
  /** Voltloop's RabbitMQ account. */
  user: string;
  password: string;
  /** Node names of the cluster, including its own. */
  cluster?: string[];
  /** The network namespace to run in. */
  namespace?: string;
}

/** One node of RabbitMQ with the settings of deploy/rabbitmq and its own folder. */
export class Rabbit {
  readonly #o: RabbitOptions;
  #epmd: ChildProcess | undefined;
  #server: ChildProcess | undefined;

  constructor(options: RabbitOptions) {
    this.#o = options;
  }

  get node(): string {
    return `${this.#o.name}@${this.#o.host}`;
  }

  url(kind: 'amqp' | 'mqtt' | 'management'): string {
    const { host, ports, user, password } = this.#o;
    const protocol = kind === 'management' ? 'http' : kind;
    const account = kind === 'mqtt' ? '' : `${user}:${password}@`;
    return `${protocol}://${account}${host}:${ports[kind]}`;
  }

  /** Starts the node, or restarts it with its data. */
  async start(): Promise<void> {
    const { folder, host, ports } = this.#o;
    await mkdir(folder, { recursive: true });
    await this.#configure();
    this.#epmd ??= this.#spawn('epmd', ['-port', String(ports.epmd), '-address', host]);
    await sleep(200);
    const server = this.#spawn(join(PROGRAMS, 'rabbitmq-server'), []);
    this.#server = server;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const failed = () => reject(new Error(`RabbitMQ did not start:\n${output.slice(-4000)}`));
      const timer = setTimeout(failed, START_MS);
      server.once('exit', failed);
      const read = (chunk: Buffer) => {
        output += chunk;
        if (!output.includes('Server startup complete')) return;
        clearTimeout(timer);
        server.off('exit', failed);
        output = '';
        server.stdout?.off('data', read).resume();
        resolve();
      };
      server.stdout?.on('data', read);
      server.stderr?.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    });
  }

  /** Kills all of its processes at once, like a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it and its epmd. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    this.#epmd?.kill('SIGKILL');
    this.#epmd = undefined;
  }

  /** Runs rabbitmqctl and returns its output. */
  control(...args: string[]): string {
    const { command, before } = this.#within(join(PROGRAMS, 'rabbitmqctl'));
    const done = spawnSync(command, [...before, '--longnames', '-q', ...args], {
      env: this.#environment(),
      encoding: 'utf8',
      timeout: 60_000,
    });
    return done.stdout + done.stderr;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server?.pid || server.exitCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    // The script has started Erlang as a child: both are in a separate process group.
    process.kill(-server.pid, signal);
    await exited;
    await sleep(300);
  }

  async #configure(): Promise<void> {
    const { folder, host, ports, authUrl, user, password, cluster = [] } = this.#o;
    const published = await readFile(join(DEPLOY, 'rabbitmq.conf'), 'utf8');
    const lines = published.split('\n').filter((line) => !line.startsWith('cluster_formation'));
    const auth = ['user', 'vhost', 'resource', 'topic'].map(
      (q) => `auth_http.${q}_path = ${authUrl}/broker/${q}`,
    );
    const own = [
      `listeners.tcp.default = ${host}:${ports.amqp}`,
      `mqtt.listeners.tcp.default = ${host}:${ports.mqtt}`,
      `management.tcp.ip = ${host}`,
      `management.tcp.port = ${ports.management}`,
      ...auth,
      ...['default_user', 'default_pass'].map((key, i) => `${key} = ${i === 0 ? user : password}`),
      'loopback_users = none',
      'disk_free_limit.absolute = 50MB',
      'log.console = true',
      ...(cluster.length > 0 ? ['cluster_formation.peer_discovery_backend = classic_config'] : []),
      ...cluster.map((node, i) => `cluster_formation.classic_config.nodes.${i + 1} = ${node}`),
    ];
    const replaced = new Set(own.map((line) => line.split(' = ')[0]));
    const kept = lines.filter((line) => !replaced.has(line.split(' = ')[0] ?? ''));
    await writeFile(join(folder, 'rabbitmq.conf'), [...kept, ...own, ''].join('\n'));
    // Nodes on one machine would all listen on the port of rabbitmq_prometheus.
    const plugins = await readFile(join(DEPLOY, 'enabled_plugins'), 'utf8');
    await writeFile(join(folder, 'enabled_plugins'), plugins.replace(', rabbitmq_prometheus', ''));
    await writeFile(join(folder, '.erlang.cookie'), 'VOLTLOOPTESTS', { mode: 0o400 }).catch(() => {});
  }

  #environment(): NodeJS.ProcessEnv {
    const { folder, host, ports } = this.#o;
    return {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: folder,
      RABBITMQ_NODENAME: this.node,
      RABBITMQ_USE_LONGNAME: 'true',
      RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
      RABBITMQ_LOG_BASE: join(folder, 'log'),
      RABBITMQ_LOGS: '-',
      RABBITMQ_PID_FILE: join(folder, 'pid'),
      RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      RABBITMQ_DIST_PORT: String(ports.distribution),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {${host.replaceAll('.', ',')}} -kernel net_ticktime 15 +S 1:1 +sbwt none`,
      ERL_EPMD_PORT: String(ports.epmd),
      ERL_EPMD_ADDRESS: host,
    };
  }

  #within(program: string): { command: string; before: string[] } {
    const { namespace } = this.#o;
    if (!namespace) return { command: program, before: [] };
    return { command: 'ip', before: ['netns', 'exec', namespace, program] };
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const { command, before } = this.#within(program);
    return spawn(command, [...before, ...args], {
      env: this.#environment(),
      cwd: this.#o.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  }
}
