import {
  type Access,
  type BodyOf,
  codes,
  type Envelope,
  type FieldError,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
  refusedFields,
} from '@voltloop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Caller, Ctx, PublicCtx } from './ctx.ts';
import { isDiskFull } from './disk-error.ts';
import { AppError, forbidden, notFound } from './errors.ts';
import { wordsOf } from './field-words.ts';
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';
import { http2StreamOf } from './reply-stream.ts';

/** Finds the account behind the credentials of a request; throws `unauthorized`. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

export interface Input<R> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
}

type CtxOf<R> = R extends { access: 'public' } ? PublicCtx : Ctx;

/** Returned by a handler that has written the reply itself (a stream, a file, 204). */
export const replied = Symbol('replied');

type Handler<R> = (
  ctx: CtxOf<R>,
  input: Input<R>,
  io: { request: FastifyRequest; reply: FastifyReply },
) => Promise<ReplyOf<R> | typeof replied>;

/** The shape of every successful reply. */
export function envelope<T>(data: T): Envelope<T> {
  return { code: codes.ok.code, message: codes.ok.message, result: true, data };
}

/** Unknown fields that one answer names. */
const MAX_NAMED_FIELDS = 50;

/** A catalogue key that one of our checks uses as message: `check.creditCode.last`, `check.range?min=1&max=9`. */
const OWN_KEY = /^[a-z]\w*(\.\w+)+(\?.*)?$/;

/** A zod error as field errors, `path` in dots. */
export function fieldErrors(error: z.ZodError, where: string): FieldError[] {
  return error.issues.map((issue) => ({
    path: [where, ...issue.path].filter((p) => p !== 'body').join('.'),
    key: OWN_KEY.test(issue.message) ? issue.message : `validation.${issue.code}`,
    message: issue.message,
  }));
}

/**
 * The dotted path of a text (or key) with a NUL or a lone surrogate; null without one. PostgreSQL stores neither, and
 * its error would look like a server error. Not recursive, because bodies may be nested deeply.
 */
function pathOfUnstorable(value: unknown, where: string): string | null {
  const open: [unknown, string][] = [[value, where]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [inner, path] = next;
    if (typeof inner === 'string' && unkept(inner)) return path;
    if (typeof inner !== 'object' || inner === null) continue;
    for (const [key, one] of Object.entries(inner)) {
      if (unkept(key)) return path;
      open.push([one, path ? `${path}.${key}` : key]);
    }
  }
  return null;
}

const unkept = (text: string) => text.includes('\0') || !text.isWellFormed();

