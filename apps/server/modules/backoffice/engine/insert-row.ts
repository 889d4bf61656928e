import type { Resource, Values } from '@voltloop/resource-kit';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import { changesOf } from './changes.ts';
import { checkedValues } from './check-values.ts';
import type { Row } from './columns.ts';
import { by, type Core, refusingDoubles } from './core.ts';
import { insertOne, rowsById } from './store.ts';

/** Makes a row. @throws validation */
export function insertRow(core: Core, ctx: Ctx, resource: Resource, input: Values): Promise<Row> {
  const { tenantId } = ctx.caller;
  return refusingDoubles(resource, () =>
    core.services.db.transaction().execute(async (trx) => {
      const values = await checkedValues(trx, core.registry, resource, tenantId, input);
      if (resource.life) values[resource.life.field] = resource.life.start;
      const id = await insertOne(trx, resource, by(ctx), values);
      await audit(trx, ctx, {
        action: `${resource.name}.insert`,
        objectType: resource.name,
        objectId: id,
        details: { changes: changesOf(resource, {}, values) },
      });
      const [row] = await rowsById(trx, core.registry, resource, tenantId, [id]);
      return row as Row;
    }),
  );
}
