import { z } from 'zod';
import { rights as common } from '../rights.ts';
import { type ReplyOf, route } from '../route.ts';

/** Rights to view invoices and to create drafts (resource-kit/rights.ts). */
const rights = { see: 1300, insert: 1301, uninvoiced: common.uninvoiced } as const;
/** A decimal as text. */
const decimal = z.string();
const amounts = {
  /** Delivered less returned, at the prices of the deliveries; tax included. */
  delivered: decimal,
  /** On invoices, including drafts, less credits. */
  invoiced: decimal,
  /** The rest to invoice; negative if goods were returned after invoicing. */
  open: decimal,
};

export const openDeliveries = route({
  name: 'invoice.openDeliveries',
  summary:
    'Deliveries to a customer, or for an order, that are not fully invoiced; oldest first, 1,000 at most.',
  method: 'GET',
  path: '/invoice/openDeliveries',
  access: { right: rights.see },
  query: z.object({ clientId: z.uuid(), orderId: z.uuid().optional() }),
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        issueId: z.string(),
        issueNo: z.string(),
        day: z.string(),
        orderId: z.string().nullable(),
        orderNo: z.string().nullable(),
        productType: z.number().int().nullable(),
        category: z.string().nullable(),
        material: z.string().nullable(),
        unit: z.string(),
        unitPrice: decimal.nullable(),
        quantity: decimal,
        returned: decimal,
        invoiced: decimal,
        /** The rest of the quantity, and its amount. */
        open: decimal,
        amount: decimal.nullable(),
        /** Priced by metal content and not settled yet: cannot be invoiced. */
        provisional: z.boolean(),
      }),
    ),
    /** Totals of all deliveries, including fully invoiced ones. */
    ...amounts,
  }),
});
export type OpenDeliveries = ReplyOf<typeof openDeliveries>;

export const invoiceDeliveries = route({
  name: 'invoice.insertFromDeliveries',
  summary: 'Create the draft of an outgoing invoice for the rest of deliveries.',
  method: 'POST',
  path: '/invoice/insertFromDeliveries',
  access: { right: rights.insert },
  body: z.object({
    clientId: z.uuid(),
    invoiceType: z.union([z.literal(1), z.literal(2)]),
    taxRate: z.number().int().min(0).max(13),
    deliveries: z.array(z.uuid()).min(1).max(500),
  }),
  reply: z.object({ id: z.string(), no: z.string() }),
});

export const creditInvoice = route({
  name: 'invoice.credit',
  summary: 'Create the draft of a credit invoice for the rest of an issued one.',
  method: 'POST',
  path: '/invoice/credit',
  access: { right: rights.insert },
  body: z.object({ id: z.uuid() }),
  reply: z.object({ id: z.string(), no: z.string() }),
});

export const findUninvoiced = route({
  name: 'invoice.findUninvoiced',
  summary: 'Customers with a difference between delivered and invoiced amounts; greatest first.',
  method: 'GET',
  path: '/invoice/findUninvoiced',
  access: { right: rights.uninvoiced },
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  reply: z.object({
    list: z.array(z.object({ clientId: z.string(), clientName: z.string(), ...amounts })),
    total: z.number().int(),
    /** Of all pages. */
    ...amounts,
  }),
});
export type Uninvoiced = ReplyOf<typeof findUninvoiced>;

export const reverseTotal = route({
  name: 'invoice.reverseTotal',
  summary:
    'Amounts invoiced in reverse for a person in the 12 months up to this one, without tax, and the limit.',
  method: 'GET',
  path: '/invoice/reverseTotal',
  access: { right: rights.see },
  query: z.object({ clientId: z.uuid() }),
  reply: z.object({
    /** Months, yyyy-MM. */
    from: z.string(),
    to: z.string(),
    total: decimal,
    limit: decimal,
  }),
});
