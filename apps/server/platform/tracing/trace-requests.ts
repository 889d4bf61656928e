import { deviceIngest, live } from '@voltloop/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '../http.ts';
import { currentTracer, type RequestSpan } from './spans.ts';

/** Not traced: streams, which stay open as long as a page, and frames of devices, which are traced by batch. */
const LEFT_OUT = new Set<string>([live.name, deviceIngest.name]);

const spans = new WeakMap<FastifyRequest, RequestSpan>();

/** Runs work in the span of a request, if it has one. */
export function inSpanOf<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request);
  return span ? span.run(work) : work();
}

/** A span for each call of the contract, named after its route, because addresses contain ids and search terms. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    const tracer = currentTracer();
    if (!tracer || !route || LEFT_OUT.has(route.name)) return done();
    const span = tracer.request(
      `${route.method} ${route.path}`,
      {
        'http.request.method': route.method,
        'http.route': route.path,
        'voltloop.route': route.name,
        'voltloop.request_id': request.id,
      },
      request.headers,
    );
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      span.set({ 'http.response.status_code': statusCode });
      if (!writableFinished) span.fail('aborted');
      else if (statusCode >= 500) span.fail(String(statusCode));
      span.end();
    });
    span.run(done);
  });
  // A body arrives in events of its socket, which have no current span.
  app.addHook('preValidation', (request, _reply, done) => inSpanOf(request, done));
}
