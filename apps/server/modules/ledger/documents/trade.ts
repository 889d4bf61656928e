import type { FieldError } from '@voltloop/contract';
import { decimalOf, type Preset } from '@voltloop/resource-kit';
import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Trx } from '../../../platform/db.ts';
import { AppError, conflictError } from '../../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import {
  addDeliveries,
  addReturns,
  deliveriesOfGoods,
  productTypes,
  type Sold,
  type SoldGoods,
  soldGoods,
} from './deliveries.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';
import { lockOrders, noteShipped, type Order } from './locked-orders.ts';
import { type Goods, type Match, matchOrder, quantityIn } from './match-order.ts';
import { MAX_PROBLEMS } from './refuse-problems.ts';
import { type Split, splitByMass, splitLines } from './split-lines.ts';

/**
 * The effect of a document on orders and deliveries: a sale delivers, with or without an order; a return reverses
 * deliveries. Locks everything that must be locked before the goods.
 */
export type Trade =
  | { what: 'sale'; order: Order | null; orders: ReadonlyMap<string, Order>; lines: readonly Line[] }
  /** By line: the returned delivery and quantity. */
  | ({ what: 'return'; orders: ReadonlyMap<string, Order> } & Split);

/** @throws conflict for an order that is cancelled, closed, or of another customer */
export async function beginTrade(
  trx: Trx,
  tenantId: string,
  document: Document,
  { trades }: Preset,
  lines: readonly Line[],
): Promise<Trade | null> {
  if (trades === 'sale') {
    const orderId = document.order_id as string | null;
    const orders = await lockOrders(trx, tenantId, orderId === null ? [] : [orderId]);
    const order = orders.get(orderId ?? '') ?? null;
    if (order) refuseOrder(order, document);
    const masses = order ? await massesOf(trx, tenantId, order, lines) : new Map();
    return { what: 'sale', order, orders, ...(await splitByMass(trx, document.id, lines, masses)) };
  }
  if (trades !== 'return') return null;
  const found = await deliveriesOfGoods(trx, tenantId, document, lines);
  const orders = await lockOrders(
    trx,
    tenantId,
    found.flatMap(({ orderId }) => orderId ?? []),
  );
  return { what: 'return', ...(await splitLines(trx, document.id, lines, found)), orders };
}

/** The parts of goods by mass that are delivered for several lines of an order: a line refers to one delivery. */
async function massesOf(
  trx: Trx,
  tenantId: string,
  { lines: ordered, tolerancePct }: Order,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ lotNo: string; material: string }>`
    select lot_no as "lotNo", material from lots
      where tenant_id = ${tenantId} and lot_no = any(${lines.flatMap(({ lotNo }) => lotNo ?? [])}::text[])`.execute(
    trx,
  );
  const materials = new Map(rows.map(({ lotNo, material }) => [lotNo, material]));
  const goods = lines.flatMap(({ id, code, lotNo, kg }): Goods[] => {
    const material = code === null ? materials.get(lotNo ?? '') : undefined;
    if (material === undefined || kg === null) return [];
    const productType = productTypes[material] ?? null;
    return [
      { lineId: id, coded: false, productType, material, categoryId: null, cascadeType: null, kg, kwh: null },
    ];
  });
  const byLine = Map.groupBy(matchOrder(ordered, goods, tolerancePct).matches, ({ lineId }) => lineId);
  return new Map([...byLine].map(([id, parts]) => [id, parts.map(({ quantity }) => quantity)]));
}

/** Warnings about returned goods that match no delivery: orders and invoices will not count them as returned. */
export function checkReturns(trade: Trade | null, lines: readonly Line[]): FieldError[] {
  if (trade?.what !== 'return') return [];
  const matched = new Set(trade.back.map(({ lineId }) => lineId));
  const entered = new Map([...trade.unmatched].map(([line, left]) => [line.id, left]));
  return lines.flatMap(({ id, clientKey, code, lotNo, kg }): FieldError[] => {
    const goods = code ?? lotNo ?? '';
    const path = `lines.${clientKey}.${code === null ? 'lotNo' : 'code'}`;
    const left = entered.get(id);
    if (left !== undefined) {
      const figures = new URLSearchParams({ goods, kg: decimalOf(kg).toFixed(), left });
      return [
        {
          path,
          key: `rule.document.notAllDelivered?${figures}`,
          message: `${left} of ${kg} kg of ${goods} match no delivery to this customer: orders and invoices will not count them as returned`,
        },
      ];
    }
    if (matched.has(id)) return [];
    return [
      {
        path,
        key: `rule.document.notDelivered?${new URLSearchParams({ goods })}`,
        message: `${goods} matches no delivery to this customer: orders and invoices will not count it as returned`,
      },
    ];
  });
}

