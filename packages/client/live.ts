import { createParser } from 'eventsource-parser';
import { VoltloopError } from './errors.ts';
import type { LiveEvents } from './generated/calls.ts';
import { backOff_ms, pause } from './retry.ts';

/** Subscription: all values of single devices (at most 100), or the states of all visible devices. */
export type LiveWatch = { things: readonly string[] } | { scope: 'fleet' };

type OfServer = Omit<LiveEvents, 'ping' | 'end'>;
/** One message of the live stream, or a change of its connection. */
export type LiveMessage =
  | { [K in keyof OfServer]: { event: K; data: OfServer[K] } }[keyof OfServer]
  /** After a reconnection messages may be missing: read the current state again. */
  | { event: 'connected'; data: { first: boolean } }
  /** The stream has ended; it reconnects after `wait_ms`. */
  | { event: 'disconnected'; data: { error: unknown; wait_ms: number } };

/** The server pings every 15 s; a stream that is silent for longer than this is dead. */
const SILENCE_MS = 45_000;

/**
 * Reads the live stream and reconnects whenever it ends.
 * @param open Opens the stream once.
 * @throws VoltloopError for a final refusal; the reason of the signal
 */
export async function* liveMessages(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LiveMessage, void, undefined> {
  let first = true;
  let failures = 0;
  for (;;) {
    let error: unknown = null;
    const connection = new AbortController();
    const both = signal ? AbortSignal.any([signal, connection.signal]) : connection.signal;
    try {
      const response = await open(both);
      yield { event: 'connected', data: { first } };
      first = false;
      for await (const message of messagesOf(response, connection)) {
        failures = 0;
        if (message.event === 'end') refuseIfFinal(message.data);
        else if (message.event !== 'ping') yield message as LiveMessage;
      }
    } catch (thrown) {
      signal?.throwIfAborted();
      if (!isTemporary(thrown)) throw thrown;
      error = thrown;
    } finally {
      connection.abort();
    }
    const requested_ms = error instanceof VoltloopError ? error.retryAfter_ms : undefined;
    const wait_ms = requested_ms ?? backOff_ms(failures++);
    yield { event: 'disconnected', data: { error, wait_ms } };
    await pause(wait_ms, signal);
  }
}

type ServerMessage = { [K in keyof LiveEvents]: { event: K; data: LiveEvents[K] } }[keyof LiveEvents];

async function* messagesOf(
  response: Response,
  connection: AbortController,
): AsyncGenerator<ServerMessage, void, undefined> {
  const read: ServerMessage[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void read.push({ event, data: JSON.parse(data) } as ServerMessage),
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  if (!reader) return;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      watchdog = setTimeout(() => connection.abort(silent()), SILENCE_MS);
      const { done, value } = await reader.read();
      clearTimeout(watchdog);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* read.splice(0);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

const silent = () => new VoltloopError(`No data for ${SILENCE_MS} ms`, { kind: 'timeout' });

/** A reconnection would end another stream of the same account. */
function refuseIfFinal({ reason }: LiveEvents['end']): void {
  if (reason !== 'too_many') return;
  throw new VoltloopError('The account has opened too many live streams', { kind: 'refused' });
}

/** Whether a retry may succeed. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof VoltloopError) || error.kind !== 'refused') return true;
  return error.status >= 500 || error.status === 408 || error.status === 429;
}
