/**
 * The server's own side of the broker: what it publishes to devices and to other nodes, and what it listens to.
 * Embedded it is the broker in this process; with MQTT_URL it is a client of that broker.
 */
export interface Bus {
  publish(
    topic: string,
    payload: string | Buffer,
    options?: { qos?: 0 | 1; retain?: boolean },
  ): Promise<void>;
  /** Calls `handler` for each message that matches; the result ends the subscription. */
  subscribe(filter: string, handler: (topic: string, payload: Buffer) => void): Promise<() => Promise<void>>;
  /** Ends a device's connection, e.g. after its secret changed. Does nothing where the broker offers no way. */
  disconnect(devid: string): Promise<void>;
  stop(): Promise<void>;
}

/** Topics between nodes. Devices may not use them. */
export const liveTopics = {
  state: 'voltloop/live/state',
  event: 'voltloop/live/event',
  command: 'voltloop/live/command',
} as const;

/** Publishes what a device sent over HTTP to its watchers: over MQTT its own topic does that. */
export const liveFrameTopic = (devid: string) => `voltloop/live/frame/${devid}`;
