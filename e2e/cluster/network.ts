import { execFileSync } from 'node:child_process';

const BRIDGE = 'vlcluster';
/** The address of the host on the bridge. */
export const HOST_ADDRESS = '10.77.0.254';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });

export const addressOf = (n: number) => `10.77.0.${n}`;
export const namespaceOf = (n: number) => `vlcluster${n}`;

/** Network namespaces with one address each, on an isolated bridge. Needs root. */
export class Network {
  readonly #count: number;

  constructor(count: number) {
    this.#count = count;
  }

  open(): void {
    this.close();
    ip('link', 'add', BRIDGE, 'type', 'bridge');
    ip('addr', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
    for (let n = 1; n <= this.#count; n++) {
      const [name, link] = [namespaceOf(n), `${BRIDGE}${n}`];
      ip('netns', 'add', name);
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', link, 'master', BRIDGE, 'up');
      ip('-n', name, 'addr', 'add', `${addressOf(n)}/24`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
      ip('-n', name, 'link', 'set', 'lo', 'up');
    }
  }

  /** Partitions one from the others; the host still reaches all. */
  isolate(one: number): void {
    this.#routes(one, 'add');
  }

  heal(one: number): void {
    this.#routes(one, 'del');
  }

  close(): void {
    const quietly = (...args: string[]) => {
      try {
        ip(...args);
      } catch {
        // It does not exist.
      }
    };
    for (let n = 1; n <= this.#count; n++) quietly('netns', 'del', namespaceOf(n));
    quietly('link', 'del', BRIDGE);
  }

  #routes(one: number, change: 'add' | 'del'): void {
    for (let n = 1; n <= this.#count; n++) {
      if (n === one) continue;
      ip('-n', namespaceOf(one), 'route', change, 'blackhole', `${addressOf(n)}/32`);
      ip('-n', namespaceOf(n), 'route', change, 'blackhole', `${addressOf(one)}/32`);
    }
  }
}
