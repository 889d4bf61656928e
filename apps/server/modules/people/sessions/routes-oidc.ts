import * as contract from '@voltloop/contract';
import type { FastifyReply } from 'fastify';
import type { Http } from '../../../platform/http.ts';
import { bearerToken } from './authenticate.ts';
import { refreshCookie } from './cookie.ts';
import type { Core } from './core.ts';
import { handSession, requirePlatform, secureCookies } from './hand-session.ts';
import { type Begun, begin } from './oidc/begin.ts';
import { oidcOf } from './oidc/core.ts';
import { elsewhere, finish } from './oidc/finish.ts';
import { clearFlowCookie, setFlowCookie } from './oidc/flow.ts';
import { beginLink, unlink } from './oidc/own-link.ts';
import { signOut } from './sign-out.ts';

/** Contract route → verb: single sign-on. */
export function oidcRoutes(http: Http, core: Core): void {
  const secure = secureCookies(core);
  const send = (reply: FastifyReply, { url, flow }: Begun) => {
    setFlowCookie(reply, oidcOf(core).box, flow, secure);
    reply.header('cache-control', 'no-store');
    return { url };
  };

  http.implement(contract.startOidc, async (ctx, { body }, { request, reply }) => {
    requirePlatform(request);
    return send(reply, await begin(core, ctx, { host: request.host, redirect: body.redirect, link: null }));
  });
  http.implement(contract.finishOidc, async (ctx, { body }, { request, reply }) => {
    requirePlatform(request);
    reply.header('cache-control', 'no-store');
    const other = elsewhere(core, request, body.answer);
    if (other !== null) return { login: null, linked: false, redirect: null, elsewhere: other };
    // In any case the visit is over.
    clearFlowCookie(reply, secure);
    const { session, linked, redirect } = await finish(core, ctx, request, body.answer);
    if (!session) return { login: null, linked, redirect, elsewhere: null };
    // The previous session of this browser: the new cookie replaces it, so nobody could end it any more.
    await signOut(core, ctx, { token: bearerToken(request), cookie: refreshCookie(request) });
    return { login: handSession(core, ctx, reply, session), linked, redirect, elsewhere: null };
  });
  http.implement(contract.linkOidc, async (ctx, { body }, { request, reply }) =>
    send(reply, await beginLink(core, ctx, body, request.host)),
  );
  http.implement(contract.unlinkOidc, async (ctx, { body }) => {
    await unlink(core, ctx, body.password);
    return null;
  });
}
