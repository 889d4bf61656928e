import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { Core } from './core.ts';
import { type Manage, managedAccount } from './managed-account.ts';
import { type AccountRow, dependants, lockAccountTree, markDeleted } from './store.ts';
import { revokeAll } from './store-sessions.ts';

/**
 * Deletes an account below the caller and ends its sessions. Its name becomes free; its row stays for the history.
 * @throws forbidden, notFound, conflict while it has accounts below it or things bound to it (interpretation B27)
 */
export async function deleteAccount(
  core: Core,
  ctx: Ctx,
  accountId: string,
  manage: Manage = managedAccount,
): Promise<void> {
  await core.services.db.transaction().execute(async (trx) => {
    await lockAccountTree(trx, ctx.caller.tenantId, 'exclusive');
    const account = await manage(trx, ctx, accountId);
    await deleteIn(trx, ctx, account);
  });
  core.changed(accountId);
}

/** Deletes an account that the caller may delete, in a transaction that has locked the tree. @throws conflict */
export async function deleteIn(trx: Trx, ctx: Ctx, account: AccountRow): Promise<void> {
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
  await revokeAll(trx, account.id, ctx.now);
  await notify(trx, 'voltloop_accounts', `account:${account.id}`);
  await audit(trx, ctx, {
    action: 'account.delete',
    objectType: 'account',
    objectId: account.id,
    details: { user_name: account.userName },
  });
}
