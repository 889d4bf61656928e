import { randomUUIDv7 } from 'node:crypto';
import { decimalOf } from '@voltloop/resource-kit';
import { metals } from '@voltloop/resources/metal-price.ts';
import { pricePerKg, settledDelivery } from '@voltloop/resources/order/order-amounts.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import { lastValidMove, type Move } from '../stock/index.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';
import { lockOrders, type Order } from './locked-orders.ts';
import { type Goods, type Match, mostOf, openOf } from './match-order.ts';

/** A line that returns a part of a delivery. */
export interface Delivered {
  lineId: string;
  deliveryId: string;
  orderId: string | null;
  quantity: string;
}

/** Goods of lots that are packs, modules or cells, as ordered. */
export const productTypes: Readonly<Record<string, number>> = { pack: 1, module: 2, cell: 3 };

/** Goods of a sale, with the latest assay of their lot. */
export interface SoldGoods extends Goods {
  waterPct: string | null;
  elements: readonly { element: string; pct: string }[] | null;
}

/** The goods of a sale's lines, with the mass of their moves. */
export async function soldGoods(
  trx: Trx,
  tenantId: string,
  lines: readonly Line[],
  moves: readonly Move[],
): Promise<SoldGoods[]> {
  const byLine = Map.groupBy(moves, ({ lineId }) => lineId);
  const { rows } = await sql<Omit<SoldGoods, 'lineId' | 'kg'> & { id: string }>`
    select i.id, i.kind = 'coded' as coded, b.product_type as "productType", b.category_id as "categoryId",
        b.cascade_type as "cascadeType", b.rated_energy_kwh::text as kwh, l.material,
        case when l.basis = 'wet' then a.moisture_pct::text end as "waterPct", a.elements
      from items i left join batteries b on b.id = i.id left join lots l on l.id = i.id
        left join lateral (
          select elements, moisture_pct from assays a
            where a.tenant_id = i.tenant_id and a.lot_no = l.lot_no and a.deleted_at is null
            order by a.day desc, a.create_time desc limit 1
        ) a on true
      where i.tenant_id = ${tenantId} and i.id = any(${moves.map(({ itemId }) => itemId)}::uuid[])`.execute(
    trx,
  );
  const items = new Map(rows.map(({ id, ...item }) => [id, item]));
  return lines.flatMap((line) => {
    const own = byLine.get(line.id) ?? [];
    const item = items.get(own[0]?.itemId ?? '');
    if (!item) return [];
    const kg = own.reduce((sum, move) => sum.plus(decimalOf(move.kg)), decimalOf(0)).toFixed();
    const productType = item.productType ?? productTypes[item.material ?? ''] ?? null;
    return [{ ...item, lineId: line.id, productType, kg }];
  });
}

/** Goods of a sale and the order lines they are delivered for. */
export interface Sold {
  matches: readonly Match[];
  goods: readonly SoldGoods[];
  lines: readonly Line[];
}

/** Writes the deliveries of a sale: one for each order line, kind of goods and price. */
export async function addDeliveries(
  trx: Trx,
  tenantId: string,
  document: Document,
  { matches, goods, lines }: Sold,
): Promise<void> {
  const goodsOf = new Map(goods.map((each) => [each.lineId, each]));
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const kindOf = (match: Match) => {
    const each = goodsOf.get(match.lineId) as Sold['goods'][number];
    return {
      order_place: match.place === 0 ? null : match.place,
      product_type: each.productType,
      category_id: each.categoryId,
      cascade_type: each.cascadeType,
      material: each.material,
      unit: match.unit,
      ...(match.unit === 'metal'
        ? provisional(match, each)
        : { unit_price: lineOf.get(match.lineId)?.unitPrice ?? match.unitPrice, metals: null }),
    };
  };
  const groups = Map.groupBy(matches, (match) => JSON.stringify(kindOf(match)));
  const made = [...groups.values()].map((group) => ({
    id: randomUUIDv7(),
    ...kindOf(group[0] as Match),
    quantity: group.reduce((sum, { quantity }) => sum.plus(decimalOf(quantity)), decimalOf(0)).toFixed(),
    of: group.map(({ lineId, quantity }) => ({ line: lineId, quantity })),
  }));
  await sql`insert into deliveries (id, tenant_id, document_id, customer_id, order_id, order_place, day, product_type,
      category_id, cascade_type, material, unit, unit_price, metals, quantity)
    select id, ${tenantId}::uuid, ${document.id}::uuid, ${document.customer_id as string}::uuid,
      ${(document.order_id ?? null) as string | null}::uuid, order_place, ${document.day}::date, product_type,
      category_id, cascade_type, material, unit, unit_price, metals, quantity
    from json_populate_recordset(null::deliveries, ${JSON.stringify(made)}::json)`.execute(trx);
  await noteDelivered(
    trx,
    made.flatMap(({ id, of }) =>
      of.map(({ line, quantity }) => ({ lineId: line, deliveryId: id, orderId: null, quantity })),
    ),
  );
}

