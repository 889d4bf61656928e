import type { Calls, Downloads } from './generated/calls.ts';

/** Name of a call that answers with data. */
export type CallName = keyof Calls;
/** Name of a call that answers with a file. */
export type DownloadName = keyof Downloads;

/** What a call takes: path parameters, query and body. `tenantId` is the tenant of the token unless it is given. */
export type CallInput<N extends CallName | DownloadName> = N extends CallName
  ? Calls[N]['input']
  : N extends DownloadName
    ? Downloads[N]['input']
    : never;
/** What a call answers. */
export type CallReply<N extends CallName> = Calls[N]['reply'];

interface ListReply {
  list: unknown[];
  total: number | null;
}
/** Name of a call that answers with a list in pages. */
export type PagedCallName = {
  [N in CallName]: Calls[N]['reply'] extends ListReply
    ? Calls[N]['input'] extends {
        query?: { current_page?: number | undefined } | { page?: number | undefined } | undefined;
      }
      ? N
      : never
    : never;
}[CallName];
/** A row of such a list. */
export type PagedItem<N extends PagedCallName> = Calls[N]['reply'] extends { list: (infer Item)[] }
  ? Item
  : never;

export interface CallOptions {
  /** Cancels the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Limit of one attempt, ms. A download has it until its first byte. */
  timeout_ms?: number | undefined;
  /** Further attempts after the first. */
  retries?: number | undefined;
  /** Whether the call may be repeated: true for GET, PUT and DELETE unless it is given. Set it for a POST that only reads. */
  idempotent?: boolean | undefined;
}

/** The arguments of a call: its input may be left out where nothing in it is required. */
export type CallArguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** Any input, as the running client sees it. */
export interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  form?: FormData | undefined;
}
