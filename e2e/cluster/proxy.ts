import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Listener {
  name: string;
  mode: 'http' | 'tcp';
  bind: string[];
  /** Addresses with ports; with `reserve` the second one is a backup. */
  servers: string[];
  reserve?: boolean;
}

/** haproxy in front of the cluster. */
export class LoadBalancer {
  readonly #file: string;
  readonly #listeners: readonly Listener[];
  #process: ChildProcess | undefined;

  constructor(folder: string, listeners: readonly Listener[]) {
    this.#file = join(folder, 'haproxy.cfg');
    this.#listeners = listeners;
  }

  async start(): Promise<void> {
    const sections = this.#listeners.flatMap(({ name, mode, bind, servers, reserve }) => [
      `listen ${name}`,
      `  mode ${mode}`,
      ...bind.map((address) => `  bind ${address}`),
      ...(mode === 'http' ? ['  option httpchk GET /healthz'] : []),
      '  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers.map((address, i) => `  server ${name}${i} ${address}${reserve && i > 0 ? ' backup' : ''}`),
    ]);
    const defaults = [
      'defaults',
      '  timeout connect 2s',
      '  timeout client 10m',
      '  timeout server 10m',
      '  option redispatch',
    ];
    await writeFile(this.#file, [...defaults, ...sections, ''].join('\n'));
    this.#process = spawn('haproxy', ['-f', this.#file], { stdio: 'ignore' });
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}
