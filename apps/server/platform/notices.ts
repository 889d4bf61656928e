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
  | 'voltloop_models'
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

/**
 * Listens to one channel. All listeners of a process share one connection outside of the pool, which reconnects when it
 * breaks.
 */
export class Notices {
  readonly channel: NoticeChannel;
  readonly listener: Listener;
  /** Whether notices currently arrive; otherwise a cache must not be used. */
  listening = false;
  readonly #pool: pg.Pool;
  readonly #log: Logger;

  /** @param pool Only its settings are used; the connection is not one of the pool. */
  constructor(pool: pg.Pool, log: Logger, channel: NoticeChannel, listener: Listener) {
    this.#pool = pool;
    this.#log = log;
    this.channel = channel;
    this.listener = listener;
  }

  async start(): Promise<void> {
    let connection = connections.get(this.#pool);
    if (!connection) {
      connection = new NoticeConnection(this.#pool, this.#log);
      connections.set(this.#pool, connection);
    }
    await connection.add(this);
  }

  async stop(): Promise<void> {
    this.listening = false;
    await connections.get(this.#pool)?.remove(this);
  }
}

const connections = new WeakMap<pg.Pool, NoticeConnection>();

/** The connection of the listeners of a process. */
class NoticeConnection {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #members = new Set<Notices>();
  #client: pg.Client | null = null;
  /** Resolves after the first attempt to connect. */
  #connecting: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  async add(member: Notices): Promise<void> {
    this.#members.add(member);
    this.#connecting ??= this.#connect(RETRY_FIRST_MS);
    await this.#connecting;
    const client = this.#client;
    // A connection on which listening fails is replaced.
    if (client) await this.#listen(client).catch(() => client.end().catch(() => {}));
  }

  async remove(member: Notices): Promise<void> {
    this.#members.delete(member);
    if (this.#members.size > 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    this.#connecting = null;
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
    let nextRetry_ms = retryMs;
    const retry = (error?: Error) => {
      // Already handled, or stopped.
      if (this.#client !== client) return;
      this.#client = null;
      for (const member of this.#members) {
        member.listening = false;
        member.listener.onGap();
      }
      this.#log.warn({ err: error }, 'notices lost; reconnecting');
      client.end().catch(() => {});
      this.#timer = setTimeout(
        () => void this.#connect(Math.min(nextRetry_ms * 2, RETRY_MAX_MS)),
        nextRetry_ms,
      );
    };
    client.on('error', retry);
    client.on('end', () => retry());
    client.on('notification', ({ channel, payload }) => {
      for (const member of this.#members)
        if (member.channel === channel) member.listener.onNotice(payload ?? '');
    });
    try {
      await client.connect();
      await this.#listen(client);
      nextRetry_ms = RETRY_FIRST_MS;
    } catch (e) {
      retry(e as Error);
    }
  }

  /** Listens for members that do not receive notices yet. */
  async #listen(client: pg.Client): Promise<void> {
    for (const member of this.#members) {
      if (member.listening) continue;
      await client.query(`listen ${member.channel}`);
      if (this.#client !== client) return;
      if (member.listening || !this.#members.has(member)) continue;
      member.listener.onGap();
      member.listening = true;
    }
  }
}
