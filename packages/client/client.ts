import { type Download, downloadOf } from './download.ts';
import { isEnvelope, VoltloopError } from './errors.ts';
import { type LiveMessage, type LiveWatch, liveMessages } from './live.ts';
import { placeOf, prepare, type RouteName, reachable, type Server, send, withLimit } from './request.ts';
import { withRetries } from './retry.ts';
import type {
  AnyInput,
  CallArguments,
  CallInput,
  CallName,
  CallOptions,
  CallReply,
  DownloadName,
  PagedCallName,
  PagedItem,
} from './types.ts';

export interface ClientOptions {
  /** Address of the server, such as `https://voltloop.example.com`. */
  url: string;
  /** An API token (`vlt_…`). */
  token: string;
  /** Time limit of one attempt, ms; 30 s by default. */
  timeout_ms?: number;
  /** Retries of repeatable calls after 429, 503 or a lost connection; 3 by default. */
  retries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];
type Limit = ReturnType<typeof withLimit>;
const LIVE = { method: 'GET', path: '/v1/live' };

interface PageReply {
  list: unknown[];
  /** Null if the call was made with `count=later`. */
  total: number | null;
  /** The portal's style, and that of the back office. */
  current_page?: number;
  page_size?: number;
  page?: number;
  size?: number;
}

/** Requests pages until there are no more rows. Rows inserted or deleted meanwhile may repeat or be missed. */
async function* pagesOf<T>(
  first: Readonly<Record<string, unknown>>,
  ask: (query: Record<string, unknown>) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  let query = { ...first };
  for (;;) {
    const reply = await ask(query);
    yield reply;
    const { list, total, ...paging } = reply as PageReply;
    const page = paging.current_page ?? paging.page;
    const size = paging.page_size ?? paging.size ?? list.length;
    if (page === undefined || list.length === 0) return;
    if (total === null ? list.length < size : page * size >= total) return;
    const next =
      paging.current_page === undefined
        ? { page: page + 1, size }
        : { current_page: page + 1, page_size: size };
    query = { ...query, ...next };
  }
}

/** A client of the Voltloop API that authenticates with an API token. */
export class VoltloopClient {
  readonly #server: Server;
  readonly #timeout_ms: number;
  readonly #retries: number;
  #tenantId: Promise<string> | undefined;

  /** @throws TypeError for an address that is invalid or has a path, or a token that is invalid in a header */
  constructor({ url, token, timeout_ms = 30_000, retries = 3, fetch = globalThis.fetch }: ClientOptions) {
    const { protocol, search, hash, username } = new URL(url);
    if (!/^https?:$/.test(protocol) || search || hash || username)
      throw new TypeError(
        'The address must be that of an http or https server without anything after its path',
      );
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new TypeError('The token is empty or has characters that no token has');
    this.#server = { url: url.replace(/\/+$/, ''), token, fetch };
    this.#timeout_ms = timeout_ms;
    this.#retries = retries;
  }

  /**
   * Makes a call and returns the data of its reply.
   * @example const { list } = await client.call('listThings', { query: { search: 'VL-1' } });
   * @throws VoltloopError; the reason of the signal
   */
  call<N extends CallName>(name: N, ...args: CallArguments<CallInput<N>>): Promise<CallReply<N>> {
    const [input, options] = args as [AnyInput?, CallOptions?];
    return this.#reply(name, input, options);
  }

