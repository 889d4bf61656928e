import { topicOf, upKinds } from '@voltloop/protocol';
import mqtt from 'mqtt';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { StartError } from './start-error.ts';

type Handler = (topic: string, payload: Buffer) => void;

/**
 * The bus as a client of the broker at `url` (mqtt or mqtts, with credentials). It reconnects automatically and
 * subscribes again; while it is disconnected, `publish` rejects at once, because queueing would be unbounded.
 * @throws StartError when the broker does not answer
 */
export async function createBusClient(url: string, log: Logger): Promise<Bus> {
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clean: true,
    connectTimeout: 5000,
    reconnectPeriod: 1000,
    queueQoSZero: false,
    resubscribe: true,
  });
  const handlers = new Map<string, Set<Handler>>();
  client.on('message', (topic, payload) => {
    for (const [filter, set] of handlers) {
      if (!matches(filter, topic)) continue;
      for (const handler of set) handler(topic, payload);
    }
  });
  await firstConnection(client);
  client.on('error', (err) => log.warn({ err }, 'the connection to the broker failed'));
  client.on('offline', () => log.warn('the broker is not reachable; retrying'));
  client.on('connect', () => log.info('the broker is reachable again'));

  return {
    async publish(topic, payload, { qos = 0, expires_s } = {}) {
      if (!client.connected) throw new Error('the broker is not reachable');
      const properties = expires_s === undefined ? {} : { properties: { messageExpiryInterval: expires_s } };
      await client.publishAsync(topic, payload, { qos, ...properties });
    },
    async subscribe(filter, handler) {
      const known = handlers.get(filter);
      const set = known ?? new Set<Handler>();
      set.add(handler);
      handlers.set(filter, set);
      if (!known) await client.subscribeAsync(filter, { qos: 0 });
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(filter) !== set) return;
        handlers.delete(filter);
        if (client.connected) await client.unsubscribeAsync(filter);
      };
    },
    // A foreign broker closes a device's connection by its own rules; ours apply at its next sign-in. What the device
    // had it retain would be delivered as the state of the next device with the same id.
    async disconnect(devid) {
      for (const kind of upKinds)
        await client
          .publishAsync(topicOf(devid, kind), '', { qos: 1, retain: true })
          .catch((err: unknown) => {
            log.warn({ err, devid, kind }, 'a retained message of a device was not cleared');
          });
    },
    async disconnectHere() {},
    async stop() {
      await client.endAsync();
    },
  };
}

/** Whether a topic matches a filter with `+` and `#`. */
export function matches(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const given = topic.split('/');
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '#') return true;
    if (i >= given.length || (wanted[i] !== '+' && wanted[i] !== given[i])) return false;
  }
  return wanted.length === given.length;
}

function firstConnection(client: mqtt.MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (e: Error) => {
      client.end(true);
      const hint = 'Check the address and credentials in MQTT_URL, and that the broker speaks MQTT 5.';
      reject(new StartError(`The broker does not answer at MQTT_URL: ${e.message}.`, hint, { cause: e }));
    };
    const closed = () => fail(new Error('the connection was closed'));
    client.once('error', fail);
    client.once('close', closed);
    client.once('connect', () => {
      client.off('error', fail);
      client.off('close', closed);
      resolve();
    });
  });
}
