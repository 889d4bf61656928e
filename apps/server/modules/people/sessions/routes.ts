import * as contract from '@voltloop/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicCtx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http.ts';
import { goneSignal } from '../../../platform/reply-stream.ts';
import { type AccountRow, readSelfOfCaller } from '../accounts/index.ts';
import { bearerToken } from './authenticate.ts';
import { clearRefreshCookie, refreshCookie } from './cookie.ts';
import type { Core } from './core.ts';
import { forgotPassword, resetPasswordByLink } from './forgotten-password.ts';
import { handSession, requirePlatform, secureCookies } from './hand-session.ts';
import { type OpenSession, openSession } from './open-session.ts';
import { refreshSession } from './refresh-session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** Contract route → verb: sign-in, refresh and sign-out. */
export function sessionRoutes(http: Http, core: Core): void {
  const { db, pool } = core.services;
  const secure = secureCookies(core);
  const agent = (request: FastifyRequest) => request.headers['user-agent'] ?? null;
  const from = (request: FastifyRequest, reply: FastifyReply) => ({
    userAgent: agent(request),
    signal: goneSignal(reply.raw),
  });
  const hand = (ctx: PublicCtx, reply: FastifyReply, session: OpenSession) =>
    handSession(core, ctx, reply, session);

  http.implement(contract.createSession, async (ctx, { body }, { request, reply }) =>
    hand(ctx, reply, await signIn(core, ctx, { ...named(body), door: 'portal', ...from(request, reply) })),
  );
  http.implement(contract.createAdminSession, async (ctx, { body }, { request, reply }) =>
    hand(ctx, reply, await signIn(core, ctx, { ...named(body), door: 'admin', ...from(request, reply) })),
  );
  http.implement(contract.assetLogin, async (ctx, { body }, { request, reply }) => {
    const input = { name: body.loginName, password: body.password, otp: body.otp, ...from(request, reply) };
    const { token, name, avatar } = hand(ctx, reply, await signIn(core, ctx, { ...input, door: 'portal' }));
    // An empty picture address means the default picture (specification section 3).
    return { token, userName: name, avastar: avatar ?? '' };
  });

  http.implement(contract.refreshSession, async (ctx, _input, { request, reply }) => {
    requirePlatform(request);
    try {
      return hand(ctx, reply, await refreshSession(core, ctx, refreshCookie(request)));
    } catch (e) {
      if (e instanceof AppError && e.status === 401) clearRefreshCookie(reply, secure);
      throw e;
    }
  });

  http.implement(contract.logout, async (ctx, _input, { request, reply }) => {
    await signOut(core, ctx, { token: bearerToken(request), cookie: refreshCookie(request) });
    clearRefreshCookie(reply, secure);
    return null;
  });
  http.implement(contract.logoutGet, async (ctx, _input, { request, reply }) => {
    const token = bearerToken(request);
    await signOut(core, ctx, { token });
    if (token) clearRefreshCookie(reply, secure);
    return null;
  });
  http.implement(contract.assetLogout, async (ctx, { body }, { request, reply }) => {
    const token = body?.token ?? bearerToken(request);
    await signOut(core, ctx, { token, cookie: refreshCookie(request) });
    clearRefreshCookie(reply, secure);
    return null;
  });

  http.implement(contract.assetInfo, async (ctx, _input, { request }) => {
    const self = await readSelfOfCaller(pool, ctx.caller);
    return {
      token: bearerToken(request) ?? '',
      userName: self.name,
      avastar: self.avatar ?? '',
      roles: self.roleIds,
      introduction: self.description ?? '',
    };
  });

  http.implement(contract.forgotPassword, async (ctx, { body }) => {
    await forgotPassword(core, ctx, body);
    return null;
  });
  http.implement(contract.resetPasswordByLink, async (ctx, { body }) => {
    await resetPasswordByLink(core, ctx, body);
    return null;
  });

  http.implement(
    contract.createFirstAccount,
    async (ctx, { body: { code, user_name: userName, ...body } }, { request, reply }) => {
      requirePlatform(request);
      await core.accounts.checkSetupCode(ctx, code);
      const account = await core.accounts.createFirstAccount(ctx, { ...body, userName });
      const session = await db
        .transaction()
        .execute((trx) => openSession(core, trx, ctx, account, agent(request)));
      return hand(ctx, reply, session);
    },
  );
  http.implement(contract.acceptInvitation, async (ctx, { body }, { request, reply }) => {
    requirePlatform(request);
    const open = (trx: Trx, account: AccountRow) => openSession(core, trx, ctx, account, agent(request));
    return hand(ctx, reply, await core.accounts.acceptInvitation(ctx, body, open));
  });
}

const named = (body: { username: string; password: string; otp?: string | undefined }) => ({
  name: body.username,
  password: body.password,
  otp: body.otp,
});
