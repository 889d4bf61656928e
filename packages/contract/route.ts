import { z } from 'zod';

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
  /** By default a text of at most 64 characters for each name in `path`. */
  params?: P;
  query?: Q;
  body?: B;
  reply?: R;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type PathParams<Path extends string> = [ParamNames<Path>] extends [never]
  ? z.ZodType
  : z.ZodType<Record<ParamNames<Path>, string>, Record<ParamNames<Path>, string>>;

/** Declares a {@link Route} and keeps its exact types. */
export function route<
  const Path extends string,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  P extends z.ZodType = PathParams<Path>,
>(definition: Route<P, Q, B, R> & { path: Path }): Route<P, Q, B, R> {
  const names = definition.path.match(/:\w+/g);
  if (definition.params || !names) return definition;
  const params = Object.fromEntries(names.map((name) => [name.slice(1), z.string().max(64)]));
  return { ...definition, params: z.object(params) as z.ZodType as P };
}

export type ParamsOf<T> = T extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<T> = T extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type QueryInputOf<T> = T extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyOf<T> = T extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type BodyInputOf<T> = T extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type ReplyOf<T> = T extends Route<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
