import { decimalOf, type Facts, type Problem, type StoredRow, type Values } from '@voltloop/resource-kit';
import { storeAmounts } from './credit.ts';
import { amountsOfTotal } from './invoice-amounts.ts';
import { linesOf, problem } from './problem.ts';

interface Delivery {
  id: string;
  customerId: string;
  voided: boolean;
  /** Priced by metal content, and not settled yet. */
  provisional: boolean;
  /** Delivered less returned. */
  kept: string;
  /** Quantity that other invoices claim, and the number of one of them. */
  claimed: string;
  by: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Problems with the deliveries that an invoice claims. They are locked until the transaction ends, so that two people
 * cannot invoice the same goods.
 */
export async function deliveryProblems(facts: Facts, values: Values, own: string | null): Promise<Problem[]> {
  const lines = linesOf(values);
  const named = [...new Set(lines.flatMap(({ deliveryId }) => (deliveryId ? [String(deliveryId)] : [])))];
  if (named.length === 0) return [];
  const found = await lockDeliveries(
    facts,
    named.filter((id) => UUID.test(id)),
    own,
  );
  const open = new Map(
    [...found].map(([id, { kept, claimed }]) => [id, decimalOf(kept).minus(decimalOf(claimed))]),
  );
  return lines.flatMap(({ deliveryId, quantity }, n): Problem[] => {
    if (!deliveryId) return [];
    const delivery = found.get(String(deliveryId));
    if (!delivery || delivery.voided || values.direction !== 'out')
      return [problem(`lines.${n}.quantity`, 'notDelivered', 'These goods were not delivered')];
    if (delivery.customerId !== values.clientId)
      return [
        problem(`lines.${n}.quantity`, 'otherCustomer', 'These goods were delivered to another customer'),
      ];
    if (delivery.provisional)
      return [
        problem(
          `lines.${n}.quantity`,
          'provisional',
          'This is priced by metal content: settle the delivery first',
        ),
      ];
    const before = open.get(delivery.id) ?? decimalOf(0);
    open.set(delivery.id, before.minus(decimalOf(quantity)));
    if (before.gte(decimalOf(quantity))) return [];
    const left = before.lt(0) ? '0' : before.toFixed();
    return [
      delivery.by === null
        ? problem(`lines.${n}.quantity`, `overDelivered?open=${left}`, `Only ${left} of this can be invoiced`)
        : problem(
            `lines.${n}.quantity`,
            `claimed?open=${left}&no=${delivery.by}`,
            `Only ${left} of this can be invoiced: the rest is on ${delivery.by}`,
          ),
    ];
  });
}

async function lockDeliveries(
  { tenantId, query }: Facts,
  ids: readonly string[],
  own: string | null,
): Promise<Map<string, Delivery>> {
  await query(
    'select 1 from deliveries where tenant_id = $1 and id = any($2::uuid[]) order by id for no key update',
    [tenantId, ids],
  );
  // A separate query after the lock: it sees what was committed while waiting for it.
  const rows = await query<Delivery>(
    `select d.id, d.customer_id as "customerId", d.voided, d.provisional, d.kept::text as kept,
        coalesce(sum(c.quantity), 0)::text as claimed, max(c.no) filter (where c.quantity > 0) as by
      from paid_deliveries d left join delivery_claims c on c.delivery_id = d.id and c.invoice_id is distinct from $3::uuid
      where d.tenant_id = $1 and d.id = any($2::uuid[]) group by d.id, d.customer_id, d.voided, d.provisional, d.kept`,
    [tenantId, ids, own],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Rest {
  deliveryId: string;
  price: string | null;
  /** What others have not invoiced: quantity, and amount to the cent. */
  quantity: string;
  amount: string;
}

/**
 * Gives lines that invoice the rest of a delivery the amount that is left of it: parts rounded separately need not add
 * up to the whole. Of several lines the last one takes the difference. The deliveries are locked by `deliveryProblems`.
 */
export async function storeDeliveryAmounts(facts: Facts, row: StoredRow): Promise<void> {
  const lines = linesOf(row);
  const byDelivery = Map.groupBy(
    lines.filter(({ deliveryId }) => deliveryId),
    ({ deliveryId }) => String(deliveryId),
  );
  if (byDelivery.size === 0) return;
  const found = await facts.query<Rest>(
    `select d.id as "deliveryId", d.price::text as price, (d.kept - c.quantity)::text as quantity,
        open_amount(d.kept, d.price, c.quantity, c.total, c.parts)::text as amount
      from paid_deliveries d, lateral (
        select coalesce(sum(quantity), 0) as quantity, coalesce(sum(total), 0) as total, count(*) as parts
          from delivery_claims where delivery_id = d.id and invoice_id <> $3::uuid
      ) c
      where d.tenant_id = $1 and d.id = any($2::uuid[])`,
    [facts.tenantId, [...byDelivery.keys()], row.id],
  );
  const totals = new Map<Values, string>();
  for (const { deliveryId, price, quantity, amount } of found) {
    const own = byDelivery.get(deliveryId) ?? [];
    const last = own.at(-1) as Values;
    const isRest =
      price !== null &&
      sumOf(own, 'quantity').eq(decimalOf(quantity)) &&
      own.every(({ unitPrice }) => decimalOf(unitPrice).eq(price));
    const left = decimalOf(amount).minus(sumOf(own.slice(0, -1), 'total'));
    if (isRest && !left.eq(decimalOf(last.total))) totals.set(last, left.toFixed());
  }
  if (totals.size === 0) return;
  const own = lines.map((line) => {
    const total = totals.get(line);
    return total === undefined ? line : { ...line, ...amountsOfTotal(line, total) };
  });
  await storeAmounts(facts, row, own);
}

const sumOf = (lines: readonly Values[], field: 'quantity' | 'total') =>
  lines.reduce((sum, line) => sum.plus(decimalOf(line[field])), decimalOf(0));
