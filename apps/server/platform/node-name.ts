import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Running } from './services.ts';

export interface NodeName extends Running {
  name: string;
}

const RETRY_MS = 1000;

/**
 * A name that is unique while this process runs: the host's name and the lowest free number. So the processes of a
 * host differ, and a killed one gets its name back. PostgreSQL keeps it as a lock of a connection; when that breaks,
 * the same name is locked again as soon as possible.
 * @param pool Only its settings are used; the connection is not one of the pool.
 */
export async function claimNodeName(pool: pg.Pool, log: Logger): Promise<NodeName> {
  const claim = new Claim(pool, log);
  await claim.take();
  return claim;
}

class Claim implements NodeName {
  name = '';
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  #client: pg.Client | null = null;
  #stopped = false;

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  async take(): Promise<void> {
    const client = await this.#connect();
    for (let n = 1; ; n++) {
      this.name = `${hostname()}-${n}`;
      if (await locks(client, this.name)) return;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<pg.Client> {
    const { connectionString } = this.#pool.options;
    const client = new pg.Client({
      connectionString,
      application_name: 'voltloop-node-name',
      keepAlive: true,
    });
    client.on('error', () => {});
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      void this.#again();
    });
    await client.connect();
    this.#client = client;
    return client;
  }

  async #again(): Promise<void> {
    while (!this.#stopped && !this.#client) {
      await sleep(RETRY_MS);
      if (this.#stopped) return;
      const client = await this.#connect().catch(() => null);
      if (!client) continue;
      while (!this.#stopped && this.#client === client) {
        const mine = await locks(client, this.name).catch(() => false);
        if (mine) return;
        this.#log.warn({ node: this.name }, 'another process may use the name of this node');
        await sleep(RETRY_MS);
      }
    }
  }
}

async function locks(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
    [`voltloop node ${name}`],
  );
  return rows[0]?.mine ?? false;
}
