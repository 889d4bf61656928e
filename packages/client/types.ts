import type { Calls, Downloads } from './generated/calls.ts';

/** Name of a call that returns data. */
export type CallName = keyof Calls;
/** Name of a call that returns a file. */
export type DownloadName = keyof Downloads;

/** Input of a call: path parameters, query and body. `tenantId` defaults to the tenant of the token. */
export type CallInput<N extends CallName | DownloadName> = N extends CallName
  ? Calls[N]['input']
  : N extends DownloadName
    ? Downloads[N]['input']
    : never;
/** The data that a call returns. */
export type CallReply<N extends CallName> = Calls[N]['reply'];

interface ListReply {
  list: unknown[];
  total: number | null;
}
/** Name of a call that returns a paged list. */
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
  /** Time limit of one attempt, ms; for a download until its first byte. */
  timeout_ms?: number | undefined;
  /** Retries after the first attempt. */
  retries?: number | undefined;
  /** Whether the call may be repeated: by default true for GET, PUT and DELETE. Set it for a POST that only reads. */
  idempotent?: boolean | undefined;
}

/** The arguments of a call: the input is optional if nothing in it is required. */
export type CallArguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** Input without its type, as used at run time. */
export interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  form?: FormData | undefined;
}
