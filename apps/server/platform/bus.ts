/**
 * The server's connection to the broker, for publishing to devices and other nodes, and for subscriptions. The
 * embedded broker is used in this process; with MQTT_URL the bus is a client of that broker.
 */
export interface Bus {
  publish(
    topic: string,
    payload: string | Buffer,
    options?: { qos?: 0 | 1; retain?: boolean },
  ): Promise<void>;
  /** Calls `handler` for each matching message; the result ends the subscription. */
  subscribe(filter: string, handler: (topic: string, payload: Buffer) => void): Promise<() => Promise<void>>;
  /** Disconnects a device, e.g. after its secret changed. Does nothing where the broker does not support it. */
  disconnect(devid: string): Promise<void>;
  stop(): Promise<void>;
}

/** Topics between nodes. Devices may not use them. */
export const liveTopics = {
  state: 'voltloop/live/state',
  event: 'voltloop/live/event',
  command: 'voltloop/live/command',
} as const;

/** Publishes a message that a device sent over HTTP to its watchers: over MQTT they receive its own topic. */
export const liveFrameTopic = (devid: string) => `voltloop/live/frame/${devid}`;
