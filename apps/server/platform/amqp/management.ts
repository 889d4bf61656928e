import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const TIMEOUT_MS = 5000;
const RETRY_MS = { first: 500, most: 30_000, tries: 12 };

/** Closes all connections of a device at RabbitMQ, through the management API of any of its nodes. */
export class Management {
  readonly #urls: readonly string[];
  readonly #log: Logger;
  readonly #stopped = new AbortController();

  constructor(urls: readonly string[], log: Logger) {
    this.#urls = urls;
    this.#log = log;
  }

  /**
   * Resolves after the first attempt. If all nodes are unreachable, it is retried in the background for some minutes:
   * the caller has already committed a new secret and must not fail.
   */
  async disconnect(devid: string): Promise<void> {
    if (this.#urls.length === 0) {
      this.#log.warn(
        { devid },
        'a device stays connected until it disconnects on its own: RABBITMQ_MANAGEMENT_URL is not set',
      );
      return;
    }
    if (!(await this.#try(devid))) void this.#again(devid);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #again(devid: string): Promise<void> {
    let wait_ms = RETRY_MS.first;
    for (let tries = 1; tries < RETRY_MS.tries; tries++) {
      await sleep(wait_ms, undefined, { signal: this.#stopped.signal }).catch(() => {});
      if (this.#stopped.signal.aborted || (await this.#try(devid))) return;
      wait_ms = Math.min(wait_ms * 2, RETRY_MS.most);
    }
    this.#log.error({ devid }, 'a device whose secret was changed could not be disconnected');
  }

  /** Whether one of the nodes succeeded. */
  async #try(devid: string): Promise<boolean> {
    for (const each of this.#urls) {
      const url = new URL(`api/connections/username/${encodeURIComponent(devid)}`, each.replace(/\/*$/, '/'));
      const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
      url.username = '';
      url.password = '';
      try {
        const reply = await fetch(url, {
          method: 'DELETE',
          headers: {
            authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
            'x-reason': 'the secret of the device was changed',
          },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        // 404: it has no connection.
        if (reply.ok || reply.status === 404) return true;
        throw new Error(`status ${reply.status}`);
      } catch (err) {
        this.#log.warn({ err, broker: url.host, devid }, 'a device could not be disconnected');
      }
    }
    return false;
  }
}