/** The provisional price of a kilogram: by the terms of the order, and by the assay of the lot, if any. */
function provisional({ metals: terms }: Match, { waterPct, elements }: SoldGoods) {
  const assayed = metals.flatMap((metal) => {
    const found = elements?.find(({ element }) => element.toLowerCase() === metal);
    return found ? [[`${metal}Pct`, found.pct] as const] : [];
  });
  const known = { ...terms, ...Object.fromEntries(assayed), ...(waterPct === null ? {} : { waterPct }) };
  const tonne = settledDelivery({ ...known, kg: KG_PER_TONNE });
  return { unit_price: pricePerKg(KG_PER_TONNE, tonne?.amount), metals: known };
}
const KG_PER_TONNE = 1000;

async function noteDelivered(trx: Trx, delivered: readonly Delivered[]): Promise<void> {
  await sql`update document_lines l set delivery_id = d."deliveryId", delivered = d.quantity
    from json_to_recordset(${JSON.stringify(delivered)}::json) as d("lineId" uuid, "deliveryId" uuid, quantity numeric)
    where l.id = d."lineId"`.execute(trx);
}

/**
 * The deliveries of returned goods: for a coded battery its last valid move; for a lot the oldest deliveries until then,
 * as many as it takes. Goods never sold to this customer are not a return.
 */
export async function deliveriesOfGoods(
  trx: Trx,
  tenantId: string,
  document: Document,
  lines: readonly Line[],
): Promise<Delivered[]> {
  const customerId = document.customer_id as string;
  const codes = lines.flatMap(({ code }) => code ?? []);
  const { rows } = await sql<{ code: string; deliveryId: string; orderId: string | null; quantity: string }>`
    select b.battery_code as code, d.id as "deliveryId", d.order_id as "orderId", l.delivered::text as quantity
      from batteries b join items i on i.id = b.id
        join ${lastValidMove} on true
        join document_lines l on l.id = m.line_id
        join deliveries d on d.id = l.delivery_id
      where b.tenant_id = ${tenantId} and b.battery_code = any(${codes}::text[]) and b.deleted_at is null
        and d.customer_id = ${customerId} and d.document_id = m.document_id and not d.voided`.execute(trx);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const coded = lines.flatMap((line): Delivered[] => {
    const found = byCode.get(line.code ?? '');
    return found ? [{ lineId: line.id, ...found }] : [];
  });
  return [...coded, ...(await deliveriesOfLots(trx, tenantId, document, lines))];
}

async function deliveriesOfLots(
  trx: Trx,
  tenantId: string,
  document: Document,
  lines: readonly Line[],
): Promise<Delivered[]> {
  const byMass = lines.filter(({ code, lotNo }) => code === null && lotNo !== null);
  if (byMass.length === 0) return [];
  const { rows } = await sql<{ lotNo: string; deliveryId: string; orderId: string | null; left: string }>`
    select lo.lot_no as "lotNo", d.id as "deliveryId", d.order_id as "orderId",
        (d.quantity - d.returned)::text as "left"
      from lots lo join document_lines l on l.item_id = lo.id join deliveries d on d.id = l.delivery_id
      where lo.tenant_id = ${tenantId} and lo.lot_no = any(${byMass.map(({ lotNo }) => lotNo)}::text[])
        and d.customer_id = ${document.customer_id as string} and d.day <= ${document.day}::date and d.unit in ('kg', 'metal') and not d.voided and d.document_id = l.document_id
      order by d.day, d.id`.execute(trx);
  const left = rows.map((row) => ({ ...row, left: decimalOf(row.left) }));
  return byMass.flatMap((line): Delivered[] => {
    let open = decimalOf(line.kg);
    return left.flatMap((each): Delivered[] => {
      const { lotNo, deliveryId, orderId } = each;
      const kg = each.left.lt(open) ? each.left : open;
      if (lotNo !== line.lotNo || kg.lte(0)) return [];
      each.left = each.left.minus(kg);
      open = open.minus(kg);
      return [{ lineId: line.id, deliveryId, orderId, quantity: kg.toFixed() }];
    });
  });
}

/** Counts returned goods. @throws conflict where they were returned concurrently */
export async function addReturns(trx: Trx, back: readonly Delivered[]): Promise<void> {
  await noteDelivered(trx, back);
  await changeReturned(trx, back, 1);
}

