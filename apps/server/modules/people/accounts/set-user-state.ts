import type { User } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { notFound } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';
import { listed } from './list-users.ts';
import { type Manage, managedAccount } from './managed-account.ts';
import { lockAccountTree } from './store.ts';
import { dropLoginCodes, endSessions } from './store-sessions.ts';
import { setDisabled, usersById } from './store-users.ts';

/**
 * Disables or enables an account below the caller. When disabled, its sessions end at once and its sign-ins get the
 * answer of a wrong password. The accounts below it are not affected: they have their own customers.
 * @throws forbidden, notFound
 */
export async function setUserState(
  core: Core,
  ctx: Ctx,
  id: string,
  disabled: boolean,
  manage: Manage = managedAccount,
): Promise<User> {
  const row = await core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
    const account = await manage(trx, ctx, id);
    if (await setDisabled(trx, account.id, disabled, ctx.now)) {
      const ended = disabled
        ? await endSessions(trx, { accountId: account.id, reason: 'revoked', now: ctx.now })
        : [];
      if (disabled) await dropLoginCodes(trx, account.id);
      await notify(trx, 'voltloop_accounts', `account:${account.id}`);
      await audit(trx, ctx, {
        action: disabled ? 'account.disable' : 'account.enable',
        objectType: 'account',
        objectId: account.id,
        details: { user_name: account.userName, ...(disabled ? { sessions_ended: ended.length } : {}) },
      });
    }
    const [now] = await usersById(trx, [account.id]);
    if (!now) throw notFound();
    return now;
  });
  core.changed(row.id);
  return listed(row);
}
