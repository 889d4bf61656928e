/** A typed client of the Voltloop API, authenticated with an API token. */
export { type ClientOptions, VoltloopClient } from './client.ts';
export type { Download } from './download.ts';
export { type FailureKind, type FieldError, VoltloopError } from './errors.ts';
export type * from './generated/calls.ts';
export { codes } from './generated/routes.ts';
export type { LiveMessage, LiveWatch } from './live.ts';
export type {
  CallInput,
  CallName,
  CallOptions,
  CallReply,
  DownloadName,
  PagedCallName,
  PagedItem,
} from './types.ts';
