import { type Resource, settable, type Values } from '@voltloop/resource-kit';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { changesOf } from './changes.ts';
import { checkedValues } from './check-values.ts';
import type { Row } from './columns.ts';
import { type Core, refusingDoubles } from './core.ts';
import { holdRows, rowsById, updateOne } from './store.ts';

/**
 * Changes a row: given fields over what is stored, named fields emptied. The row that results is checked as a whole.
 * @throws notFound, validation, conflict when somebody has changed it since `version` was read
 */
export function updateRow(
  core: Core,
  ctx: Ctx,
  resource: Resource,
  input: Values & { id: string; version?: number | undefined; clearFields: readonly string[] },
): Promise<Row> {
  const { id, version, clearFields, ...given } = input;
  const { tenantId } = ctx.caller;
  return refusingDoubles(resource, () =>
    core.services.db.transaction().execute(async (trx) => {
      await holdRows(trx, resource, tenantId, [id]);
      const [before] = await rowsById(trx, core.registry, resource, tenantId, [id]);
      if (!before) throw notFound();
      if (version !== undefined && version !== before.version) {
        throw new AppError('conflict', { message: 'Somebody else has changed this meanwhile' });
      }
      const open = new Set(settable(resource, 'update').map(([name]) => name));
      const after: Values = { ...before };
      for (const name of clearFields) if (open.has(name)) after[name] = null;
      for (const [name, value] of Object.entries(given))
        if (value !== undefined && open.has(name)) after[name] = value;
      const values = await checkedValues(trx, core.registry, resource, tenantId, after);
      for (const [name, field] of Object.entries(resource.fields)) {
        if (field.server || name === resource.life?.field) values[name] = before[name];
      }
      const changes = changesOf(resource, before, values);
      const names = Object.keys(changes);
      if (names.length === 0) return before;
      await updateOne(trx, resource, id, ctx.now, new Map(names.map((name) => [name, values[name]])));
      await audit(trx, ctx, {
        action: `${resource.name}.update`,
        objectType: resource.name,
        objectId: id,
        details: { changes },
      });
      const [row] = await rowsById(trx, core.registry, resource, tenantId, [id]);
      return row as Row;
    }),
  );
}
