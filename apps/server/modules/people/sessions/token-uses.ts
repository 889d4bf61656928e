import type { Logger } from 'pino';
import type { Db } from '../../../platform/db.ts';
import { noteTokenUse } from './store-api-tokens.ts';

const EVERY_MS = 60_000;
const MOST = 20_000;

/** Records when and from where API tokens are used: at most once a minute each, without delaying the call. */
export class TokenUses {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #noted = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  note(tokenId: string, ip: string, now: Date): void {
    const before = this.#noted.get(tokenId);
    if (before !== undefined && now.getTime() - before < EVERY_MS) return;
    // The newest are last.
    this.#noted.delete(tokenId);
    this.#noted.set(tokenId, now.getTime());
    const oldest = this.#noted.keys().next().value;
    if (this.#noted.size > MOST && oldest !== undefined) this.#noted.delete(oldest);
    const writing: Promise<void> = noteTokenUse(this.#db, { tokenId, ip, now, every_ms: EVERY_MS })
      .catch((err) => this.#log.warn({ err }, 'use of an API token could not be recorded'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Waits for pending writes. */
  async stop(): Promise<void> {
    await Promise.all(this.#writing);
  }
}
