import { parseTopic, type TopicKind } from '@voltloop/protocol';
import type { Channel } from 'amqplib';

/** RabbitMQ's MQTT plugin publishes what devices send to this exchange, and reads from it what they subscribe to. */
export const EXCHANGE = 'amq.topic';

/**
 * The queues that keep what devices send until it is committed. Telemetry has a separate one, so that a reply to a command
 * does not wait for an hour of frames.
 */
export const uplinkQueues: Readonly<Record<string, readonly TopicKind[]>> = {
  'voltloop.telemetry': ['telemetry'],
  'voltloop.messages': ['state', 'events', 'replies', 'upgrade'],
};

/** A topic or filter of MQTT as the MQTT plugin writes it over AMQP. */
export const routingKeyOf = (topic: string): string => topic.replaceAll('/', '.').replaceAll('+', '*');

/** The topic behind a routing key. None of our topics has a dot. */
export const topicOfKey = (routingKey: string): string => routingKey.replaceAll('.', '/');

/** The device and kind that a routing key is about; null for foreign keys. */
export const deviceOfKey = (routingKey: string) => parseTopic(topicOfKey(routingKey));

/**
 * Creates missing queues and binds them. RabbitMQ confirms messages that no queue receives, so the queues must
 * exist before the first device connects: every node creates them, and so do the definitions in deploy/rabbitmq.
 */
export async function declareUplinkQueues(channel: Channel): Promise<void> {
  for (const [queue, kinds] of Object.entries(uplinkQueues)) {
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    for (const kind of kinds) await channel.bindQueue(queue, EXCHANGE, `things.*.${kind}`);
  }
}
