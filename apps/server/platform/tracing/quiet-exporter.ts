import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

type Done = Parameters<SpanExporter['export']>[1];
const SUCCESS = 0;

/** Logs once when spans are refused, and once when they are accepted again. */
export class QuietExporter implements SpanExporter {
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
