import { type Resource, rightOf } from '@voltloop/resource-kit';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import { notFound } from '../../../../platform/errors.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import type { Row } from './columns.ts';
import type { Core } from './core.ts';
import { hasPersonal, masked } from './mask.ts';
import { rowsById } from './store.ts';

/** One row. Personal data are unmasked for callers with the right, which leaves an audit row. @throws notFound */
export async function findById(core: Core, ctx: Ctx, resource: Resource, id: string): Promise<Row> {
  if (!isUuid(id)) throw notFound();
  const { db } = core.services;
  const [row] = await rowsById(db, core.registry, resource, ctx.caller.tenantId, [id]);
  if (!row) throw notFound();
  if (!hasPersonal(resource)) return row;
  if (!ctx.caller.rights.has(rightOf(resource, 'personal'))) return masked(resource, row);
  await db
    .transaction()
    .execute((trx) =>
      audit(trx, ctx, { action: `${resource.name}.read`, objectType: resource.name, objectId: id }),
    );
  return row;
}