function refuseOrder(order: Order, document: Document): void {
  if (order.status === 2) throw refused('orderCancelled', 'This order is cancelled');
  if (order.status === 3) throw refused('orderClosed', 'This order is closed');
  if (order.clientId !== document.customer_id)
    throw refused('orderOfOther', 'This order is of another customer');
}

/** Deliveries or returns of goods. */
export type Planned =
  | { trade: Extract<Trade, { what: 'sale' }>; sold: Sold }
  | { trade: Extract<Trade, { what: 'return' }> };

/** @throws conflict for goods that match no order line, or exceed its open quantity */
export async function planTrade(
  trx: Trx,
  tenantId: string,
  trade: Trade | null,
  lines: readonly Line[],
  moves: readonly Move[],
): Promise<Planned | null> {
  if (trade?.what !== 'sale') return trade && { trade };
  const goods = await soldGoods(trx, tenantId, lines, moves);
  const matches = trade.order ? matched(trade.order, goods, lines) : goods.map(matchWithoutOrder);
  return { trade, sold: { matches, goods, lines } };
}

/**
 * Writes the deliveries or returns of posted goods, and updates orders.
 * @returns the audit rows of the orders
 */
export async function writeTrade(
  trx: Trx,
  ctx: Ctx,
  document: Document,
  planned: Planned | null,
  no: string,
): Promise<AuditEntry[]> {
  if (planned === null) return [];
  if ('sold' in planned) await addDeliveries(trx, ctx.caller.tenantId, document, planned.sold);
  else await addReturns(trx, planned.trade.back);
  return noteShipped(trx, ctx, planned.trade.orders, 'sold' in planned ? 'ship' : 'return', no);
}

/** Goods sold without an order: by piece if coded, else by mass. */
function matchWithoutOrder(goods: SoldGoods): Match {
  const unit = goods.coded ? 'piece' : 'kg';
  return {
    lineId: goods.lineId,
    place: 0,
    unit,
    quantity: quantityIn(unit, goods) ?? goods.kg,
    unitPrice: null,
    metals: null,
  };
}

/** Goods that match no order line. */
export const mismatchErrors = {
  notOrdered: { key: 'rule.document.notOrdered', message: 'The order asks for nothing like this' },
  energyMissing: {
    key: 'rule.document.energyMissing',
    message: 'The order counts kWh: this battery has no rated energy',
  },
} as const;

function matched(order: Order, goods: readonly SoldGoods[], lines: readonly Line[]): Match[] {
  const { matches, mismatches } = matchOrder(order.lines, goods, order.tolerancePct);
  if (mismatches.length === 0) return matches;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const fields = new Map<string, FieldError>();
  for (const mismatch of mismatches) {
    if (mismatch.reason === 'overShipped') {
      const { place, open, unit } = mismatch;
      fields.set(`line ${place}`, {
        path: 'orderId',
        key:
          unit === 'piece'
            ? `rule.document.overShipped?line=${place}&open=${open}`
            : `rule.document.overShippedBy?line=${place}&open=${open}&unit=${unit === 'kwh' ? 'kWh' : 'kg'}`,
        message: `Only ${open} ${unit} of line ${place} of this order remain to be shipped`,
      });
      continue;
    }
    const line = byId.get(mismatch.lineId);
    fields.set(mismatch.lineId, {
      path: `lines.${line?.clientKey}.${line?.code === null ? 'lotNo' : 'code'}`,
      ...mismatchErrors[mismatch.reason],
    });
  }
  const all = [...fields.values()];
  throw new AppError('conflict', { message: all[0]?.message ?? '', fields: all.slice(0, MAX_PROBLEMS) });
}

const refused = (key: string, message: string) => conflictError('orderId', `rule.document.${key}`, message);
