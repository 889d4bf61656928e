import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { fieldError, forbidden } from '../../platform/errors.ts';
import { notify } from '../../platform/notices.ts';
import { type AccountRow, holdTree, loadAccount } from '../accounts/index.ts';
import { type Core, mayManageThings } from './core.ts';
import { findThings } from './find-thing.ts';
import { insertBindings, type ThingRow } from './store.ts';

/** Devids named in an audit row; the bindings themselves keep all of them. */
export const AUDITED_DEVIDS = 200;

/**
 * Binds every one of these things to every one of these accounts, or nothing at all. What is bound already stays as it
 * is. Every account must be in the caller's subtree and every thing visible to the caller (decisions C25).
 * @returns how many bindings are new
 * @throws forbidden, notFound, validation
 */
export async function bindThings(
  core: Core,
  ctx: Ctx,
  userIds: readonly string[],
  idsOrDevids: readonly string[],
): Promise<number> {
  if (!mayManageThings(ctx.caller.roleId)) throw forbidden();
  return core.services.db.transaction().execute(async (trx) => {
    const accounts = await accountsToBind(trx, ctx, userIds);
    if (accounts.some((a) => a.kind === 'staff' || a.kind === 'main')) {
      throw fieldError(
        'userIds',
        'thing.bindTo',
        'Devices are bound to portal accounts below the main account',
      );
    }
    const things = await findThings(trx, ctx.caller, idsOrDevids);
    const pairs = accounts.flatMap((a) => things.map((t) => ({ thingId: t.id, accountId: a.id })));
    const bound = await insertBindings(trx, pairs, ctx.caller.accountId, ctx.now);
    await auditBindings(trx, ctx, 'thing.bind', accounts, things, bound);
    // Live streams ask anew what they may show.
    if (bound > 0) await notify(trx, 'voltloop_things', 'bindings');
    return bound;
  });
}

/** The accounts of a call, each once. The tree is held still: none of them can be deleted or moved away meanwhile. */
export async function accountsToBind(trx: Trx, ctx: Ctx, userIds: readonly string[]): Promise<AccountRow[]> {
  await holdTree(trx, ctx.caller.tenantId, 'shared');
  const accounts = new Map<string, AccountRow>();
  for (const id of userIds) {
    const account = await loadAccount(trx, ctx.caller, id);
    accounts.set(account.id, account);
  }
  return [...accounts.values()];
}

export async function auditBindings(
  trx: Trx,
  ctx: Ctx,
  action: 'thing.bind' | 'thing.unbind',
  accounts: readonly AccountRow[],
  things: readonly ThingRow[],
  changed: number,
): Promise<void> {
  const single = things.length === 1 ? things[0] : undefined;
  await audit(trx, ctx, {
    action,
    objectType: 'thing',
    ...(single ? { objectId: single.id } : {}),
    details: {
      accounts: accounts.map((a) => a.userName),
      devids: things.slice(0, AUDITED_DEVIDS).map((t) => t.devid),
      things: things.length,
      changed,
    },
  });
}
