import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { notify } from '../../platform/notices.ts';
import type { Core } from './core.ts';
import { mayManageAccounts } from './rules.ts';
import { dependants, holdTree, markDeleted } from './store.ts';
import { loadAccount } from './visibility.ts';

/**
 * Deletes an account below the caller and ends its sessions. Its name becomes free; its row stays for the history.
 * @throws forbidden, notFound, conflict while it has accounts below it or things bound to it (decisions B27)
 */
export async function deleteAccount(core: Core, ctx: Ctx, accountId: string): Promise<void> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  await core.services.db.transaction().execute(async (trx) => {
    await holdTree(trx, ctx.caller.tenantId, 'exclusive');
    const account = await loadAccount(trx, ctx.caller, accountId);
    if (account.id === ctx.caller.accountId || account.parentId === null) throw forbidden();
    const { children, things } = await dependants(trx, account.id);
    const fields = [
      ...(children
        ? [{ path: 'id', key: 'account.hasChildren', message: 'The account has accounts below it' }]
        : []),
      ...(things
        ? [{ path: 'id', key: 'account.hasThings', message: 'The account has devices bound to it' }]
        : []),
    ];
    if (fields.length > 0) {
      throw new AppError('conflict', { message: fields.map((f) => f.message).join('; '), fields });
    }
    await markDeleted(trx, account.id, ctx.now);
    await notify(trx, 'voltloop_accounts', `account:${account.id}`);
    await audit(trx, ctx, {
      action: 'account.delete',
      objectType: 'account',
      objectId: account.id,
      details: { user_name: account.userName },
    });
  });
  core.cache.forgetAccount(accountId);
}
