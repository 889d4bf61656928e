import { changePassword, getSelf, type Route, uploadFile } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import { isApiToken } from './api-token.ts';
import { reaches } from './api-token-reach.ts';
import type { Core } from './core.ts';

/** The token of the Authorization header: the scheme `Bearer`, one space, one token and nothing else. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * The token of a request. A token in the query is never enough, but one that differs from the header's means that the
 * request was put together from two sessions, and is refused; so is a second token in `access-token`.
 */
function tokenOf(request: FastifyRequest, routeName: string): string | undefined {
  const { jwt } = (request.query ?? {}) as { jwt?: unknown };
  const other = request.headers['access-token'];
  const header = bearerToken(request);
  if (request.headers.authorization !== undefined && header === undefined) return undefined;
  // Uploads may send the token in a header of their own.
  const token = header ?? (routeName === uploadFile.name ? other : undefined);
  if (typeof token !== 'string') return undefined;
  return [jwt, other].every((each) => each === undefined || each === token) ? token : undefined;
}

/**
 * The session of a token that is ours and not past its time, or the API token that this instance has made, without asking
 * whether it was ended; null without one.
 */
export function namedSession(core: Core, request: FastifyRequest): string | null {
  const bearer = bearerToken(request);
  if (bearer !== undefined && isApiToken(bearer)) {
    const hash = core.apiTokens.hashOf(bearer);
    return hash && `token ${hash.toString('hex')}`;
  }
  const { routeName = '' } = request.routeOptions.config as { routeName?: string };
  const token = tokenOf(request, routeName);
  const claims = token === undefined ? null : core.tokens.verify(token, core.services.clock());
  return claims && !claims.expired ? claims.sessionId : null;
}

/** What a session may do whose password a superior has set: see who it is, choose a password, leave. */
const BEFORE_NEW_PASSWORD: ReadonlySet<string> = new Set([getSelf.name, changePassword.name]);

/**
 * The account behind a request, as it is now: rights come from the database (through a cache that forgets at once
 * what changed), never from the token.
 * @throws unauthorized; mustChangePassword; tokenScope
 */
export async function authenticate(core: Core, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerToken(request);
  if (bearer !== undefined && isApiToken(bearer)) return authenticateToken(core, request, bearer);
  const { routeName = '' } = request.routeOptions.config as { routeName?: string };
  const token = tokenOf(request, routeName);
  if (token === undefined) throw new AppError('unauthorized');
  const now = core.services.clock();
  const claims = core.tokens.verify(token, now);
  if (!claims || claims.expired) throw new AppError('unauthorized');
  const facts = await core.cache.get(claims.sessionId);
  if (!facts || facts.endsAt <= now || facts.caller.accountId !== claims.accountId) {
    throw new AppError('unauthorized');
  }
  if (facts.mustChangePassword && !BEFORE_NEW_PASSWORD.has(routeName)) {
    throw new AppError('mustChangePassword');
  }
  return facts.caller;
}

/** The account behind an API token, for calls that the token reaches. It comes in the Authorization header and nowhere else. */
async function authenticateToken(core: Core, request: FastifyRequest, token: string): Promise<Caller> {
  const { jwt } = (request.query ?? {}) as { jwt?: unknown };
  if (jwt !== undefined || request.headers['access-token'] !== undefined) throw new AppError('unauthorized');
  const hash = core.apiTokens.hashOf(token);
  const facts = hash && (await core.tokenCache.get(hash.toString('hex')));
  const now = core.services.clock();
  if (!facts || facts.endsAt <= now) throw new AppError('unauthorized');
  if (facts.mustChangePassword) throw new AppError('mustChangePassword');
  // Pages beside the contract are not for programs.
  const { route } = request.routeOptions.config as { route?: Route };
  if (!route || !reaches(facts, route)) throw new AppError('tokenScope');
  core.tokenUses.note(facts.tokenId, request.ip, now);
  return facts.caller;
}
