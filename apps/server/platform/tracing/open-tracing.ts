import { hostname } from 'node:os';
import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { version } from '../version.ts';
import type { TracingSettings } from './settings.ts';
import { type OpenSpan, setTracer, type Tracer } from './spans.ts';

/** Spans wait this long to be sent in a batch. */
const BATCH_MS = 2000;
/** The last spans must not delay the end of a process whose collector is unreachable. */
const STOP_MS = 3000;
/** Maximum length of an attribute. */
const MAX_CHARS = 2000;

const propagator = new W3CTraceContextPropagator();
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

type Done = Parameters<SpanExporter['export']>[1];
const SUCCESS = 0;

/** Logs once when spans are refused, and once when they are accepted again. */
class QuietExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #log: Logger;
  #failing = false;

  constructor(inner: SpanExporter, log: Logger) {
    this.#inner = inner;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#inner.export(spans, (result) => {
      const failed = result.code !== SUCCESS;
      if (failed && !this.#failing) {
        // The error itself may contain the sent data.
        const { code, message } = (result.error ?? {}) as { code?: unknown; message?: string };
        this.#log.warn({ reason: message || code }, 'traces cannot be exported and are dropped');
      }
      if (!failed && this.#failing) this.#log.info('traces are exported again');
      this.#failing = failed;
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#inner.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}

/**
 * Switches tracing on for this process. Spans that the collector does not accept are dropped; nothing waits for them.
 */
export function openTracing(settings: TracingSettings, log: Logger): { stop(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  // The exporter logs its failures, once.
  setGlobalErrorHandler(() => {});
  const { url, headers, timeout_ms: timeoutMillis } = settings;
  const exporter = new QuietExporter(new OTLPTraceExporter({ url, headers, timeoutMillis }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.service,
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'host.name': hostname(),
      ...settings.resource,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MAX_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: timeoutMillis,
      }),
    ],
  });
  setTracer(tracerOf(provider));
  return {
    async stop() {
      setTracer(null);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      contexts.disable();
      context.disable();
    },
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const roots: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace('parentbased_', '')]!();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('voltloop', version);
  const current = () => trace.getActiveSpan();
  return {
    async traced(name, { kind, attributes, root = false }, work) {
      if (!root && !current()?.isRecording()) return work(unrecorded());
      const span = tracer.startSpan(name, {
        root,
        ...(kind ? { kind: kinds[kind] } : {}),
        ...(attributes ? { attributes } : {}),
      });
      const inside = trace.setSpan(context.active(), span);
      const open = openSpan(span, inside);
      try {
        return await context.with(inside, () => work(open));
      } catch (error) {
        open.fail(errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    request(name, attributes, headers) {
      const from = propagator.extract(context.active(), headers, {
        get: (carrier, key) => carrier[key] as string | undefined,
        keys: Object.keys,
      });
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, from);
      const inside = trace.setSpan(from, span);
      return {
        ...openSpan(span, inside),
        run: (work) => context.with(inside, work),
        end: () => span.end(),
      };
    },
    isRecording: () => current()?.isRecording() ?? false,
    ids() {
      const open = current()?.spanContext();
      return open && { trace_id: open.traceId, span_id: open.spanId };
    },
  };
}

function openSpan(span: Span, inside: Context): OpenSpan {
  return {
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    headers: () => headersOf(inside),
  };
}

/** Not recorded itself, but propagates its trace. */
const unrecorded = (): OpenSpan => ({
  set: () => {},
  fail: () => {},
  headers: () => headersOf(context.active()),
});

function headersOf(inside: Context): Record<string, string> {
  const headers: Record<string, string> = {};
  propagator.inject(inside, headers, {
    set: (carrier, key, value) => {
      carrier[key] = value;
    },
  });
  return headers;
}

/** The code of an error or its class. Its message may contain values. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? typeof error);
}
