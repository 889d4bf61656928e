import type { ReplyOf } from '@voltloop/contract';
import type { DocumentKind, transitCalls } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { findDocument } from './document.ts';

type InTransit = ReplyOf<ReturnType<typeof transitCalls>['inTransit']>;

/** The goods of a transfer that have not arrived yet. @throws notFound */
export async function findInTransit(db: Db, ctx: Ctx, kind: DocumentKind, id: string): Promise<InTransit> {
  const { tenantId } = ctx.caller;
  await findDocument(db, tenantId, kind, id);
  const { rows } = await sql<InTransit[number]>`
    with place as (select id from places where tenant_id = ${tenantId} and kind = 'transit' and key = ${id})
    select i.id::text as "clientKey", b.battery_code as code, null as "lotNo", null as material, null as chemistry,
        null as basis, trim_scale(i.booked_kg)::text as kg
      from place p join items i on i.place_id = p.id join batteries b on b.id = i.id
    union all
    select l.id::text, null, l.lot_no, l.material, l.chemistry, l.basis, trim_scale(sum(s.kg))::text
      from place p join lot_balances s on s.place_id = p.id join lots l on l.id = s.lot_id
      where s.kg > 0 group by l.id
    order by code, "lotNo"`.execute(db);
  return rows;
}
