import type { BodyOf, releaseClaim as call, ReplyOf } from '@voltloop/contract';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { notFound } from '../../../platform/errors.ts';

interface Released {
  kind: string;
  goods: string;
  kg: string | null;
}

/**
 * Releases the claim of a document on an item. The document is locked first, as its steps lock it: a document being
 * posted keeps its claims until it is posted, and then no longer needs them.
 * @throws notFound
 */
export async function releaseClaim(
  db: Db,
  ctx: Ctx,
  { documentId, itemId, reason }: BodyOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const { tenantId } = ctx.caller;
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from documents where id = ${documentId} and tenant_id = ${tenantId} for update`.execute(
      trx,
    );
    const { rows } = await sql<Released>`
      with gone as (
        delete from claims where document_id = ${documentId} and item_id = ${itemId} and tenant_id = ${tenantId}
          and ends_at > ${ctx.now} returning item_id, document_id, kg
      )
      select d.kind, coalesce(b.battery_code, l.lot_no) as goods, trim_scale(gone.kg)::text as kg
        from gone join documents d on d.id = gone.document_id
          left join batteries b on b.id = gone.item_id left join lots l on l.id = gone.item_id`.execute(trx);
    const [claim] = rows;
    if (!claim) throw notFound();
    const { kind, goods, kg } = claim;
    await audit(trx, ctx, {
      action: `${kind}.release`,
      objectType: kind,
      objectId: documentId,
      details: { reason: `${goods}${kg === null ? '' : ` (${kg} kg)`}: ${reason}`, item: itemId },
    });
    return { released: true };
  });
}
