import type { FieldError } from '@voltloop/contract';
import type { Resource, Why } from '@voltloop/resource-kit';
import { auditAll } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError, conflictError, notFound } from '../../../../platform/errors.ts';
import { checkReferences } from './check-references.ts';
import { type Core, rulesOf, writing } from './core.ts';
import { detailsOfWhy } from './details-of-why.ts';
import { isEditable, notEditable } from './editable.ts';
import { factsOf } from './facts.ts';
import { referencesTo } from './references-to.ts';
import { countReferring, lockRows, markDeleted, rowsById, unmarkDeleted } from './store.ts';

/** How long a deletion can be undone. */
const UNDO_MS = 24 * 3600_000;

/**
 * Deletes rows, all or none.
 * @param why Null for the calls of the specification without this parameter
 * @throws notFound, conflict while other rows refer to one of them or rules prevent it
 */
export function deleteRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
  why: Why | null,
): Promise<{ deleted: string[] }> {
  return writing(core, resource, async (trx) => {
    const locked = await lockRows(trx, resource, ctx.caller.tenantId, ids, 'delete');
    if (locked.length < new Set(ids).size) throw notFound();
    await refuseByRules(trx, core, ctx, resource, locked);
    await refuseReferred(trx, core, ctx, resource, locked);
    await markDeleted(trx, resource, locked, ctx.now);
    const entry = {
      action: `${resource.name}.delete`,
      objectType: resource.name,
      ...(why ? { details: detailsOfWhy(why) } : {}),
    };
    await auditAll(
      trx,
      ctx,
      locked.map((objectId) => ({ ...entry, objectId })),
    );
    return { deleted: locked };
  });
}

/** A row that its state closes to edits cannot be deleted either; otherwise the rules decide. */
async function refuseByRules(trx: Trx, core: Core, ctx: Ctx, resource: Resource, ids: readonly string[]) {
  const { mayDelete } = rulesOf(core, resource);
  if (!mayDelete && !resource.life?.editable) return;
  const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
  const facts = factsOf(trx, ctx);
  const fields: FieldError[] = [];
  for (const row of rows) {
    const problem = (await mayDelete?.(facts, row)) ?? null;
    const path = `ids.${ids.indexOf(row.id)}`;
    if (!isEditable(resource, row)) fields.push({ path, ...notEditable });
    else if (problem)
      fields.push({ path: `${path}.${problem.field}`, key: problem.key, message: problem.message });
  }
  if (fields.length > 0) throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

async function refuseReferred(trx: Trx, core: Core, ctx: Ctx, resource: Resource, ids: readonly string[]) {
  const { tenantId } = ctx.caller;
  for (const { from, at } of referencesTo(core.registry, resource)) {
    const apart = from === resource ? ids : [];
    const count = await countReferring(trx, from, tenantId, at, ids, apart);
    if (count === 0) continue;
    const message = `In use: ${count} of ${from.many.en.toLowerCase()}`;
    const key = `resource.inUse?count=${count}&by=${from.name}`;
    throw conflictError('ids', key, message);
  }
}

/** @param ids in the order of the request: errors are reported by position */
async function refuseRestored(
  trx: Trx,
  core: Core,
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
  restored: readonly string[],
) {
  const { mayRestore } = rulesOf(core, resource);
  const facts = factsOf(trx, ctx);
  const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, restored);
  // Referenced rows may have been deleted since.
  const references = await checkReferences(trx, core.registry, resource, ctx.caller.tenantId, rows);
  const fields: FieldError[] = [];
  for (const [n, row] of rows.entries()) {
    const at = `ids.${ids.indexOf(row.id)}`;
    const problem = await mayRestore?.(facts, row);
    if (problem) fields.push({ path: `${at}.${problem.field}`, key: problem.key, message: problem.message });
    const missing = references[n]?.filter(({ key }) => key === 'resource.noReference') ?? [];
    fields.push(...missing.map((each) => ({ ...each, path: `${at}.${each.path}` })));
  }
  if (fields.length > 0) throw new AppError('conflict', { message: fields[0]?.message ?? '', fields });
}

/**
 * Undoes deletions, for a day. @throws validation where a newer row has its unique value, conflict where rules
 * prevent it or a referenced row is deleted
 */
export function restoreRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
): Promise<{ restored: string[] }> {
  return writing(core, resource, async (trx) => {
    const since = new Date(ctx.now.getTime() - UNDO_MS);
    const restored = await unmarkDeleted(trx, resource, ctx.caller.tenantId, ids, since);
    await refuseRestored(trx, core, ctx, resource, ids, restored);
    const entry = { action: `${resource.name}.restore`, objectType: resource.name };
    await auditAll(
      trx,
      ctx,
      restored.map((objectId) => ({ ...entry, objectId })),
    );
    return { restored };
  });
}