function parsePart(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  // Unparsed input (a device's frames) is checked by its handler.
  if (schema.type === 'unknown') return value;
  const bad = pathOfUnstorable(value, where === 'body' ? '' : where);
  if (bad !== null) {
    const message = 'Must not contain NUL or an incomplete character';
    throw new AppError('validation', { fields: [{ path: bad, key: 'validation.nul', message }] });
  }
  if (where === 'query') refuseDeepJson(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('validation', { fields: fieldErrors(parsed.error, where) });
}

/** A field that a call does not have is refused: its change would be lost without notice (docs/decisions/0115). */
function parseBody(route: Route, body: unknown): unknown {
  refuseFields(refusedFields(route, body));
  return parsePart(route.body, body, 'body');
}

/** @throws validation if there are unknown fields, at each of them */
export function refuseFields(paths: readonly string[]): void {
  if (paths.length === 0) return;
  const message = 'This call has no such field';
  throw new AppError('validation', {
    fields: paths
      .slice(0, MAX_NAMED_FIELDS)
      .map((path) => ({ path, key: 'validation.unknownField', message })),
  });
}

/** JSON in parameters has the same depth limit as bodies. */
function refuseDeepJson(query: unknown): void {
  for (const [name, text] of Object.entries(query as Record<string, unknown>)) {
    if (typeof text === 'string' && /^\s*[[{]/.test(text) && isTooDeep(text)) throw tooDeep(`query.${name}`);
  }
}

/** @param path Of the parameter with the JSON; undefined for the body itself. */
export function tooDeep(path?: string): AppError {
  const message = `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels`;
  return new AppError('validation', {
    message,
    fields: path ? [{ path, key: 'validation.depth', message }] : [],
  });
}

export interface HttpOptions {
  authenticate: Authenticate;
  /** Whether a request comes from the operator of the instance; without it the calls of the operator do not exist. */
  isOperator?: ((request: FastifyRequest) => boolean) | undefined;
  clock: () => Date;
  /** Check replies against the contract; on in tests. */
  checkReplies: boolean;
}

/** Serves contract routes on one Fastify instance: access, parsing, envelope, errors. */
export class Http {
  readonly app: FastifyInstance;
  readonly routes: Route[] = [];
  readonly #options: HttpOptions;

  constructor(app: FastifyInstance, options: HttpOptions) {
    this.app = app;
    this.#options = options;
  }

  /** Authenticates a request again, for streams, which outlive the check at their start. */
  get authenticate(): Authenticate {
    return this.#options.authenticate;
  }

  /** Implements one contract route. Each call: authenticate, authorise, parse, check the tenant, handle. */
  implement<R extends Route>(route: R, handler: Handler<R>): void {
    if (route.access === 'operator' && !this.#options.isOperator) return;
    this.routes.push(route);
    for (const url of [route.path, ...(route.aliases ?? [])]) {
      this.app.route({
        method: route.method,
        url,
        config: { route },
        handler: async (request, reply) => {
          const ctx = await this.#context(route, request);
          const input = {
            params: parsePart(route.params, request.params, 'params'),
            query: parsePart(route.query, request.query, 'query'),
            body: parseBody(route, request.body),
          } as Input<R>;
          checkTenant(ctx, request);
          const data = await handler(ctx as CtxOf<R>, input, { request, reply });
          if (data === replied) return reply;
          if (this.#options.checkReplies && route.reply) route.reply.parse(data);
          return envelope(data);
        },
      });
    }
  }

  async #context(route: Route, request: FastifyRequest): Promise<PublicCtx> {
    const base = {
      now: this.#options.clock(),
      ip: request.ip,
      requestId: request.id,
      log: request.log as Logger,
    };
    if (route.access === 'public') return { ...base, caller: null };
    if (route.access === 'operator') {
      if (this.#options.isOperator?.(request)) return { ...base, caller: null };
      base.log.warn({ ip: request.ip }, 'a call of the operator was refused');
      throw new AppError('unauthorized');
    }
    const caller = await this.#options.authenticate(request);
    // Adds the caller to all further log lines of the request.
    request.log = request.log.child({
      user: caller.accountId,
      tenant: caller.tenantId,
      ...(caller.apiToken ? { api_token_id: caller.apiToken.id } : {}),
    });
    base.log = request.log as Logger;
    if (!allows(route.access, caller)) throw forbidden();
    return { ...base, caller };
  }
}

/** Checks that the tenant in the path, if any, is the caller's own (interpretation C13). @throws notFound */
function checkTenant(ctx: PublicCtx, request: FastifyRequest): void {
  const { tenantId } = request.params as { tenantId?: string };
  if (tenantId !== undefined && tenantId !== ctx.caller?.tenantId) throw notFound();
}

function allows(access: Exclude<Access, 'public' | 'operator'>, caller: Caller): boolean {
  if (access === 'session') return true;
  if (!('right' in access)) return access.includes(caller.roleId);
  return [access.right, ...(access.or ?? [])].some((right) => caller.rights.has(right));
}

/** The contract's route of a request; undefined for others, such as the console's files. */
export const routeOf = (request: FastifyRequest) => (request.routeOptions.config as { route?: Route }).route;

/** With the English text of a check whose only message is its key. */
function inWords(field: FieldError): FieldError {
  return field.message === field.key
    ? { ...field, message: wordsOf(field.key, 'en') ?? field.message }
    : field;
}

/** Turns errors into the envelope without internal details. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendFailure);
}

/** The reply to an error, also for errors before any route, such as an unreadable address. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const e = toAppError(error);
  if (e.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (ROLLED_BACK.has((error as { code?: string }).code ?? ''))
    request.log.warn({ err: error }, 'transaction rolled back');
  if (e.retryAfter_s !== undefined) reply.header('retry-after', Math.ceil(e.retryAfter_s));
  const body: Envelope<FieldError[] | null> = {
    code: codes[e.codeName].code,
    message: e.message,
    result: false,
    data: e.fields.length > 0 ? e.fields.map(inWords) : null,
  };
  // The handler of a file whose first row fails has already set type and name.
  reply.removeHeader('content-disposition');
  // Fastify sets it after an unfinished body; Node warns of it in HTTP/2, which has no such header.
  if (http2StreamOf(request.raw)) reply.removeHeader('connection');
  return reply.status(e.status).type('application/json; charset=utf-8').send(body);
}

/** Messages of the multipart parser for truncated forms and unusable boundaries; it has no codes. */
const UNREADABLE_FORM =
  /^Multipart: Boundary not found$|unexpected end of multipart data$|^The needle cannot /i;

/** Messages of the PostgreSQL pool when no connection was free in time; it has no codes. */
const POOL_TIMEOUT =
  /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout/;

/** SQLSTATEs of a transaction that PostgreSQL rolled back because of another: nothing was written. */
const ROLLED_BACK: ReadonlySet<string> = new Set(['40001', '40P01']);

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = (error as { statusCode?: number }).statusCode;
  const code = (error as { code?: string }).code ?? '';
  if (status === 408) return new AppError('timeout');
  if (status === 413) return new AppError('tooLarge');
  if (status === 415) return new AppError('wrongType');
  if (status === 429) return new AppError('tooMany');
  if (status !== undefined && status >= 400 && status < 500) return new AppError('validation');
  if (error instanceof Error && UNREADABLE_FORM.test(error.message)) {
    return new AppError('validation', { message: 'The form cannot be read', cause: error });
  }
  if (isDiskFull(error)) return new AppError('diskFull', { cause: error });
  if (ROLLED_BACK.has(code)) {
    return new AppError('conflict', {
      message: 'Others are changing the same data: try again',
      cause: error,
    });
  }
  // Connection refused or reset, PostgreSQL shutting down or starting (class 57P) or not reachable (class 08).
  if (
    /^(ECONN|EPIPE|ETIMEDOUT|57P0|08)/.test(code) ||
    (error instanceof Error && POOL_TIMEOUT.test(error.message))
  )
    return new AppError('unavailable', { cause: error });
  return new AppError('busy', { cause: error });
}
