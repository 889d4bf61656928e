import type { ServerHttp2Stream } from 'node:http2';
import type { FastifyInstance } from 'fastify';
import { AppError } from './platform/errors.ts';

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
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => {
        if (request.raw.httpVersionMajor === 1) reply.header('connection', 'close');
        // Signals the reader of the body: destroying it would close the connection before the answer.
        payload.emit('error', new AppError('timeout'));
      }, timeout_ms);
      for (const event of ['end', 'error', 'close']) payload.once(event, () => clearTimeout(timer));
    }
    if (hasBody && 'stream' in reply.raw) endRest(reply.raw.stream as ServerHttp2Stream, rest_ms);
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

/** An HTTP/2 request is reported as answered only once its stream has closed, for which it waits for the body. */
function endRest(stream: ServerHttp2Stream, rest_ms: number): void {
  stream.once('finish', () => {
    const timer = setTimeout(() => {
      if (!stream.closed) stream.close();
    }, rest_ms);
    timer.unref();
  });
}
