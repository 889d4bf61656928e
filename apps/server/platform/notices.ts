import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db, Trx } from './db.ts';

/** Cache invalidation between nodes by PostgreSQL notifications. */
export type NoticeChannel =
  | 'voltloop_accounts'
  | 'voltloop_brands'
  | 'voltloop_tenants'
  | 'voltloop_things'
  | 'voltloop_rules'
  | 'voltloop_geofences'
  | 'voltloop_history';

interface Listener {
  onNotice(payload: string): void;
  /** Called when notices may have been missed: invalidate everything. */
  onGap(): void;
}

/** Notifies every node; inside a transaction only on commit. */
export async function notify(db: Db | Trx, channel: NoticeChannel, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** {@link notify} for many payloads in one query. */
export async function notifyAll(
  db: Db | Trx,
  channel: NoticeChannel,
  payloads: readonly string[],
): Promise<void> {
  await sql`select pg_notify(${channel}, p) from unnest(${payloads as string[]}::text[]) as p`.execute(db);
}

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 5000;

/** Listens on a dedicated connection and reconnects when that breaks. */
export class Notices {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #channel: NoticeChannel;
  readonly #listener: Listener;
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #listening = false;
  #stopped = true;

  /** @param pool Only its settings are used; the connection is not one of the pool. */
  constructor(pool: pg.Pool, log: Logger, channel: NoticeChannel, listener: Listener) {
    this.#pool = pool;
    this.#log = log;
    this.#channel = channel;
    this.#listener = listener;
  }

  /** Whether notices currently arrive; otherwise a cache must not be used. */
  get listening(): boolean {
    return this.#listening;
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#connect(RETRY_FIRST_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listening = false;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #connect(retryMs: number): Promise<void> {
    const { connectionString } = this.#pool.options;
    const client = new pg.Client({
      connectionString,
      application_name: 'voltloop-notices',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    this.#client = client;
    let lost = false;
    const retry = (error?: Error) => {
      if (lost || this.#stopped) return;
      lost = true;
      this.#listening = false;
      this.#listener.onGap();
      this.#log.warn({ err: error, channel: this.#channel }, 'notices lost; reconnecting');
      client.end().catch(() => {});
      this.#timer = setTimeout(() => void this.#connect(Math.min(retryMs * 2, RETRY_MAX_MS)), retryMs);
    };
    client.on('error', retry);
    client.on('end', () => retry());
    client.on('notification', (n) => this.#listener.onNotice(n.payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
      if (this.#stopped || lost) return;
      this.#listener.onGap();
      this.#listening = true;
    } catch (e) {
      retry(e as Error);
    }
  }
}
