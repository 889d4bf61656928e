import { changePassword, getSelf, uploadFile } from '@voltloop/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/ctx.ts';
import { AppError } from '../../platform/errors.ts';
import type { Core } from './core.ts';

/** The token of the Authorization header. A token in the query is never looked at (decisions C01). */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** What a session may do whose password a superior has set: see who it is, choose a password, leave. */
const BEFORE_NEW_PASSWORD: ReadonlySet<string> = new Set([getSelf.name, changePassword.name]);

/**
 * The account behind a request, as it is now: rights come from the database (through a cache that forgets at once
 * what changed), never from the token.
 * @throws unauthorized; mustChangePassword
 */
export async function authenticate(core: Core, request: FastifyRequest): Promise<Caller> {
  const { routeName = '' } = request.routeOptions.config as { routeName?: string };
  const other = request.headers['access-token'];
  // Uploads may send the token in a header of their own; beside the usual one it must be the same (decisions A28).
  const token = bearerToken(request) ?? (routeName === uploadFile.name ? other : undefined);
  if (typeof token !== 'string' || (other !== undefined && other !== token))
    throw new AppError('unauthorized');
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
