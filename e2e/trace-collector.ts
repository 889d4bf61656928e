import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
interface Pair {
  key: string;
  value: Value;
}
interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Pair[];
  status: { code: number; message?: string };
}
interface WireRequest {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

export interface SeenSpan extends Omit<WireSpan, 'attributes'> {
  attributes: Record<string, string | number | boolean>;
}

/** Receives spans like a collector: OTLP over HTTP, in JSON. */
export interface TraceCollector {
  url: string;
  spans: SeenSpan[];
  resource: Record<string, string | number | boolean>;
  headers: IncomingHttpHeaders;
  /** Everything received, as text. */
  text: string;
  stop(): Promise<void>;
}

export async function startTraceCollector(port = 0): Promise<TraceCollector> {
  const seen: TraceCollector = { url: '', spans: [], resource: {}, headers: {}, text: '', stop };
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json')
        return reply.writeHead(404).end();
      const text = Buffer.concat(parts).toString();
      seen.text += text;
      seen.headers = request.headers;
      for (const { resource, scopeSpans } of (JSON.parse(text) as WireRequest).resourceSpans) {
        Object.assign(seen.resource, plain(resource.attributes));
        for (const { spans } of scopeSpans)
          seen.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
      return reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function stop() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return seen;
}

const plain = (pairs: readonly Pair[]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
