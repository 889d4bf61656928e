import type { ChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { LinkState } from '../link-state.ts';

export interface LinkOptions {
  /** The nodes of the broker; one of them is used at a time. */
  urls: readonly string[];
  /** Name of the connection in the broker's lists. */
  name: string;
  log: Logger;
  /** Sets up channels and consumers on a new connection. If it fails, the connection is closed. */
  setUp(connection: ChannelModel): Promise<void>;
  /** The connection is closed; its unacknowledged messages will be redelivered. */
  lost?(): void;
}

const CONNECT_TIMEOUT_MS = 5000;
const HEARTBEAT_S = 10;
const CLOSE_TIMEOUT_MS = 2000;

/**
 * Keeps one AMQP connection open to any of several nodes. When it ends or its set-up fails, the next node is tried
 * after a growing delay.
 */
export class AmqpLink {
  readonly #o: LinkOptions;
  readonly #state = new LinkState();
  #connection: ChannelModel | null = null;
  #retry: NodeJS.Timeout | null = null;
  #host: number;
  #stopped = false;

  constructor(options: LinkOptions) {
    this.#o = options;
    // Spreads our nodes over the nodes of the broker.
    this.#host = Math.floor(Math.random() * options.urls.length);
  }

  /** Tries each node once. @throws the last error when none can be used */
  async open(): Promise<void> {
    for (let left = this.#o.urls.length; ; left--) {
      try {
        return await this.#connect();
      } catch (err) {
        if (left <= 1) throw err;
      }
    }
  }

  /** Tries all nodes until one can be used. */
  async openAtLast(): Promise<void> {
    await new Promise<void>((opened) => this.#attempt(opened));
  }

  /** Why the broker has been unusable for a while; null while it works. */
  cause(): string | null {
    return this.#state.cause();
  }

  /** Closes the connection; a new one is opened. */
  renew(reason: string): void {
    this.#o.log.warn({ reason }, 'closing the connection to the broker');
    const connection = this.#connection;
    if (connection) void close(connection);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#state.stop();
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#connection) await close(this.#connection);
  }

  #attempt(opened: () => void): void {
    this.#connect().then(opened, (err: unknown) => {
      if (!this.#stopped) this.#again(err, opened);
    });
  }

  #again(err: unknown, opened: () => void): void {
    const wait_ms = this.#state.down(isRefusal(err) ? 'broker_rights' : 'broker_link');
    this.#o.log.warn({ err, wait_ms, link: this.#o.name }, 'the broker cannot be used; retrying');
    this.#retry = setTimeout(() => this.#attempt(opened), wait_ms);
  }

  /** One connection to the next node, with its set-up. */
  async #connect(): Promise<void> {
    const url = new URL(this.#o.urls[this.#host++ % this.#o.urls.length] ?? '');
    if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S));
    const { connect } = await import('amqplib');
    const connection = await connect(url.href, {
      noDelay: true,
      keepAlive: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.#o.name },
    });
    let ended: unknown;
    let standing = false;
    // Each error is followed by the end of the connection, with the same cause.
    connection.on('error', () => {});
    connection.once('close', (err) => {
      ended = err ?? new Error('the connection ended');
      if (this.#connection === connection) this.#connection = null;
      this.#o.lost?.();
      if (standing && !this.#stopped) this.#again(ended, () => {});
    });
    this.#connection = connection;
    try {
      if (this.#stopped) throw new Error('stopping');
      await this.#o.setUp(connection);
      if (ended) throw ended;
    } catch (err) {
      await close(connection);
      throw err;
    }
    standing = true;
    this.#state.up();
    this.#o.log.info({ broker: url.host, link: this.#o.name }, 'connected to the broker');
  }
}

/** RabbitMQ's 403: a wrong password, or missing rights. */
export function isRefusal(err: unknown): boolean {
  const { code, message } = err as { code?: unknown; message?: string };
  return code === 403 || /ACCESS[_-]REFUSED/i.test(message ?? '');
}

/** Closes without waiting for a broker that does not answer. */
async function close(connection: ChannelModel): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      (connection.connection as { stream?: { destroy(): void } }).stream?.destroy();
      resolve();
    }, CLOSE_TIMEOUT_MS);
  });
  // Closing a closed connection throws.
  await Promise.race([connection.close().catch(() => {}), late]);
  clearTimeout(timer);
}
