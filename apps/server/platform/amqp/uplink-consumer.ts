import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { NotAccepting } from '../not-accepting.ts';
import type { Running } from '../services.ts';
import type { UplinkRouter } from '../uplink.ts';
import { AmqpLink } from './link.ts';
import { declareUplinkQueues, deviceOfKey, uplinkQueues } from './topology.ts';

export interface UplinkConsumerOptions {
  urls: readonly string[];
  uplink: UplinkRouter;
  log: Logger;
  /** Unacknowledged messages of each queue at this node. */
  prefetch: number;
  /** How long a stop waits for messages in progress; 10 s by default. */
  drain_ms?: number;
}

export interface UplinkConsumer extends Running {
  /** Why the broker could not be read for a while; null while it works. */
  cause(): string | null;
}

const DRAIN_MS = 10_000;
const REQUEUE_DELAY_MS = 1000;

const redelivered = new Counter({
  name: 'voltloop_broker_redelivered_total',
  help: 'Messages that RabbitMQ redelivered because a node had not acknowledged them before its connection ended.',
});

/** The connected consumers of this process. */
const connected = new Set<Channel>();
new Gauge({
  name: 'voltloop_broker_queue_messages',
  help: 'Messages of devices that wait in a queue of RabbitMQ, without those in progress. Every node gives the same value.',
  labelNames: ['queue'],
  async collect() {
    this.reset();
    const [channel] = connected;
    if (!channel) return;
    const lengths = Object.keys(uplinkQueues).map(async (queue) => {
      const { messageCount } = await channel.checkQueue(queue);
      this.set({ queue }, messageCount);
    });
    // Without the broker the other metrics are still reported.
    await Promise.all(lengths).catch(() => {});
  },
});

/**
 * Reads messages of devices from RabbitMQ's quorum queues. A message is acknowledged only after the uplink has
 * processed it, which for telemetry is after the commit; unacknowledged messages of a stopped node go to another at
 * once. Nodes have no session at the broker, so they can be added and removed freely. Reading starts as soon as a
 * broker is usable.
 */
export async function startUplinkConsumer(options: UplinkConsumerOptions): Promise<UplinkConsumer> {
  const consumer = new Consumer(options);
  await consumer.start();
  return consumer;
}

class Consumer implements UplinkConsumer {
  readonly #o: UplinkConsumerOptions;
  readonly #link: AmqpLink;
  #channel: Channel | null = null;
  #tags: string[] = [];
  #pending = 0;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(options: UplinkConsumerOptions) {
    this.#o = options;
    this.#link = new AmqpLink({
      urls: options.urls,
      log: options.log,
      name: 'voltloop ingest',
      setUp: (connection) => this.#setUp(connection),
      lost: () => {
        if (this.#channel) connected.delete(this.#channel);
        this.#channel = null;
      },
    });
  }

  start(): Promise<void> {
    return this.#link.openAtLast();
  }

  cause(): string | null {
    return this.#link.cause();
  }

  async stop(): Promise<void> {
    const channel = this.#channel;
    if (channel) await Promise.all(this.#tags.map((tag) => channel.cancel(tag))).catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#o.drain_ms ?? DRAIN_MS);
    });
    await Promise.race([this.#settled(), late]);
    clearTimeout(timer);
    if (channel) connected.delete(channel);
    await this.#link.stop();
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    // Messages of an earlier connection stay in memory while the store is unreachable; otherwise each new connection
    // would add to them.
    await this.#settled();
    const channel = await connection.createChannel();
    channel.on('error', (err) => this.#link.renew(err.message));
    await declareUplinkQueues(channel);
    await channel.prefetch(this.#o.prefetch);
    this.#tags = [];
    for (const queue of Object.keys(uplinkQueues)) {
      const { consumerTag } = await channel.consume(queue, (message) => this.#handle(channel, message));
      this.#tags.push(consumerTag);
    }
    this.#channel = channel;
    connected.add(channel);
  }

  #handle(channel: Channel, message: ConsumeMessage | null): void {
    // The queue was deleted or moved: the set-up recreates it.
    if (!message) {
      this.#link.renew('a consumer was cancelled');
      return;
    }
    if (message.fields.redelivered) redelivered.inc();
    const topic = deviceOfKey(message.fields.routingKey);
    if (!topic) {
      settle(() => channel.ack(message));
      return;
    }
    this.#pending++;
    this.#o.uplink.deliver({ ...topic, payload: message.content, retained: false }).then(
      () => {
        settle(() => channel.ack(message));
        this.#done();
      },
      (err: unknown) => {
        if (!(err instanceof NotAccepting))
          this.#o.log.warn({ err, kind: topic.kind }, 'a message was not processed; it returns to its queue');
        setTimeout(() => {
          settle(() => channel.nack(message, false, true));
          this.#done();
        }, REQUEUE_DELAY_MS);
      },
    );
  }

  #done(): void {
    if (--this.#pending > 0) return;
    this.#idle?.resolve();
    this.#idle = null;
  }

  async #settled(): Promise<void> {
    if (this.#pending === 0) return;
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }
}

/** Acknowledges or rejects; on a closed connection the broker redelivers the message anyway. */
function settle(answer: () => void): void {
  try {
    answer();
  } catch {
    // amqplib throws on a closed channel.
  }
}
