import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { bodyOf, readStatement, type Spool, spoolRows } from './body.ts';
import type { Engine, Sink, Summary } from './engine.ts';
import { EngineError, engineError, statusOf } from './errors.ts';
import { addFields, type ParsedRequest, readRequest } from './request.ts';
import { insertFromFile } from './statement.ts';

/** A reader that reads nothing for this long is disconnected, because it occupies a session. */
const STALLED_READER_MS = 60_000;
const EXCEPTION_MARKER = '__exception__';

export interface HttpOptions {
  engine: Engine;
  version: string;
  password: string;
  spool: Spool;
}

/** ClickHouse's HTTP interface (https://clickhouse.com/docs/interfaces/http) in front of the embedded engine. */
export function createHttp(options: HttpOptions): Server {
  const authorized = basicAuth(options.password);
  const server = createServer(
    // The URL contains parameters.
    { maxHeaderSize: 1024 * 1024, requestTimeout: 0, keepAliveTimeout: 30_000, noDelay: true },
    (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (url.pathname === '/ping') {
        response.end('Ok.\n');
      } else if (!authorized(request)) {
        refuse(
          response,
          new EngineError(516, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)'),
        );
      } else {
        handle(options, url, request, response).catch((e) => refuse(response, engineError(e)));
      }
    },
  );
  return server;
}

/** Checks the password of the user `default`, sent as Basic or in ClickHouse's own headers. */
function basicAuth(password: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`default:${password}`);
  return ({ headers }: IncomingMessage) => {
    const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
    const given = basic
      ? Buffer.from(basic, 'base64').toString()
      : `${headers['x-clickhouse-user']}:${headers['x-clickhouse-key']}`;
    return timingSafeEqual(digest(given), expected);
  };
}

async function handle(
  { engine, spool, version }: HttpOptions,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { parsed, file } = await readAll(url, request, spool);
  if (!parsed.query?.trim()) {
    throw new EngineError(62, 'Code: 62. DB::Exception: Syntax error: Empty query. (SYNTAX_ERROR)');
  }
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  const queryId = parsed.queryId ?? randomUUID();
  const sink = new ReplySink(response, queryId);
  try {
    await engine.run({ ...parsed, sql: parsed.query, signal: controller.signal }, sink);
    sink.start({ readRows: 0, readBytes: 0, writtenRows: 0, elapsed_s: 0 }, parsed.defaultFormat);
    response.end();
  } catch (e) {
    const error = engineError(e);
    error.message = `${error.message.trimEnd()} (version ${version})`;
    if (sink.started) sink.fail(error);
    else refuse(response, error, queryId);
  } finally {
    if (file) await rm(file, { force: true });
  }
}

/** Reads the whole request; rows are written to a file that the statement then names. */
async function readAll(
  url: URL,
  request: IncomingMessage,
  spool: Spool,
): Promise<{ parsed: ParsedRequest; file?: string | undefined }> {
  const parsed = readRequest(url, request.headers);
  const body = bodyOf(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const bytes = await readStatement(body);
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return { parsed: addFields(parsed, form.entries()) };
  }
  if (parsed.query === undefined) {
    return { parsed: { ...parsed, query: (await readStatement(body)).toString() } };
  }
  if (insertFromFile(parsed.query, '') === undefined) {
    const rest = (await readStatement(body)).toString();
    return { parsed: { ...parsed, query: rest ? `${parsed.query}\n${rest}` : parsed.query } };
  }
  const file = await spoolRows(body, spool, randomUUID());
  // An insert without rows succeeds, as in ClickHouse.
  const query = file ? insertFromFile(parsed.query, file) : 'select 1 where 0';
  return { parsed: { ...parsed, query }, file };
}

/** Streams a result at the speed of its reader. */
class ReplySink implements Sink {
  #response: ServerResponse;
  #queryId: string;
  #tag = randomBytes(8).toString('hex');
  started = false;

  constructor(response: ServerResponse, queryId: string) {
    this.#response = response;
    this.#queryId = queryId;
  }

  start(summary: Summary, format: string): void {
    if (this.started) return;
    this.started = true;
    this.#response.writeHead(200, {
      'content-type': contentType(format),
      'x-clickhouse-query-id': this.#queryId,
      'x-clickhouse-format': format,
      'x-clickhouse-timezone': 'UTC',
      'x-clickhouse-exception-tag': this.#tag,
      'x-clickhouse-summary': JSON.stringify({
        read_rows: String(summary.readRows),
        read_bytes: String(summary.readBytes),
        written_rows: String(summary.writtenRows),
        written_bytes: '0',
        total_rows_to_read: '0',
        result_rows: '0',
        result_bytes: '0',
        elapsed_ns: String(Math.round(summary.elapsed_s * 1e9)),
      }),
    });
  }

  async write(bytes: Uint8Array): Promise<void> {
    const response = this.#response;
    if (response.destroyed || response.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const stalled = setTimeout(() => response.destroy(), STALLED_READER_MS);
      const go = () => {
        clearTimeout(stalled);
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.on('drain', go).on('close', go);
    });
  }

  /** Reports an error after a part of the result was sent, as ClickHouse does since 25.11. */
  fail(error: EngineError): void {
    const text = `${error.message}\n`;
    this.#response.end(
      `\r\n${EXCEPTION_MARKER}\r\n${this.#tag}\r\n${text}${Buffer.byteLength(text)} ${this.#tag}\r\n${EXCEPTION_MARKER}\r\n`,
    );
  }
}

function refuse(response: ServerResponse, error: EngineError, queryId?: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = statusOf(error.code);
  response.writeHead(status, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(error.code),
    ...(queryId && { 'x-clickhouse-query-id': queryId }),
    // The rest of an unread body would be parsed as the next request.
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Basic realm="ClickHouse"' }),
  });
  response.end(`${error.message}\n`);
}

function contentType(format: string): string {
  if (/^JSON.*EachRow|^NDJSON$|^JSONLines$/.test(format)) return 'application/x-ndjson; charset=UTF-8';
  if (format.startsWith('JSON')) return 'application/json; charset=UTF-8';
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8; header=absent';
  if (/^(TSV|TabSeparated)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}
