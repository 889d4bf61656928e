/**
 * The server's connection to the broker, for publishing to devices and other nodes, and for subscriptions. The
 * embedded broker is used in this process; with MQTT_URL the bus is a client of that broker.
 */
export interface Bus {
  publish(topic: string, payload: string | Buffer, options?: PublishOptions): Promise<void>;
  /** Calls `handler` for each matching message; the result ends the subscription. */
  subscribe(filter: string, handler: (topic: string, payload: Buffer) => void): Promise<() => Promise<void>>;
  /**
   * Disconnects a device, e.g. after its secret changed or it was deleted, and discards what the broker stores for it, as
   * far as the broker supports it.
   */
  disconnect(devid: string): Promise<void>;
  /** The part of {@link disconnect} that concerns this process: connections to its embedded broker. */
  disconnectHere(devid: string): Promise<void>;
  stop(): Promise<void>;
}

export interface PublishOptions {
  qos?: 0 | 1;
  /** How long a broker may store the message for a receiver that is offline, s; unlimited by default. */
  expires_s?: number;
}

/**
 * Options of messages to devices. The server stores and repeats what is pending, so a broker need not; and its copy could
 * reach another device that was registered with the same id meanwhile (docs/decisions/0107).
 */
export const toDevice: PublishOptions = { qos: 1, expires_s: 10 };

/** Topics between nodes. Devices may not use them. */
export const liveTopics = {
  state: 'voltloop/live/state',
  event: 'voltloop/live/event',
  command: 'voltloop/live/command',
} as const;

/** Publishes a message that a device sent over HTTP to its watchers: over MQTT they receive its own topic. */
export const liveFrameTopic = (devid: string) => `voltloop/live/frame/${devid}`;
