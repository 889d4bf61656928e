import type { ServerHttp2Stream } from 'node:http2';
import type { FastifyInstance } from 'fastify';
import { AppError } from './platform/errors.ts';
import { cutOff, http2StreamOf } from './platform/reply-stream.ts';

/** The time for a whole request to arrive: a firmware package of the largest size over 4 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** The time for a body other than an upload: a megabyte at most. */
export const BODY_TIMEOUT_MS = 30_000;
/** How long the rest of an already answered request may keep arriving. */
const REST_TIMEOUT_MS = 5000;

/** Aborts requests with slow bodies earlier than the server's own time-out, which must allow uploads. */
export function endSlowBodies(
  app: FastifyInstance,
  timeout_ms = BODY_TIMEOUT_MS,
  rest_ms = REST_TIMEOUT_MS,
): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers } = request;
    const stream = http2StreamOf(request.raw);
    const hasBody = stream
      ? !stream.endAfterHeaders
      : headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const isUpload = headers['content-type']?.startsWith('multipart/');
    if (hasBody && !isUpload) {
      const timer = setTimeout(() => {
        if (!stream) reply.header('connection', 'close');
        // Signals the reader of the body: destroying it would close the connection before the answer.
        payload.emit('error', new AppError('timeout'));
      }, timeout_ms);
      for (const event of ['end', 'error', 'close']) payload.once(event, () => clearTimeout(timer));
    }
    if (hasBody && stream) endStream(stream, rest_ms);
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, rest_ms);
      timer.unref();
    }
    done();
  });
}

/**
 * The server's time-out of requests is that of HTTP/1.1. An HTTP/2 request counts as answered only once its stream has
 * closed, for which it waits for the body.
 */
function endStream(stream: ServerHttp2Stream, rest_ms: number): void {
  const end = () => cutOff(stream);
  const late = setTimeout(end, REQUEST_TIMEOUT_MS);
  stream.once('end', () => clearTimeout(late));
  let rest: NodeJS.Timeout | undefined;
  stream.once('finish', () => {
    rest = setTimeout(end, rest_ms);
  });
  stream.once('close', () => {
    clearTimeout(late);
    clearTimeout(rest);
  });
}
