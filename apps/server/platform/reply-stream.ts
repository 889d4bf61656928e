import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

type Raw = IncomingMessage | ServerResponse;

/** The stream of an HTTP/2 request or reply; null for HTTP/1.1. */
export const http2StreamOf = (raw: Raw) => ('stream' in raw ? (raw.stream as ServerHttp2Stream) : null);

/**
 * What closes when the other side disconnects or cancels: an HTTP/2 stream, whose connection carries other requests
 * too; otherwise the connection.
 */
export const connectionOf = (raw: Raw): ServerHttp2Stream | Socket | null => http2StreamOf(raw) ?? raw.socket;

/** Whether the reader of a reply has disconnected or cancelled. HTTP/2 replies have no `destroyed`. */
export const isGone = (raw: ServerResponse): boolean => (http2StreamOf(raw) ?? raw).destroyed;

/** Calls `done` once the reply is complete or its reader {@link isGone}; immediately if that has happened. */
export function whenClosed(raw: ServerResponse, done: () => void): void {
  if (isGone(raw)) done();
  else (http2StreamOf(raw) ?? raw).once('close', done);
}

/** A signal that aborts when the reader of a reply leaves. */
export function goneSignal(raw: ServerResponse): AbortSignal {
  const gone = new AbortController();
  whenClosed(raw, () => gone.abort());
  return gone.signal;
}

/** Ends a connection, or an HTTP/2 stream, without sending what is pending. */
export function cutOff(connection: ServerHttp2Stream | Socket | null): void {
  if (connection && 'rstCode' in connection) connection.close(constants.NGHTTP2_CANCEL);
  else connection?.destroy();
}
