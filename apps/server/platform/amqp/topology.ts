import { parseTopic, type TopicKind } from '@voltloop/protocol';
import type { Channel } from 'amqplib';

/**
 * RabbitMQ's MQTT plugin publishes messages of devices to this exchange, and delivers from it to their subscriptions.
 */
export const EXCHANGE = 'amq.topic';

/**
 * The queues that store messages of devices until they are committed. Telemetry has a separate one, so that a reply
 * to a command does not wait for an hour of frames.
 */
export const uplinkQueues: Readonly<Record<string, readonly TopicKind[]>> = {
  'voltloop.telemetry': ['telemetry'],
  'voltloop.messages': ['state', 'events', 'replies', 'upgrade'],
};

/** The vhost of the broker, which all its hosts share. */
export function vhostOf(amqpUrls: readonly string[]): string {
  const path = amqpUrls[0] ? new URL(amqpUrls[0]).pathname.slice(1) : '';
  return decodeURIComponent(path) || '/';
}

/** The queues that the MQTT plugin creates for the subscriptions of a device, whose client id is its device id. */
export const deviceQueues = (devid: string): string[] =>
  [0, 1].map((qos) => `mqtt-subscription-${devid}qos${qos}`);

/** An MQTT topic or filter as the MQTT plugin writes it over AMQP. */
export const routingKeyOf = (topic: string): string => topic.replaceAll('/', '.').replaceAll('+', '*');

/** The topic of a routing key. None of our topics has a dot. */
export const topicOfKey = (routingKey: string): string => routingKey.replaceAll('.', '/');

/** The device and kind of a routing key; null for foreign keys. */
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
