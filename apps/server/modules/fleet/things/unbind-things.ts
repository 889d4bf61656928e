import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { forbidden } from '../../../platform/errors.ts';
import { notify } from '../../../platform/notices.ts';
import type { AccountRow } from '../../people/accounts/index.ts';
import { accountsToBind, auditBindings, type Changed, changedOf } from './bind-things.ts';
import { type Core, mayManageThings } from './core.ts';
import { inOrder } from './find-thing.ts';
import { boundElsewhere, boundThings, endBindings, type ThingRow, visibleThings } from './store.ts';

/**
 * Ends the bindings of these things to these accounts, or nothing at all. Idempotent: a call may be repeated although
 * its first run made the things invisible to the caller.
 * @throws forbidden, notFound
 */
export async function unbindThings(
  core: Core,
  ctx: Ctx,
  userIds: readonly string[],
  idsOrDevids: readonly string[],
): Promise<Changed> {
  if (!mayManageThings(ctx.caller.roleId)) throw forbidden();
  return core.services.db.transaction().execute(async (trx) => {
    const accounts = await accountsToBind(trx, ctx, userIds);
    const accountIds = accounts.map((a) => a.id);
    const visible = await visibleThings(trx, ctx.caller, idsOrDevids);
    const once = await boundThings(trx, ctx.caller.tenantId, idsOrDevids, accountIds);
    const things = inOrder(idsOrDevids, [...visible, ...once]);
    const thingIds = things.map((t) => t.id);
    const unbound = await endBindings(trx, thingIds, accountIds, ctx.caller.accountId, ctx.now);
    await auditBindings(trx, ctx, 'thing.unbind', accounts, things, unbound.length);
    // Live streams check again what they may show.
    if (unbound.length > 0) await notify(trx, 'voltloop_things', 'bindings');
    return changedOf(things, unbound);
  });
}

/**
 * Ends the bindings of things to every account that is neither `account` nor above it, in the transaction of a transfer.
 */
export async function unbindOthers(
  trx: Trx,
  ctx: Ctx,
  account: AccountRow,
  things: readonly Pick<ThingRow, 'id' | 'devid'>[],
): Promise<void> {
  const ids = things.map((t) => t.id);
  const bound = await boundElsewhere(trx, ids, account.path);
  const unbound = await endBindings(
    trx,
    ids,
    bound.map((a) => a.id),
    ctx.caller.accountId,
    ctx.now,
  );
  await auditBindings(trx, ctx, 'thing.unbind', bound, things, unbound.length);
  await notify(trx, 'voltloop_things', 'bindings');
}
