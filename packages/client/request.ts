import { errorOf, VoltloopError } from './errors.ts';
import { routes } from './generated/routes.ts';
import type { AnyInput } from './types.ts';

export type RouteName = keyof typeof routes;

/** Address and access of the server. */
export interface Server {
  /** Without a trailing slash. */
  url: string;
  token: string;
  fetch: typeof fetch;
}

export interface Place {
  method: string;
  path: string;
}

export function placeOf(name: RouteName): Place {
  const [method = '', path = ''] = (routes[name] as string | undefined)?.split(' ') ?? [];
  if (!path) throw new TypeError(`There is no call ${JSON.stringify(name)}`);
  return { method, path };
}

/** The request of a call; the same for each attempt. */
export interface Prepared {
  address: string;
  init: RequestInit;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * Fills the `:name` parameters of `path`, encoded.
 * @throws TypeError if one is missing, or is `.` or `..`, which would resolve to the address of another call
 */
function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (isEmpty(value)) throw new TypeError(`${path} needs the parameter ${name}`);
    const text = String(value);
    if (text === '.' || text === '..') throw new TypeError(`${path}: ${name} must not be "${text}"`);
    return encodeURIComponent(text);
  });
}

/** The query without empty fields: arrays joined by commas, objects as JSON. Empty, or a text that begins with `?`. */
function queryText(values: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (isEmpty(value) || (Array.isArray(value) && value.length === 0)) continue;
    query.append(name, textOf(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @throws TypeError if a parameter of the path is missing */
export function prepare(server: Server, { method, path }: Place, input: AnyInput, accept: string): Prepared {
  const headers: Record<string, string> = { accept, authorization: `Bearer ${server.token}` };
  let body: FormData | string | null = null;
  if (input.form) body = input.form;
  else if (input.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(input.body);
  }
  return {
    address: server.url + fillPath(path, input.params ?? {}) + queryText(input.query),
    init: { method, headers, body, cache: 'no-store' },
  };
}

/**
 * Sends a request once. Aborting the signal ends reading the body too.
 * @throws VoltloopError, or the signal's reason
 */
export async function send(
  { fetch }: Pick<Server, 'fetch'>,
  { address, init }: Prepared,
  signal: AbortSignal,
): Promise<Response> {
  const response = await reachable(() => fetch(address, { ...init, signal }), signal);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** Runs an operation that fails only for the network or the signal, and converts network errors. */
export async function reachable<T>(what: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await what();
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new VoltloopError('The server cannot be reached', { kind: 'unreachable', cause });
  }
}

/** A signal for one attempt: that of the caller, combined with a removable time limit. */
export function withLimit(outer: AbortSignal | undefined, timeout_ms: number) {
  const limit = new AbortController();
  const timer = setTimeout(
    () => limit.abort(new VoltloopError(`No reply within ${timeout_ms} ms`, { kind: 'timeout' })),
    timeout_ms,
  );
  return {
    signal: outer ? AbortSignal.any([outer, limit.signal]) : limit.signal,
    lift: () => clearTimeout(timer),
  };
}
