import { changePassword, getSelf, uploadFile } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { routeOf } from '../../../platform/http.ts';
import { isApiToken } from './api-token.ts';
import { reaches } from './api-token-reach.ts';
import type { Core } from './core.ts';

/** The token of the Authorization header: exactly `Bearer`, one space and one token. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * The token of a request. A token in the query is never sufficient. One that differs from the header's means that the
 * request mixes two sessions, so the request is refused; the same applies to `access-token`.
 */
function tokenOf(request: FastifyRequest): string | undefined {
  const { jwt } = (request.query ?? {}) as { jwt?: unknown };
  const other = request.headers['access-token'];
  const header = bearerToken(request);
  if (request.headers.authorization !== undefined && header === undefined) return undefined;
  // Uploads may send the token in a separate header.
  const token = header ?? (routeOf(request)?.name === uploadFile.name ? other : undefined);
  if (typeof token !== 'string') return undefined;
  return [jwt, other].every((each) => each === undefined || each === token) ? token : undefined;
}

/**
 * The session of a valid, unexpired token, or an API token that this instance issued; null without one. Does not
 * check whether it was ended.
 */
export function namedSession(core: Core, request: FastifyRequest): string | null {
  const bearer = bearerToken(request);
  if (bearer !== undefined && isApiToken(bearer)) {
    const hash = core.apiTokens.hashOf(bearer);
    return hash && `token ${hash.toString('hex')}`;
  }
  const token = tokenOf(request);
  const claims = token === undefined ? null : core.tokens.verify(token, core.services.clock());
  return claims && !claims.expired ? claims.sessionId : null;
}

/** Calls of a session whose password was set by a superior: read the profile, choose a password, sign out. */
const BEFORE_NEW_PASSWORD: ReadonlySet<string | undefined> = new Set([getSelf.name, changePassword.name]);

/**
 * The account behind a request in its current state: rights come from the database (through a cache that is
 * invalidated at once on changes), never from the token.
 * @throws unauthorized; mustChangePassword; tokenScope
 */
export async function authenticate(core: Core, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerToken(request);
  if (bearer !== undefined && isApiToken(bearer)) return authenticateToken(core, request, bearer);
  const token = tokenOf(request);
  if (token === undefined) throw new AppError('unauthorized');
  const now = core.services.clock();
  const claims = core.tokens.verify(token, now);
  if (!claims || claims.expired) throw new AppError('unauthorized');
  const facts = await core.cache.get(claims.sessionId);
  if (!facts || facts.endsAt <= now || facts.caller.accountId !== claims.accountId) {
    throw new AppError('unauthorized');
  }
  if (facts.mustChangePassword && !BEFORE_NEW_PASSWORD.has(routeOf(request)?.name)) {
    throw new AppError('mustChangePassword');
  }
  return facts.caller;
}

/** The account behind an API token, for calls that the token reaches. Only the Authorization header may carry it. */
async function authenticateToken(core: Core, request: FastifyRequest, token: string): Promise<Caller> {
  const { jwt } = (request.query ?? {}) as { jwt?: unknown };
  if (jwt !== undefined || request.headers['access-token'] !== undefined) throw new AppError('unauthorized');
  const hash = core.apiTokens.hashOf(token);
  const facts = hash && (await core.tokenCache.get(hash.toString('hex')));
  const now = core.services.clock();
  if (!facts || facts.endsAt <= now) throw new AppError('unauthorized');
  if (facts.mustChangePassword) throw new AppError('mustChangePassword');
  // Pages outside the contract are not for programs.
  const route = routeOf(request);
  if (!route || !reaches(facts, route)) throw new AppError('tokenScope');
  core.tokenUses.note(facts.tokenId, request.ip, now);
  return facts.caller;
}
