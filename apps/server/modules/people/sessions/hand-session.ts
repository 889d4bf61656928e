import type { LoginData } from '@voltloop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicCtx } from '../../../platform/ctx.ts';
import { AppError } from '../../../platform/errors.ts';
import { setRefreshCookie } from './cookie.ts';
import type { Core } from './core.ts';
import type { OpenSession } from './open-session.ts';

/** Whether cookies are sent over https only. */
export const secureCookies = (core: Core): boolean => core.services.config.https;

/** Sends a session to its browser: the secret as a cookie, the rest as the reply. */
export function handSession(
  core: Core,
  ctx: PublicCtx,
  reply: FastifyReply,
  session: OpenSession,
): LoginData {
  setRefreshCookie(reply, session, ctx.now, secureCookies(core));
  reply.header('cache-control', 'no-store');
  return session.data;
}

/** For calls that work without a token: a header that a foreign page cannot send (interpretation C12). */
export function requirePlatform(request: FastifyRequest): void {
  if (request.headers.platform === undefined) {
    throw new AppError('validation', { message: 'The platform header is missing' });
  }
}
