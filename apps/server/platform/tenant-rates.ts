import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import type { Db } from './db.ts';
import { Notices } from './notices.ts';
import { RateLimit } from './rate-limit.ts';

const BURST_S = 4;
/**
 * Maximum delay of a tenant's messages, and maximum number of delayed ones. More are refused, so that they take no
 * memory from other tenants.
 */
const MAX_DELAY_MS = 5000;
const MAX_WAITING = 2000;
const RETRY_MS = 5000;

const limited = new Counter({
  name: 'voltloop_tenant_frames_limited_total',
  help: 'Messages of devices above the limit of their tenant, by tenant and outcome.',
  labelNames: ['tenant', 'outcome'],
});

interface Entry {
  perSecond: number;
  limit: RateLimit;
}

/**
 * Limits the messages of all devices of a tenant together (docs/decisions/0083), on the receiving node. Limits are
 * read at the start and after each change.
 */
export class TenantRates {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #notices: Notices;
  #entries: ReadonlyMap<string, Entry> = new Map();
  #loading: Promise<void> | null = null;
  #again = false;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ db, pool, log }: { db: Db; pool: pg.Pool; log: Logger }) {
    this.#db = db;
    this.#log = log;
    const load = () => void this.#load();
    this.#notices = new Notices(pool, log, 'voltloop_tenants', { onNotice: load, onGap: load });
  }

  async start(): Promise<void> {
    await this.#notices.start();
    await this.#load();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#notices.stop();
    await this.#loading;
  }

  /** The delay of a message in ms; `refused` when too many are delayed already. */
  take(tenantId: string, cost: number, now_ms: number): number | 'refused' {
    const entry = this.#entries.get(tenantId);
    if (!entry) return 0;
    const most_ms = Math.min(MAX_DELAY_MS, (MAX_WAITING * 1000) / entry.perSecond);
    const delay_ms = entry.limit.takeWithin(cost, now_ms, most_ms);
    if (delay_ms === 0) return 0;
    limited.inc({ tenant: tenantId, outcome: delay_ms === null ? 'refused' : 'delayed' });
    return delay_ms ?? 'refused';
  }

  /** Takes a message that cannot be delayed: 0, or the ms after which to retry. */
  takeNow(tenantId: string, cost: number, now_ms: number): number {
    const entry = this.#entries.get(tenantId);
    const wait_ms = entry?.limit.takeNow(cost, now_ms) ?? 0;
    if (wait_ms > 0) limited.inc({ tenant: tenantId, outcome: 'refused' });
    return wait_ms;
  }

  async #load(): Promise<void> {
    this.#again = true;
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = null;
    });
    await this.#loading;
  }

  async #loadAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const { rows } = await sql<{ id: string; rate: number }>`
          select id, max_frames_per_s::float8 as rate from tenants where max_frames_per_s is not null`.execute(
          this.#db,
        );
        this.#entries = new Map(rows.map(({ id, rate }) => [id, this.#entryOf(id, rate)]));
      } catch (err) {
        this.#log.warn({ err }, 'limits of tenants could not be read; retrying');
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => void this.#load(), RETRY_MS);
        this.#retry.unref();
        return;
      }
    }
  }

  /** An unchanged limit keeps its state. */
  #entryOf(id: string, perSecond: number): Entry {
    const known = this.#entries.get(id);
    if (known?.perSecond === perSecond) return known;
    return { perSecond, limit: new RateLimit(perSecond, Math.max(1, perSecond * BURST_S)) };
  }
}
