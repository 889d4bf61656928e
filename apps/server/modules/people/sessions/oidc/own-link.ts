import type { BodyOf, linkOidc, Security } from '@voltloop/contract';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { AppError, conflictError, fieldError } from '../../../../platform/errors.ts';
import { notify } from '../../../../platform/notices.ts';
import { dropLoginCodes, endSessions } from '../../accounts/index.ts';
import { confirmPassword } from '../confirm-password.ts';
import type { Core } from '../core.ts';
import { withBothFactors } from '../second-factor.ts';
import { protection } from '../store-factors.ts';
import { type Begun, begin, brandHostOf } from './begin.ts';
import { oidcOf } from './core.ts';
import { deleteIdentity, identityOfAccount } from './store.ts';

/** Single sign-on as shown to the owner of an account; null without a provider. */
export async function ownLink(core: Core, accountId: string): Promise<Security['sso']> {
  if (!core.oidc) return null;
  const { name, issuer } = core.oidc.settings;
  const found = await identityOfAccount(core.services.db, issuer, accountId);
  return {
    name,
    identity: found
      ? {
          label: found.label,
          since: found.linked_at.getTime(),
          last_time: found.last_used_at?.getTime() ?? null,
        }
      : null,
  };
}

/**
 * Starts linking the caller's account. The link is a new way to sign in, so it requires the same proof as a change of
 * the second factor.
 * @throws validation at `password` or `code`, conflict where it is linked already or under the host name of a brand,
 *   tooMany, ssoUnavailable
 */
export async function beginLink(
  core: Core,
  ctx: Ctx,
  input: BodyOf<typeof linkOidc>,
  host: string,
): Promise<Begun> {
  const { settings } = oidcOf(core);
  const { accountId, sessionId } = ctx.caller;
  const { db } = core.services;
  // The owner of the host name would receive the answer, also that of another person redirected there.
  if ((await brandHostOf(core, host)) !== null)
    throw conflictError(
      'password',
      'sso.linkHost',
      `Link your account at ${new URL(settings.redirectUri).origin}`,
    );
  if (await identityOfAccount(db, settings.issuer, accountId)) throw alreadyLinked();
  const { password, code } = input;
  if (!(await hasFactor(db, accountId)))
    await core.queue.run(`self:${accountId}`, () => confirmPassword(core, ctx, password, 'password'));
  else if (!code) throw fieldError('code', 'account.code.needed', 'Enter a code of your authenticator');
  else await withBothFactors(core, ctx, { password, code }, async () => {});
  return begin(core, ctx, { host, redirect: input.redirect, link: { accountId, sessionId } });
}

const hasFactor = async (db: Db, accountId: string) => (await protection(db, accountId)).since !== null;

const alreadyLinked = () => new AppError('conflict', { message: 'The account is linked already' });

/**
 * Removes the link of the caller's account and ends its other sessions. Refused without a password, because nobody
 * could sign in any more.
 * @throws validation at `password`, conflict where it is not linked, tooMany
 */
export async function unlink(core: Core, ctx: Ctx, password: string): Promise<void> {
  const { settings } = oidcOf(core);
  const { accountId, sessionId } = ctx.caller;
  await core.queue.run(`self:${accountId}`, () => confirmPassword(core, ctx, password, 'password'));
  const ended = await core.services.db.transaction().execute(async (trx) => {
    if (!(await deleteIdentity(trx, settings.issuer, accountId)))
      throw new AppError('conflict', { message: 'The account is not linked' });
    const ended = await endSessions(trx, { accountId, keep: sessionId, reason: 'revoked', now: ctx.now });
    await dropLoginCodes(trx, accountId);
    await notify(trx, 'voltloop_accounts', `account:${accountId}`);
    await audit(trx, ctx, {
      action: 'account.identity.unlink',
      objectType: 'account',
      objectId: accountId,
      details: { issuer: settings.issuer, sessions_ended: ended.length },
    });
    return ended;
  });
  core.forgetAccount(accountId);
  for (const id of ended) core.cache.forgetSession(id);
}
