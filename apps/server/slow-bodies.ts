import type { FastifyInstance } from 'fastify';
import { AppError } from './platform/errors.ts';

/** The time for a whole request to arrive: a firmware package of the largest size over 4 Mbit/s. */
export const REQUEST_TIMEOUT_MS = 10 * 60_000;
/** The time for a body that is no upload: a megabyte at most. */
export const BODY_TIMEOUT_MS = 30_000;
/** What is left of a request that has been answered may still arrive for so long. */
const REST_TIMEOUT_MS = 5000;

/** Ends requests whose body does not end, sooner than the server's own time-out, which has to fit uploads. */
export function endSlowBodies(app: FastifyInstance, timeout_ms = BODY_TIMEOUT_MS): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => {
        reply.header('connection', 'close');
        // Signal the reader of the body: destroying it would close the connection before the answer.
        payload.emit('error', new AppError('timeout'));
      }, timeout_ms);
      for (const event of ['end', 'error', 'close']) payload.once(event, () => clearTimeout(timer));
    }
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, REST_TIMEOUT_MS);
      timer.unref();
    }
    done();
  });
}
