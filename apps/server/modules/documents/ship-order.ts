import { sql } from 'kysely';
import type { AuditEntry } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/ctx.ts';
import type { Trx } from '../../platform/db.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Move } from '../stock/index.ts';
import type { Document } from './document.ts';
import type { Line } from './lines.ts';

/** An order as goods are shipped for it. */
interface Order {
  id: string;
  clientId: string;
  quantity: number;
  shipped: number;
  state: string;
  status: number;
}

/** The order that a document names, locked until the transaction ends; null where it names none. */
export async function lockOrder(trx: Trx, tenantId: string, document: Document): Promise<Order | null> {
  if (document.order_id == null) return null;
  const { rows } = await sql<Order>`select id, client_id as "clientId", quantity, shipped_quantity as shipped,
      state, status
    from orders where id = ${document.order_id} and tenant_id = ${tenantId} and deleted_at is null
    for no key update`.execute(trx);
  if (!rows[0]) throw fieldError('orderId', 'resource.noReference', 'This order does not exist any more');
  return rows[0];
}

/** @throws conflict for a cancelled order, one of another customer, and lines that an order in pieces cannot count */
export function refuseOrder(order: Order, document: Document, lines: readonly Line[]): void {
  if (order.status === 2) throw refused('orderCancelled', 'This order is cancelled');
  if (order.clientId !== document.customer_id)
    throw refused('orderOfOther', 'This order is of another customer');
  const byMass = lines.filter(({ code }) => code === null);
  const message = 'An order counts pieces: issue goods by mass without it';
  if (byMass.length > 0)
    throw new AppError('conflict', {
      message,
      fields: byMass.map(({ clientKey }) => ({
        path: `lines.${clientKey}.lotNo`,
        key: 'rule.document.orderByPiece',
        message,
      })),
    });
}

/** @throws conflict for more pieces than are still open */
export function refuseOverShipped({ quantity, shipped }: Order, moves: readonly Move[]): void {
  const open = quantity - shipped;
  if (piecesOf(moves) > open)
    throw refused(`overShipped?open=${open}`, `Of this order only ${open} pieces are still to be shipped`);
}

/**
 * Adds what moves take out, or back in, to what is shipped of a locked order; its state follows in the database.
 * @param no Of the document that moves the goods.
 * @returns the audit row
 */
export async function ship(
  trx: Trx,
  ctx: Ctx,
  { id, shipped, state }: Order,
  moves: readonly Move[],
  no: string,
): Promise<AuditEntry> {
  const { rows } = await sql<Pick<Order, 'shipped' | 'state'>>`update orders
    set shipped_quantity = shipped_quantity + ${piecesOf(moves)}, update_time = ${ctx.now}, version = version + 1
    where id = ${id} returning shipped_quantity as shipped, state`.execute(trx);
  const [after] = rows as [Pick<Order, 'shipped' | 'state'>];
  return {
    action: 'order.ship',
    objectType: 'order',
    objectId: id,
    details: {
      no,
      changes: {
        shippedQuantity: { from: shipped, to: after.shipped },
        ...(state === after.state ? {} : { state: { from: state, to: after.state } }),
      },
    },
  };
}

/** Pieces that go outside, less those that come back by a void. */
const piecesOf = (moves: readonly Move[]): number =>
  moves.reduce(
    (sum, { from, to, pieces }) =>
      sum + (pieces ?? 0) * (Number(to.kind === 'outside') - Number(from.kind === 'outside')),
    0,
  );

const refused = (key: string, message: string) =>
  new AppError('conflict', { message, fields: [{ path: 'orderId', key: `rule.document.${key}`, message }] });
