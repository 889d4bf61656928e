import type { FieldError } from '@voltloop/contract';
import type { Resource, StoredRow, Values } from '@voltloop/resource-kit';
import { type AuditEntry, auditAll } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { mapYielding } from '../../../../platform/map-yielding.ts';
import { changesOf } from './changes.ts';
import { checkDrafts } from './check-drafts.ts';
import { by, type Core, rulesOf, writing } from './core.ts';
import { factsOf } from './facts.ts';
import { insertMany, rowsById } from './store.ts';

/** Maximum errors of one reply. */
const MAX_ERRORS = 100;

/**
 * Inserts many rows, all or none: checked together, written together, each with its audit row. Ten thousand rows need
 * few queries. Values of server fields and of the state are allowed: no call reaches this directly.
 * @returns their ids, in their order
 * @throws validation, with paths `rows.0.field`
 */
export function insertRows(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  rows: readonly Values[],
): Promise<string[]> {
  return writing(core, resource, (trx) => insertIn(core, trx, ctx, resource, rows));
}

/** {@link insertRows} within a transaction; `path` builds the path of the nth row's errors. */
export async function insertIn(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  resource: Resource,
  rows: readonly Values[],
  path?: (n: number, field: string) => string,
): Promise<string[]> {
  const { ids, entries } = await insertUnaudited(core, trx, ctx, resource, rows, path);
  // Last, because the lock of the trail is held until the end: transactions waiting for it must not block rows needed
  // here.
  await auditAll(trx, ctx, entries);
  return ids;
}

/**
 * {@link insertIn} as part of a larger transaction.
 * @returns the audit rows, which the caller writes at its end
 */
export async function insertUnaudited(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  resource: Resource,
  rows: readonly Values[],
  path = (n: number, field: string) => `rows.${n}.${field}`,
): Promise<{ ids: string[]; entries: AuditEntry[] }> {
  if (rows.length === 0) return { ids: [], entries: [] };
  const { life } = resource;
  const drafts = rows.map((values) => ({
    values: life ? { ...values, [life.field]: values[life.field] ?? life.start } : values,
    before: null,
  }));
  const checked = await checkDrafts(core, trx, ctx, resource, drafts);
  const fields = checked.flatMap(({ errors }, n): FieldError[] =>
    errors.map((error) => ({ ...error, path: path(n, error.path) })),
  );
  if (fields.length > 0) throw new AppError('validation', { fields: fields.slice(0, MAX_ERRORS) });
  const values = checked.map((each) => each.values);
  const ids = await insertMany(trx, resource, by(ctx), values);
  await runWrittenRules(core, trx, ctx, resource, ids);
  const entries = await mapYielding(values, (row, n) => ({
    action: `${resource.name}.insert`,
    objectType: resource.name,
    objectId: ids[n] as string,
    details: { changes: changesOf(resource, {}, row) },
  }));
  return { ids, entries };
}

async function runWrittenRules(core: Core, trx: Trx, ctx: Ctx, resource: Resource, ids: readonly string[]) {
  const { written } = rulesOf(core, resource);
  if (!written) return;
  const rows = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const inOrder = ids.map((id) => ({ before: null, after: byId.get(id) as StoredRow }));
  await written(factsOf(trx, ctx), inOrder);
}
