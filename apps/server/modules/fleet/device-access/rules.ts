import { topicOf, upKinds } from '@voltloop/protocol';
import { deviceQueues, EXCHANGE, routingKeyOf } from '../../../platform/amqp/topology.ts';

/** RabbitMQ's query about a resource. */
export interface AccessRequest {
  username: string;
  resource: string;
  name: string;
  permission: string;
}

/**
 * Whether a device may use a queue or an exchange: the exchange of all MQTT messages, and the queues that the MQTT
 * plugin creates for its subscriptions. They are named after the client id, which is therefore the device id.
 */
export function mayUse({ username, resource, name, permission }: AccessRequest): boolean {
  if (resource === 'exchange') return name === EXCHANGE && (permission === 'read' || permission === 'write');
  if (resource !== 'queue') return false;
  return deviceQueues(username).includes(name);
}

/** Whether a device may publish or subscribe to a topic: only its own, as with the embedded broker. */
export function mayUseTopic({ username, name, permission }: AccessRequest, routingKey: string): boolean {
  if (name !== EXCHANGE) return false;
  const mine = permission === 'write' ? upKinds : permission === 'read' ? (['commands'] as const) : [];
  return mine.some((kind) => routingKeyOf(topicOf(username, kind)) === routingKey);
}
