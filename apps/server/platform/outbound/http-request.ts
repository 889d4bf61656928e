import { request as http, validateHeaderName, validateHeaderValue } from 'node:http';
import { request as https } from 'node:https';
import { Counter } from 'prom-client';
import { storableText } from '../storable.ts';
import { traced } from '../tracing/spans.ts';
import {
  type AllowedHosts,
  type EndpointProblem,
  endpointProblem,
  guardedLookup,
  type Resolver,
} from './endpoint.ts';

export interface HttpCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  timeout_ms: number;
  allowed: AllowedHosts;
  /** The address may have a query, such as the key of a bot. */
  query?: boolean;
  /** Sent as `x-request-id`, so that the logs of both sides can be correlated. */
  requestId?: string;
  /** For tests; the system's resolver by default. */
  resolve?: Resolver;
}

/** Why there is no answer; `sent`: the receiver may have read the request. */
export type SendFailure =
  | { error: 'late' | 'down' | 'broken' | 'wrong'; sent: boolean }
  /** Its headers have characters that HTTP does not allow: no request like it was ever sent. */
  | { error: 'unsendable'; sent: false }
  | { error: 'refused'; problem: EndpointProblem; sent: false };
export type HttpAnswer = { status: number; text: string } | SendFailure;

const requests = new Counter({
  name: 'voltloop_outgoing_requests_total',
  help: 'Requests to webhooks, bots, push services, the reporting platform and feeds of prices: ok, refused (an answer of 400 and above), failed (no answer).',
  labelNames: ['outcome'],
});

/** Maximum bytes of an answer. */
const MAX_BYTES = 256 * 1024;
/** Errors before a connection is established: nothing was sent. */
const BEFORE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPRIVATE',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** One request with limits on time and size. Redirects are not followed. */
export function send(call: HttpCall): Promise<HttpAnswer> {
  const { method, url } = call;
  // The host only: addresses of bots contain their keys.
  const host = URL.canParse(url) ? new URL(url).host : 'invalid';
  const attributes = { 'http.request.method': method, 'server.address': host };
  return traced(`${method} ${host}`, { kind: 'client', attributes }, async (span) => {
    const answer = await request(call, span.headers());
    requests.inc({ outcome: 'error' in answer ? 'failed' : answer.status >= 400 ? 'refused' : 'ok' });
    if ('error' in answer) span.fail(answer.error);
    else {
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
    }
    return answer;
  });
}

function request(
  { method, url, headers, body, timeout_ms, allowed, query = false, requestId, resolve: resolver }: HttpCall,
  trace: Record<string, string>,
): Promise<HttpAnswer> {
  const problem = endpointProblem(url, allowed, { query });
  if (problem !== null) return Promise.resolve({ error: 'refused', problem, sent: false });
  const target = new URL(url);
  const lookup = guardedLookup(target, allowed, resolver);
  const allHeaders = {
    ...headers,
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...trace,
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  if (!Object.entries(allHeaders).every(([name, value]) => isHeader(name, value)))
    return Promise.resolve({ error: 'unsendable', sent: false });
  return new Promise((resolve) => {
    const fail = (error: 'late' | 'down' | 'broken' | 'wrong', sent: boolean) => resolve({ error, sent });
    const signal = AbortSignal.timeout(timeout_ms);
    const request = (target.protocol === 'https:' ? https : http)(target, {
      method,
      headers: allHeaders,
      signal,
      // A new connection for each request, so that a stray second answer cannot be matched to another request.
      agent: false,
      ...(lookup ? { lookup } : {}),
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) fail('late', true);
      else if (BEFORE.has(error.code ?? '')) fail('down', false);
      else fail('broken', true);
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > MAX_BYTES) {
          fail('wrong', true);
          request.destroy();
        }
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: storableText(Buffer.concat(parts).toString('utf8')),
        }),
      );
      response.on('error', () => fail(signal.aborted ? 'late' : 'broken', true));
    });
    request.end(body);
  });
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
