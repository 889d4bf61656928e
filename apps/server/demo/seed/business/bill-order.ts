import { chinaDay } from '@voltloop/resources/days.ts';
import { invoice } from '@voltloop/resources/invoice/invoice.resource.ts';
import {
  draftOfCredit,
  draftOfDeliveries,
  readOpenDeliveries,
} from '../../../modules/ledger/backoffice/index.ts';
import type { AccountRow } from '../../../modules/people/accounts/index.ts';
import { type Resources, takeStep } from '../../../modules/records/resources/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { demoCtx } from './demo-ctx.ts';
import type { BoughtStep, InvoiceStep } from './plan.ts';
import { type KnownIds, valuesOf } from './values-of.ts';

/**
 * Invoices the shipments of a demo order, through the public verbs. Invoices of an interrupted run are left
 * unchanged.
 * @returns the number of created invoices
 */
export async function billOrder(
  services: Services,
  { core }: Resources,
  { order, how, at, by }: InvoiceStep,
  people: ReadonlyMap<string, AccountRow>,
  knownIds: KnownIds,
): Promise<number> {
  const account = people.get(by);
  const id = knownIds.get('order')?.get(order);
  if (!account || !id) return 0;
  const ctx = demoCtx(services, account, at);
  const { rows } = await services.pool.query<{ clientId: string; invoiceType: number; billed: boolean }>(
    `select client_id as "clientId", invoice_type as "invoiceType",
        exists (select 1 from invoices where order_id = $1) as billed
      from orders where id = $1 and deleted_at is null`,
    [id],
  );
  const [found] = rows;
  if (!found || found.billed) return 0;
  const { clientId } = found;
  const { list } = await readOpenDeliveries(services.db, account.tenantId, { clientId, orderId: id });
  if (list.length === 0) return 0;
  // Only companies get special VAT invoices.
  const [{ company } = { company: false }] = (
    await services.pool.query<{ company: boolean }>(
      'select customer_type = 1 as company from customers where id = $1',
      [clientId],
    )
  ).rows;
  const draft = await draftOfDeliveries(core, ctx, {
    clientId,
    invoiceType: company ? found.invoiceType : 1,
    taxRate: 13,
    deliveries: list.map((delivery) => delivery.id),
  });
  const issue = (invoiceId: string, no: string) =>
    takeStep(core, ctx, invoice, {
      ids: [invoiceId],
      step: 'issue',
      values: { invoiceNo: numberOf(no), issuedOn: chinaDay(at) },
    });
  if (how === 'draft') return 1;
  await issue(draft.id, draft.no);
  if (how === 'issued') return 1;
  const credit = await draftOfCredit(core, ctx, draft.id);
  await issue(credit.id, credit.no);
  return 2;
}

/** A made-up number in the format of the tax authority: `FP20260301-0002`. */
const numberOf = (no: string) => `2635${no.replace(/\D/g, '').padStart(16, '0')}`.slice(0, 20);

/**
 * Invoices the goods of a receipt: an invoice from a supplier, or one that we issue for a person. An existing one is
 * left unchanged.
 * @returns the number of created invoices
 */
export async function billReceipt(
  services: Services,
  resources: Resources,
  { bought, at, by }: BoughtStep,
  people: ReadonlyMap<string, AccountRow>,
  knownIds: KnownIds,
): Promise<number> {
  const account = people.get(by);
  const existing = knownIds.get('invoice');
  if (!account || !existing || existing.has(bought.key)) return 0;
  const ctx = demoCtx(services, account, at);
  try {
    const [id] = (await resources.insertRows(ctx, 'invoice', [valuesOf(bought, knownIds)])) as [string];
    existing.set(bought.key, id);
    const { rows } = await services.pool.query<{ no: string }>('select no from invoices where id = $1', [id]);
    const values = { invoiceNo: numberOf(rows[0]?.no ?? id), issuedOn: chinaDay(at) };
    await takeStep(resources.core, ctx, invoice, { ids: [id], step: 'issue', values });
    return 1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ key: bought.key, fields: error.fields?.slice(0, 5) }, 'a demo invoice was refused');
    return existing.has(bought.key) ? 1 : 0;
  }
}
