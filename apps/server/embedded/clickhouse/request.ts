import type { IncomingHttpHeaders } from 'node:http';
import { totalmem } from 'node:os';
import { EngineError } from './errors.ts';
import type { Scope } from './session.ts';

/** A request to the HTTP interface without its body. */
export interface ParsedRequest extends Scope {
  /** The `query` of the URL; a body then contains rows. */
  query: string | undefined;
  defaultFormat: string;
  queryId: string | undefined;
}

/** Settings of the HTTP server itself: unknown to the engine, and without effect on results. */
const httpOnly = new Set([
  'wait_end_of_query',
  'buffer_size',
  'compress',
  'decompress',
  'enable_http_compression',
  'http_zlib_compression_level',
  'http_response_buffer_size',
  'http_headers_progress_interval_ms',
  'http_native_compression_disable_checksumming_on_decompress',
  'send_progress_in_http_headers',
  'add_http_cors_header',
  'cancel_http_readonly_queries_on_client_close',
  'user',
  'password',
  'quota_key',
  'client_protocol_version',
]);

/** Defaults for settings that a request omits. */
const defaults = {
  /** Seconds. A query that runs longer than its client waits is useless. */
  max_execution_time: '60',
  /** Protects the memory of PostgreSQL and the server from a single statement. */
  max_memory_usage: String(Math.floor((process.constrainedMemory() || totalmem()) * 0.3)),
};

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads URL and headers as ClickHouse's HTTP interface does: `query`, `database`, `default_format`, `query_id`,
 * `param_…`, and all others as settings.
 * @throws EngineError for a session_id or role, which this host does not support, and for an invalid name.
 */
export function readRequest(url: URL, headers: IncomingHttpHeaders): ParsedRequest {
  const settings = new Map<string, string>(Object.entries(defaults));
  const params = new Map<string, string>();
  const parsed: ParsedRequest = {
    query: undefined,
    database: header(headers, 'x-clickhouse-database') ?? 'default',
    defaultFormat: header(headers, 'x-clickhouse-format') ?? 'TabSeparated',
    queryId: header(headers, 'x-clickhouse-query-id'),
    settings,
    params,
  };
  // As in ClickHouse, the first of two values counts; of settings the last.
  let named: string | undefined;
  for (const [key, value] of url.searchParams) {
    if (key === 'query') parsed.query = value;
    else if (key === 'database') named ??= value;
    else if (key === 'default_format') parsed.defaultFormat = value;
    else if (key === 'query_id') parsed.queryId = value;
    else if (key === 'session_id' || key === 'role') throw notSupported(key);
    else if (key.startsWith('param_')) params.set(valid(key.slice(6)), value);
    else if (!httpOnly.has(key)) settings.set(valid(key), value);
  }
  if (named) parsed.database = named;
  if (!name.test(parsed.defaultFormat)) throw badName(parsed.defaultFormat);
  return parsed;
}

/** Adds the fields of a multipart body: a statement and parameters that are too long for the URL. */
export function addFields(parsed: ParsedRequest, fields: Iterable<[string, unknown]>): ParsedRequest {
  const params = new Map(parsed.params);
  let query = parsed.query;
  for (const [key, value] of fields) {
    if (typeof value !== 'string') throw notSupported('a file as a table');
    if (key === 'query') query = value;
    else if (key.startsWith('param_')) params.set(valid(key.slice(6)), value);
  }
  return { ...parsed, query, params };
}

function header(headers: IncomingHttpHeaders, key: string): string | undefined {
  const value = headers[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valid(key: string): string {
  if (!name.test(key)) throw badName(key);
  return key;
}

const badName = (key: string) =>
  new EngineError(36, `Code: 36. DB::Exception: ${JSON.stringify(key)} is not a name. (BAD_ARGUMENTS)`);

const notSupported = (what: string) =>
  new EngineError(
    48,
    `Code: 48. DB::Exception: ${what} is not supported by the embedded server. (NOT_IMPLEMENTED)`,
  );
