import * as contract from '@voltloop/contract';
import { type Http, replied } from '../../../platform/http.ts';
import { NO_PASSWORD, ownAccount } from '../accounts/index.ts';
import { bearerToken } from './authenticate.ts';
import { changePassword } from './change-password.ts';
import { refreshCookie } from './cookie.ts';
import type { Core } from './core.ts';
import { handSession, requirePlatform } from './hand-session.ts';
import { createLoginCode, redeemLoginCode } from './login-codes.ts';
import { ownLink } from './oidc/own-link.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
  renewRecoveryCodes,
} from './own-second-factor.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { signOut } from './sign-out.ts';
import { protection } from './store-factors.ts';
import { updateSelf } from './update-self.ts';

/** Contract route → verb: profile, password, sessions and second factor of the signed-in account. */
export function selfRoutes(http: Http, core: Core): void {
  const { db } = core.services;

  http.implement(contract.updateSelf, (ctx, { body }) => updateSelf(core, ctx, body));
  http.implement(contract.changePassword, async (ctx, { body }, { reply }) => {
    const originPassword = body.origin_password ?? body.oldpassword ?? '';
    await changePassword(core, ctx, { password: body.password, originPassword });
    reply.status(204).send();
    return replied;
  });

  http.implement(contract.listOwnSessions, (ctx) => listOwnSessions(core, ctx));
  http.implement(contract.endOwnSession, async (ctx, { params }) => {
    await endOwnSession(core, ctx, params.id);
    return null;
  });
  http.implement(contract.endOtherSessions, async (ctx) => ({ ended: await endOtherSessions(core, ctx) }));
  http.implement(contract.createLoginCode, async (ctx, _input, { reply }) => {
    reply.header('cache-control', 'no-store');
    return createLoginCode(core, ctx);
  });
  http.implement(contract.redeemLoginCode, async (ctx, { body }, { request, reply }) => {
    requirePlatform(request);
    const agent = request.headers['user-agent'] ?? null;
    const session = await redeemLoginCode(core, ctx, body.code, agent);
    // The previous session of this browser: the new cookie replaces it, so nobody could end it any more.
    await signOut(core, ctx, { token: bearerToken(request), cookie: refreshCookie(request) });
    return handSession(core, ctx, reply, session);
  });

  http.implement(contract.getSecurity, async (ctx) => {
    const { accountId } = ctx.caller;
    const { passwordAt, since, codesLeft } = await protection(db, accountId);
    const own = await ownAccount(db, accountId);
    return {
      has_password: own?.passwordHash !== NO_PASSWORD,
      password_time: passwordAt?.getTime() ?? null,
      two_factor: {
        enabled: since !== null,
        since: since?.getTime() ?? null,
        recovery_codes_left: codesLeft,
      },
      sso: await ownLink(core, accountId),
    };
  });
  http.implement(contract.enrolTwoFactor, async (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return enrolSecondFactor(core, ctx, body.password);
  });
  http.implement(contract.confirmTwoFactor, async (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return { recovery_codes: await confirmSecondFactor(core, ctx, body.code) };
  });
  http.implement(contract.renewRecoveryCodes, async (ctx, { body }, { reply }) => {
    reply.header('cache-control', 'no-store');
    return { recovery_codes: await renewRecoveryCodes(core, ctx, body) };
  });
  http.implement(contract.disableTwoFactor, async (ctx, { body }) => {
    await disableSecondFactor(core, ctx, body);
    return null;
  });
  http.implement(contract.resetTwoFactor, async (ctx, { params }) => {
    await resetSecondFactor(core, ctx, params.id);
    return null;
  });
}
