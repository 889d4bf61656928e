import { type OptionListName, optionLabel } from '@voltloop/domain/options/index.ts';
import { decimalOf, type Values } from '@voltloop/resource-kit';
import { creditedLines } from '@voltloop/resources/invoice/credit.ts';
import { invoice } from '@voltloop/resources/invoice/invoice.resource.ts';
import { leftOf } from '@voltloop/resources/invoice/invoice-amounts.ts';
import { CompiledQuery } from 'kysely';
import type { Ctx } from '../../../../platform/ctx.ts';
import { conflictError, fieldError, notFound } from '../../../../platform/errors.ts';
import { type Core, findById, insertRow } from '../../../records/resources/index.ts';
import { openDeliveriesById } from './open-deliveries.ts';

interface Made {
  id: string;
  no: string;
}

const made = (row: Values): Made => ({ id: String(row.id), no: String(row.no) });
/** Invoices are always in Chinese. */
const inChinese = (list: OptionListName, value: unknown) => optionLabel(list, value, 'zh');

/**
 * Drafts an invoice of open deliveries, with a line for each.
 * @throws validation where nothing is left, or another invoice has just covered it
 */
export async function draftOfDeliveries(
  core: Core,
  ctx: Ctx,
  given: { clientId: string; invoiceType: number; taxRate: number; deliveries: readonly string[] },
): Promise<Made> {
  const { clientId, invoiceType, taxRate } = given;
  const open = await openDeliveriesById(core.services.db, ctx.caller.tenantId, given.deliveries);
  if (open.length === 0)
    throw fieldError('deliveries', 'rule.invoice.nothingOpen', 'All of this is invoiced');
  const lines = open.map(({ id, category, productType, material, unit, unitPrice, open: quantity }) => ({
    goods:
      category ??
      (productType === null ? inChinese('lotMaterial', material) : inChinese('productType', productType)),
    unit: unit === 'metal' ? 'kg' : inChinese('orderUnit', unit),
    quantity,
    unitPrice: unitPrice ?? '0',
    taxRate,
    deliveryId: id,
  }));
  const orders = [...new Set(open.map(({ orderId }) => orderId))];
  const [orderId] = orders;
  return made(
    await insertRow(core, ctx, invoice, {
      direction: 'out',
      invoiceType,
      clientId,
      ...(orders.length === 1 && orderId ? { orderId } : {}),
      lines,
    }),
  );
}

/**
 * Drafts a credit invoice of all that is left of an issued one.
 * @throws notFound, conflict where it cannot be credited, or another draft already does so
 */
export async function draftOfCredit(core: Core, ctx: Ctx, id: string): Promise<Made> {
  const { db } = core.services;
  const { tenantId } = ctx.caller;
  const original = await findById(core, ctx, invoice, id);
  const query = async <T>(text: string, values: readonly unknown[] = []) =>
    (await db.executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows;
  const [draft] = await query<{ no: string }>(
    "select no from invoices where original_id = $1 and status = 'draft' and deleted_at is null",
    [id],
  );
  if (draft) throw refused(`creditOpen?no=${draft.no}`, `${draft.no} is not issued yet`);
  if (original.status !== 'issued' || original.originalId)
    throw refused('notIssued', 'Only an issued invoice can be credited, and only once');
  const { accountId } = ctx.caller;
  const credited = await creditedLines({ tenantId, accountId, now: ctx.now, query }, id);
  const lines = [...credited.lines].flatMap(([place, each]) => {
    const { quantity } = leftOf(each);
    return decimalOf(quantity).gt(0)
      ? [{ ...each.line, quantity: decimalOf(quantity).neg().toFixed(), originalPlace: place }]
      : [];
  });
  if (lines.length === 0) throw notFound();
  const { direction, invoiceType, clientId, enterpriseId, orderId, receiptId, collectionId } = original;
  const values = {
    direction,
    invoiceType,
    clientId,
    enterpriseId,
    orderId,
    receiptId,
    collectionId,
    originalId: id,
    lines,
  };
  return made(await insertRow(core, ctx, invoice, withoutNull(values)));
}

const withoutNull = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

const refused = (key: string, message: string) => conflictError('id', `rule.invoice.${key}`, message);