async function changeReturned(
  trx: Trx,
  back: readonly { deliveryId: string; quantity: string }[],
  sign: 1 | -1,
): Promise<void> {
  const rows = JSON.stringify(
    [...Map.groupBy(back, ({ deliveryId }) => deliveryId)].map(([id, some]) => ({
      id,
      quantity: some.reduce((sum, { quantity }) => sum.plus(decimalOf(quantity)), decimalOf(0)).toFixed(),
    })),
  );
  await sql`select 1 from deliveries where id in (select id from json_to_recordset(${rows}::json) as g(id uuid))
    order by id for no key update`.execute(trx);
  const { numAffectedRows } = await sql`update deliveries d set returned = d.returned + ${sign} * g.quantity
    from json_to_recordset(${rows}::json) as g(id uuid, quantity numeric)
    where d.id = g.id and not d.voided and d.returned + ${sign} * g.quantity between 0 and d.quantity`.execute(
    trx,
  );
  if (Number(numAffectedRows) < JSON.parse(rows).length)
    throw new AppError('conflict', { message: 'Others have changed this delivery meanwhile: try again' });
}

interface Back {
  deliveryId: string;
  quantity: string;
  orderId: string | null;
  orderPlace: number | null;
}

/** The deliveries or returns of a posted document that its void must reverse. */
export interface Reversal {
  orders: ReadonlyMap<string, Order>;
  sold: readonly string[];
  back: readonly { deliveryId: string; quantity: string }[];
}

/**
 * Locks the deliveries of a document that is about to be voided, with their orders.
 * @throws conflict while goods of a sale are returned, or are on a valid invoice
 */
export async function lockDeliveries(trx: Trx, tenantId: string, documentId: string): Promise<Reversal> {
  const { rows: touched } = await sql<{ id: string; orderId: string | null }>`
    select distinct d.id, d.order_id as "orderId" from document_lines l join deliveries d on d.id = l.delivery_id
      where l.document_id = ${documentId}`.execute(trx);
  const orders = await lockOrders(
    trx,
    tenantId,
    touched.flatMap(({ orderId }) => orderId ?? []),
  );
  const ids = touched.map(({ id }) => id);
  const { rows } = await sql<{ id: string; own: boolean; returned: boolean }>`
    select id, document_id = ${documentId} as own, returned > 0 as returned from deliveries
      where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
  const sold = rows.filter(({ own }) => own);
  if (sold.some(({ returned }) => returned)) throw kept('returned', 'Goods of this sale were returned');
  const no = await invoiceOf(
    trx,
    sold.map(({ id }) => id),
  );
  if (no) throw kept(`invoiced?no=${no}`, `Goods of this sale are on invoice ${no}`);
  const { rows: back } = await sql<Back>`
    select l.delivery_id as "deliveryId", l.delivered::text as quantity, d.order_id as "orderId",
        d.order_place as "orderPlace"
      from document_lines l join deliveries d on d.id = l.delivery_id
      where l.document_id = ${documentId} and d.document_id <> ${documentId}`.execute(trx);
  refuseReplaced(orders, back);
  return { orders, sold: sold.map(({ id }) => id), back };
}

/** @throws conflict for a return whose goods have been replaced: the order would be shipped twice */
function refuseReplaced(orders: ReadonlyMap<string, Order>, back: readonly Back[]): void {
  for (const { id, lines, tolerancePct } of orders.values())
    for (const line of lines) {
      const own = back.filter(({ orderId, orderPlace }) => orderId === id && orderPlace === line.place);
      if (own.length === 0) continue;
      const most = mostOf(line, tolerancePct);
      const left = own.reduce(
        (open, { quantity }) => open.minus(quantity),
        openOf({ ...line, quantity: most }),
      );
      if (left.lt(0))
        throw kept('replaced', 'Goods were shipped in place of those returned: void that sale first');
    }
}

/** The number of an invoice that covers one of these deliveries, if any. */
async function invoiceOf(trx: Trx, deliveries: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{
    no: string;
  }>`select max(no) filter (where quantity > 0) as no from delivery_claims
    where delivery_id = any(${[...deliveries]}::uuid[]) group by delivery_id having sum(quantity) > 0 limit 1`.execute(
    trx,
  );
  return rows[0]?.no;
}

/** Reverses deliveries and returns of a voided document. */
export async function reverseDeliveries(trx: Trx, { sold, back }: Reversal): Promise<void> {
  if (sold.length > 0)
    await sql`update deliveries set voided = true where id = any(${[...sold]}::uuid[])`.execute(trx);
  if (back.length > 0) await changeReturned(trx, back, -1);
}

const kept = (key: string, message: string) => conflictError('ids.0', `rule.document.${key}`, message);
