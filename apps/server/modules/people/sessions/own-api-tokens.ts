import {
  API_TOKENS_MAX,
  type ApiToken,
  apiTokenFamilies,
  type BodyOf,
  type createApiToken,
} from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { lockName } from '../../../platform/lock-name.ts';
import { notify } from '../../../platform/notices.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { confirmPassword } from './confirm-password.ts';
import type { Core } from './core.ts';
import { insertToken, livingTokens, revokeToken, type TokenRow } from './store-api-tokens.ts';

const DAY_MS = 86_400_000;

const toApiToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  families: row.families,
  created_time: row.created_at.getTime(),
  end_time: row.expires_at.getTime(),
  last_time: row.last_used_at?.getTime() ?? null,
  last_ip: row.last_used_ip,
});

/** Valid API tokens of the caller's account. */
export async function listOwnTokens(core: Core, ctx: Ctx): Promise<ApiToken[]> {
  return (await livingTokens(core.services.db, ctx.caller.accountId, ctx.now)).map(toApiToken);
}

/**
 * Creates an API token of the caller's account; its value cannot be read again.
 * @throws validation at `password`, tooMany, conflict at the maximum number of tokens
 */
export async function createOwnToken(
  core: Core,
  ctx: Ctx,
  input: BodyOf<typeof createApiToken>,
): Promise<{ token: string; api_token: ApiToken }> {
  const { accountId } = ctx.caller;
  await core.queue.run(`self:${accountId}`, () => confirmPassword(core, ctx, input.password, 'password'));
  const { token, hash } = core.apiTokens.make();
  const row = await core.services.db.transaction().execute(async (trx) => {
    await lockName(trx, `api tokens of ${accountId}`);
    if ((await livingTokens(trx, accountId, ctx.now)).length >= API_TOKENS_MAX) {
      throw new AppError('conflict', {
        message: `An account has at most ${API_TOKENS_MAX} API tokens. Revoke one first.`,
      });
    }
    const row = await insertToken(trx, {
      accountId,
      name: input.name,
      hash,
      scope: input.scope,
      families: apiTokenFamilies.filter((each) => input.families?.includes(each) ?? true),
      now: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + input.days * DAY_MS),
    });
    await audit(trx, ctx, {
      action: 'account.token.create',
      objectType: 'account',
      objectId: accountId,
      details: {
        token: row.name,
        token_id: row.id,
        scope: row.scope,
        families: row.families,
        days: input.days,
      },
    });
    return row;
  });
  return { token, api_token: toApiToken(row) };
}

/** Revokes an API token of the caller's account, on every node at once. @throws notFound */
export async function revokeOwnToken(core: Core, ctx: Ctx, tokenId: string): Promise<void> {
  if (!isUuid(tokenId)) throw notFound();
  const { accountId } = ctx.caller;
  await core.services.db.transaction().execute(async (trx) => {
    const name = await revokeToken(trx, { accountId, tokenId, now: ctx.now });
    if (name === null) throw notFound();
    await notify(trx, 'voltloop_accounts', `account:${accountId}`);
    await audit(trx, ctx, {
      action: 'account.token.revoke',
      objectType: 'account',
      objectId: accountId,
      details: { token: name, token_id: tokenId },
    });
  });
  core.forgetAccount(accountId);
}
