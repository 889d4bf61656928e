import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: nobody signed in is needed, the operator of the instance by its token and no session at all, any session,
 * a session with one of these role ids, or one whose back-office role has a right, or one of some others
 * (packages/resource-kit/rights.ts); the main account has every right.
 */
export type Access =
  | 'public'
  | 'operator'
  | 'session'
  | readonly number[]
  | { right: number; or?: readonly number[] };

/**
 * One call of the API, written once: the server implements it, the web client calls it, OpenAPI is made
 * from it. `path` has `:name` parameters; `reply` is the `data` part of the envelope, and is absent for a
 * reply without JSON (204, a stream, a file).
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
  /** Other paths that answer the same (interpretation A30). */
  aliases?: readonly string[];
  access: Access;
  /**
   * False: an API token never makes this call. So are calls about the account itself and those that give somebody access:
   * passwords, second factors, e-mail addresses, accounts, invitations, roles, trusted keys, and what would keep sending
   * somebody after the token has ended (docs/decisions/0080).
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
