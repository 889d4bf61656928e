import type { Envelope, FieldError } from '@voltloop/contract/envelope.ts';
import type { BodyInputOf, ParamsOf, QueryInputOf, ReplyOf, Route } from '@voltloop/contract/route.ts';
import { cleanBody, fillPath, queryText } from './clean.ts';
import { ApiError, OFFLINE } from './errors.ts';
import { trackReach } from './reach.ts';

/** Any call of the contract, regardless of its schemas. */
export type AnyRoute = Route;

/** The input of a call. Query fields that are null or '' are omitted. */
export interface CallOptions<R extends AnyRoute> {
  params?: ParamsOf<R>;
  query?: { [K in keyof QueryInputOf<R>]?: QueryInputOf<R>[K] | null };
  body?: BodyInputOf<R>;
  /** Encoding of the body; JSON unless it is `form` (application/x-www-form-urlencoded). */
  encoding?: 'json' | 'form';
  signal?: AbortSignal;
}

/** The headers that the specification requires on every request (section 7), with the exact values of `language`. */
export function headersOf(token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { platform: 'IOT', language: 'en_US' };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

/** Whether the browser is offline. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** Sends the request of a call; throws {@link ApiError} with status 0 when the server cannot be reached. */
export async function open<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { token?: string | undefined; accept?: string },
): Promise<Response> {
  const headers = headersOf(options.token);
  headers.Accept = options.accept ?? 'application/json';
  let body: string | undefined;
  if (options.body !== undefined && options.encoding === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
    body = queryText(options.body as Record<string, unknown>).slice(1);
  } else if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(cleanBody(options.body));
  }
  if (route.method !== 'GET' && isOffline()) throw new ApiError(0, 0, OFFLINE);
  try {
    const address =
      fillPath(route.path, options.params as Record<string, unknown>) +
      queryText(options.query as Record<string, unknown>);
    const signal = options.signal ?? null;
    return await trackReach(() =>
      fetch(address, { method: route.method, headers, body, credentials: 'same-origin', signal }),
    );
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown;
    throw new ApiError(0, 0, 'The server cannot be reached');
  }
}

/** Sends one request, without renewing the session. Returns the `data` of the envelope; throws {@link ApiError}. */
export async function send<R extends AnyRoute>(
  route: R,
  options: CallOptions<R> & { token?: string | undefined },
): Promise<ReplyOf<R>> {
  const response = await open(route, options);
  if (response.ok) {
    // 204, or a reply without a body: success without data (interpretation A15).
    if (response.status === 204 || response.headers.get('content-length') === '0') return null as ReplyOf<R>;
    const envelope = (await response.json()) as Envelope<ReplyOf<R>>;
    return envelope.data;
  }
  throw await errorOf(response);
}

/** The error of a failed response. */
export async function errorOf(response: Response): Promise<ApiError> {
  return errorOfText(response.status, await response.text().catch(() => ''));
}

/** {@link errorOf} for a body that has been read already. */
export function errorOfText(status: number, text: string): ApiError {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's own error text is not a message for users.
  }
  if (typeof body !== 'object' || body === null) return new ApiError(status, 0, '');
  const { code, message, data } = body as Partial<Envelope<unknown>>;
  const fields = Array.isArray(data) ? (data as FieldError[]) : [];
  return new ApiError(status, code ?? 0, message ?? '', fields, body);
}
