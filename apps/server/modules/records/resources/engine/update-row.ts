import type { FieldError } from '@voltloop/contract';
import { closed, type Resource, settable, type Values } from '@voltloop/resource-kit';
import { inputOf } from '@voltloop/resource-kit/values.ts';
import { type AuditEntry, audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Trx } from '../../../../platform/db.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { changesOf } from './changes.ts';
import { checkDrafts } from './check-drafts.ts';
import type { Row } from './columns.ts';
import { type Core, rulesOf, writing } from './core.ts';
import { isEditable, notEditable, refuseOthersChange } from './editable.ts';
import { factsOf } from './facts.ts';
import { seenBy } from './mask.ts';
import { lockRows, rowsById, updateMany } from './store.ts';

/**
 * Changes a row: given fields replace stored ones, named fields are emptied. The resulting row is checked as a whole.
 * @throws notFound, validation, conflict when it was changed since `version` was read, transition when its state
 *   forbids changes
 */
export function updateRow(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  input: Values & { id: string; version?: number | undefined; clearFields: readonly string[] },
): Promise<Row> {
  const { id, version } = input;
  const { tenantId } = ctx.caller;
  return writing(core, resource, async (trx) => {
    const load = async (): Promise<Row> => {
      const [row] = await rowsById(trx, core.registry, resource, tenantId, [id]);
      if (!row) throw notFound();
      return row;
    };
    await lockRows(trx, resource, tenantId, [id], 'change');
    const before = await load();
    refuseOthersChange(before, version);
    if (!isEditable(resource, before)) {
      const { message } = notEditable;
      throw new AppError('transition', {
        message,
        fields: [{ path: resource.life?.field ?? 'id', ...notEditable }],
      });
    }
    refuseClosed(resource, before, input);
    const entry = await updateUnaudited(core, trx, ctx, resource, before, changed(resource, before, input));
    if (!entry) return seenBy(ctx, resource, before);
    const after = await load();
    await audit(trx, ctx, entry);
    return seenBy(ctx, resource, after);
  });
}

/**
 * Changes a locked row as part of a larger transaction; the values are those of the whole row.
 * @returns the audit row, which the caller writes at its end; null without a change
 * @throws validation
 */
export async function updateUnaudited(
  core: Core,
  trx: Trx,
  ctx: Ctx,
  resource: Resource,
  before: Row,
  values: Values,
): Promise<AuditEntry | null> {
  const { id } = before;
  const [checked] = await checkDrafts(core, trx, ctx, resource, [{ values, before }]);
  if (!checked || checked.errors.length > 0)
    throw new AppError('validation', { fields: checked?.errors ?? [] });
  const names = Object.keys(changesOf(resource, before, checked.values));
  if (names.length === 0) return null;
  const changes = new Map(names.map((name) => [name, checked.values[name]]));
  await updateMany(trx, resource, [id], ctx.now, changes);
  const { written } = rulesOf(core, resource);
  const load = async () =>
    (await rowsById(trx, core.registry, resource, ctx.caller.tenantId, [id]))[0] as Row;
  await written?.(factsOf(trx, ctx), [{ before, after: await load() }]);
  return {
    action: `${resource.name}.update`,
    objectType: resource.name,
    objectId: id,
    // Includes the changes by database and rules.
    details: { changes: changesOf(resource, before, await load()) },
  };
}

/**
 * Fields that an update cannot change may be sent only with their stored values.
 * @throws validation
 */
function refuseClosed(
  resource: Resource,
  before: Row,
  { clearFields, ...given }: Values & { clearFields: readonly string[] },
): void {
  const message = 'This field cannot be changed';
  const fields = closed(resource).flatMap(([name, field]): FieldError[] => {
    const sent = Object.hasOwn(given, name) ? given[name] : undefined;
    const parsed = sent === undefined || sent === null ? undefined : inputOf(field).safeParse(sent);
    const to = clearFields.includes(name) ? null : parsed ? (parsed.success ? parsed.data : sent) : undefined;
    if (to === undefined || !changesOf(resource, before, { ...before, [name]: to })[name]) return [];
    return [{ path: name, key: 'resource.unchangeable', message }];
  });
  if (fields.length > 0) throw new AppError('validation', { message, fields });
}

/** The row after an update, before it is checked. */
function changed(
  resource: Resource,
  before: Row,
  { clearFields, ...given }: Values & { clearFields: readonly string[] },
): Values {
  const after: Values = { ...before };
  for (const [name] of settable(resource, 'update')) {
    if (clearFields.includes(name)) after[name] = null;
    if (given[name] !== undefined) after[name] = given[name];
  }
  return after;
}
