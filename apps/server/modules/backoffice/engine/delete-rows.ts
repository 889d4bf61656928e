import type { Resource } from '@voltloop/resource-kit';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { type Core, refusingDoubles } from './core.ts';
import { holdRows, markDeleted, referredTo, unmarkDeleted } from './store.ts';

/** How long a deletion can be taken back. */
const UNDO_MS = 24 * 3600_000;

/** Deletes rows, all or none. @throws notFound, conflict while other rows refer to one of them */
export function deleteRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
): Promise<{ deleted: string[] }> {
  return core.services.db.transaction().execute(async (trx) => {
    const held = await holdRows(trx, resource, ctx.caller.tenantId, ids);
    if (held.length < new Set(ids).size) throw notFound();
    await refuseReferred(trx, core, resource, held);
    await markDeleted(trx, resource, held, ctx.now);
    for (const id of held) {
      await audit(trx, ctx, { action: `${resource.name}.delete`, objectType: resource.name, objectId: id });
    }
    return { deleted: held };
  });
}

async function refuseReferred(trx: Trx, core: Core, resource: Resource, ids: readonly string[]) {
  for (const other of core.registry.values()) {
    for (const [name, field] of Object.entries(other.fields)) {
      if (field.kind !== 'reference' || field.to !== resource.name) continue;
      const [first] = await referredTo(trx, other, name, ids);
      if (!first) continue;
      const message = `In use: ${first.count} of ${other.many.en.toLowerCase()}`;
      const key = `resource.inUse?count=${first.count}&by=${other.name}`;
      throw new AppError('conflict', { message, fields: [{ path: 'ids', key, message }] });
    }
  }
}

/** Takes deletions back, for a day. @throws validation where a newer row has taken its place */
export function restoreRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
): Promise<{ restored: string[] }> {
  return refusingDoubles(resource, () =>
    core.services.db.transaction().execute(async (trx) => {
      const since = new Date(ctx.now.getTime() - UNDO_MS);
      const restored = await unmarkDeleted(trx, resource, ctx.caller.tenantId, ids, since);
      for (const id of restored) {
        await audit(trx, ctx, {
          action: `${resource.name}.restore`,
          objectType: resource.name,
          objectId: id,
        });
      }
      return { restored };
    }),
  );
}
