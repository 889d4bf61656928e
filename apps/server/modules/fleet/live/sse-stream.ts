import type { ServerResponse } from 'node:http';
import type { LiveEvents } from '@voltloop/contract';
import { connectionOf, cutOff } from '../../../platform/reply-stream.ts';
import { Backlog } from './backlog.ts';

const PING_MS = 15_000;
/** A reader that accepts nothing for this long is disconnected or suspended. */
const STALLED_MS = 60_000;

/** One event of a stream as text. */
export function sseText<K extends keyof LiveEvents>(name: K, data: LiveEvents[K]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * A stream of server-sent events to one reader. While the reader's connection is full, events go to a backlog that keeps
 * only the newest of each thing.
 */
export class SseStream {
  readonly #response: ServerResponse;
  readonly #backlog = new Backlog();
  readonly #ping: NodeJS.Timeout;
  readonly #onClosed: (() => void)[] = [];
  #full = false;
  #stalled: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param headers Headers of the framework (security, cookies) to include. */
  constructor(response: ServerResponse, headers: Record<string, number | string | string[] | undefined>) {
    this.#response = response;
    const given = Object.fromEntries(Object.entries(headers).filter(([, v]) => v !== undefined));
    response.writeHead(200, {
      ...(given as Record<string, number | string | string[]>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies like nginx would buffer events.
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    response.on('drain', () => this.#drained());
    response.once('close', () => this.#finish());
    response.on('error', () => this.#finish());
    this.#ping = setInterval(() => this.#writePing(), PING_MS);
    this.#writePing();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Calls `done` once when either side has ended the stream; immediately when it has already ended. */
  onClosed(done: () => void): void {
    if (this.#closed) done();
    else this.#onClosed.push(done);
  }

  frame(frame: LiveEvents['frame']): void {
    if (this.#full) this.#backlog.addFrame(frame);
    else this.#write(sseText('frame', frame));
  }

  /** @param text Result of {@link sseText}, shared by several streams. */
  states(things: LiveEvents['state']['things'], text: string): void {
    if (this.#full) this.#backlog.addStates(things);
    else this.#write(text);
  }

  event(data: LiveEvents['event']): void {
    if (this.#full) this.#backlog.addNotice({ name: 'event', data });
    else this.#write(sseText('event', data));
  }

  command(data: LiveEvents['command']): void {
    if (this.#full) this.#backlog.addNotice({ name: 'command', data });
    else this.#write(sseText('command', data));
  }

  end(reason: LiveEvents['end']['reason']): void {
    if (this.#closed) return;
    const connection = connectionOf(this.#response);
    // A reader that does not read would keep the connection and its pending data forever. One that does read may reuse
    // the connection for its next call.
    const giveUp = setTimeout(() => cutOff(connection), 2000);
    this.#response.once('finish', () => clearTimeout(giveUp));
    this.#response.end(sseText('end', { reason }));
    this.#finish();
  }

  #writePing(): void {
    // A full connection needs no ping.
    if (!this.#full) this.#write(sseText('ping', { time: Date.now() }));
  }

  #write(text: string): void {
    if (this.#closed || this.#response.write(text)) return;
    this.#full = true;
    this.#stalled = setTimeout(() => this.end('too_slow'), STALLED_MS);
  }

  #drained(): void {
    if (!this.#full) return;
    this.#full = false;
    clearTimeout(this.#stalled);
    const text = this.#backlog
      .take()
      .map((m) => sseText(m.name, m.data))
      .join('');
    if (text) this.#write(text);
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#stalled);
    for (const done of this.#onClosed) done();
  }
}
