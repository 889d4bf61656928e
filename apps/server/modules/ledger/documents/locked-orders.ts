import { sql } from 'kysely';
import type { AuditEntry } from '../../../platform/audit.ts';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { OrderLine } from './match-order.ts';

/** An order for delivery, locked until the transaction ends. */
export interface Order {
  id: string;
  clientId: string;
  /** The quantity of the first line, from the flat field. */
  shipped: number;
  state: string;
  status: number;
  tolerancePct: string;
  lines: OrderLine[];
}

/** Orders with their lines, locked in the order of their ids. @throws validation for a deleted one */
export async function lockOrders(
  trx: Trx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, Order>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<
    Omit<Order, 'lines'>
  >`select id, client_id as "clientId", shipped_quantity as shipped, state,
      status, tolerance_pct::text as "tolerancePct"
    from orders where id = any(${wanted}::uuid[]) and tenant_id = ${tenantId} and deleted_at is null
    order by id for no key update`.execute(trx);
  if (rows.length < wanted.length)
    throw fieldError('orderId', 'resource.noReference', 'This order no longer exists');
  const lines = await linesOfOrders(trx, wanted);
  return new Map(rows.map((row) => [row.id, { ...row, lines: lines.get(row.id) ?? [] }]));
}

/** Lines of orders by order, in their order. */
export async function linesOfOrders(
  trx: Db | Trx,
  ids: readonly string[],
): Promise<Map<string, Order['lines']>> {
  const { rows } = await sql<Order['lines'][number] & { orderId: string }>`
    select order_id as "orderId", place, product_type as "productType", category_id as "categoryId",
        cascade_type as "cascadeType", material, unit, quantity::text as quantity, shipped::text as shipped,
        returned::text as returned, trim_scale(unit_price)::text as "unitPrice", metals
      from order_lines where order_id = any(${[...ids]}::uuid[]) order by order_id, place`.execute(trx);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/**
 * Updates locked orders from their deliveries: shipped and returned quantities of each line, and the state.
 * @param how whether goods go to the customer or come back; also used when a void reverses that
 * @param no number of the document that changed the deliveries
 * @returns the audit rows
 */
export async function noteShipped(
  trx: Trx,
  ctx: Ctx,
  orders: ReadonlyMap<string, Order>,
  how: 'ship' | 'return',
  no: string,
): Promise<AuditEntry[]> {
  const ids = [...orders.keys()];
  if (ids.length === 0) return [];
  await sql`update order_lines l
    set shipped = coalesce(d.shipped, 0), returned = coalesce(d.returned, 0)
    from order_lines each left join (
        select order_id, order_place, sum(quantity) as shipped, sum(returned) as returned from deliveries
          where order_id = any(${ids}::uuid[]) and not voided group by 1, 2
      ) d on d.order_id = each.order_id and d.order_place = each.place
    where each.order_id = any(${ids}::uuid[]) and l.order_id = each.order_id and l.place = each.place
      and (l.shipped, l.returned) is distinct from (coalesce(d.shipped, 0), coalesce(d.returned, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; shipped: number; state: string }>`
    update orders o set shipped_quantity = t.shipped, state = t.state, update_time = ${ctx.now}, version = o.version + 1
      from order_totals t where t.id = o.id and o.id = any(${ids}::uuid[])
      returning o.id, o.shipped_quantity as shipped, o.state`.execute(trx);
  // For an order with one line one quantity suffices, except for returns.
  const several = [...orders.values()].some(({ lines }) => lines.length > 1);
  const after =
    several || how === 'return' ? await linesOfOrders(trx, ids) : new Map<string, Order['lines']>();
  return rows.map((row) => auditOf(orders.get(row.id) as Order, row, how, no, after.get(row.id)));
}

function auditOf(
  before: Order,
  after: { id: string; shipped: number; state: string },
  how: 'ship' | 'return',
  no: string,
  lines: Order['lines'] | undefined,
): AuditEntry {
  return {
    action: `order.${how}`,
    objectType: 'order',
    objectId: after.id,
    details: {
      no,
      changes: {
        ...(before.shipped === after.shipped
          ? {}
          : { shippedQuantity: { from: before.shipped, to: after.shipped } }),
        ...(before.state === after.state ? {} : { state: { from: before.state, to: after.state } }),
      },
      ...(lines
        ? { lines: lines.map(({ place, shipped, returned }) => ({ place, shipped, returned })) }
        : {}),
    },
  };
}
