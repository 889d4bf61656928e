import type { Duplex } from 'node:stream';
import type { Client } from 'aedes';

/**
 * The undeclared parts of an Aedes client that the broker's flow control uses. All in one file, to be checked at an
 * upgrade of Aedes (broker.module.test.ts covers each).
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

/** Stops reading from the client's socket; data already read is still processed. */
export function pauseReading(client: Client): void {
  inside(client).pause();
}

/**
 * Resumes reading. Aedes counts the packets of the current chunk, but not while it is paused; without correcting the
 * count first the client would never be read again.
 */
export function resumeReading(client: Client): void {
  if (client.closed) return;
  inside(client)._parsingBatch = 1;
  inside(client).resume();
}

/** Prevents a keep-alive timeout of a client that we have paused. */
export function refreshKeepalive(client: Client): void {
  inside(client)._keepaliveTimer?.refresh();
}

export function isWill(client: Client, packet: object): boolean {
  return inside(client).will === packet;
}

/**
 * Makes `read()` return everything that has arrived. Since Node 26 it returns one chunk (nodejs/node#60441), and Aedes
 * reads once for each `readable`: a packet in several chunks, as WebSocket frames split it, would stay in the stream.
 */
export function readWhole(connection: Duplex): void {
  const read: (size?: number) => Buffer | null = connection.read.bind(connection);
  connection.read = (size?: number | null) => {
    if (size !== undefined && size !== null) return read(size);
    const chunks: Buffer[] = [];
    for (let chunk = read(); chunk !== null; chunk = read()) chunks.push(chunk);
    return chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null);
  };
}

/** Closes the connection as soon as a packet announces more than `max_bytes`, before any of it is buffered. */
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
