import type { Channel, ChannelModel, ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';
import type { Bus, PublishOptions } from '../bus.ts';
import { matches } from '../bus-client.ts';
import { StartError } from '../start-error.ts';
import { AmqpLink, isRefusal } from './link.ts';
import type { Management } from './management.ts';
import { declareUplinkQueues, EXCHANGE, routingKeyOf, topicOfKey } from './topology.ts';

type Handler = (topic: string, payload: Buffer) => void;

export interface AmqpBusOptions {
  urls: readonly string[];
  log: Logger;
  /** Disconnects devices; stopped with the bus. */
  management: Pick<Management, 'disconnect' | 'stop'>;
}

/** Limit of messages that the broker queues for this node; the oldest are dropped, since late live data is useless. */
const MAX_WAITING = 10_000;

/**
 * The bus over AMQP, on the exchange of RabbitMQ's MQTT plugin: devices that subscribed over MQTT receive its
 * messages, and it receives those that devices publish. While the broker is unreachable or blocks publishers,
 * `publish` rejects at once, because queueing would be unbounded.
 * @throws StartError when no node of the broker can be used
 */
export async function createAmqpBus(options: AmqpBusOptions): Promise<Bus> {
  const bus = new AmqpBus(options);
  await bus.open();
  return bus;
}

class AmqpBus implements Bus {
  readonly #o: AmqpBusOptions;
  readonly #link: AmqpLink;
  readonly #handlers = new Map<string, Set<Handler>>();
  #channels: { plain: Channel; confirmed: ConfirmChannel; queue: string } | null = null;
  /** Why the broker blocks publishers: its disk or its memory is full. */
  #blocked: string | null = null;

  constructor(options: AmqpBusOptions) {
    this.#o = options;
    this.#link = new AmqpLink({
      urls: options.urls,
      log: options.log,
      name: 'voltloop bus',
      setUp: (connection) => this.#setUp(connection),
      lost: () => {
        this.#channels = null;
        this.#blocked = null;
      },
    });
  }

  async open(): Promise<void> {
    try {
      await this.#link.open();
    } catch (e) {
      const { message } = e as Error;
      if (isRefusal(e))
        throw new StartError(
          `RabbitMQ refuses the account in AMQP_URL: ${message}.`,
          "Check its password and rights: rabbitmqctl set_permissions <user> '.*' '.*' '.*', with the quotes.",
          { cause: e },
        );
      const hint = 'Check the addresses and credentials in AMQP_URL, and that RabbitMQ runs.';
      throw new StartError(`The broker does not answer at AMQP_URL: ${message}.`, hint, { cause: e });
    }
  }

  async #setUp(connection: ChannelModel): Promise<void> {
    connection.on('blocked', (reason) => {
      this.#blocked = reason;
      this.#o.log.warn({ reason }, 'the broker accepts no messages');
    });
    connection.on('unblocked', () => {
      this.#blocked = null;
      this.#o.log.info('the broker accepts messages again');
    });
    const plain = await connection.createChannel();
    const confirmed = await connection.createConfirmChannel();
    for (const channel of [plain, confirmed]) channel.on('error', (err) => this.#link.renew(err.message));
    await declareUplinkQueues(plain);
    const { queue } = await plain.assertQueue('', { exclusive: true, maxLength: MAX_WAITING });
    for (const filter of this.#handlers.keys()) await plain.bindQueue(queue, EXCHANGE, routingKeyOf(filter));
    await plain.consume(
      queue,
      (message) => {
        if (message) this.#dispatch(topicOfKey(message.fields.routingKey), message.content);
        else this.#link.renew('the consumer was cancelled');
      },
      { noAck: true },
    );
    this.#channels = { plain, confirmed, queue };
  }

  #dispatch(topic: string, payload: Buffer): void {
    for (const [filter, handlers] of this.#handlers) {
      if (!matches(filter, topic)) continue;
      for (const handler of handlers) handler(topic, payload);
    }
  }

  /** With QoS 1 it resolves when the broker has confirmed. Nothing is retained over AMQP; no module needs it. */
  async publish(
    topic: string,
    payload: string | Buffer,
    { qos = 0, expires_s }: PublishOptions = {},
  ): Promise<void> {
    if (!this.#channels) throw new Error('the broker is not reachable');
    if (this.#blocked) throw new Error(`the broker accepts no messages: ${this.#blocked}`);
    const { plain, confirmed } = this.#channels;
    const content = Buffer.from(payload);
    const key = routingKeyOf(topic);
    if (qos === 0) {
      plain.publish(EXCHANGE, key, content);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const done = (err: unknown) => (err ? reject(err as Error) : resolve());
      const expiration = expires_s === undefined ? {} : { expiration: expires_s * 1000 };
      confirmed.publish(EXCHANGE, key, content, { persistent: true, ...expiration }, done);
    });
  }

  async subscribe(filter: string, handler: Handler): Promise<() => Promise<void>> {
    const known = this.#handlers.get(filter);
    const handlers = known ?? new Set<Handler>();
    handlers.add(handler);
    this.#handlers.set(filter, handlers);
    // Without a connection it is bound on reconnect.
    if (!known && this.#channels)
      await this.#channels.plain.bindQueue(this.#channels.queue, EXCHANGE, routingKeyOf(filter));
    return async () => {
      handlers.delete(handler);
      if (handlers.size > 0 || this.#handlers.get(filter) !== handlers) return;
      this.#handlers.delete(filter);
      await this.#channels?.plain.unbindQueue(this.#channels.queue, EXCHANGE, routingKeyOf(filter));
    };
  }

  disconnect(devid: string): Promise<void> {
    return this.#o.management.disconnect(devid);
  }

  async disconnectHere(): Promise<void> {}

  stop(): Promise<void> {
    this.#o.management.stop();
    return this.#link.stop();
  }
}
