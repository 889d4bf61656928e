import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access to a call: without a session; the instance's operator by its token; any session; a session with one of these
 * role ids; or with a right of a back-office role, its own or one of several (packages/resource-kit/rights.ts). The
 * main account has every right.
 */
export type Access =
  | 'public'
  | 'operator'
  | 'session'
  | readonly number[]
  | { right: number; or?: readonly number[] };

/**
 * One call of the API: implemented by the server, called by the web client, and the source of OpenAPI. `path` has
 * `:name` parameters; `reply` is the `data` part of the envelope, and is absent for a reply without JSON (204, a
 * stream, a file).
 */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  name: string;
  summary: string;
  method: Method;
  path: string;
  /** Alternative paths (interpretation A30). */
  aliases?: readonly string[];
  access: Access;
  /**
   * False: not available to API tokens. That applies to calls about the account itself and calls that grant access:
   * passwords, second factors, e-mail addresses, accounts, invitations, roles, trusted keys, and whatever would
   * continue to send data after the token has ended (docs/decisions/0080).
   */
  apiToken?: false;
  params?: P;
  query?: Q;
  body?: B;
  reply?: R;
}

/** Declares a {@link Route} and keeps its exact types. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  definition: Route<P, Q, B, R>,
): Route<P, Q, B, R> {
  return definition;
}

export type ParamsOf<T> = T extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<T> = T extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type QueryInputOf<T> = T extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyOf<T> = T extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type BodyInputOf<T> = T extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type ReplyOf<T> = T extends Route<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
