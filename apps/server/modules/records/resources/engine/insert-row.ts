import type { Resource, Values } from '@voltloop/resource-kit';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Row } from './columns.ts';
import { type Core, writing } from './core.ts';
import { insertIn } from './insert-rows.ts';
import { seenBy } from './mask.ts';
import { rowsById } from './store.ts';

/** Inserts a row. @throws validation */
export function insertRow(core: Core, ctx: Ctx, resource: Resource, input: Values): Promise<Row> {
  return writing(core, resource, async (trx) => {
    const ids = await insertIn(core, trx, ctx, resource, [input], (_n, field) => field);
    const [row] = await rowsById(trx, core.registry, resource, ctx.caller.tenantId, ids);
    return seenBy(ctx, resource, row as Row);
  });
}
