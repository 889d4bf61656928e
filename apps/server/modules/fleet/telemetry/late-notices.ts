import type { Logger } from 'pino';
import type { Db } from '../../../platform/db.ts';
import { notifyAll } from '../../../platform/notices.ts';

/** A device that sends a backlog of days causes one notice per interval, not one per frame, ms. */
const EVERY_MS = 250;
const RETRY_MS = 5000;

/** Collects the keys of things with committed late frames, and sends them to every node. */
export class LateNotices {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #waiting = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  add(keys: Iterable<number>, wait_ms = EVERY_MS): void {
    for (const key of keys) this.#waiting.add(key);
    if (this.#waiting.size === 0 || this.#stopped) return;
    this.#timer ??= setTimeout(() => void this.#send(), wait_ms).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#send();
  }

  async #send(): Promise<void> {
    this.#timer = null;
    const keys = [...this.#waiting];
    this.#waiting.clear();
    if (keys.length === 0) return;
    try {
      await notifyAll(this.#db, 'voltloop_history', keys.map(String));
    } catch (err) {
      // Other nodes cache for ten minutes at most.
      this.#log.warn({ err, things: keys.length }, 'other nodes got no notice of late frames; retrying');
      this.add(keys, RETRY_MS);
    }
  }
}
