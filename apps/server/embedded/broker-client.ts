import type { Client } from 'aedes';

/**
 * The parts of an Aedes client that its types do not declare, all used by the flow control of the broker. Kept in
 * one place, so that an upgrade of Aedes has one file to be checked against (broker.module.test.ts covers each).
 */
interface Inside {
  will: { topic: string; payload: Buffer; retain: boolean; qos: number } | null;
  pause(): void;
  resume(): void;
  _parsingBatch: number;
  _keepaliveTimer: NodeJS.Timeout | null;
  _parser: { _parseLength(): boolean; packet: { length: number }; emit(name: string, e: Error): void };
}

const inside = (client: Client) => client as unknown as Inside;

/** Stops reading from the client's socket; what was read already is still handled. */
export function pauseReading(client: Client): void {
  inside(client).pause();
}

/**
 * Reads on. Aedes counts the packets of the chunk in hand and does not count while it is paused; the count is
 * put right first, or the client would never be read again.
 */
export function resumeReading(client: Client): void {
  if (client.closed) return;
  inside(client)._parsingBatch = 1;
  inside(client).resume();
}

/** The silence of a client that we do not read from is ours, not the client's. */
export function refreshKeepalive(client: Client): void {
  inside(client)._keepaliveTimer?.refresh();
}

export function isWill(client: Client, packet: object): boolean {
  return inside(client).will === packet;
}

/** Ends the connection as soon as a packet announces more than `max_bytes`, before any of it is kept. */
export function limitPacketSize(client: Client, max_bytes: number): void {
  const parser = inside(client)._parser;
  const parseLength = parser._parseLength;
  parser._parseLength = function limited(this: typeof parser) {
    const done = parseLength.call(this);
    if (done && this.packet.length > max_bytes) {
      this.emit('error', new Error('packet too large'));
      return false;
    }
    return done;
  };
}