  #reply<N extends CallName>(
    name: N,
    input: AnyInput = {},
    options: CallOptions = {},
  ): Promise<CallReply<N>> {
    return this.#attempts(name, input, options, 'application/json', async (response, { signal }) => {
      const text = await reachable(() => response.text(), signal);
      return text === '' ? null : dataOf(text, response.status);
    }) as Promise<CallReply<N>>;
  }

  /** The pages of a list in order. `page_size` or `size` of the query sets their size. */
  async *pages<N extends PagedCallName>(
    name: N,
    ...args: CallArguments<CallInput<N>>
  ): AsyncGenerator<CallReply<N>, void, undefined> {
    const [input = {}, options] = args as [AnyInput?, CallOptions?];
    const ask = (query: Record<string, unknown>) => this.#reply(name, { ...input, query }, options);
    yield* pagesOf(input.query ?? {}, ask);
  }

  /** The rows of a list, over all pages. */
  async *all<N extends PagedCallName>(
    name: N,
    ...args: CallArguments<CallInput<N>>
  ): AsyncGenerator<PagedItem<N>, void, undefined> {
    for await (const page of this.pages(name, ...args)) yield* page.list as PagedItem<N>[];
  }

  /**
   * Opens a file as a stream. Only the signal limits the time of its content.
   * @throws VoltloopError, also if the server returns a message instead of the file
   */
  download<N extends DownloadName>(name: N, ...args: CallArguments<CallInput<N>>): Promise<Download> {
    const [input = {}, options = {}] = args as [AnyInput?, CallOptions?];
    return this.#attempts(name, input, options, '*/*', async (response, limit) => {
      limit.lift();
      const isFile = response.headers.has('content-disposition');
      const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
      if (isFile || !isJson) return downloadOf(response);
      const body: unknown = await response.json().catch(() => null);
      const { message, code } = isEnvelope(body) ? body : { message: 'There is no file', code: 0 };
      throw new VoltloopError(message, { kind: 'refused', status: response.status, code, body });
    });
  }

  /**
   * The live stream; reconnects whenever it ends, until the loop is left or the signal is aborted.
   * @throws VoltloopError if the token has expired or lacks the right; the reason of the signal
   */
  live(
    watch: LiveWatch,
    { signal }: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<LiveMessage, void, undefined> {
    const prepared = prepare(this.#server, LIVE, { query: { ...watch } }, 'text/event-stream');
    const open = async (connection: AbortSignal) => {
      const limit = withLimit(connection, this.#timeout_ms);
      try {
        return await send(this.#server, prepared, limit.signal);
      } finally {
        limit.lift();
      }
    };
    return liveMessages(open, signal);
  }

  async #attempts<T>(
    name: RouteName,
    input: AnyInput,
    options: CallOptions,
    accept: string,
    read: (response: Response, limit: Limit) => Promise<T>,
  ): Promise<T> {
    const place = placeOf(name);
    const { signal, timeout_ms = this.#timeout_ms, idempotent = IDEMPOTENT.includes(place.method) } = options;
    signal?.throwIfAborted();
    const filled = await this.#withTenant(place.path, input, signal);
    const prepared = prepare(this.#server, place, filled, accept);
    const once = async () => {
      const limit = withLimit(signal, timeout_ms);
      try {
        return await read(await send(this.#server, prepared, limit.signal), limit);
      } finally {
        limit.lift();
      }
    };
    return withRetries(once, idempotent ? (options.retries ?? this.#retries) : 0, signal);
  }

  /** Fills in the tenant of the token if the path needs one and the caller gave none. */
  async #withTenant(path: string, input: AnyInput, signal: AbortSignal | undefined): Promise<AnyInput> {
    if (!path.includes(':tenantId') || input.params?.tenantId) return input;
    this.#tenantId ??= this.call('getSelf').then((self) => self.tenant_id);
    try {
      const tenantId = await abortable(this.#tenantId, signal);
      return { ...input, params: { ...input.params, tenantId } };
    } catch (error) {
      this.#tenantId = undefined;
      throw error;
    }
  }
}

/** The data of a reply. */
function dataOf(text: string, status: number): unknown {
  let reply: unknown = null;
  try {
    reply = JSON.parse(text);
  } catch {
    // A proxy answered in its own format.
  }
  if (isEnvelope(reply)) return reply.data;
  throw new VoltloopError('The reply is not from Voltloop', { kind: 'not_voltloop', status });
}

/** Stops waiting for a shared promise when the signal is aborted, without cancelling it. */
function abortable<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
