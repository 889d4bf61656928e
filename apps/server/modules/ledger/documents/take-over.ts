import { MAX_LINES } from '@voltloop/resource-kit';
import { openingKind } from '@voltloop/resources/opening/opening.resource.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import { oneRow } from '../../../platform/db.ts';
import { conflictError, fieldError } from '../../../platform/errors.ts';
import { type Core, isEditable, notEditable } from '../../records/resources/index.ts';
import { isApart } from '../stock/index.ts';
import { lockDocument } from './document.ts';
import { noteTotals, totalsOf } from './lines.ts';

/**
 * Adds the stock from before the ledger to an open opening document: batteries of its store that have never moved.
 * Contained batteries come with their whole. A location that no longer exists is kept in the remark.
 * @throws notFound, conflict once it is submitted
 */
export function takeOver(core: Core, ctx: Ctx, id: string): Promise<{ added: number; left: number }> {
  const { tenantId } = ctx.caller;
  return core.services.db.transaction().execute(async (trx) => {
    const document = await lockDocument(trx, tenantId, openingKind, id);
    if (!isEditable(openingKind.resource, document))
      throw conflictError('id', notEditable.key, notEditable.message);
    if (document.store_id == null) throw fieldError('storeId', 'resource.required', 'Choose a store');
    const { count } = await totalsOf(trx, id);
    const waiting = sql`
      select b.battery_code as code, b.location, b.state, p.code as known
        from batteries b left join items i on i.id = b.id
          left join batteries w on w.id = b.parent_id and w.deleted_at is null
          left join places p on p.store_id = b.store_id and p.code = b.location
        where b.tenant_id = ${tenantId} and b.store_id = ${document.store_id} and b.deleted_at is null
          and b.state not in ('in_use', 'sold', 'handed_over', 'recycled') and coalesce(i.move_n, 0) = 0
          and (w.id is null or ${isApart(sql`b`, sql`w`)})
          and not exists (select 1 from document_lines l where l.document_id = ${id} and l.code = b.battery_code)`;
    const { rows } = await sql<{ added: number; waiting: number }>`with waiting as materialized (${waiting}),
      added as (
        insert into document_lines (tenant_id, document_id, client_key, place_in_list, code, location, condition, remark)
          select ${tenantId}, ${id}, code, ${count} + row_number() over (order by location, code), code, known,
              case state when 'on_hold' then 'hold' when 'in_test' then 'test' when 'scrapped' then 'scrapped'
                else 'available' end,
              case when known is null then nullif(location, '') end
            from waiting order by location, code limit ${MAX_LINES - count}
          returning 1
      )
      select (select count(*)::int from added) as added, (select count(*)::int from waiting) as waiting`.execute(
      trx,
    );
    const { added, waiting: found } = oneRow({ rows });
    await noteTotals(trx, id, await totalsOf(trx, id), ctx.now);
    return { added, left: found - added };
  });
}
