import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deviceQueues } from './topology.ts';

const TIMEOUT_MS = 5000;
const RETRY_MS = { first: 500, most: 30_000, tries: 12 };

/**
 * Closes all connections of a device at RabbitMQ and deletes the queues of its subscriptions, through the management API
 * of any of its nodes. The queues are named by the device id: without that, what they store would reach the next device
 * that is registered with it.
 */
export class Management {
  readonly #urls: readonly string[];
  readonly #vhost: string;
  readonly #log: Logger;
  readonly #stopped = new AbortController();

  constructor(urls: readonly string[], vhost: string, log: Logger) {
    this.#urls = urls;
    this.#vhost = vhost;
    this.#log = log;
  }

  /**
   * Resolves after the first attempt. If all nodes are unreachable, it is retried in the background for some minutes:
   * the caller has already committed a new secret or the deletion and must not fail.
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
    this.#log.error({ devid }, 'a device that may no longer be connected could not be disconnected');
  }

  /** Whether one of the nodes succeeded. */
  async #try(devid: string): Promise<boolean> {
    const name = encodeURIComponent(devid);
    const vhost = encodeURIComponent(this.#vhost);
    // The connection first: a device that is still connected would keep its queue in use.
    const paths = [
      `api/connections/username/${name}`,
      ...deviceQueues(devid).map((queue) => `api/queues/${vhost}/${encodeURIComponent(queue)}`),
    ];
    for (const each of this.#urls) {
      try {
        for (const path of paths) await this.#delete(each, path);
        return true;
      } catch (err) {
        this.#log.warn({ err, broker: new URL(each).host, devid }, 'a device could not be disconnected');
      }
    }
    return false;
  }

  async #delete(base: string, path: string): Promise<void> {
    const url = new URL(path, base.replace(/\/*$/, '/'));
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    url.username = '';
    url.password = '';
    const reply = await fetch(url, {
      method: 'DELETE',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'x-reason': 'the device was deleted or its secret changed',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // 404: it has no connection, or no queue.
    if (!reply.ok && reply.status !== 404) throw new Error(`status ${reply.status}`);
  }
}
