import type { ReplyOf } from '@voltloop/contract';
import { type DocumentKind, decimalOf, type saleCalls } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.ts';
import { productTypes } from './deliveries.ts';
import { findDocument, isOpen } from './document.ts';
import { linesOfOrders } from './locked-orders.ts';
import { type Goods, matchOrder, openOf } from './match-order.ts';
import { mismatchErrors } from './trade.ts';

type Ordered = ReplyOf<ReturnType<typeof saleCalls>['ordered']>;

/**
 * How much of its order the lines of an open document cover, matched as by posting. Whether the goods can leave is
 * checked elsewhere. @throws notFound
 */
export async function findOrdered(db: Db, ctx: Ctx, kind: DocumentKind, id: string): Promise<Ordered> {
  const document = await findDocument(db, ctx.caller.tenantId, kind, id);
  const orderId = document.order_id as string | null;
  if (orderId === null || !isOpen(document)) return { lines: [], surplus: [] };
  const [ordered, goods, { rows: named }] = await Promise.all([
    linesOfOrders(db, [orderId]),
    goodsOf(db, id),
    sql<{ place: number; name: string | null; tolerance: string }>`
      select l.place, c.category_name as name, o.tolerance_pct::text as tolerance from order_lines l join orders o on o.id = l.order_id
        left join device_categories c on c.id = l.category_id where l.order_id = ${orderId}`.execute(db),
  ]);
  const lines = ordered.get(orderId) ?? [];
  const { matches, mismatches } = matchOrder(lines, goods, named[0]?.tolerance ?? '0');
  const categories = new Map(named.map(({ place, name }) => [place, name]));
  return {
    lines: lines.map((line) => {
      const { place, productType, material, cascadeType, unit, quantity, shipped, returned } = line;
      const here = matches
        .filter((match) => match.place === place)
        .reduce((sum, match) => sum.plus(match.quantity), decimalOf(0));
      const missing = openOf(line).minus(here);
      return {
        place,
        productType,
        material,
        cascadeType,
        unit,
        category: categories.get(place) ?? null,
        quantity: decimalOf(quantity).toFixed(),
        // What the customer has.
        shipped: decimalOf(shipped).minus(returned).toFixed(),
        here: here.toFixed(),
        missing: missing.lt(0) ? '0' : missing.toFixed(),
      };
    }),
    surplus: mismatches.map((mismatch) => ({
      clientKey: mismatch.lineId,
      ...(mismatch.reason === 'overShipped'
        ? {
            key: `rule.document.surplus?line=${mismatch.place}`,
            message: `More than line ${mismatch.place} of the order asks for`,
          }
        : mismatchErrors[mismatch.reason]),
    })),
  };
}

/** The goods of a document's lines, by client key. Unknown codes are refused elsewhere. */
async function goodsOf(db: Db, documentId: string): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select l.client_key as "lineId", l.code is not null as coded, b.product_type as "productType",
        b.category_id as "categoryId", b.cascade_type as "cascadeType", b.rated_energy_kwh::text as kwh,
        coalesce(l.kg, i.booked_kg, b.mass_kg, 0)::text as kg, lot.material
      from document_lines l
        left join batteries b on b.tenant_id = l.tenant_id and b.battery_code = l.code and b.deleted_at is null
        left join items i on i.id = b.id
        left join lots lot on lot.tenant_id = l.tenant_id and lot.lot_no = l.lot_no
      where l.document_id = ${documentId} and (b.id is not null or lot.id is not null)
      order by l.place_in_list, l.id`.execute(db);
  return rows.map((each) => ({
    ...each,
    productType: each.productType ?? productTypes[each.material ?? ''] ?? null,
  }));
}
