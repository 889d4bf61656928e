import * as contract from '@voltloop/contract';
import type { Http } from '../../../../platform/http.ts';
import type { Core } from '../../../records/resources/index.ts';
import { draftOfCredit, draftOfDeliveries } from './draft-invoice.ts';
import { readOpenDeliveries, readUninvoiced } from './open-deliveries.ts';
import { readCustomerAmounts, readReverseTotal, readSellerAmounts } from './read-amounts.ts';

/** The calls of invoices in addition to those of every resource (decision 32). */
export function invoiceRoutes(http: Http, core: Core): void {
  const { db } = core.services;
  http.implement(contract.openDeliveries, (ctx, { query }) =>
    readOpenDeliveries(db, ctx.caller.tenantId, query),
  );
  http.implement(contract.findUninvoiced, (ctx, { query }) => readUninvoiced(db, ctx.caller.tenantId, query));
  http.implement(contract.customerAmounts, (ctx, { query: { id } }) =>
    readCustomerAmounts(db, ctx.caller.tenantId, id),
  );
  http.implement(contract.sellerAmounts, (ctx, { query }) =>
    readSellerAmounts(db, ctx.caller.tenantId, query),
  );
  http.implement(contract.reverseTotal, (ctx, { query: { clientId } }) =>
    readReverseTotal(db, ctx.caller.tenantId, clientId, ctx.now),
  );
  http.implement(contract.invoiceDeliveries, (ctx, { body }) => draftOfDeliveries(core, ctx, body));
  http.implement(contract.creditInvoice, (ctx, { body: { id } }) => draftOfCredit(core, ctx, id));
}
