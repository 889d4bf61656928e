import type { autoBind as autoBindRoute, QueryOf, ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { conflictError, forbidden, notFound } from '../../../platform/errors.ts';
import { type AccountRow, accountById, covers, seesTenant } from '../../people/accounts/index.ts';
import { accountsToBind, bindIn, checkOwner } from './bind-things.ts';
import { type Core, mayManageThings } from './core.ts';
import { findThing } from './find-thing.ts';
import { boundToOthers, lockThing, visibleThings } from './store.ts';

/**
 * Binds one thing to one account by information model and serial number, when no check prevents it. The caller
 * must see both (interpretation C25). Two checks, which only the main account may disable (C24; a 0 from others
 * counts as 1):
 *
 * - parent: the account above the target must see the thing itself. A device moves down the tree
 *   step by step, without skipping an account.
 * - neighbour: no other account below the same parent, nor anybody below such an account, may have the thing. A device
 *   of one customer cannot be claimed by another.
 * @throws forbidden, notFound, validation, conflict
 */
export async function autoBind(
  core: Core,
  ctx: Ctx,
  userId: string,
  query: QueryOf<typeof autoBindRoute>,
): Promise<ReplyOf<typeof autoBindRoute>> {
  const { caller } = ctx;
  if (!mayManageThings(caller.roleId)) throw forbidden();
  const skips = seesTenant(caller);
  const checkParent = !skips || query.checkParentUserThingsAuth === 1;
  const checkNeighbour = !skips || query.checkNeighborUserThingsAuth === 1;
  return core.services.db.transaction().execute(async (trx) => {
    const [account] = await accountsToBind(trx, ctx, [userId]);
    if (!account) throw notFound();
    checkOwner(account);
    const thing = await findThing(trx, caller, query.thirdThingsId);
    if (thing.infoModelId !== query.infoModelId) throw notFound();
    await lockThing(trx, thing.id);
    const parent = account.parentId === null ? null : await accountById(trx, account.parentId);
    if (checkParent && parent && !(await sees(trx, parent, thing.id))) {
      throw refused('thing.parentHasNot', 'The account above does not have this device');
    }
    if (checkNeighbour && parent && (await neighbourHas(trx, parent, account, thing.id))) {
      throw refused('thing.neighbourHas', 'A sibling account has the device');
    }
    const { changed } = await bindIn(trx, ctx, [account], [thing]);
    return { devid: thing.devid, bound: changed };
  });
}

async function sees(trx: Trx, account: AccountRow, thingId: string): Promise<boolean> {
  return (await visibleThings(trx, account, [thingId])).length > 0;
}

/** Whether the thing is bound below the parent, elsewhere than at the account, above it or below it. */
async function neighbourHas(
  trx: Trx,
  parent: AccountRow,
  account: AccountRow,
  thingId: string,
): Promise<boolean> {
  const bound = await boundToOthers(trx, thingId, account.id);
  return bound.some(
    ({ path }) => path !== parent.path && covers(parent.path, path) && !covers(account.path, path),
  );
}

const refused = (key: string, message: string) => conflictError('thirdThingsId', key, message);
