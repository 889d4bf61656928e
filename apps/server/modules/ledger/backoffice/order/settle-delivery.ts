import { type BodyOf, type settleDelivery as call, type ReplyOf, unknownFields } from '@voltloop/contract';
import { inputSchema } from '@voltloop/resource-kit';
import { chinaDay } from '@voltloop/resources/days.ts';
import { settledDelivery } from '@voltloop/resources/order/order-amounts.ts';
import { settlementForm } from '@voltloop/resources/order/settlement-form.ts';
import { sql } from 'kysely';
import { audit } from '../../../../platform/audit.ts';
import type { Ctx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/db.ts';
import { AppError, conflictError, fieldError, notFound } from '../../../../platform/errors.ts';
import { fieldErrors, refuseFields } from '../../../../platform/http.ts';

interface Delivery {
  orderId: string;
  unit: string;
  day: string;
  returned: string;
  /** Whether the customer has returned all of it. */
  gone: boolean;
  /** An invoice that covers some of it. */
  invoice: string | null;
}

/**
 * Settles a delivery priced by metal content. Settlements and invoices both lock the delivery until their transaction
 * ends, so that they are serialised.
 * @throws notFound, validation, conflict once it is invoiced
 */
export async function settleDelivery(
  db: Db,
  ctx: Ctx,
  { id, values: given }: BodyOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const { tenantId, accountId } = ctx.caller;
  const schema = inputSchema(settlementForm);
  refuseFields(unknownFields(schema, given).map((path) => `values.${path}`));
  const read = schema.safeParse(given);
  if (!read.success) throw new AppError('validation', { fields: fieldErrors(read.error, 'values') });
  const { settledOn, assayNo, ...terms } = read.data;
  const settled = settledDelivery(terms);
  if (!settled)
    throw fieldError(
      'values.kg',
      'rule.order.nothingToSettle',
      'Enter a mass, and the content of a metal with its price',
    );
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from deliveries where id = ${id} and tenant_id = ${tenantId} for no key update`.execute(
      trx,
    );
    const { rows } = await sql<Delivery>`
      select order_id as "orderId", unit, day::text as day, returned::text as returned, returned >= quantity as gone, (select max(c.no) filter (where c.quantity > 0)
          from delivery_claims c where c.delivery_id = d.id having sum(c.quantity) > 0) as invoice
        from deliveries d where id = ${id} and tenant_id = ${tenantId} and not voided`.execute(trx);
    const [delivery] = rows;
    if (delivery?.unit !== 'metal') throw notFound();
    refuseDay(ctx, delivery, String(settledOn));
    if (delivery.invoice)
      throw conflictError(
        'id',
        `rule.order.settlementInvoiced?no=${delivery.invoice}`,
        `This delivery is on invoice ${delivery.invoice}`,
      );
    if (delivery.gone)
      throw conflictError('id', 'rule.order.allReturned', 'All of this delivery was returned');
    const { rows: before } = await sql<{ kg: string; amount: string }>`
      select kg::text as kg, amount::text as amount from delivery_settlements where delivery_id = ${id}`.execute(
      trx,
    );
    await sql`insert into delivery_settlements (delivery_id, tenant_id, kg, terms, amount, assay_no, settled_on, settled_by,
        settled_at, returned)
      values (${id}, ${tenantId}, ${settled.kg}, ${JSON.stringify(terms)}::jsonb, ${settled.amount}, ${assayNo ?? null},
        ${settledOn}, ${accountId}, ${ctx.now}, ${delivery.returned})
      on conflict (delivery_id) do update set kg = excluded.kg, terms = excluded.terms, amount = excluded.amount,
        assay_no = excluded.assay_no, settled_on = excluded.settled_on, settled_by = excluded.settled_by,
        settled_at = excluded.settled_at, returned = excluded.returned`.execute(trx);
    await audit(trx, ctx, {
      action: 'order.settle',
      objectType: 'order',
      objectId: delivery.orderId,
      details: { delivery: id, terms, ...settled, ...(before[0] ? { before: before[0] } : {}) },
    });
    return settled;
  });
}

/** @throws validation for a future day, or before the goods were shipped */
function refuseDay({ now }: Ctx, { day }: Delivery, settledOn: string): void {
  if (settledOn > chinaDay(now))
    throw fieldError('values.settledOn', 'rule.order.settledInFuture', 'This day is in the future');
  if (settledOn < day)
    throw fieldError('values.settledOn', `rule.order.settledBefore?day=${day}`, `It was shipped on ${day}`);
}
