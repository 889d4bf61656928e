import { networkOf } from '../../../platform/counted-address.ts';
import { Repeated } from '../../../platform/rounds.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import type { Standing } from '../accounts/index.ts';
import { type SignInAddress, signInAddresses } from './store-failures.ts';

const MOST = 100_000;

/**
 * Networks that each name has signed in from, cached in memory: known names must be recognised before any query to
 * the database. Sign-ins of other nodes are loaded every half minute. This only decides the order of sign-ins.
 */
export class KnownAddresses {
  readonly #db: Services['db'];
  readonly #refreshing: Repeated;
  readonly #known = new Set<string>();
  #since = new Date(0);

  constructor({ db, log, config }: Pick<Services, 'db' | 'log' | 'config'>) {
    this.#db = db;
    const services = { log, config };
    const failure = 'known addresses could not be read';
    this.#refreshing = new Repeated({ work: schedule.sign_in_addresses, services, failure }, () =>
      this.#refresh(),
    );
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
    this.#refreshing.start();
  }

  stop(): Promise<void> {
    return this.#refreshing.stop();
  }

  async #refresh(): Promise<void> {
    const rows: SignInAddress[] = await signInAddresses(this.#db, this.#since, MOST);
    for (const row of rows) this.add([row.user_name, row.email], row.network);
    // Rows committed during the read may have an older time than the newest row.
    const newest = rows.at(-1)?.last_sign_in_at;
    if (newest) this.#since = new Date(newest.getTime() - schedule.sign_in_addresses.every_ms);
  }
}

const keyOf = (name: string, network: string) => `${name.toLowerCase()} ${network}`;
