import { mayBeBelow } from '@voltloop/contract';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { fieldError, forbidden } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';
import { mayManageAccounts } from './rules.ts';
import { type AccountRow, lockAccountTree, moveSubtree } from './store.ts';
import { covers, loadAccount } from './visibility.ts';

/**
 * Moves an account with its subtree below another one. The caller must see both, and the account must be below the
 * caller. Bindings to the moved accounts stay; the former superiors lose access at once.
 * @throws forbidden, notFound, validation
 */
export async function moveAccount(
  core: Core,
  ctx: Ctx,
  accountId: string,
  newParentId: string,
): Promise<AccountRow> {
  if (!mayManageAccounts(ctx.caller.roleId)) throw forbidden();
  const { account, moved } = await core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'exclusive');
    const account = await loadAccount(trx, ctx.caller, accountId);
    const parent = await loadAccount(trx, ctx.caller, newParentId);
    if (account.id === ctx.caller.accountId || account.parentId === null) throw forbidden();
    if (covers(account.path, parent.path) || !mayBeBelow(account.kind, parent.kind)) {
      throw fieldError('parent_id', 'account.parent', 'The account cannot be below the chosen one');
    }
    const moved = await moveSubtree(trx, account, parent, ctx.now);
    for (const id of moved) await notify(trx, 'voltloop_accounts', `account:${id}`);
    // Live streams check again what they may show.
    await notify(trx, 'voltloop_things', 'bindings');
    await audit(trx, ctx, {
      action: 'account.move',
      objectType: 'account',
      objectId: account.id,
      details: { from: account.parentId, to: parent.id, accounts: moved.length },
    });
    return { account: await loadAccount(trx, ctx.caller, accountId), moved };
  });
  for (const id of moved) core.changed(id);
  return account;
}
