import { type AuditEntry, auditAll } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { conflictError, forbidden } from '../../../platform/errors.ts';
import { type Core, type EndedWork, mayRegister } from './core.ts';
import { disconnectDevice, revokeDevice } from './disconnect-device.ts';
import { findThing } from './find-thing.ts';
import { boundToOthers, endBindings, lockThing, markDeleted } from './store.ts';

/**
 * Removes a thing from the registry: its bindings and the work queued for it end, its secret is revoked, its devid
 * becomes free. Its row and history stay, so that measurements keep their owner. Refused while it is bound to an account other than the caller: a
 * battery never disappears for an account without an unbinding in its history.
 * @throws forbidden, notFound, conflict
 */
export async function deleteThing(core: Core, ctx: Ctx, idOrDevid: string): Promise<void> {
  if (!mayRegister(ctx.caller.roleId)) throw forbidden();
  const { devid, ended } = await core.services.db.transaction().execute(async (trx) => {
    const thing = await findThing(trx, ctx.caller, idOrDevid);
    await lockThing(trx, thing.id);
    const others = await boundToOthers(trx, thing.id, ctx.caller.accountId);
    if (others.length > 0) {
      const message = 'The device is still bound to other accounts; unbind it first';
      throw conflictError('devNo', 'thing.stillBound', message);
    }
    await endBindings(trx, [thing.id], 'all', ctx.caller.accountId, ctx.now);
    await markDeleted(trx, thing.id, ctx.now);
    const ended: EndedWork[] = [];
    for (const endWork of core.deletionListeners) ended.push(await endWork(trx, ctx, [thing.id]));
    await revokeDevice(trx, thing.devid);
    const deleted: AuditEntry = {
      action: 'thing.delete',
      objectType: 'thing',
      objectId: thing.id,
      details: { devid: thing.devid },
    };
    await auditAll(trx, ctx, [deleted, ...ended.flatMap(({ entries }) => entries)]);
    return { devid: thing.devid, ended };
  });
  await disconnectDevice(core, devid);
  for (const { follow } of ended) await follow?.();
}
