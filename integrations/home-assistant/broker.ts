import mqtt, { type MqttClient } from 'mqtt';
import type { Settings } from './settings.ts';

export interface Broker {
  /** Publishes retained, while connected; the listener of `onConnect` sends everything else. */
  retain(topic: string, payload: string): void;
  /** Publishes offline and closes the connection. */
  stop(offline: { topic: string; payload: string }): Promise<void>;
}

interface Listeners {
  onConnect: () => void;
  onMessage: (topic: string, payload: string) => void;
  /** The broker refuses the user or password. */
  onRefused: (error: Error) => void;
  log: (message: string) => void;
}

/** Bad user name or password, not authorized: of MQTT 3.1.1, then of MQTT 5. */
const REFUSED = [4, 5, 134, 135];

/** Connects to the owner's broker, and reconnects after each connection loss. */
export function connectBroker(
  { url, username, password }: Settings['broker'],
  options: { will: { topic: string; payload: string }; subscribe: string; reconnect_ms: number },
  { onConnect, onMessage, onRefused, log }: Listeners,
): Broker {
  const client: MqttClient = mqtt.connect(url, {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    will: { ...options.will, payload: Buffer.from(options.will.payload), qos: 1, retain: true },
    reconnectPeriod: options.reconnect_ms,
    connectTimeout: 10_000,
    // After a reconnect everything is published from memory: no older message may be queued meanwhile and follow it.
    queueQoSZero: false,
    resubscribe: false,
  });
  let lost = false;
  client.on('connect', () => {
    log(lost ? 'Connected to the broker again' : 'Connected to the broker');
    lost = false;
    client.subscribe(options.subscribe, { qos: 1 }, (error) => {
      if (error)
        log(`The broker refuses to be read: ${error.message}. Removed devices stay in Home Assistant.`);
    });
    onConnect();
  });
  const away = (reason: string) => {
    if (!lost) log(`The broker at ${url} cannot be reached: ${reason}. Trying again.`);
    lost = true;
  };
  client.on('error', (error) => {
    const { code, message } = error as Error & { code?: number | string };
    if (REFUSED.includes(Number(code))) onRefused(error);
    else away(message || String(code));
  });
  client.on('close', () => {
    if (!client.disconnecting) away('the connection was closed');
  });
  client.on('message', (topic, payload) => onMessage(topic, payload.toString()));
  return {
    retain(topic, payload) {
      if (client.connected) client.publish(topic, payload, { qos: 0, retain: true });
    },
    async stop({ topic, payload }) {
      if (client.connected)
        await client.publishAsync(topic, payload, { qos: 1, retain: true }).catch(() => {});
      await client.endAsync(true);
    },
  };
}
