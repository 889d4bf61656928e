import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from './open-session.ts';

const NAME = 'voltloop_refresh';

/** The only calls that read it: a cookie has one path, so there is one for each. */
const PATHS = ['/v1/admin/control/sessions', '/v1/auth', '/user'] as const;

const attributes = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict' as const, secure });

/** Sets the refresh secret as a cookie that scripts cannot read; `secure` where the console is served over https. */
export function setRefreshCookie(
  reply: FastifyReply,
  session: OpenSession,
  now: Date,
  secure: boolean,
): void {
  if (session.refresh === null) return;
  const maxAge = Math.floor((session.endsAt.getTime() - now.getTime()) / 1000);
  for (const path of PATHS) reply.setCookie(NAME, session.refresh, { ...attributes(secure), path, maxAge });
}

export function clearRefreshCookie(reply: FastifyReply, secure: boolean): void {
  for (const path of PATHS) reply.clearCookie(NAME, { ...attributes(secure), path });
}

/**
 * The refresh cookie, but only of a request with the console's `platform` header: a page of another origin cannot
 * send that header without permission (interpretation C12).
 */
export function refreshCookie(request: FastifyRequest): string | undefined {
  return request.headers.platform === undefined ? undefined : request.cookies[NAME];
}
