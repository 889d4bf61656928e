/**
 * Spans without a dependency on OpenTelemetry, which is loaded only where the settings switch tracing on
 * (open-tracing.ts).
 */

export type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: 'server' | 'client';
  attributes?: Attributes;
  /** Starts a new trace. Without it a span is recorded only inside another one. */
  root?: boolean;
}

export interface OpenSpan {
  set(attributes: Attributes): void;
  /** Marks it as failed; `type` is a code or a class of errors, never a message, which may contain values. */
  fail(type: string): void;
  /** The headers that propagate it to another program (W3C Trace Context). */
  headers(): Record<string, string>;
}

/** A span of a request, whose parts run in separate callbacks. */
export interface RequestSpan extends OpenSpan {
  run<T>(work: () => T): T;
  end(): void;
}

export interface Tracer {
  traced<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** @param headers Of the request, which may contain the caller's span. */
  request(name: string, attributes: Attributes, headers: Record<string, unknown>): RequestSpan;
  isRecording(): boolean;
  /** The ids of the current span, for lines of the log. */
  ids(): { trace_id: string; span_id: string } | undefined;
}

let tracer: Tracer | null = null;

/** @param next Null disables spans. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const currentTracer = (): Tracer | null => tracer;

const none: OpenSpan = { set: () => {}, fail: () => {}, headers: () => ({}) };

/** Runs work in a span, which fails with it. */
export function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.traced(name, options, work) : work(none);
}

/** For lines of the log: the ids of the current span. */
export const traceIds = (): object => tracer?.ids() ?? {};
