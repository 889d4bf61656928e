import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { fieldError, forbidden } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import { type AccountRow, loadAccount, lockAccountTree } from '../../people/accounts/index.ts';
import { type Core, mayManageThings } from './core.ts';
import { findThings } from './find-thing.ts';
import { insertBindings, type ThingRow } from './store.ts';

/** Limit of devids in an audit row; the bindings themselves keep all of them. */
export const AUDITED_DEVIDS = 200;

type Bindable = Pick<ThingRow, 'id' | 'devid'>;

export interface Changed {
  /** Number of bindings begun or ended. */
  changed: number;
  /** The same for each thing of the call, in order. */
  results: { devid: string; changed: number }[];
}

/**
 * Binds every one of these things to every one of these accounts, or nothing at all. Existing bindings are kept. Every
 * account must be in the caller's subtree and every thing visible to the caller (interpretation C25).
 * @throws forbidden, notFound, validation
 */
export async function bindThings(
  core: Core,
  ctx: Ctx,
  userIds: readonly string[],
  idsOrDevids: readonly string[],
): Promise<Changed> {
  if (!mayManageThings(ctx.caller.roleId)) throw forbidden();
  return core.services.db.transaction().execute(async (trx) => {
    const accounts = await accountsToBind(trx, ctx, userIds);
    for (const account of accounts) checkOwner(account);
    const things = await findThings(trx, ctx.caller, idsOrDevids);
    return bindIn(trx, ctx, accounts, things);
  });
}

/** Things are bound to the accounts of the portal below the main account. @throws validation */
export function checkOwner(account: AccountRow): void {
  if (account.kind !== 'staff' && account.kind !== 'main') return;
  throw fieldError('userIds', 'thing.bindTo', 'Devices are bound to portal accounts below the main account');
}

/** Binds checked things to checked accounts, within a transaction. */
export async function bindIn(
  trx: Trx,
  ctx: Ctx,
  accounts: readonly AccountRow[],
  things: readonly Bindable[],
): Promise<Changed> {
  const pairs = accounts.flatMap((a) => things.map((t) => ({ thingId: t.id, accountId: a.id })));
  const bound = await insertBindings(trx, pairs, ctx.caller.accountId, ctx.now);
  await auditBindings(trx, ctx, 'thing.bind', accounts, things, bound.length);
  // Live streams check again what they may show.
  if (bound.length > 0) await notify(trx, 'voltloop_things', 'bindings');
  return changedOf(things, bound);
}

/** Counts for each thing how often it occurs. */
export function changedOf(things: readonly Bindable[], changedThingIds: readonly string[]): Changed {
  const counts = new Map<string, number>();
  for (const id of changedThingIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return {
    changed: changedThingIds.length,
    results: things.map((t) => ({ devid: t.devid, changed: counts.get(t.id) ?? 0 })),
  };
}

/** The accounts of a call, without duplicates. The tree is locked: none of them can be deleted or moved meanwhile. */
export async function accountsToBind(trx: Trx, ctx: Ctx, userIds: readonly string[]): Promise<AccountRow[]> {
  await lockAccountTree(trx, ctx.caller.tenantId, 'shared');
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
  accounts: readonly Pick<AccountRow, 'userName'>[],
  things: readonly Bindable[],
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
