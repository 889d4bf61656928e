import type * as contract from '@voltloop/contract';
import type { BodyOf, Thing } from '@voltloop/contract';
import { audit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { fieldError, forbidden } from '../../platform/errors.ts';
import { type Core, mayManageThings } from './core.ts';
import { findThing } from './find-thing.ts';
import { describeVisible } from './list-things.ts';
import { changedDescription, notClearable } from './rules.ts';
import { descriptionForUpdate, updateDescription } from './store.ts';

/**
 * Changes the name, the description and the time until offline of a thing: given fields are replaced, names in `clearFields` cleared, the rest kept
 * (interpretation A39).
 * @throws forbidden, notFound, validation
 */
export async function updateThing(
  core: Core,
  ctx: Ctx,
  idOrDevid: string,
  input: BodyOf<typeof contract.updateThing>,
): Promise<Thing> {
  if (!mayManageThings(ctx.caller.roleId)) throw forbidden();
  const clear = input.clearFields ?? [];
  const wrong = notClearable(clear);
  if (wrong !== null) throw fieldError('clearFields', 'thing.clearFields', `${wrong} cannot be cleared`);
  return core.services.db.transaction().execute(async (trx) => {
    const thing = await findThing(trx, ctx.caller, idOrDevid);
    const before = await descriptionForUpdate(trx, thing.id);
    const given = { ...input.description, ...input.desc };
    const description = changedDescription(before, given, clear);
    await updateDescription(trx, thing.id, {
      devname: input.devname,
      description,
      offline_after_s: input.offline_after_s,
    });
    await audit(trx, ctx, {
      action: 'thing.update',
      objectType: 'thing',
      objectId: thing.id,
      // Names of fields only: their values are personal data, and audit rows are never deleted.
      details: {
        devid: thing.devid,
        changed: [...(input.devname ? ['devname'] : []), ...Object.keys(given)],
        ...(input.offline_after_s === undefined ? {} : { offline_after_s: input.offline_after_s }),
        cleared: clear,
      },
    });
    return describeVisible(trx, ctx.caller, thing.id);
  });
}
