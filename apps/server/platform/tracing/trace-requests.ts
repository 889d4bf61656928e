import { deviceIngest, live, type Route } from '@voltloop/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentTracer, type RequestSpan } from './spans.ts';

/** Streams are open for as long as a page is; frames of devices are traced by batch. */
const LEFT_OUT = new Set<string>([live.name, deviceIngest.name]);

const spans = new WeakMap<FastifyRequest, RequestSpan>();

/** Runs work in the span of a request, where it has one. */
export function inSpanOf<T>(request: FastifyRequest, work: () => T): T {
  const span = spans.get(request);
  return span ? span.run(work) : work();
}

/** A span of each call of the contract, named after its route: addresses hold ids, and queries what people look for. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { route } = request.routeOptions.config as { route?: Route };
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
  // A body arrives in events of its socket, which know nothing of the span.
  app.addHook('preValidation', (request, _reply, done) => inSpanOf(request, done));
}
