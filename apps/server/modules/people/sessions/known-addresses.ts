import type { Logger } from 'pino';
import { networkOf } from '../../../platform/counted-address.ts';
import type { Db } from '../../../platform/db.ts';
import type { Standing } from '../accounts/index.ts';
import { type SignInAddress, signInAddresses } from './store-failures.ts';

const REFRESH_MS = 30_000;
const MOST = 100_000;

/**
 * Networks that each name has signed in from, cached in memory: known names must be recognised before any query to
 * the database. Sign-ins of other nodes are loaded every half minute. This only decides the order of sign-ins.
 */
export class KnownAddresses {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #known = new Set<string>();
  #since = new Date(0);
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  standing(name: string, ip: string): Standing {
    const network = networkOf(ip);
    return network !== null && this.#known.has(keyOf(name, network)) ? 'known' : 'unknown';
  }

  add(names: readonly (string | null)[], network: string | null): void {
    if (network === null) return;
    for (const name of names) {
      if (name === null) continue;
      const key = keyOf(name, network);
      // The newest are last.
      this.#known.delete(key);
      this.#known.add(key);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }

  async start(): Promise<void> {
    await this.#refresh();
    this.#timer = setInterval(() => {
      this.#refresh().catch((err) => this.#log.warn({ err }, 'known addresses could not be read'));
    }, REFRESH_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #refresh(): Promise<void> {
    const rows: SignInAddress[] = await signInAddresses(this.#db, this.#since, MOST);
    for (const row of rows) this.add([row.user_name, row.email], row.network);
    // Rows committed during the read may have an older time than the newest row.
    const newest = rows.at(-1)?.last_sign_in_at;
    if (newest) this.#since = new Date(newest.getTime() - REFRESH_MS);
  }
}

const keyOf = (name: string, network: string) => `${name.toLowerCase()} ${network}`;
